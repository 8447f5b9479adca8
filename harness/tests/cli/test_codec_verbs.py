"""``conform encode`` and ``conform decode``."""

import io
import sys

import pytest

from ..conftest import Conform


def test_arguments_are_encoded_one_a_line(conform: Conform) -> None:
    done = conform("encode", "bücher", "3年B組金八先生", "abc", "")

    assert (done.status, done.out) == (0, "bcher-kva\n3B-ww4c5e180e575a65lsy2b\nabc-\n\n")


def test_arguments_are_decoded_one_a_line(conform: Conform) -> None:
    done = conform("decode", "bcher-KVA", "-> $1.00 <--", "--", "--")

    assert (done.status, done.out) == (0, "bücher\n-> $1.00 <-\n-\n")


def test_standard_input_is_taken_line_by_line(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("bücher\r\nabc\n".encode()), encoding="utf-8"))

    assert conform("encode").out == "bcher-kva\nabc-\n"


def test_code_points_are_written_in_u_notation(conform: Conform) -> None:
    assert conform("decode", "--code-points", "ib9b", "en32g").out == "U+D800\nU+110000\n"
    assert conform("encode", "--code-points", "U+D800", "U+00FC*2").out == "ib9b\ntdaa\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("decode", "-"), "bad-digit at position 0"),
        (("decode", "bcher-kv"), "truncated at position 8"),
        (("decode", "en32g"), "beyond-unicode"),
        (("decode", "b\x1b[31mü-kva"), "non-basic"),
        (("encode", "--code-points", "U+FFFG"), "not a code point"),
        (("encode", "a\udcff"), "not valid UTF-8"),
    ],
)
def test_a_refusal_is_one_line_that_says_where(conform: Conform, arguments: tuple[str, ...], says: str) -> None:
    done = conform(*arguments)

    assert done.status == 2
    assert says in done.err
    assert "\x1b" not in done.err
    assert done.out == ""


def test_one_bad_string_does_not_cost_the_others(conform: Conform) -> None:
    done = conform("decode", "bcher-kva", "!", "--", "--")

    assert (done.status, done.out) == (2, "bücher\n-\n")
    assert done.err == 'conform: "!": bad-digit at position 0\n'


def test_version_is_the_packages(conform: Conform) -> None:
    from punycode_conform import __version__

    assert conform("--version").out == f"conform {__version__}\n"


def test_the_case_of_a_text_is_kept_in_the_case_of_digits(conform: Conform) -> None:
    there = conform("encode", "--annotate", "BÜCHER", "Bücher", "JavaScript")

    assert there.out == "BCHER-kvA\nBcher-kva\nJavaScript-\n"
    assert conform("decode", "--annotations", *there.out.split()).out == "BÜCHER\nBücher\nJavaScript\n"
    assert conform("decode", "BCHER-kvA").out == "BüCHER\n"
    assert conform("decode", "--annotations", "--code-points", "en32G").out == "U+110000\n"
    assert "beyond-unicode" in conform("decode", "--annotations", "en32G").err
