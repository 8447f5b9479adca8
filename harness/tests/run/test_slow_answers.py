"""Late answers: on very long strings they are shown, and fail a run only if somebody set a time limit."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from punycode_conform.codec import encode_code_points
from punycode_conform.run.conformance import Run
from punycode_conform.run.plan import Plan
from punycode_conform.run.report import CaseResult
from punycode_conform.run.report_file import as_json, result_of
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.laws import LAWS
from punycode_conform.suite.oracle import facts
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Transient
from punycode_conform.suite.vector import Vector, cases
from punycode_conform.suite.verdict import Verdict
from punycode_conform.targets.pool import Local

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
LATE = TimedOut(5)


def vector(length: int) -> Vector:
    """An encoded form of this length, all basic, and what it encodes."""
    points = (0x61,) * (length - 1)
    return Vector(f"v-{length}", (ENCODE, DECODE), points, "a" * (length - 1) + "-", bits={ENCODE: 26, DECODE: 26})


VECTORS = [vector(length) for length in (9000, 60, 5000, 4097, 4096)]


class Slow(Local):
    """A target that is late wherever a condition says so."""

    def __init__(self, late: Callable[[Call], bool], transients: Sequence[Transient] = ()) -> None:
        self.asked: list[Call] = []
        self.transients = list(transients)
        self._late = late

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        for index, call in enumerate(calls):
            self.asked.append(call)
            value = facts(call).value
            yield index, LATE if self._late(call) else Rejected() if value is None else Returned(value)


def judged(asker: Slow, vectors: Sequence[Vector] = VECTORS, *, patient: bool = True) -> tuple[dict[str, Verdict], Run]:
    plan = Plan(tuple(cases(list(vectors))), LAWS)
    going = Run(plan, Choices(), False, asker, patient=patient)
    results = list(going.results())
    assert [result_of(as_json(result)) for result in results] == results  # as a saved report is read
    unasked = [one for one in results if isinstance(one, CaseResult) and one.call not in asker.asked]
    assert {one.outcome for one in unasked} <= {TimedOut(5, asked=False)}
    return {result.id: result.verdict for result in results}, going


def bad(verdicts: dict[str, Verdict]) -> set[str]:
    return {name for name, verdict in verdicts.items() if verdict not in (Verdict.PASS, Verdict.SKIP)}


@pytest.mark.parametrize(
    ("point", "broken"), [(0xFC, {"round-trip", "case-blind-digits", "stability"}), (0x10FFFD, set())]
)
def test_a_codec_that_makes_every_state_change_may_be_late_and_breaks_no_law(point: int, broken: set[str]) -> None:
    points, form = (point,) * 4, encode_code_points([point] * 4)
    one = Vector("v", (ENCODE, DECODE), points, form, bits={ENCODE: 26, DECODE: 26})
    lower = Call(DECODE, tuple(map(ord, form)))  # always late; encode only when it is repeated
    slow = Slow(lambda call: call == lower or (call == Call(ENCODE, points) and slow.asked.count(call) > 1))
    verdicts, _ = judged(slow, [one])

    assert bad(verdicts) == {"v/decode", *(f"law/{law}" for law in broken)}


def test_late_on_very_long_strings_is_shown_and_longer_ones_of_the_operation_are_not_asked() -> None:
    asker = Slow(lambda call: call.operation is ENCODE and len(call.input) > 4096)
    verdicts, going = judged(asker, patient=True)
    skipped = {name for name, verdict in verdicts.items() if verdict is Verdict.SKIP}

    assert bad(verdicts) == set()
    assert skipped == {"v-5000/encode", "v-9000/encode", "law/own-constants"}
    assert max(len(call.input) for call in asker.asked if call.operation is ENCODE) == 4999
    assert max(len(call.input) for call in asker.asked if call.operation is DECODE) == 9000
    assert going.notes == ["encode: no answer within 5 s to 4,999 code points; 1 call as long or longer not made"]


@pytest.mark.parametrize(("length", "patient"), [(4096, True), (4097, False)])
def test_late_below_or_with_a_time_limit_of_the_users_fails(length: int, patient: bool) -> None:
    verdicts, going = judged(Slow(lambda call: call == Call(DECODE, (*(0x61,) * (length - 1), 0x2D))), patient=patient)

    assert verdicts[f"v-{length}/decode"] is Verdict.TIMEOUT
    assert going.notes == ["--timeout S allows a call more than 5 s: a first call may build tables"]


def test_a_hang_that_is_not_repeated_is_a_remark_and_a_crash_a_breach() -> None:
    call = Call(DECODE, (0x62,))
    slow, _ = judged(Slow(lambda call: False, [Transient(call, LATE)]), patient=True)
    crashed, _ = judged(Slow(lambda call: False, [Transient(call, Crashed("boom"))]), patient=True)
    _, going = judged(Slow(lambda call: False, [Transient(call, LATE)]), patient=False)

    assert (slow["law/stability"], crashed["law/stability"]) == (Verdict.PASS, Verdict.FAIL)
    assert going.notes == ['slow once: decode "b" gives no answer within 5 s, but it was answered when it was repeated']
