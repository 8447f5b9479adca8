"""``conform explain``: what is explained, in which form, and what is refused in one line."""

import json
from pathlib import Path

import pytest

from ..conftest import Conform

OCTAL = ("--base", "8", "--thresholds", "2 3 5")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("3B-ww4c5e180e575a65lsy2b",), " is 62042\n"),
        (("--encode", "3年B組金八先生"), "delta 62042, "),
        (("aあbいcあd", "--scan"), "= n: write delta, then 0  61131"),
        (("--", "-tda"), "Refused: bad-digit"),
        (("--number", "734251", *OCTAL), "\n   145 and 62\n"),
        (("--number", "734", "--base", "8"), "\n   287\n"),
        (("--number", "ww4c"), "\n   62042\n"),
        (("--encode", "--number", "145", *OCTAL), "\n   734\n"),
        (("--encode", "--code-points", "U+D800 U+00FC"), "U+D800"),
        (("--code-points", "U+0065 U+006E U+0033 U+0032 U+0067"), "U+110000"),
        (("BÜCHER", "--annotate"), "U+00FC was a capital letter"),
        (("BCHER-kvA",), '(appendix A): "BÜCHER"'),
        (("--html", "bcher-kva"), "<!DOCTYPE html>"),  # the string may follow a form
    ],
)
def test_a_string_or_a_number_is_explained(conform: Conform, arguments: tuple[str, ...], says: str) -> None:
    done = conform("explain", *arguments)

    assert (done.status, done.err) == (0, "")
    assert says in done.out


def test_json_and_html_go_to_standard_output_or_files(conform: Conform, tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    both = conform("explain", "bücher", "--html", page, "--json", data)

    assert (both.status, both.out) == (0, "")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert json.loads(data.read_text(encoding="utf-8"))["labels"][0]["encoded"]["text"] == "bcher-kva"
    assert json.loads(conform("explain", "--json", "bücher").out)["format"] == 1
    assert json.loads(conform("explain", "--number", "ww4c", "--json").out)["integers"][0]["value"] == 62042


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "takes a string or --number"),
        (("ü", "--number", "7"), "takes a string or --number"),
        (("ü", "--base", "8"), "--base and --thresholds are for --number"),
        (("ü", "--encode", "--decode"), "--encode and --decode exclude each other"),
        (("a\udcff",), "not valid UTF-8"),
        (("--code-points", "U+FFFG"), "not a code point"),
        (("a" * 1001,), "at most 1,000 characters"),
        (("--number", "78", "--base", "8"), "'8' is no digit of base 8"),
        (("--number", "7", "--thresholds", "x"), "--thresholds must be numbers"),
        (("--number", "7x", "--encode"), "must be a whole number"),
        (("--number", "1" * 1001), "at most 1,000"),
        (("ü", "--json", "--html"), "--json and --html both go to one place"),
        (("ü", "--html", "absent/page.html"), "absent"),
        (("--case", "rfc-sample-b/decode"), "belong together"),
        (("--target", "codec:punycode"), "belong together"),
        (("--case", "none/decode", "--target", "codec:punycode"), "no case is named 'none/decode'"),
        (("--case", "rfc-sample-b/decode", "--target", "codec:punycode", "--json"), "no form as JSON"),
    ],
)
def test_what_makes_no_sense_is_one_line(conform: Conform, arguments: tuple[str, ...], says: str) -> None:
    done = conform("explain", *arguments)

    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_a_case_is_shown_beside_the_answer_of_a_target(conform: Conform) -> None:
    done = conform("explain", "--case", "rfc-sample-b/encode", "--target", "fault:bias-never-adapted")

    assert (done.status, done.err) == (0, "")
    assert "Delta 2 was written as if the bias were 72; it is " in done.out
    assert "> 2" in done.out
    assert "> 3" not in done.out
