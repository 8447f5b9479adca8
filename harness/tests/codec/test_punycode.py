"""Punycode, RFC 3492 section 5 and appendix A, by hand."""

import random
from collections.abc import Callable

import pytest

from punycode_conform.codec import (
    BootstringError,
    Reason,
    decode,
    decode_annotated,
    decode_code_points,
    encode,
    encode_annotated,
    encode_code_points,
)

from .samples import SAMPLES, code_points


@pytest.mark.parametrize(
    ("text", "uppercase", "encoded"),
    [
        ("bücher", [False] * 6, "bcher-kva"),
        ("bücher", [False, True, False, False, False, False], "bcher-kvA"),
        ("bücher", [True, False, True, True, True, True], "bcher-kva"),  # basic code points carry their own case
        ("BüCHER", [False, True, False, False, False, False], "BCHER-kvA"),
        ("üü", [True, False], "tdAa"),
        ("üü", [False, True], "tdaA"),
        ("", [], ""),
    ],
)
def test_the_annotation_is_the_case_of_a_deltas_last_digit(text: str, uppercase: list[bool], encoded: str) -> None:
    points = list(map(ord, text))

    assert encoded == encode_annotated(points, uppercase)
    assert (points, [c.isupper() if c.isascii() else u for c, u in zip(text, uppercase, strict=True)]) == (
        decode_annotated(encoded)
    )


@pytest.mark.parametrize(
    ("encoded", "upper"), [("tdaA", [False, True]), ("TDaa", [False, False]), ("TdAa", [True, False])]
)
def test_only_the_last_digit_of_a_delta_annotates(encoded: str, upper: list[bool]) -> None:
    assert ([0xFC, 0xFC], upper) == decode_annotated(encoded)


def test_annotations_must_be_as_many_as_code_points() -> None:
    with pytest.raises(ValueError, match="2 code points but 1 annotations"):
        encode_annotated([0xFC, 0xFC], [True])


@pytest.mark.parametrize(
    ("decoded", "encoded"),
    [
        ("", ""),
        ("a", "a-"),
        ("-", "--"),
        ("--", "---"),
        ("a-", "a--"),
        ("-a", "-a-"),
        ("Abc", "Abc-"),
        ("\0", "\0-"),
        ("\x7f", "\x7f-"),
        ("\x80", "a"),  # delta 0
        ("\x80\x80", "aa"),  # 0 and 0: behind the first
        ("\x81\x80", "ab"),  # then one state on; the bias is 0, so a single digit below 26 ends it
        ("-\x80", "--ba"),  # literal "-"; one state on: 1, which is not less than t(0) = 1, and 0
        ("\ud7ff", "hb9b"),  # D77F = 7 + 35 * (1 + 35 * 45), and 45 is "9b": 35 + 10 * 1
        ("\ud800", "ib9b"),
        ("\udfff", "zy0c"),
        ("\ue000", "0y0c"),  # DF80 = 26 + 35 * (24 + 35 * 46), and 46 is "0c": 26 + 10 * 2
        ("\U0010ffff", "dn32g"),  # 10FF7F = 3 + 35 * (13 + 35 * 909), and 909 is "32g": 29 + 10 * (28 + 10 * 6)
        ("\U0010ffff\U0010ffff", "dn32ga"),
    ],
)
def test_strings_by_hand(decoded: str, encoded: str) -> None:
    assert encoded == encode(decoded)
    assert list(map(ord, decoded)) == list(
        map(ord, decode(encoded))
    )  # a report of lone surrogates could not be written


@pytest.mark.parametrize(
    ("encoded", "reason", "position"),
    [
        ("-", Reason.BAD_DIGIT, 0),  # nothing before the delimiter, so it is not consumed
        ("-a", Reason.BAD_DIGIT, 0),
        ("a_", Reason.BAD_DIGIT, 1),
        ("a b", Reason.BAD_DIGIT, 1),
        ("--a\x00", Reason.BAD_DIGIT, 3),
        ("abc-\u212a", Reason.BAD_DIGIT, 4),  # lower-cases to k
        ("\u017f", Reason.BAD_DIGIT, 0),  # upper-cases to S
        ("\uff41", Reason.BAD_DIGIT, 0),  # full-width a
        ("\u0661", Reason.BAD_DIGIT, 0),  # Arabic-Indic 1
        ("\x80", Reason.BAD_DIGIT, 0),
        ("b", Reason.TRUNCATED, 1),  # 1 is not less than t(0) = 1
        ("b9", Reason.TRUNCATED, 2),
        ("ihqw", Reason.TRUNCATED, 4),  # bias 21 after "ihq": 22 is not less than 15
        ("3B-ww4", Reason.TRUNCATED, 6),
        ("\x80-", Reason.NON_BASIC, 0),
        ("a\x80b-", Reason.NON_BASIC, 1),
        ("ab\u00fc-c-kva", Reason.NON_BASIC, 2),
        ("\U0010ffff-\x80", Reason.NON_BASIC, 0),
        ("en32g", Reason.BEYOND_UNICODE, 4),  # 110000, one more than dn32g
        ("dn32gba", Reason.BEYOND_UNICODE, 6),  # after 10FFFF one state on is past the end, so n is 110000
        ("99999999999999999999a", Reason.BEYOND_UNICODE, 20),
    ],
)
def test_what_decode_refuses_and_where(encoded: str, reason: Reason, position: int) -> None:
    with pytest.raises(BootstringError) as caught:
        decode(encoded)

    assert (reason, position) == (caught.value.reason, caught.value.position)
    assert f"{reason} at position {position}" == str(caught.value)


