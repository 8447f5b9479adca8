"""``conform run`` and the choices: shown in a form that declares them, on the command line and in a handshake."""

import json
import re
import sys
from pathlib import Path

import pytest

from ..conftest import TARGETS, Conform, adapter, files

# Here the words go through a command line and a pipe; run/test_profile.py has more codecs, and all vectors.
PART = files("surrogates", "lengths", "overflow", "case", "beyond-unicode", "delimiter")


def verdicts(report: Path) -> dict[str, str]:
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {line["case"]: line["verdict"] for line in lines if line["type"] == "result"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["63 characters", "no surrogates"])
def test_what_is_printed_can_be_pasted_back(conform: Conform, tmp_path: Path, name: str) -> None:
    target = [sys.executable, TARGETS / "right.py", name]
    first, second, third = (tmp_path / f"{number}.jsonl" for number in range(3))

    done = conform("run", *PART, "--report", first, "--", *target)
    # Long lines go on in lines that are further to the right.
    (options,) = re.findall(r"^  to make them binding: (.*(?:\n {6}.*)*)$", done.out, re.MULTILINE)
    (words,) = re.findall(r"^  in an adapter's handshake: (.*(?:\n {6}.*)*)$", done.out, re.MULTILINE)
    by_option = conform("run", *PART, *options.replace("\\\n", "").split(), "--report", second, "--", *target)
    by_handshake = conform("run", *PART, "--report", third, "--", *target, *words.split())

    assert [done.status, by_option.status, by_handshake.status] == [0, 0, 0]
    assert verdicts(first) == verdicts(second) == verdicts(third)
    for report in (second, third):
        header, *_, footer = (json.loads(line) for line in report.read_text(encoding="utf-8").splitlines())
        # A limit that no call came up to is observed as "at least" so much.
        observed = {name: side.removeprefix("at least ") for name, side in footer["observed"].items()}
        assert header["choices"] == observed == dict(word.split("=") for word in words.split())


@pytest.mark.parametrize(("side", "status"), [("lower", 1), ("upper", 0), ("mixed", 0)])
def test_a_declared_case_of_digits_is_hard(conform: Conform, vectors: Path, side: str, status: int) -> None:
    done = conform("run", "--choice", f"digit-case={side}", "--vectors", vectors, *adapter("upper_case_digits"))

    assert status == done.status
