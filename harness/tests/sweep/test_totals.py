"""What a sweep finds: faults are found at their smallest inputs, and right codecs of any make agree."""

from collections.abc import Callable

import pytest

from punycode_conform import codec
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Operation, Returned

from .asker import (
    SEQUENCES,
    STRINGS,
    SURROGATES,
    Codec,
    Points,
    decode,
    drops_a_leading_delimiter,
    encode,
    points,
    swept,
)


def test_a_right_codec_agrees_everywhere() -> None:
    totals = swept(Codec())
    accepted = 0
    for number in range(STRINGS.size):
        try:
            decode(STRINGS.at(number))
            accepted += 1
        except ValueError:
            pass

    assert (totals.differing, totals.first) == (0, [])
    assert totals.inputs == STRINGS.size + SEQUENCES.size
    assert {
        name: totals.counts[name] for name in ("decode oracle", "decode accepted", "round trips", "encode oracle")
    } == {
        "decode oracle": accepted,
        "decode accepted": accepted,
        "round trips": accepted,
        "encode oracle": SEQUENCES.size,
    }


COLLIDES = "and another input decodes alike"

# Wrong codecs, named by what they do.


def knows_no_capitals(encoded: Points) -> Points:
    if any(0x41 <= c <= 0x5A for c in encoded):
        raise ValueError
    return decode(encoded)


def lower_cases_the_literal_part(encoded: Points) -> Points:
    return decode(points("".join(map(chr, encoded)).lower()))


def ends_truncated_input_with_a(encoded: Points) -> Points:
    try:
        return decode(encoded)
    except ValueError as error:
        if "truncated" not in str(error):
            raise
        return decode((*encoded, 0x61))


def merges_two_results(encoded: Points) -> Points:
    return tuple(0x80 if c == 0x81 else c for c in decode(encoded))


def crashes_on_digits(encoded: Points) -> Points:
    if 0x30 in encoded:
        raise IndexError(f"no digit in {encoded}")
    return decode(encoded)


def leaves_out_the_last_delimiter(decoded: Points) -> Points:
    return encode(decoded)[:-1] if decoded and max(decoded) < 0x80 else encode(decoded)


def refuses_the_last_code_point(decoded: Points) -> Points:
    if 0x10FFFF in decoded:
        raise ValueError
    return encode(decoded)


def writes_digits_before_the_literal_part(decoded: Points) -> Points:
    literal, delimiter, digits = "".join(map(chr, encode(decoded))).rpartition("-")
    return points(digits + delimiter + literal)


@pytest.mark.parametrize(
    ("faulty", "smallest", "kind"),
    [
        (drops_a_leading_delimiter, "-", f"decode: accepts an invalid input (bad-digit leading-delimiter), {COLLIDES}"),
        (knows_no_capitals, "A", "decode: refuses a valid input"),
        (lower_cases_the_literal_part, "A-", f"decode: gives a wrong result, {COLLIDES}"),
        (ends_truncated_input_with_a, "b", f"decode: accepts an invalid input (truncated), {COLLIDES}"),
        (merges_two_results, "ab", f"decode: gives a wrong result, {COLLIDES}"),
        (crashes_on_digits, "0", "decode: crashes (IndexError)"),
    ],
)  # fmt: skip
def test_a_faulty_decoder_is_found_at_its_smallest_input(
    faulty: Callable[[Points], Points], smallest: str, kind: str
) -> None:
    totals = swept(Codec(decode=faulty))

    assert (totals.first[0].problem.call.input, totals.first[0].kind) == (points(smallest), kind)


@pytest.mark.parametrize(
    ("faulty", "smallest", "kind"),
    [
        (leaves_out_the_last_delimiter, (0x61,), "encode: gives a wrong result"),
        (refuses_the_last_code_point, (0x10FFFF,), "encode: refuses a valid input"),
        (writes_digits_before_the_literal_part, (0x61,), "encode: gives a wrong result"),
    ],
)
def test_a_faulty_encoder_is_found_at_its_smallest_input(
    faulty: Callable[[Points], Points], smallest: Points, kind: str
) -> None:
    totals = swept(Codec(encode=faulty), SEQUENCES)

    assert (totals.first[0].problem.call.input, totals.first[0].kind) == (smallest, kind)


