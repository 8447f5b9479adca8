"""A sweep: faults are found at their smallest inputs, right codecs of any make agree, memory is bounded, and an
interrupted sweep ends with the same totals."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import pytest

from punycode_conform import codec
from punycode_conform.engine.difference import Totals
from punycode_conform.engine.domain import Domain, Space
from punycode_conform.engine.sweep import Sweep
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.target.limits import TooManyRestarts
from punycode_conform.target.session import Hiccup

Points = tuple[int, ...]


def points(text: str) -> Points:
    return tuple(map(ord, text))


STRINGS = Domain(Operation.DECODE, points("abz09-A"), 3)
LONGER = Domain(Operation.DECODE, STRINGS.symbols, 4)
SEQUENCES = Domain(Operation.ENCODE, (0x61, 0x2D, 0x41, 0x80, 0xFC, 0x10FFFF), 3)
SURROGATES = Domain(Operation.ENCODE, (0x61, 0xD800, 0xDFFF), 2)


def encode(decoded: Points) -> Points:
    return points(codec.encode_code_points(decoded))


def decode(encoded: Points) -> Points:
    return tuple(codec.decode_code_points("".join(map(chr, encoded)), max_code_point=0x10FFFF))


@dataclass
class Codec:
    """An asker over two functions in this process."""

    encode: Callable[[Points], Points] = encode
    decode: Callable[[Points], Points] = decode
    hiccups: list[Hiccup] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    finished: bool = False

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        self.sizes.append(len(calls))
        for index, call in reversed(list(enumerate(calls))):  # answers need not come in order
            yield index, self.one(call)

    def one(self, call: Call) -> Outcome:
        try:
            return Returned((self.encode if call.operation is Operation.ENCODE else self.decode)(call.input))
        except NotImplementedError:
            return Unsupported()
        except ValueError:
            return Rejected()
        except Exception as error:
            return Crashed(f"{type(error).__name__}: {error}")

    def goodbye(self) -> None:
        """Not asked of a sweep."""

    def finish(self) -> None:
        self.finished = True


def swept(asker: Codec, *domains: Domain, choices: Choices | None = None, round_trip: bool = True) -> Totals:
    """The totals of a whole sweep."""
    going = Sweep(Space(domains or (STRINGS, SEQUENCES)), choices or Choices(), asker, round_trip=round_trip)
    for _ in going.steps():
        pass
    return going.totals


def test_a_right_codec_agrees_everywhere() -> None:
    totals = swept(Codec())
    accepted = 0
    for number in range(STRINGS.size):
        try:
            decode(STRINGS.at(number))
            accepted += 1
        except ValueError:
            pass

    assert (totals.differing, totals.first) == (0, ())
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


def drops_a_leading_delimiter(encoded: Points) -> Points:
    return decode(encoded[1:] if encoded[:1] == points("-") and encoded.count(0x2D) == 1 else encoded)


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
        (drops_a_leading_delimiter, "-", f"decode: accepts what must be refused (bad-digit), {COLLIDES}"),
        (knows_no_capitals, "A", "decode: refuses a valid input"),
        (lower_cases_the_literal_part, "A-", f"decode: a wrong result, {COLLIDES}"),
        (ends_truncated_input_with_a, "b", f"decode: accepts what must be refused (truncated), {COLLIDES}"),
        (merges_two_results, "ab", f"decode: a wrong result, {COLLIDES}"),
        (crashes_on_digits, "0", "decode: a crash, IndexError"),
    ],
)  # fmt: skip
def test_a_faulty_decoder_is_found_at_its_smallest_input(
    faulty: Callable[[Points], Points], smallest: str, kind: str
) -> None:
    totals = swept(Codec(decode=faulty))

    assert (totals.first[0].input, totals.first[0].kind) == (points(smallest), kind)


@pytest.mark.parametrize(
    ("faulty", "smallest", "kind"),
    [
        (leaves_out_the_last_delimiter, (0x61,), "encode: a wrong result, too short"),
        (refuses_the_last_code_point, (0x10FFFF,), "encode: refuses a valid input"),
        (writes_digits_before_the_literal_part, (0x61,), "encode: a wrong result"),
    ],
)
def test_a_faulty_encoder_is_found_at_its_smallest_input(
    faulty: Callable[[Points], Points], smallest: Points, kind: str
) -> None:
    totals = swept(Codec(encode=faulty), SEQUENCES)

    assert (totals.first[0].input, totals.first[0].kind) == (smallest, kind)


def test_a_round_trip_shows_an_encoder_through_decoded_results() -> None:
    faulty = Codec(encode=leaves_out_the_last_delimiter)
    with_it, without = swept(faulty, STRINGS), swept(faulty, STRINGS, round_trip=False)

    assert (with_it.first[0].kind, with_it.first[0].input) == ("round trip: a wrong result, too short", (0x61,))
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
    assert [(d.input, d.collides) for d in totals.first[:2]] == [(points("-"), ()), (points("-a"), points("a"))]


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
        "encode: another case of digits than declared",
        "round trip: another case of digits than declared",
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

    assert list(totals.kinds) == ["coherence: both sides of choice surrogates"]
    assert "U+D800" in totals.first[0].why
    assert "U+DFFF" in totals.first[0].why


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


def test_a_breakdown_that_cannot_be_repeated_is_told_once() -> None:
    lapse = Hiccup(Call(Operation.DECODE, points("a")), Crashed("killed by SIGSEGV"))
    totals = swept(Codec(hiccups=[lapse]))

    assert dict(totals.kinds) == {"stability: a breakdown that could not be repeated": 1}


def test_a_target_that_breaks_down_too_often_is_told_with_what_was_answered() -> None:
    class Breaks(Codec):
        def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
            yield 0, Crashed("killed by SIGSEGV")
            raise TooManyRestarts

    going = Sweep(Space((STRINGS,)), Choices(), Breaks())

    assert list(going.steps()) == []
    assert going.position == 0
    assert "too often" in going.stopped
    assert (going.totals.inputs, going.totals.differing) == (1, 1)


def test_a_step_asks_a_bounded_number_of_calls_and_keeps_a_bounded_number_of_differences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crashes(encoded: Points) -> Points:
        raise RuntimeError

    monkeypatch.setattr("punycode_conform.engine.sweep._MOST", 700)
    asker = Codec(decode=crashes)
    going = Sweep(Space((LONGER,)), Choices(), asker)
    for _ in going.steps(clock=lambda: 0.0):  # so quick that steps only grow
        pass

    assert [size for size in asker.sizes if size] == [200, 400, 700, 700, 700, 101]
    assert going.totals.differing == going.totals.inputs == 1 + 7 + 7**2 + 7**3 + 7**4
    assert len(going.totals.first) == 20


def test_what_a_target_says_does_not_make_kinds_without_end() -> None:
    numbers = count()

    def crashes(encoded: Points) -> Points:
        raise type(f"Error{next(numbers)}", (Exception,), {})

    totals = swept(Codec(decode=crashes), STRINGS)

    assert totals.differing == STRINGS.size
    assert len(totals.kinds) == 41
    assert totals.kinds["decode: other differences"] == STRINGS.size - 40


def test_a_slow_target_gets_short_steps() -> None:
    asker = Codec()
    clock = count(step=10)
    for _ in Sweep(Space((STRINGS,)), Choices(), asker, round_trip=False).steps(lambda: float(next(clock))):
        pass

    assert max(asker.sizes) == 200


@pytest.mark.parametrize("after", [1, 2, 3])
def test_an_interrupted_sweep_ends_with_the_same_totals(after: int) -> None:
    faulty, domains = Codec(decode=drops_a_leading_delimiter), (LONGER, SEQUENCES)
    whole, space = swept(faulty, *domains), Space(domains)
    begun = Sweep(space, Choices(), faulty)
    for number, _ in enumerate(begun.steps(), 1):
        if number == after:
            break
    kept = Totals.from_json(json.loads(json.dumps(begun.totals.as_json())))
    resumed = Sweep(space, Choices(), faulty, position=begun.position, totals=kept)
    for _ in resumed.steps():
        pass

    assert 0 < begun.position < len(space.numbers)
    assert resumed.totals == whole


def test_shards_add_up_to_the_whole() -> None:
    whole = swept(Codec(decode=drops_a_leading_delimiter))
    parts = []
    for shard in (1, 2, 3):
        going = Sweep(Space((STRINGS, SEQUENCES), shard, 3), Choices(), Codec(decode=drops_a_leading_delimiter))
        for _ in going.steps():
            pass
        parts.append(going.totals)

    assert sum((part.counts for part in parts), start=type(whole.counts)()) == whole.counts
    assert sum(part.differing for part in parts) == whole.differing
