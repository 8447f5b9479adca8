"""The seeded-bug table as a regression test: the project's own faults, cases until found, for each way of making cases."""

import pytest

from benchmarks import seeded
from punycode_conform.faults import CONTROLS


def missed(engine: str, seed: int, count: int, names: list[str]) -> list[str]:
    """The faults that an engine does not find within so many cases."""
    return [name for name in names if seeded.needed(engine, seed, count, name) is None]


@pytest.mark.slow
@pytest.mark.parametrize("control", sorted(CONTROLS))
def test_right_codecs_have_no_problems_in_all_corners(control: str) -> None:
    calls, problems = seeded.right(20_000 if control == seeded.REFERENCE else 4000, control)

    assert problems == 0
    assert calls > 4000


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeded.SEEDS)
def test_all_faults_that_one_call_shows_are_found_and_nearly_all_others(seed: int) -> None:
    """Each fault with one of the seeds; the script asks each with all."""
    third = seeded.ENDING[seed :: len(seeded.SEEDS)]
    left = missed("run", seed, seeded.CASES, third)

    assert len(left) <= 0.05 * len(third)
    assert [name for name in left if seeded.by_one_call(name)] == []


@pytest.mark.slow
def test_without_the_vectors_nearly_all_are_found_too() -> None:
    sample = seeded.ENDING[::6]

    assert len(missed("blackbox", 0, seeded.CASES, sample)) <= 0.05 * len(sample)
