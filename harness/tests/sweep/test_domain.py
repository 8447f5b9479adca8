"""The numbering of a sweep's inputs: a bijection, in shortlex order, of which shards and steps take each part once."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.suite.outcome import Call, Operation
from punycode_conform.sweep.domain import ALPHABET, BOUNDARIES, Domain, Space

SYMBOLS = st.lists(st.integers(0, 0x10FFFF), min_size=1, max_size=6, unique=True).map(tuple)
DOMAINS = st.builds(Domain, st.sampled_from(Operation), SYMBOLS, st.integers(0, 3))
SPACES = st.lists(DOMAINS, min_size=1, max_size=3).map(tuple)


def brute_force(domain: Domain) -> list[tuple[int, ...]]:
    """All inputs, by the standard library."""
    return [points for length in range(domain.length + 1) for points in product(domain.symbols, repeat=length)]


@given(DOMAINS)
def test_inputs_are_numbered_in_shortlex_order(domain: Domain) -> None:
    expected = brute_force(domain)

    assert expected == [domain.at(number) for number in range(domain.size)]


@given(SPACES, st.integers(1, 9))
def test_shards_cover_every_input_once(domains: tuple[Domain, ...], shards: int) -> None:
    expected = [Call(domain.operation, points) for domain in domains for points in brute_force(domain)]
    parts = [Space(domains, shard, shards) for shard in range(1, shards + 1)]
    dealt = [part.calls(0, len(part.numbers)) for part in parts]
    longest = max(map(len, dealt))

    assert expected == [calls[turn] for turn in range(longest) for calls in dealt if turn < len(calls)]


@given(SPACES, st.integers(1, 3), st.integers(1, 50))
def test_steps_of_any_length_make_up_a_shard(domains: tuple[Domain, ...], shards: int, step: int) -> None:
    space = Space(domains, 1, shards)
    total = len(space.numbers)
    steps = [call for start in range(0, total, step) for call in space.calls(start, start + step)]

    assert space.calls(0, total) == steps


def test_the_default_alphabet_is_every_digit_the_delimiter_and_a_capital() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 36 + 1 + 1
    assert Domain(Operation.DECODE, ALPHABET, 4).size == 38**0 + 38**1 + 38**2 + 38**3 + 38**4


def test_the_boundaries_come_in_pairs_that_a_limit_parts() -> None:
    for limit in (0x80, 0x800, 0x10000):
        assert {limit - 1, limit} <= set(BOUNDARIES)
    assert {0xD7FF, 0xE000, 0x10FFFF} <= set(BOUNDARIES)
    assert [c for c in BOUNDARIES if 0xD800 <= c <= 0xDFFF] == []
