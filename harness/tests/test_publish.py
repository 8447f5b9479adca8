"""Publishing results: what is measured is kept beside what was known."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "reports" / "publish.py"


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, with files of its own, and a measure that takes no time."""
    spec = importlib.util.spec_from_file_location("publish", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "README.md").write_text("<!-- results -->\n<!-- end of results -->\n", encoding="utf-8")
    module.README, module.RESULTS = tmp_path / "README.md", tmp_path / "results.json"
    result = {"name": "x", "version": "1", "language": "C", "verdict": "conforms", "tally": {}, "observed": {}}
    monkeypatch.setattr(module, "measure", lambda target: result)
    return module


def test_one_target_is_measured_where_no_other_is_known(publish: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["publish.py", "codec:punycode"])
    publish.main()

    assert list(json.loads(publish.RESULTS.read_text(encoding="utf-8"))) == ["codec:punycode"]
    assert "| `codec:punycode` | x 1 | C |" in publish.README.read_text(encoding="utf-8")