def test_a_round_trip_shows_an_encoder_through_decoded_results() -> None:
    faulty = Codec(encode=leaves_out_the_last_delimiter)
    with_it, without = swept(faulty, STRINGS), swept(faulty, STRINGS, round_trip=False)

    assert with_it.first[0].kind == "round trip: gives a wrong result"
    assert with_it.first[0].problem.call.input == (0x61,)
    assert with_it.first[0].source == points("a-")
    assert (without.differing, without.counts["round trips"]) == (0, 0)


def test_a_collision_names_the_other_input_and_is_counted() -> None:
    totals = swept(Codec(decode=drops_a_leading_delimiter), STRINGS)
    accepted = [
        text
        for text in map(STRINGS.at, range(STRINGS.size))
        if text[:1] == points("-")
        and text.count(0x2D) == 1
        and isinstance(Codec().one(Call(Operation.DECODE, text[1:])), Returned)
    ]

    assert totals.counts["collisions"] == len(accepted) == totals.differing
    assert [(d.problem.call.input, d.collides) for d in totals.first[:2]] == [
        (points("-"), ()),
        (points("-a"), points("a")),
    ]


def test_both_inputs_of_a_collision_are_never_right() -> None:
    def gives_one_answer(encoded: Points) -> Points:
        return (0x61,)

    totals = swept(Codec(decode=gives_one_answer), STRINGS)

    assert totals.differing == STRINGS.size - 1  # "a-" alone decodes to "a"
    assert totals.counts["collisions"] == STRINGS.size - 1


def upper(decoded: Points) -> Points:
    literal, delimiter, digits = codec.encode_code_points(decoded).rpartition("-")
    return points(literal + delimiter + digits.upper())


def refuses_surrogates(decoded: Points) -> Points:
    if any(0xD800 <= c <= 0xDFFF for c in decoded):
        raise ValueError
    return encode(decoded)


def test_a_side_of_a_choice_is_no_difference_unless_another_is_declared() -> None:
    domains = (STRINGS, SEQUENCES, SURROGATES)
    declared = Choices().declare("surrogates", "accept").declare("digit-case", "lower")

    assert swept(Codec(encode=upper), *domains).differing == 0
    assert swept(Codec(encode=refuses_surrogates), *domains).differing == 0
    assert set(swept(Codec(encode=upper), *domains, choices=declared).kinds) == {
        "encode: gives a wrong result",
        "round trip: gives a wrong result",
    }
    assert set(swept(Codec(encode=refuses_surrogates), *domains, choices=declared).kinds) == {
        "encode: refuses a valid input"
    }


def test_both_sides_of_a_choice_are_incoherent() -> None:
    def refuses_high_surrogates(decoded: Points) -> Points:
        if 0xD800 in decoded:
            raise ValueError
        return encode(decoded)

    totals = swept(Codec(encode=refuses_high_surrogates), SURROGATES)

    assert list(totals.kinds) == ["encode: shows two behaviours of one choice"]
    assert totals.first[0].problem.signature == "encode: coherence: surrogates"
    assert {call.input for call in totals.first[0].problem.calls} == {(0xD800,), (0xDFFF,)}
    assert "U+D800" in totals.first[0].judgement.why
    assert "U+DFFF" in totals.first[0].judgement.why


def test_mixed_case_is_counted_and_is_no_difference() -> None:
    def mixes(decoded: Points) -> Points:
        return (*upper(decoded)[:-1], *encode(decoded)[-1:])

    totals = swept(Codec(encode=mixes), SEQUENCES)

    assert totals.differing == 0
    assert totals.counts["mixed case"] > 0


def test_what_a_target_cannot_hold_is_skipped() -> None:
    def holds_no_capitals(decoded: Points) -> Points:
        if 0x41 in decoded:
            raise NotImplementedError
        return encode(decoded)

    totals = swept(Codec(encode=holds_no_capitals), SEQUENCES)
    without = len([n for n in range(SEQUENCES.size) if 0x41 not in SEQUENCES.at(n)])

    assert (totals.differing, totals.accepted, totals.skipped) == (0, without, SEQUENCES.size - without)
