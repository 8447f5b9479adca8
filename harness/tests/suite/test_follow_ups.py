"""What is asked after the vectors: follow-up calls, and repeats of calls."""

from collections.abc import Iterable

import pytest

from punycode_conform.suite import follow_up, oracle
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.outcome import Call, Crashed, Operation, Rejected, Returned, TimedOut, Unsupported

from .answers import REFUSED, UE, Seen, decode, encode, gives, with_facts


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
    asked = follow_up.follow_ups(with_facts(seen))

    assert len(asked) == len({*asked})
    assert {*asked} == {*map(decode, ("tda", "", "VDA", "uda", "B9")), *map(encode, ("", "\u00fd"))}


def test_repeats_are_all_that_was_answered_in_another_order() -> None:
    seen: Seen = {decode(f"{index}-"): gives(str(index)) for index in range(50)}
    seen |= {decode("-"): REFUSED, decode("x"): Crashed(""), decode("y"): TimedOut(1), decode("z"): Unsupported()}
    answered = [call for call, outcome in seen.items() if isinstance(outcome, Returned | Rejected)]

    assert set(answered) == set(repeats(seen))
    assert len(answered) == len(repeats(seen))
    assert repeats(seen) == repeats(seen)
    assert repeats(seen) not in (answered, answered[::-1])
    assert follow_up.in_a_row(answered) == [*(call for call in answered[:16] for _ in range(2)), *answered[16:]]


@pytest.mark.parametrize(("length", "asked_again"), [(599, True), (600, True), (601, False)])
def test_inputs_of_up_to_600_are_asked_again(length: int, asked_again: bool) -> None:
    seen: Seen = {encode("a" * length): gives("b-")}

    assert follow_up.follow_ups(Evidence(seen)) == ([decode("b-")] if asked_again else [])
    assert repeats(seen) == ([*seen] if asked_again else [])


def test_a_text_is_typed_and_deleted() -> None:
    calls = follow_up.keystrokes()
    texts = [call.input for call in calls[:62]]

    assert [len(text) for text in texts] == [*range(1, 32), *range(31, 0, -1)]
    assert all(texts[30][: len(text)] == text for text in texts)
    assert {Call(Operation.DECODE, oracle.encode_fast(text)) for text in texts} <= {*calls}


def test_codes_of_each_length_up_to_the_longest_are_asked_where_no_case_has_it() -> None:
    known = {call: oracle.facts(call) for call in (decode("x-" + "9" * 13 + "a"), decode("tda"), encode(UE))}
    calls = follow_up.lengths(known)

    assert {len(call.input) for call in calls if call.operation is Operation.DECODE} == {*range(4, 16)}
    assert all(oracle.facts(call).value for call in calls)
