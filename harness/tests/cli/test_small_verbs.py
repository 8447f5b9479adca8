"""``conform encode``, ``decode``, ``explain`` and ``growth``, as far as transcripts cannot say it."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from ..conftest import Conform


def test_standard_input_is_taken_line_by_line(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("bücher\r\nabc\n".encode()), encoding="utf-8"))

    assert conform("encode").out == "bcher-kva\nabc-\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("decode", "b\x1b[31mü-kva"), "non-basic"),
        (("encode", "a\udcff"), "not valid UTF-8"),
        (("explain", "a\udcff"), "surrogates not allowed"),
        (("explain", "a" * 1001), "at most 1,000 characters"),
        (("explain", "--number", "1" * 1001), "at most 1,000"),
    ],
)
def test_what_cannot_be_encoded_or_is_too_long_is_refused_without_control_characters(
    conform: Conform, arguments: tuple[str, ...], message: str
) -> None:
    done = conform(*arguments)

    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "\x1b" not in done.err


@pytest.mark.slow
@pytest.mark.parametrize(("gate", "status", "verdict"), [("50", 0, "WITHIN THE GATE"), ("0.01", 1, "TOO STEEP")])
def test_a_gate_decides_the_exit_status_of_growth(
    conform: Conform, tmp_path: Path, gate: str, status: int, verdict: str
) -> None:
    path = tmp_path / "growth.json"
    short = ("--only", "encode", "--time", "1")
    done = conform("growth", "punycode_conform.codec", *short, "--gate", gate, "--json", path)
    rows = json.loads(path.read_text(encoding="utf-8"))

    assert (done.status, done.err) == (status, "")
    assert re.search(
        rf"^{verdict}: punycode_conform.codec: \d of \d grow faster than n\^{gate}", done.out, re.MULTILINE
    )
    assert {row["operation"] for row in rows} == {"encode"}
