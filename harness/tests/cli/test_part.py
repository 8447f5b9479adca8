"""A badge is of the whole suite, and says what could not be asked."""

import json
from pathlib import Path

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")


def test_the_whole_has_a_badge(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "a.svg", tmp_path / "a.jsonl"
    done = conform("run", "punycode_conform.codec", "--badge", badge, "--report", lines)
    again = conform("report", lines, "--badge", tmp_path / "again.svg")

    assert (done.status, again.status) == (0, 0)
    assert ">RFC 3492 conforms<" in badge.read_text(encoding="utf-8")
    assert (tmp_path / "again.svg").read_bytes() == badge.read_bytes()


def test_half_a_codec_has_a_badge_that_says_so(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "badge.json", tmp_path / "ran.jsonl"
    done = conform("run", "punycode_conform.codec:encode,", "--badge-json", badge, "--report", lines)
    again = conform("report", lines, "--badge-json", tmp_path / "again.json")
    lacking = conform("run", "punycode_conform.codec", "--lacks", "61", "--badge-json", tmp_path / "lacking.json")

    assert (done.status, again.status, lacking.status) == (0, 0, 0)
    assert "not asked: decode" in done.out.splitlines()[-1]
    assert "the target has no decode, or cannot take these inputs" in " ".join(done.out.split())
    assert json.loads(badge.read_text(encoding="utf-8"))["message"] == "RFC 3492 conforms, not asked: decode"
    assert (tmp_path / "again.json").read_bytes() == badge.read_bytes()
    assert "conforms, not asked: inputs with U+0061" in (tmp_path / "lacking.json").read_text(encoding="utf-8")
