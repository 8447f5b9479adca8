"""The steps of a sweep: their size is bounded, and crashes and hangs are reported."""

from collections.abc import Iterator, Sequence
from itertools import count

import pytest

from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Hiccup, Operation, Outcome
from punycode_conform.sweep.domain import Space
from punycode_conform.sweep.sweep import Sweep
from punycode_conform.targets.session import TooManyRestarts

from .asker import LONGER, SEQUENCES, STRINGS, Codec, Points, drops_a_leading_delimiter, points, swept


def test_a_crash_that_does_not_happen_again_is_reported_once() -> None:
    lapse = Hiccup(Call(Operation.DECODE, points("a")), Crashed("killed by SIGSEGV"))
    totals = swept(Codec(hiccups=[lapse]))

    assert dict(totals.kinds) == {
        "decode: went wrong once, and not again when the same calls were repeated (killed by SIGSEGV)": 1
    }


def test_a_target_that_dies_too_often_is_reported_with_what_was_answered() -> None:
    class Breaks(Codec):
        def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
            yield 0, Crashed("killed by SIGSEGV")
            raise TooManyRestarts

    going = Sweep(Space((STRINGS,)), Choices(), Breaks())

    assert list(going.steps()) == []
    assert going.done == 0
    assert "too often" in going.stopped
    assert (going.totals.inputs, going.totals.differing) == (1, 1)


def test_a_step_asks_a_bounded_number_of_calls_and_keeps_a_bounded_number_of_differences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crashes(encoded: Points) -> Points:
        raise RuntimeError

    monkeypatch.setattr("punycode_conform.sweep.sweep._MOST", 700)
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