@pytest.mark.parametrize(("encoded", "accepted"), [("hb9b", True), ("ib9b", False), ("zy0c", False), ("0y0c", True)])
def test_surrogates_are_refused_on_request_and_nothing_else_is(encoded: str, accepted: bool) -> None:
    assert len(decode_code_points(encoded)) == 1
    if accepted:
        assert decode_code_points(encoded) == decode_code_points(encoded, surrogates=False)
        return
    with pytest.raises(BootstringError, match="surrogate at position 3"):
        decode_code_points(encoded, surrogates=False)


def test_code_points_may_be_any_nonnegative_integers() -> None:
    assert decode_code_points("en32g") == [0x110000]
    assert decode_code_points(encode_code_points(iter([2**200, 0x61, 2**100]))) == [2**200, 0x61, 2**100]
    with pytest.raises(BootstringError, match="below-initial-n at position 1"):
        encode_code_points([0x61, -1])


@pytest.mark.parametrize("limit", [0xFF, 0xFFFF, 0x10FFFF])
def test_the_limit_on_code_points_is_the_callers(limit: int) -> None:
    over = encode_code_points([limit + 1])

    assert [limit] == decode_code_points(encode_code_points([limit]), max_code_point=limit)
    with pytest.raises(BootstringError, match=f"beyond-unicode at position {len(over) - 1}"):
        decode_code_points(over, max_code_point=limit)


@pytest.mark.parametrize("bits", [26, 31, 32, 53, 63, 64])
def test_integers_of_a_width_hold_what_they_can_and_no_more(bits: int) -> None:
    greatest = 2**bits - 1
    text = encode_code_points([greatest], bits=bits)

    assert encode_code_points([greatest]) == text
    assert greatest >= 35 * 35 * 10 ** (len(text) - 3)  # the last digit's weight, so that it does not overflow either
    assert [greatest] == decode_code_points(text, bits=bits)
    for over in (greatest + 1, greatest + 0x80, greatest + 0x81):
        with pytest.raises(BootstringError, match="overflow at position 0"):
            encode_code_points([over], bits=bits)
        text = encode_code_points([over])
        with pytest.raises(BootstringError, match="overflow") as caught:
            decode_code_points(text, bits=bits)
        if over - 0x80 <= greatest:  # i holds the delta, so n alone overflows, which shows after the last digit
            assert len(text) - 1 == caught.value.position


@pytest.mark.parametrize("bits", [26, 31, 32, 53, 63, 64])
def test_a_delta_can_overflow_where_no_code_point_does(bits: int) -> None:
    # 15 basic code points before c: delta = (c - 80) * 16 + 15.
    fits = (2**bits - 1 - 15) // 16 + 0x80
    points = [0x61] * 15 + [fits]
    text = encode_code_points(points, bits=bits)

    assert points == decode_code_points(text)
    points[-1] += 1
    with pytest.raises(BootstringError) as caught:
        encode_code_points(points, bits=bits)
    assert (caught.value.reason, caught.value.position) == (Reason.OVERFLOW, 15)
    with pytest.raises(BootstringError, match="overflow"):
        decode_code_points(encode_code_points(points), bits=bits)


def test_no_call_leaves_a_trace_in_the_next() -> None:
    def answer(call: Callable[[str], str], text: str) -> str:
        try:
            return call(text)
        except BootstringError as error:
            return str(error)

    asked: list[tuple[Callable[[str], str], str]] = [(decode, encoded) for _, encoded in SAMPLES.values()]
    asked += [(encode, "".join(map(chr, code_points(sample)))) for sample in SAMPLES]
    asked += [(decode, text) for text in ("-", "b", "en32g", "\x80-", "a-", "", "ib9b")]
    first = {(call, text): answer(call, text) for call, text in asked}
    random.Random(3492).shuffle(asked)

    assert first == {(call, text): answer(call, text) for call, text in asked * 2}


def test_arguments_are_left_as_they_were() -> None:
    points, uppercase = [0xFC, 0x61, 0xFC], [True, False, False]
    encode_annotated(points, uppercase)
    encode_code_points(points)

    assert (points, uppercase) == ([0xFC, 0x61, 0xFC], [True, False, False])


def test_pythons_codec_agrees_on_valid_strings() -> None:
    pick = random.Random(3492)
    blocks = [(0, 0x7F), (0x80, 0xFF), (0x400, 0x4FF), (0x4E00, 0x9FFF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF)]
    for _ in range(1000):
        some = pick.choices(blocks, k=2)
        text = "".join(chr(pick.randint(*pick.choice(some))) for _ in range(pick.randrange(1, 20)))
        encoded = encode(text)

        assert text.encode("punycode").decode("ascii") == encoded
        assert encoded.encode("ascii").decode("punycode") == decode(encoded) == text
