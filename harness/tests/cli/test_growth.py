"""``conform growth``: options, files and exit statuses. Nothing here depends on how long anything takes."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ..conftest import Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")

# One family in one direction, for a moment.
SHORT = ("--family", "repeated", "--only", "encode", "--time", "0.5")


@pytest.mark.slow
def test_the_whole_output_of_a_short_measurement(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "growth.json"
    done = conform("growth", "punycode_conform.codec", *SHORT, "--gate", "50", "--json", path)
    (row,) = json.loads(path.read_text(encoding="utf-8"))["rows"]
    last = done.out.splitlines()[-1]

    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(r"WITHIN THE GATE: punycode_conform.codec: 0 of 1 grow faster than n\^50", last)
    assert (row["operation"], row["family"], row["tries"] >= 3) == ("encode", "repeated", True)
    assert set(row["beside"]) == {"reference", "near-linear"}


@pytest.mark.slow
def test_a_gate_that_is_too_low_closes(conform: Conform) -> None:
    done = conform("growth", "punycode_conform.codec", *SHORT[:4], "--time", "1", "--gate", "0.01", "--quiet")

    assert done.status == 1
    assert re.fullmatch(r"TOO STEEP: punycode_conform.codec: 1 of 1 grow faster than n\^0.01.*\n", done.out)


@pytest.mark.slow
def test_a_codec_that_dies_is_measured_up_to_there(conform: Conform) -> None:
    done = conform("growth", *SHORT, *adapter("dies_always"))

    assert done.status == 4
    assert "nothing could be measured" in done.err


@pytest.mark.slow
def test_the_picture(conform: Conform, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "growth.svg"
    done = conform("growth", "punycode_conform.codec", *SHORT, "--svg", path, "--json", "-", "--quiet")
    words = " ".join(ET.parse(path).getroot().itertext())

    assert done.status == 0
    assert json.loads(done.out)["format"] == 1
    assert "encode" in words or "one repeated" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--family", "long*"], 2, "--family 'long*' matches no family"),
        (["--gate", "0"], 2, "must be an exponent above 0, not '0'"),
        (["--only", "decode", "--family", "literal", "faulty_codec:has_no_decode.encode,"], 4, "nothing to measure"),
        (["--only", "encode", "--family", "digits"], 4, "nothing to measure"),
        (["--svg", "nowhere/x.svg"], 2, "cannot be written"),
        (["--json", "x", "--svg", "x"], 2, "x"),
    ],
)
def test_errors_are_reported_before_the_work(conform: Conform, arguments: list[str], status: int, message: str) -> None:
    target = [] if arguments[-1].startswith("faulty") else ["punycode_conform.codec"]
    done = conform("growth", *arguments, *target)

    assert done.status == status
    assert message in done.err
