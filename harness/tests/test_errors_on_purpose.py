"""The adapter guide's errors on purpose: each is made, and run and doctor say of it what the guide says."""

import re
import sys
from pathlib import Path

import pytest

from punycode_conform import files

from .conftest import Conform

GUIDE = (files.ADAPTERS / "README.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Errors, made on purpose\n")[2].partition("\n## ")[0]
QUICK = ("--timeout", "2", "--start-timeout", "8", "--restarts", "3")
SELECTED = ("--only", "rfc-sample-l/*", "--only", "truncated-buecher-*")


def adapter() -> str:
    (source,) = re.findall(r"^```python\n(.*?)^```$", SECTION, re.M | re.S)
    return str(source)


def rows() -> list[dict[str, str]]:
    """The tables' rows, by the words of their heads; ``line`` is what is replaced, ``new`` what stands there instead."""
    found: list[dict[str, str]] = []
    head: list[str] = []
    for line in SECTION.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| ") else []
        if not cells:
            head = head if line.startswith("|") else []
        elif not head:
            head = cells
        else:
            assert len(cells) == len(head), line
            replaced = head[0].split("`")[1] if "`" in head[0] else ""
            found.append({"line": replaced, "new": cells[0], **dict(zip(head[1:], cells[1:], strict=True))})
    return found


BROKEN = [row for row in rows() if row["line"] != "python3 adapter.py"]
UNSTARTED = [row for row in rows() if row["line"] == "python3 adapter.py"]


def says(shown: str, text: str) -> bool:
    """Whether a text has what the guide shows; an ellipsis stands for anything."""
    pattern = ".*?".join(re.escape(part.strip()) for part in shown.split("…"))
    return re.search(pattern, re.sub(r"\s+", " ", text)) is not None


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def broken(row: dict[str, str]) -> str:
    source, new = adapter(), row["new"].strip("`")
    if not row["line"]:
        return source + new + "\n"

    assert source.count(row["line"]) == 1, row["line"]
    return source.replace(row["line"], new)


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("row", BROKEN, ids=lambda row: row["new"].strip("`"))
def test_an_error_looks_as_the_guide_shows(conform: Conform, tmp_path: Path, row: dict[str, str]) -> None:
    (tmp_path / "adapter.py").write_text(broken(row), encoding="utf-8")
    command = ("--", sys.executable, "adapter.py")
    if "run" in row:
        ran = conform("run", *QUICK, *SELECTED, *command)

        assert (ran.status == 0) == (row["run"] == "—"), ran.out
        assert row["run"] == "—" or says(row["run"], ran.out + ran.err), ran.out
        assert ran.status == 3 or "handshake" not in row["run"]
    (tmp_path / "lock").unlink(missing_ok=True)
    seen = conform("doctor", *QUICK, *command)
    state, _, shown = row["doctor"].partition(": ")
    checks = re.findall(rf"^{state}\b.*\n((?: {{10}}.*\n)*)", seen.out, re.M)

    assert (seen.status == 0) == (state in ("note", "unclear")), seen.out
    assert any(says(shown, check) for check in checks), seen.out


@pytest.mark.real
@pytest.mark.parametrize("row", UNSTARTED, ids=lambda row: row["new"])
def test_what_cannot_be_started_looks_as_the_guide_shows(conform: Conform, tmp_path: Path, row: dict[str, str]) -> None:
    (tmp_path / "adapter.py").write_text(adapter(), encoding="utf-8")
    (tmp_path / "adapter.py").chmod(0o755 if ", executable" in row["new"] else 0o644)
    done = conform("run", "--", row["new"].split("`")[1])

    assert (done.status, done.out) == (3, "")
    assert says(row["run"], done.err)
