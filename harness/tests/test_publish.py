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
    result: dict[str, Any] = {
        "name": "x",
        "version": "1",
        "language": "C",
        "verdict": "conforms",
        "tally": {"pass": 5},
        "observed": {},
    }
    result["classes"] = {"fail: law/round-trip": 1, "fail: overflow-wraps": 3}
    monkeypatch.setattr(module, "measure", lambda target: result)
    return module


def test_one_target_is_measured_where_no_other_is_known(publish: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["publish.py", "codec:punycode"])
    publish.main()

    assert list(json.loads(publish.RESULTS.read_text(encoding="utf-8"))) == ["codec:punycode"]
    (row,) = [line for line in publish.README.read_text(encoding="utf-8").splitlines() if "codec:punycode" in line]
    assert row == "| `codec:punycode` | x 1 | C | **conforms** | 5 | 0 | 0 | 0 | 0 | 1 |  |"


def result(digest: str, observed: str = "accept", **classes: int) -> dict[str, Any]:
    return {"suite": {"digest": digest}, "classes": classes, "observed": {"surrogates": observed}}


@pytest.mark.parametrize(
    ("measured", "differences"),
    [
        (result("now", wraps=2, cut=1), []),
        (result("now", wraps=3, cut=1), ["wraps: 2 published, 3 measured"]),
        (result("now", wraps=2, cut=1, new=1), ["new: 0 published, 1 measured"]),
        (result("now", wraps=2), ["cut: 1 published, 0 measured"]),
        (result("now", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
        # A vector was added: it may show more failures, and hides none.
        (result("later", wraps=3, cut=1, new=1), []),
        (result("later", wraps=1, cut=1), ["wraps: 2 published, 1 measured"]),
        (result("later", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
    ],
)
def test_a_measured_result_differs_from_the_published_one(
    publish: Any, measured: dict[str, Any], differences: list[str]
) -> None:
    published = result("now", wraps=2, cut=1)

    assert publish.differences(published, measured) == differences
    assert publish.is_older(published, measured) == (measured["suite"]["digest"] == "later")
