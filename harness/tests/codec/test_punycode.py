"""Punycode, RFC 3492 section 5 and appendix A, by the RFC's own samples and by hand."""

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

# RFC 3492 section 7.1. "U+" marks what the annotation (appendix A) shows in upper case, "u+" the rest.
SAMPLES = {
    "A": (
        "u+0644 u+064A u+0647 u+0645 u+0627 u+0628 u+062A u+0643 u+0644 u+0645 u+0648 u+0634 u+0639 u+0631 "
        "u+0628 u+064A u+061F",
        "egbpdaj6bu4bxfgehfvwxn",
    ),
    "B": (
        "u+4ED6 u+4EEC u+4E3A u+4EC0 u+4E48 u+4E0D u+8BF4 u+4E2D u+6587",
        "ihqwcrb4cv8a8dqg056pqjye",
    ),
    "C": (
        "u+4ED6 u+5011 u+7232 u+4EC0 u+9EBD u+4E0D u+8AAA u+4E2D u+6587",
        "ihqwctvzc91f659drss3x8bo0yb",
    ),
    "D": (
        "U+0050 u+0072 u+006F u+010D u+0070 u+0072 u+006F u+0073 u+0074 u+011B u+006E u+0065 u+006D u+006C "
        "u+0075 u+0076 u+00ED u+010D u+0065 u+0073 u+006B u+0079",
        "Proprostnemluvesky-uyb24dma41a",
    ),
    "E": (
        "u+05DC u+05DE u+05D4 u+05D4 u+05DD u+05E4 u+05E9 u+05D5 u+05D8 u+05DC u+05D0 u+05DE u+05D3 u+05D1 "
        "u+05E8 u+05D9 u+05DD u+05E2 u+05D1 u+05E8 u+05D9 u+05EA",
        "4dbcagdahymbxekheh6e0a7fei0b",
    ),
    "F": (
        "u+092F u+0939 u+0932 u+094B u+0917 u+0939 u+093F u+0928 u+094D u+0926 u+0940 u+0915 u+094D u+092F "
        "u+094B u+0902 u+0928 u+0939 u+0940 u+0902 u+092C u+094B u+0932 u+0938 u+0915 u+0924 u+0947 u+0939 "
        "u+0948 u+0902",
        "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd",
    ),
    "G": (
        "u+306A u+305C u+307F u+3093 u+306A u+65E5 u+672C u+8A9E u+3092 u+8A71 u+3057 u+3066 u+304F u+308C "
        "u+306A u+3044 u+306E u+304B",
        "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa",
    ),
    "H": (
        "u+C138 u+ACC4 u+C758 u+BAA8 u+B4E0 u+C0AC u+B78C u+B4E4 u+C774 u+D55C u+AD6D u+C5B4 u+B97C u+C774 "
        "u+D574 u+D55C u+B2E4 u+BA74 u+C5BC u+B9C8 u+B098 u+C88B u+C744 u+AE4C",
        "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c",
    ),
    "I": (
        "U+043F u+043E u+0447 u+0435 u+043C u+0443 u+0436 u+0435 u+043E u+043D u+0438 u+043D u+0435 u+0433 "
        "u+043E u+0432 u+043E u+0440 u+044F u+0442 u+043F u+043E u+0440 u+0443 u+0441 u+0441 u+043A u+0438",
        "b1abfaaepdrnnbgefbaDotcwatmq2g4l",
    ),
    "J": (
        "U+0050 u+006F u+0072 u+0071 u+0075 u+00E9 u+006E u+006F u+0070 u+0075 u+0065 u+0064 u+0065 u+006E "
        "u+0073 u+0069 u+006D u+0070 u+006C u+0065 u+006D u+0065 u+006E u+0074 u+0065 u+0068 u+0061 u+0062 "
        "u+006C u+0061 u+0072 u+0065 u+006E U+0045 u+0073 u+0070 u+0061 u+00F1 u+006F u+006C",
        "PorqunopuedensimplementehablarenEspaol-fmd56a",
    ),
    "K": (
        "U+0054 u+1EA1 u+0069 u+0073 u+0061 u+006F u+0068 u+1ECD u+006B u+0068 u+00F4 u+006E u+0067 u+0074 "
        "u+0068 u+1EC3 u+0063 u+0068 u+1EC9 u+006E u+00F3 u+0069 u+0074 u+0069 u+1EBF u+006E u+0067 U+0056 "
        "u+0069 u+1EC7 u+0074",
        "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g",
    ),
    "L": (
        "u+0033 u+5E74 U+0042 u+7D44 u+91D1 u+516B u+5148 u+751F",
        "3B-ww4c5e180e575a65lsy2b",
    ),
    "M": (
        "u+5B89 u+5BA4 u+5948 u+7F8E u+6075 u+002D u+0077 u+0069 u+0074 u+0068 u+002D U+0053 U+0055 U+0050 "
        "U+0045 U+0052 u+002D U+004D U+004F U+004E U+004B U+0045 U+0059 U+0053",
        "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n",
    ),
    "N": (
        "U+0048 u+0065 u+006C u+006C u+006F u+002D U+0041 u+006E u+006F u+0074 u+0068 u+0065 u+0072 u+002D "
        "U+0057 u+0061 u+0079 u+002D u+305D u+308C u+305E u+308C u+306E u+5834 u+6240",
        "Hello-Another-Way--fc4qua05auwb3674vfr0b",
    ),
    "O": (
        "u+3072 u+3068 u+3064 u+5C4B u+6839 u+306E u+4E0B u+0032",
        "2-u9tlzr9756bt3uc0v",
    ),
    "P": (
        "U+004D u+0061 u+006A u+0069 u+3067 U+004B u+006F u+0069 u+3059 u+308B u+0035 u+79D2 u+524D",
        "MajiKoi5-783gue6qz075azm5e",
    ),
    "Q": (
        "u+30D1 u+30D5 u+30A3 u+30FC u+0064 u+0065 u+30EB u+30F3 u+30D0",
        "de-jg4avhby1noc0d",
    ),
    "R": (
        "u+305D u+306E u+30B9 u+30D4 u+30FC u+30C9 u+3067",
        "d9juau41awczczp",
    ),
    "S": (
        "u+002D u+003E u+0020 u+0024 u+0031 u+002E u+0030 u+0030 u+0020 u+003C u+002D",
        "-> $1.00 <--",
    ),
}


