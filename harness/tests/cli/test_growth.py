"""``conform growth``: options, files and exit statuses. Nothing here depends on how long anything takes."""

import json
import re
from pathlib import Path

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")

# One family in one direction, for a moment.
SHORT = ("--family", "repeated", "--only", "encode", "--time", "0.5")


@pytest.mark.slow
@pytest.mark.parametrize(("gate", "status", "verdict"), [("50", 0, "WITHIN THE GATE"), ("0.01", 1, "TOO STEEP")])
def test_a_gate_decides_the_exit_status(conform: Conform, tmp_path: Path, gate: str, status: int, verdict: str) -> None:
    path = tmp_path / "growth.json"
    done = conform("growth", "punycode_conform.codec", *SHORT, "--gate", gate, "--json", path)
    (row,) = json.loads(path.read_text(encoding="utf-8"))["rows"]

    assert (done.status, done.err) == (status, "")
    assert re.search(
        rf"^{verdict}: punycode_conform.codec: \d of 1 grow faster than n\^{gate}$", done.out, re.MULTILINE
    )
    assert (row["operation"], row["family"], row["tries"] >= 3) == ("encode", "repeated", True)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--family", "long*", "punycode_conform.codec"], 2, "--family 'long*' matches no family"),
        (["--gate", "0", "punycode_conform.codec"], 2, "must be an exponent above 0, not '0'"),
        (["--only", "decode", "--family", "literal", "faulty_codec:has_no_decode.encode,"], 4, "nothing to measure"),
        (["--only", "encode", "--family", "digits", "punycode_conform.codec"], 4, "nothing to measure"),
        (["--json", "nowhere/x.json", "punycode_conform.codec"], 2, "cannot be written"),
    ],
)
def test_errors_are_reported_before_the_work(conform: Conform, arguments: list[str], status: int, message: str) -> None:
    done = conform("growth", *arguments)

    assert done.status == status
    assert message in done.err
