"""Punycode, RFC 3492 sections 5 and 7.1 and appendix A, by hand."""

import unicodedata

import pytest

from punycode_conform.codec import (
    BootstringError,
    Reason,
    decode,
    decode_code_points,
    encode,
    encode_code_points,
    punycode,
)

from .samples import SAMPLES


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_in_both_directions_with_their_annotation_and_in_any_case_of_digits(sample: str) -> None:
    tokens, encoded = SAMPLES[sample]
    points = [int(token[2:], 16) for token in tokens.split()]
    annotations = [token[0] == "U" for token in tokens.split()]  # upper case by appendix A
    literal, delimiter, digits = encoded.rpartition("-")
    plain = literal + delimiter + digits.lower()  # sample I is printed with one annotated digit, D

    assert (
        encode_code_points(points) == encode_code_points(points, bits=26) == encode("".join(map(chr, points))) == plain
    )
    assert punycode.encode_annotated(points, annotations) == encoded
    assert punycode.decode_annotated(encoded) == (points, annotations)
    for form in (encoded, literal + delimiter + digits.upper(), literal + delimiter + digits.swapcase()):
        assert decode_code_points(form) == decode_code_points(form, bits=26) == list(map(ord, decode(form))) == points


@pytest.mark.parametrize(
    ("text", "uppercase", "encoded"),
    [
        ("bücher", [True, False, True, True, True, True], "bcher-kva"),  # basic code points carry their own case
        ("üü", [True, False], "tdAa"),
        ("", [], ""),
    ],
)
def test_the_annotation_is_the_case_of_a_deltas_last_digit(text: str, uppercase: list[bool], encoded: str) -> None:
    points = list(map(ord, text))

    assert punycode.encode_annotated(points, uppercase) == encoded
    cases = [c.isupper() if c.isascii() else upper for c, upper in zip(text, uppercase, strict=True)]
    assert punycode.decode_annotated(encoded) == (points, cases)
    assert punycode.decode_annotated("TDaa")[1] == [False, False]


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("BÜCHER", "BCHER-kvA"),
        ("Bücher", "Bcher-kva"),  # the literal part has its case of its own
        ("İ", "bfA"),  # its lower case is two code points, so it is not folded, and no lower-case digit may change it
        ("ẞ", "kkG"),  # its lower case has another upper case
    ],
)
def test_the_case_of_a_text_is_folded_and_restored(text: str, encoded: str) -> None:
    assert punycode.encode_annotated(*punycode.fold_case(map(ord, text))) == encoded
    assert punycode.apply_case(*punycode.PUNYCODE.decode(list(map(ord, encoded)))) == list(map(ord, text))


def test_every_character_keeps_its_case_but_those_in_title_case_and_the_literal_part_is_never_changed() -> None:
    changed = [c for c in range(0x20000) if punycode.apply_case(*punycode.fold_case([c])) != [c]]

    # One bit cannot say title case.
    assert {unicodedata.category(chr(c)) for c in changed} == {"Lt"}
    # The Kelvin sign has "k" as its lower case, which is basic.
    assert punycode.apply_case([0x41, 0x62, 0x212A, 0x110000], [False, True, False, True]) == [
        *(0x41, 0x62, 0x212A, 0x110000)
    ]


@pytest.mark.parametrize(
    ("decoded", "encoded"),
    [
        ("", ""),
        ("-", "--"),
        ("\x80", "a"),  # delta 0
        ("\x81\x80", "ab"),  # then one state on; the bias is 0, so a single digit below 26 ends it
        ("\ud800", "ib9b"),
        ("\U0010ffff", "dn32g"),  # 10FF7F = 3 + 35 * (13 + 35 * 909), and 909 is "32g": 29 + 10 * (28 + 10 * 6)
    ],
)
def test_strings_by_hand(decoded: str, encoded: str) -> None:
    assert encode(decoded) == encoded
    assert list(map(ord, decode(encoded))) == list(map(ord, decoded))  # a report could not print lone surrogates


@pytest.mark.parametrize(
    ("encoded", "reason", "position"),
    [
        ("-", Reason.BAD_DIGIT, 0),  # nothing before the delimiter, so it is not consumed
        ("a_", Reason.BAD_DIGIT, 1),
        ("abc-\u212a", Reason.BAD_DIGIT, 4),  # lower-cases to k
        ("\u017f", Reason.BAD_DIGIT, 0),  # upper-cases to S
        ("b", Reason.TRUNCATED, 1),  # 1 is not less than t(0) = 1
        ("\x80-", Reason.NON_BASIC, 0),
        ("ab\u00fc-c-kva", Reason.NON_BASIC, 2),
        ("en32g", Reason.BEYOND_UNICODE, 4),  # 110000, one more than dn32g
        ("dn32gba", Reason.BEYOND_UNICODE, 6),  # after 10FFFF one state on is past the end, so n is 110000
    ],
)
def test_what_decode_refuses_and_where(encoded: str, reason: Reason, position: int) -> None:
    with pytest.raises(BootstringError, match=f"^{reason} at position {position}$") as caught:
        decode(encoded)

    assert (reason, position) == (caught.value.reason, caught.value.position)


def test_code_points_may_be_any_nonnegative_integers_unless_refused_on_request() -> None:
    assert decode_code_points(encode_code_points(iter([2**200, 0x61, 2**100]))) == [2**200, 0x61, 2**100]
    with pytest.raises(BootstringError, match="below-initial-n at position 1"):
        encode_code_points([0x61, -1])
    assert decode_code_points(encode_code_points([0xFF]), max_code_point=0xFF) == [0xFF]
    assert decode_code_points("0y0c", surrogates=False) == [0xE000]
    with pytest.raises(BootstringError, match="surrogate at position 3"):
        decode_code_points("zy0c", surrogates=False)
    with pytest.raises(BootstringError, match="beyond-unicode"):
        decode_code_points(encode_code_points([0x100]), max_code_point=0xFF)


@pytest.mark.parametrize("bits", [26, 31, 32, 53, 63, 64])
def test_integers_of_a_width_hold_what_they_can_and_no_more(bits: int) -> None:
    greatest = 2**bits - 1
    text = encode_code_points([greatest], bits=bits)
    # 15 basic code points before c: delta = (c - 80) * 16 + 15, which can overflow where no code point does.
    last = (greatest - 15) // 16 + 0x80

    assert encode_code_points([greatest]) == text
    assert decode_code_points(text, bits=bits) == [greatest]
    assert decode_code_points(encode_code_points([0x61] * 15 + [last], bits=bits), bits=bits)[-1] == last
    for points in ([greatest + 1], [greatest + 0x80], [greatest + 0x81], [0x61] * 15 + [last + 1]):
        with pytest.raises(BootstringError, match=f"overflow at position {len(points) - 1}"):
            encode_code_points(points, bits=bits)
        with pytest.raises(BootstringError, match="overflow"):
            decode_code_points(encode_code_points(points), bits=bits)
