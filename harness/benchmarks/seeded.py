"""The seeded faults: how many cases it takes until the check sees each of the project's own faults.

    python harness/benchmarks/seeded.py --engine blackbox --faults 'wraps-*'
    python harness/benchmarks/seeded.py --right 1000000

All is judged by the same check, in process. ``run`` is what ``conform fuzz`` does: the suite's vectors, which detect every
fault, are among its cases. ``blackbox`` is the generator alone, ``bytes`` are random.
"""

import argparse
import json
import math
import multiprocessing
import os
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatch
from functools import lru_cache, partial
from pathlib import Path

from benchmarks.measure import table
from punycode_conform.faults import CONTROLS, FAULTS, Codec
from punycode_conform.fuzz import dictionary, libfuzzer
from punycode_conform.fuzz.campaign import GREETING
from punycode_conform.fuzz.cases import numbered
from punycode_conform.run.check import Check
from punycode_conform.suite import oracle
from punycode_conform.suite.choices import Choices, Facts
from punycode_conform.suite.outcome import Call, Outcome
from punycode_conform.targets.pool import Local

CASES, SEEDS = 20_000, (0, 1, 2)
ENDING = [fault.name for fault in FAULTS.values() if fault.ends]
REFERENCE = "reference-codec"
_SMALL, _LARGE, _SOON = 16, 256, 512  # cases in a batch: small ones at first, so that the number is near the truth


class _OneForAll(Check):
    """The check; the right answer to a call is computed once for all faults."""

    def take(self, call: Call, outcome: Outcome, facts: Facts | None = None) -> str:
        return super().take(call, outcome, facts or _right_facts(call))


_right_facts = lru_cache(4 * CASES)(oracle.light_facts)


def _asking(codec: Codec) -> Callable[[Sequence[Call]], list[Outcome | None]]:
    target = Local(codec.encode, codec.decode, "punycode_conform")
    return lambda calls: [outcome for _, outcome in target.ask(calls)]


def until_found(codec: Codec, cases: Sequence[Call], greeting: Sequence[Call] = ()) -> int | None:
    """The number of the first case that shows a problem, from 1; None if none does.

    A problem of a follow-up call alone counts at the end of its batch.
    """
    ask, check, start = _asking(codec), _OneForAll(Choices()), 0
    while batch := cases[start : start + (_SMALL if start < _SOON else _LARGE)]:
        problems = list(check.batch([*(greeting if not start else ()), *batch], ask))
        if problems:
            place = {call: index for index, call in reversed(list(enumerate(batch, start + 1)))}
            return min(place.get(call, start + len(batch)) for problem in problems for call in problem.calls)
        start += len(batch)
    return None


def by_one_call(name: str) -> bool:
    """Whether one vector's call, made first and alone, shows a fault."""
    check, make = _OneForAll(Choices()), FAULTS[name].make
    return any(check.take(call, outcome) for call in _vectors() for outcome in _asking(make())([call]) if outcome)


@lru_cache(1)
def _vectors() -> list[Call]:
    return sorted(dictionary.calls(), key=lambda call: len(call.input))


def _by_scheme(seed: int, count: int) -> list[Call]:
    return [numbered(seed, number) for number in range(count)]


def _as_run(seed: int, count: int) -> list[Call]:
    return [numbered(seed, number, dictionary.seeds()) for number in range(count)]


def _by_bytes(seed: int, count: int) -> list[Call]:
    """Up to 64 random bytes, as UTF-8 where they are and as Latin-1 where not; half are decoded, half encoded."""
    chance = random.Random(seed)
    return [chance.choice(libfuzzer.calls(chance.randbytes(chance.randrange(65)))) for _ in range(count)]


# None of the streams depends on what the target answers, so one list serves all faults.
STREAMS: Mapping[str, Callable[[int, int], list[Call]]] = {"run": _as_run, "blackbox": _by_scheme, "bytes": _by_bytes}
_stream = lru_cache(1)(lambda engine, seed, count: STREAMS[engine](seed, count))


def needed(engine: str, seed: int, count: int, name: str) -> int | None:
    """How many cases an engine needs for a fault; None if more than ``count``."""
    greeting = () if engine == "bytes" else (GREETING,)  # the engine itself asks it first of all
    return until_found(FAULTS[name].make(), _stream(engine, seed, count), greeting)


def right(count: int, name: str) -> tuple[int, int]:
    """The calls that ``count`` cases of ``run`` made of a correct codec, and the problems, of which there should be none."""
    ask, check, calls, problems = _asking(CONTROLS[name].make()), _OneForAll(Choices()), 0, 0
    vectors = dictionary.seeds()

    def counting(batch: Sequence[Call]) -> list[Outcome | None]:
        nonlocal calls
        calls += len(batch)
        return ask(batch)

    for start in range(0, count, 2048):
        numbers = range(start, min(start + 2048, count))
        problems += sum(1 for _ in check.batch([numbered(0, number, vectors) for number in numbers], counting))
    return calls, problems


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", choices=STREAMS, help="which way of making cases; default all")
    parser.add_argument("--faults", default="*", metavar="GLOB", help="which faults, by name")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="of these each Kth")
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="cases until found of each fault, as JSON")
    parser.add_argument("--right", type=int, metavar="N", help="instead, N cases on each correct codec")
    options = parser.parse_args()
    names = [name for name in ENDING if fnmatch(name, options.faults)][:: options.every]
    rows: list[list[str]] = []
    everything = {}
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as processes:
        if options.right:
            counts = processes.map(partial(right, options.right), CONTROLS)
            rows = [[name, *map(str, both)] for name, both in zip(CONTROLS, counts, strict=True)]
            table("Right codecs", ("codec", "calls", "problems"), rows)
            return
        for engine in options.engine or STREAMS:
            for seed in options.seed or SEEDS:
                numbers = list(processes.map(partial(needed, engine, seed, options.cases), names, chunksize=4))
                order = sorted(math.inf if number is None else number for number in numbers)
                shares = [f"{order[math.ceil(len(order) * share) - 1]:,}" for share in (0.5, 0.9)]
                rows.append([engine, str(seed), f"{sum(map(bool, numbers)):,}", *shares])
                everything[f"{engine}, seed {seed}"] = dict(zip(names, numbers, strict=True))
    heads = ("engine", "seed", "found", "median of cases until found", "90 of 100 within")
    table(f"{len(names)} faults; {options.cases:,} cases with each seed", heads, rows)
    for title, by_name in everything.items():
        print(f"\n{title} missed: {', '.join(name for name, number in by_name.items() if not number) or 'none'}")
    if options.write:
        options.write.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
