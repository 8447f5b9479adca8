"""What is asked after the vectors: follow-up calls, and repeats of calls."""

from collections.abc import Iterable

import pytest

from punycode_conform.codec import decode_code_points
from punycode_conform.run.conformance import Run
from punycode_conform.run.plan import Plan
from punycode_conform.suite import corpus, follow_up, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import LAWS
from punycode_conform.suite.outcome import Call, Crashed, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import Verdict
from punycode_conform.targets.local import Local

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


def oracle_form(text: tuple[int, ...]) -> str:
    return "".join(map(chr, oracle.encode_fast(text)))


class Right:
    """The reference codec."""

    def encode(self, text: str) -> str:
        return oracle_form(tuple(map(ord, text)))

    def decode(self, form: str) -> str:
        return "".join(map(chr, decode_code_points(form)))


class Typing(Right):
    """Continues from the input before where the new one only adds a basic code point: its deltas are then wrong."""

    before: tuple[str, str] = ("", "")

    def encode(self, text: str) -> str:
        before, form = self.before
        more = before and text[:-1] == before and text[-1] < "\x80"
        answer = added(form, text[-1]) if more else super().encode(text)
        self.before = text, answer
        return answer


class ByLength(Right):
    """Wrong for codes of one length alone."""

    def decode(self, form: str) -> str:
        return super().decode(form)[: -1 if len(form) - form.rfind("-") - 1 == 137 else None]


def added(form: str, basic: str) -> str:
    literal, _, digits = form.rpartition("-")
    return f"{literal}{basic}-{digits}"


@pytest.mark.parametrize(("codec", "broken"), [(Typing, True), (ByLength, True), (Right, False)])
def test_a_codec_that_goes_wrong_in_further_calls_breaks_a_law(codec: type[Right], broken: bool) -> None:
    # One long case, since no code is asked that is longer than those of the cases.
    long = next(v for v in corpus.suite().vectors if v.id == "digit-position-2-each-value")
    run = Run(Plan(tuple(cases([long])), LAWS), Choices(), False, Local(codec().encode, codec().decode, "made.up"))

    assert any(result.judgement.verdict is Verdict.FAIL for result in run.results()) is broken
