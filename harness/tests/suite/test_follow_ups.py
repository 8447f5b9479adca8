"""What is asked after the vectors: follow-up calls, and repeats of calls."""

import itertools
from collections.abc import Iterable

import pytest

from punycode_conform.suite import follow_up, oracle
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.outcome import Call, Crashed, Rejected, Returned, TimedOut, Unsupported

from .answers import REFUSED, UE, Seen, decode, encode, gives


def repeats(seen: Seen, failed: Iterable[Call] = ()) -> list[Call]:
    return follow_up.repeats(Evidence(seen), seen, failed)


def test_follow_ups_are_the_way_back_the_other_case_and_the_form_that_a_wrong_answer_belongs_to() -> None:
    seen: Seen = {
        encode(UE): gives("tda"),
        decode("-"): gives(""),  # wrong: that is what "" decodes to
        decode("vda"): gives("\u00fd"),  # wrong: that is what "uda" decodes to, one more than "tda"
        decode("b9"): REFUSED,
        decode("a-9"): REFUSED,  # no letters among the digits
        encode("a"): Crashed("boom"),
        encode("\ud800"): Unsupported(),
        decode("99"): gives("x" * 1000),  # far too long to be followed up
    }
    asked = follow_up.follow_ups(Evidence(seen, {call: oracle.facts(call) for call in seen}))

    assert sorted(asked, key=repr) == sorted(
        [
            *(decode(text) for text in ("tda", "", "VDA", "uda", "B9")),
            *(encode(text) for text in ("", "\u00fd")),
        ],
        key=repr,
    )


def test_what_was_asked_is_not_followed_up_again() -> None:
    seen: Seen = {encode(UE): gives("tda"), decode("tda"): gives(UE), decode("TDA"): gives(UE)}

    assert follow_up.follow_ups(Evidence(seen, {call: oracle.facts(call) for call in seen})) == []


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 200])
def test_up_to_200_calls_are_all_repeated(count: int) -> None:
    seen: Seen = {decode(f"{index}-"): gives(str(index)) for index in range(count)}

    assert sorted(seen) == sorted(repeats(seen))


def test_of_more_calls_200_are_repeated_evenly_spread() -> None:
    calls = [decode(f"{index}-") for index in range(3000)]
    repeated = {calls.index(call) for call in repeats(dict.fromkeys(calls, REFUSED))}

    assert len(repeated) == 200
    assert max(b - a for a, b in itertools.pairwise(sorted(repeated))) < 30


def test_of_failed_calls_100_are_repeated_beside_the_others() -> None:
    calls = [decode(f"{index}-") for index in range(3000)]
    seen: Seen = dict.fromkeys(calls, REFUSED)
    usual = repeats(seen)
    failed = [call for call in calls if call not in usual]
    repeated = repeats(seen, [*failed[:150], usual[0], decode("not answered")])

    assert repeated[:200] == usual
    assert len(repeated) == len(set(repeated)) == 300
    assert set(repeated[200:]) < set(failed[:150])


def test_repeats_are_all_that_was_answered_in_another_order() -> None:
    seen: Seen = {decode(f"{index}-"): gives(str(index)) for index in range(50)}
    seen |= {decode("-"): REFUSED, decode("x"): Crashed(""), decode("y"): TimedOut(1), decode("z"): Unsupported()}
    answered = [call for call, outcome in seen.items() if isinstance(outcome, Returned | Rejected)]

    assert set(answered) == set(repeats(seen))
    assert len(answered) == len(repeats(seen))
    assert repeats(seen) == repeats(seen)
    assert repeats(seen) not in (answered, answered[::-1])


def test_inputs_of_thousands_are_asked_once() -> None:
    long = "a" * 5000
    seen: Seen = {encode(long): gives(long + "-"), decode(long + "-ba"): gives(long)}

    assert follow_up.follow_ups(Evidence(seen)) == repeats(seen) == []
