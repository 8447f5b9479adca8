"""``conform report``: a saved report is drawn as its run was; a file that is no report is refused in a line."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")

Lines = list[dict[str, Any]]


@pytest.fixture
def ran(conform: Conform, vectors: Path, tmp_path: Path) -> Path:
    """The report of a codec that does not conform."""
    path = tmp_path / "ran.jsonl"
    assert conform("run", "codec:punycode", "--vectors", vectors, "--report", path).status == 1
    return path


def change(path: Path, edit: Callable[[Lines], object]) -> None:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    edit(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("target", ["faulty_codec:raises_index_error", "fault:second-call-wrong"])
def test_a_saved_report_is_drawn_as_the_run_drew_it(
    conform: Conform, vectors: Path, tmp_path: Path, target: str
) -> None:
    path = tmp_path / "ran.jsonl"

    def forms(name: str) -> dict[str, Path]:
        return {f"--{form}": tmp_path / f"{name}.{form}" for form in ("junit", "markdown", "html")}

    def words(name: str) -> list[object]:
        return [word for pair in forms(name).items() for word in pair]

    run = conform("run", target, "--vectors", vectors, "--report", path, *words("run"))
    again = conform("report", path, *words("report"))

    # How long the run took is in no file, and the first lines are broken where it was.
    timed = re.sub(r",\d+\.\ds(?=\()", "", "".join(run.out.split()))
    assert (again.status, "".join(again.out.split()), again.err) == (run.status, timed, run.err)
    for first, second in zip(forms("run").values(), forms("report").values(), strict=True):
        # When it ran, and for how long, is in the run's own page alone.
        drawn = re.sub(r"<dt>(date|duration)</dt>.*\n", "", first.read_text(encoding="utf-8"))
        assert second.read_text(encoding="utf-8") == drawn != ""


def _set(at: int, **fields: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[at].update(fields)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda lines: lines.pop(), "it has no footer"),
        (lambda lines: lines.pop(0), ":1: a report is a header, results with different ids, and a footer"),
        (lambda lines: lines.insert(1, lines[1]), ":3: a report is a header, results with different ids"),
        (_set(0, format=2), ":1: format: 2 is not known"),
        (_set(0, sweep={}), ":1: unknown key 'sweep'"),
        (_set(1, verdict="splendid"), ":2: verdict: 'splendid' is not known"),
        (_set(1, got={"returned": [-1]}), ":2: Expected `int` >= 0 - at `$.returned[0]`"),
        (_set(1, got={"returned": [1], "crashed": ""}), ":2: got: must have one of "),
        (_set(1, got={"timed_out": 10**400}), ":2: "),
        (_set(1, expected={}), ":2: expected: must have one of rejects, returns"),
        (_set(1, case=7), ":2: case: must be text, not a whole number"),
        (_set(-1, laws=None), "laws: must be a mapping"),
        (_set(-1, verdict="conforms"), "the footer's tally or verdict is not that of the results"),
        (_set(-1, resembles=[{"fault": "f"}]), "resembles[0]: no 'says'"),
    ],
)
def test_what_no_run_writes_is_refused_in_a_line(
    conform: Conform, ran: Path, edit: Callable[[Lines], object], says: str
) -> None:
    change(ran, edit)
    done = conform("report", ran)

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conform: {ran}:")
    assert says in done.err.splitlines()[0]
    assert "hint: conform report takes what conform run --report writes" in done.err


def test_terminal_controls_in_a_report_are_escaped(conform: Conform, ran: Path) -> None:
    def hostile(lines: Lines) -> None:
        lines[0]["target"]["label"] = "\x1b[2J\u202e"
        lines[0]["command"].append("\x1b]0;owned\x07")
        for line in lines[1:-1]:
            line["why"] = "\x9b31m"

    change(ran, hostile)
    done = conform("report", ran)

    assert done.status == 1
    assert not set(done.out) & set("\x1b\x07\x9b\u202e")
