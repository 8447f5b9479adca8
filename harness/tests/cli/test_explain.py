"""``conform explain``: what is explained, in which form, and what is refused in one line."""

import json
from pathlib import Path

import pytest

from ..conftest import Conform


def test_a_string_is_explained(conform: Conform) -> None:
    done = conform("explain", "3B-ww4c5e180e575a65lsy2b")

    assert (done.status, done.err) == (0, "")
    for delta in (62042, 139, 16683, 34821, 14592, 42088):
        assert f" is {delta}\n" in done.out
    assert '"3年B組金八先生"' in done.out


def test_the_same_numbers_come_from_the_text(conform: Conform) -> None:
    done = conform("explain", "--encode", "3年B組金八先生")

    for delta in (62042, 139, 16683, 34821, 14592, 42088):
        assert f"delta {delta}, " in done.out
    assert '"3B-ww4c5e180e575a65lsy2b"' in done.out


def test_the_scan_is_shown_on_demand(conform: Conform) -> None:
    without, done = conform("explain", "aあbいcあd"), conform("explain", "aあbいcあd", "--scan")

    assert "Scan for n" not in without.out
    assert [f"delta {delta}," in done.out for delta in (61131, 2, 12)] == [True] * 3
    assert "= n: write delta, then 0  61131" in done.out


def test_an_invalid_string_is_explained_too(conform: Conform) -> None:
    done = conform("explain", "--", "-tda")

    assert done.status == 0
    assert "Refused: bad-digit" in done.out


def test_json_and_html_go_to_standard_output_or_files(conform: Conform, tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    both = conform("explain", "bücher", "--html", page, "--json", data)

    assert (both.status, both.out) == (0, "")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert json.loads(data.read_text(encoding="utf-8"))["labels"][0]["encoded"]["text"] == "bcher-kva"
    assert conform("explain", "bücher", "--html").out.startswith("<!DOCTYPE html>")
    assert json.loads(conform("explain", "bücher", "--json").out)["format"] == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--json", "--html"), "--json and --html both go to standard output"),
        (("--json=x", "--html=./x"), "--html x: --json names this file too"),
        (("--html=p.toml", "--params=p.toml"), "--html p.toml: --params names this file too"),
        (("--html=no/x",), "--html no/x: cannot be written"),
        ((f"--json={'n' * 300}",), f"--json {'n' * 300}: cannot be written: File name too long"),
    ],
)
def test_files_of_which_one_is_lost_are_refused(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.toml").write_text("tmax = 25\n", encoding="utf-8")
    done = conform("explain", "bücher", *words)

    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"conform: {says}"
    assert [path.name for path in tmp_path.iterdir()] == ["p.toml"]


def test_the_string_may_follow_a_form(conform: Conform) -> None:
    assert json.loads(conform("explain", "--json", "bücher").out)["labels"][0]["operation"] == "encode"
    assert "bücher" in conform("explain", "--html", "bcher-kva").out


def test_a_number_is_explained(conform: Conform) -> None:
    done = conform("explain", "--number", "734251", "--base", "8", "--thresholds", "2,3,5,5")

    assert done.out.endswith("145 and 62\n")
    assert conform("explain", "--number", "734", "--base", "8").out.endswith("\n   287\n")
    assert conform("explain", "--number", "ww4c").out.endswith("\n   62042\n")
    encoded = conform("explain", "--encode", "--number", "145", "--base", "8", "--thresholds", "2 3 5")
    assert encoded.out.endswith("\n   734\n")
    assert json.loads(conform("explain", "--number", "ww4c", "--json").out)["integers"][0]["value"] == 62042


def test_another_profile(conform: Conform, tmp_path: Path) -> None:
    params = tmp_path / "profile.toml"
    params.write_text("skew = 1\n", encoding="utf-8")
    done = conform("explain", "bücher", "--params", params)

    assert "div (1 + 1)" in done.out


def test_code_points_that_a_shell_cannot_hold(conform: Conform) -> None:
    assert "U+D800" in conform("explain", "--encode", "--code-points", "U+D800 U+00FC").out
    assert "U+110000" in conform("explain", "--code-points", "U+0065 U+006E U+0033 U+0032 U+0067").out


def test_annotation_is_explained(conform: Conform) -> None:
    there, back = conform("explain", "BÜCHER", "--annotate"), conform("explain", "BCHER-kvA")

    assert '"BCHER-kvA"' in there.out
    assert "U+00FC was a capital letter" in there.out
    assert '(appendix A): "BÜCHER"' in back.out.replace("\n   ", " ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "takes a string or --number"),
        (("ü", "--number", "7"), "takes a string or --number"),
        (("ü", "--base", "8"), "--base and --thresholds are for --number"),
        (("ü", "--encode", "--decode"), "not allowed with"),
        (("a\udcff",), "not valid UTF-8"),
        (("--code-points", "U+FFFG"), "not a code point"),
        (("a" * 1001,), "has 1,001 code points"),
        (("--number", "78", "--base", "8"), "'8' is no digit of base 8"),
        (("--number", "7", "--thresholds", "x"), "--thresholds must be numbers"),
        (("--number", "7", "--base", "8", "--thresholds", "9"), "from 0 to 7"),
        (("--number", "7x", "--encode"), "must be a whole number"),
        (("--number", "1" * 1001), "has 1,001 characters"),
        (("--number", "1", "--base", "1"), "must be a whole number from 2"),
        (("ü", "--params", "absent.toml"), "cannot read absent.toml"),
        (("ü", "--html", "absent/page.html"), "absent"),
    ],
)
def test_what_makes_no_sense_is_one_line(conform: Conform, arguments: tuple[str, ...], says: str) -> None:
    done = conform("explain", *arguments)

    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert "Traceback" not in done.err


def test_a_case_is_shown_beside_the_answer_of_a_target(conform: Conform) -> None:
    done = conform("explain", "--case", "rfc-sample-b/encode", "--target", "fault:bias-never-adapted")

    assert (done.status, done.err) == (0, "")
    assert "Delta 2 was written as if the bias were 72; it is " in done.out
    assert "> 2" in done.out
    assert "> 3" not in done.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--case", "rfc-sample-b/decode"), "belong together"),
        (("--target", "codec:punycode"), "belong together"),
        (("bcher-kva", "--case", "tda/decode", "--target", "codec:punycode"), "belong together"),
        (("--case", "none/decode", "--target", "codec:punycode"), "no case is named 'none/decode'"),
        (("--case", "rfc-sample-b/decode", "--target", "codec:punycode", "--json"), "no form as JSON"),
    ],
)
def test_a_case_needs_a_target(conform: Conform, words: tuple[str, ...], error: str) -> None:
    done = conform("explain", *words)

    assert done.status == 2
    assert error in done.err
