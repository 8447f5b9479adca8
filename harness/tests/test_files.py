"""Files that belong together are written whatever signal comes."""

import signal

import pytest

from punycode_conform.files import SIGNALS, uninterrupted


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_takes_effect_at_the_end_and_then_as_before(number: int) -> None:
    came: list[int] = []
    before = signal.signal(number, lambda number, frame: came.append(number))
    try:
        with uninterrupted():
            signal.raise_signal(number)
            assert came == []
        assert came == [number]
        signal.raise_signal(number)
    finally:
        signal.signal(number, before)

    assert came == [number, number]


def test_an_interrupt_is_raised_at_the_end() -> None:
    steps = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            steps.append("done")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["done"]
