"""Mixed-case annotation (appendix A): what is folded, and how it comes back."""

import unicodedata

import pytest

from punycode_conform.codec import PUNYCODE, encode_annotated, punycode


def points(text: str) -> list[int]:
    return list(map(ord, text))


def restored(encoded: str) -> list[int]:
    return punycode.apply_case(*PUNYCODE.decode(points(encoded)))


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("BÜCHER", "BCHER-kvA"),
        ("Bücher", "Bcher-kva"),  # the literal part has its case of its own
        ("JavaScript", "JavaScript-"),
        ("ПРАВДА", "80AAFI6CG"),
        ("Правда", "80aafi6Cg"),
        ("правда", "80aafi6cg"),
        ("ÄÖü", "4cA0Bs"),
        ("İ", "bfA"),  # its lower case is two code points, so it is not folded, and no lower-case digit may change it
        ("ẞ", "kkG"),  # its lower case has another upper case
        ("日本", "wgv71a"),
    ],
)
def test_text_is_folded_and_restored(text: str, encoded: str) -> None:
    assert encode_annotated(*punycode.fold_case(points(text))) == encoded
    assert restored(encoded) == points(text)


def test_every_character_comes_back_but_those_in_title_case() -> None:
    changed = [c for c in range(0x20000) if punycode.apply_case(*punycode.fold_case([c])) != [c]]

    # One bit cannot say title case.
    assert {unicodedata.category(chr(c)) for c in changed} == {"Lt"}


def test_what_has_no_case_stays() -> None:
    beyond = [0x110000, 0xD800, 0x61]

    assert punycode.fold_case(beyond) == (beyond, [False] * 3)
    assert punycode.apply_case(beyond, [True] * 3) == beyond


def test_the_literal_part_is_never_changed() -> None:
    # The Kelvin sign has "k" as its lower case, which is basic.
    assert punycode.apply_case([0x41, 0x62, 0x212A], [False, True, False]) == [0x41, 0x62, 0x212A]