def code_points(sample: str) -> list[int]:
    return [int(token[2:], 16) for token in SAMPLES[sample][0].split()]


def annotations(sample: str) -> list[bool]:
    return [token[0] == "U" for token in SAMPLES[sample][0].split()]


def upper_digits(encoded: str) -> str:
    literal, delimiter, digits = encoded.rpartition("-")
    return literal + delimiter + digits.upper()


def alternating_digits(encoded: str) -> str:
    literal, delimiter, digits = encoded.rpartition("-")
    return literal + delimiter + "".join(c.upper() if place % 2 else c.lower() for place, c in enumerate(digits))


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_encode_with_lower_case_digits(sample: str) -> None:
    expected = SAMPLES[sample][1]
    if sample == "I":  # printed with one annotated digit, D
        expected = "b1abfaaepdrnnbgefbadotcwatmq2g4l"

    assert expected == encode_code_points(code_points(sample))
    assert expected == encode("".join(map(chr, code_points(sample))))


@pytest.mark.parametrize("change", [str, upper_digits, alternating_digits])
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_decode_whatever_the_case_of_their_digits(sample: str, change: Callable[[str], str]) -> None:
    encoded = change(SAMPLES[sample][1])

    assert code_points(sample) == decode_code_points(encoded)
    assert "".join(map(chr, code_points(sample))) == decode(encoded)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_carry_their_annotation_both_ways(sample: str) -> None:
    encoded = SAMPLES[sample][1]

    assert encoded == encode_annotated(code_points(sample), annotations(sample))
    assert (code_points(sample), annotations(sample)) == decode_annotated(encoded)


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


def test_twenty_six_bits_do_for_the_rfcs_samples() -> None:
    for sample, (_, encoded) in SAMPLES.items():
        assert encode_code_points(code_points(sample), bits=26) == encode_code_points(code_points(sample))
        assert code_points(sample) == decode_code_points(encoded, bits=26)


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
