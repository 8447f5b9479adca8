"""The seeded-bug table: how many cases four ways of making them need until the check sees each of the project's own faults.

    python harness/benchmarks/seeded.py --engine blackbox --engine bytes --faults 'wraps-*'
    python harness/benchmarks/seeded.py --right 1000000

All are judged by the same check, in process. The suite's vectors, which detect every fault, are mixed in nowhere but in
``run``, which is what ``conform fuzz`` does: its black box with them.
"""

import argparse
import json
import math
import multiprocessing
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fnmatch import fnmatch
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from benchmarks.measure import table
from punycode_conform.faults import CONTROLS, FAULTS, Codec
from punycode_conform.fuzz import dictionary, libfuzzer
from punycode_conform.fuzz.blackbox import GREETING
from punycode_conform.fuzz.generator import case, numbered, seeds
from punycode_conform.run.check import Check
from punycode_conform.suite import oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.facts import Facts
from punycode_conform.suite.outcome import Call, Operation, Outcome
from punycode_conform.targets.adapter import cache
from punycode_conform.targets.local import Local

CASES, SEEDS = 20_000, (0, 1, 2)
ENDING = [fault.name for fault in FAULTS.values() if fault.ends]
REFERENCE = "reference-codec"
_REGISTER = "punycode_conform.faults"
_SMALL, _LARGE, _SOON = 16, 256, 512  # cases in a batch: small ones at first, so that the number is near the truth


class _OneForAll(Check):
    """The check. What is right for a call is computed once for all faults."""

    def take(self, call: Call, outcome: Outcome, facts: Facts | None = None) -> str:
        return super().take(call, outcome, facts or _right_facts(call))


_right_facts = lru_cache(4 * CASES)(oracle.light_facts)


def local(codec: Codec) -> Local:
    """A codec in this process."""
    return Local(codec.encode, codec.decode, _REGISTER.partition(".")[0])


def until_found(codec: Codec, cases: Sequence[Call], greeting: Sequence[Call] = ()) -> int | None:
    """The number of the first case that shows a problem, from 1; None if none does.

    A problem of a follow-up call alone counts at the end of its batch.
    """
    target, check = local(codec), _OneForAll(Choices())

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        return [outcome for _, outcome in target.ask(calls)]

    start = 0
    while batch := cases[start : start + (_SMALL if start < _SOON else _LARGE)]:
        problems = list(check.batch([*(greeting if not start else ()), *batch], ask))
        if problems:
            place = {call: index for index, call in reversed(list(enumerate(batch, start + 1)))}
            return min(place.get(call, start + len(batch)) for problem in problems for call in problem.calls)
        start += len(batch)
    return None


def by_one_call(name: str, longest: int = sys.maxsize) -> bool:
    """Whether one vector's call of at most ``longest`` code points, made first and alone, shows a fault."""
    check, make = _OneForAll(Choices()), FAULTS[name].make
    for call in _vectors():
        if len(call.input) > longest:
            break
        ((_, outcome),) = local(make()).ask([call])
        if check.take(call, outcome):
            return True
    return False


@lru_cache(1)
def _vectors() -> list[Call]:
    return sorted(dict.fromkeys(dictionary.calls()), key=lambda call: len(call.input))


# Where cases come from. None of the three depends on what the target answers, so one list serves all faults.


def _by_scheme(seed: int, count: int) -> list[Call]:
    return [numbered(seed, number) for number in range(count)]


def _as_run(seed: int, count: int) -> list[Call]:
    """The cases of ``conform fuzz``: the suite's vectors among the cases."""
    vectors = seeds(_vectors())
    return [numbered(seed, number, vectors) for number in range(count)]


def _by_bytes(seed: int, count: int) -> list[Call]:
    """Up to 64 random bytes, as UTF-8 where they are and as Latin-1 where not; half are decoded, half encoded."""
    chance = random.Random(seed)
    texts = (libfuzzer.raw(chance.randbytes(chance.randrange(65))).input for _ in range(count))
    return [Call(chance.choice((Operation.ENCODE, Operation.DECODE)), text) for text in texts]


def _by_hypothesis(seed: int, count: int) -> list[Call]:
    """``text()`` to encode; to decode, ``text()`` of ASCII and a pattern of labels. Nothing of this project's."""
    import hypothesis
    from hypothesis import strategies as st

    to_decode = st.text(st.characters(max_codepoint=0x7F)) | st.from_regex(r"[A-Za-z0-9-]{0,63}", fullmatch=True)
    calls = st.tuples(st.just(Operation.ENCODE), st.text()) | st.tuples(st.just(Operation.DECODE), to_decode)
    made: list[Call] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(calls)
    def collect(call: tuple[Operation, str]) -> None:
        made.append(Call(call[0], tuple(map(ord, call[1]))))

    collect()
    return made[:count]


STREAMS: Mapping[str, Callable[[int, int], list[Call]]] = {
    "blackbox": _by_scheme,
    "run": _as_run,
    "bytes": _by_bytes,
    "hypothesis": _by_hypothesis,
}
_stream = lru_cache(1)(lambda engine, seed, count: STREAMS[engine](seed, count))


def _guided(name: str, seed: int, count: int) -> int | None:
    """Atheris: the scheme on libFuzzer's bytes, led by the fault's own coverage, in a process that ends at the problem."""
    libfuzzer.atheris()
    read, write = os.pipe()
    child = os.fork()  # with all that takes long to import
    if not child:
        status = 1
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            for stream in (1, 2):
                os.dup2(nothing, stream)

            def tell(number: int) -> None:
                os.write(write, str(number).encode())
                os._exit(0)

            codec = libfuzzer.instrumented(f"{_REGISTER}:{name}")
            watch = libfuzzer.Watch(codec, Choices())
            watch.case, folder = case, cache().parent / "fuzz"

            def test(data: bytes) -> None:
                if any(watch(data)):
                    tell(watch.runs)

            flags = [f"-seed={seed + 1}", f"-atheris_runs={count}", "-timeout=60"]
            libfuzzer.fuzz(test, libfuzzer.seeded(flags, bytes_only=False, folder=folder), [sys.executable])
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as told:
        number = told.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise RuntimeError(f"libFuzzer broke off with {name}, seed {seed}")
    return int(number) if number else None


def right(count: int, name: str) -> tuple[int, int]:
    """The calls that ``count`` cases of ``run`` made of a correct codec, and the problems, of which there should be none."""
    target, check, calls, problems = local(CONTROLS[name].make()), _OneForAll(Choices()), 0, 0
    vectors = seeds(_vectors())

    def ask(some: Sequence[Call]) -> list[Outcome | None]:
        nonlocal calls
        calls += len(some)
        return [outcome for _, outcome in target.ask(some)]

    for start in range(0, count, 2048):
        numbers = range(start, min(start + 2048, count))
        problems += sum(1 for _ in check.batch([numbered(0, number, vectors) for number in numbers], ask))
    return calls, problems


def _all_right(processes: Executor, count: int) -> None:
    """The reference with ``count`` cases, and all other controls with as many together."""
    others = [name for name in CONTROLS if name != REFERENCE]
    shares = {REFERENCE: count, **dict.fromkeys(others, -(-count // len(others)))}
    found = dict(zip(shares, processes.map(right, shares.values(), shares), strict=True))
    rows = [[name, f"{shares[name]:,}", *(f"{figure:,}" for figure in figures)] for name, figures in found.items()]
    table("Right codecs", ("codec", "cases", "calls", "problems"), rows)


ENGINES = ("run", "blackbox", "atheris", "bytes", "hypothesis")
_TITLES = ("conform fuzz", "black box alone", "atheris", "naive bytes", "Hypothesis text")
NAMES = dict(zip(ENGINES, _TITLES, strict=True))


def needed(engine: str, seed: int, count: int, name: str) -> int | None:
    """How many cases an engine needs for a fault; None if more than ``count``."""
    if engine == "atheris":
        return _guided(name, seed, count)
    greeting = (GREETING,) if engine in ("blackbox", "run") else ()  # what the engine itself asks first of all
    return until_found(FAULTS[name].make(), _stream(engine, seed, count), greeting)


def _rows(engine: str, found: Mapping[int, Sequence[int | None]], single: Sequence[bool], cap: int) -> Iterator[str]:
    """A line of the table."""
    runs = sorted(math.inf if number is None else number for numbers in found.values() for number in numbers)
    by_all = [all(numbers) for numbers in zip(*found.values(), strict=True)]
    yield NAMES[engine]
    for numbers in found.values():
        yield f"{sum(map(bool, numbers)):,}"
    yield f"{sum(by_all):,}"
    yield f"{sum(islice((one and got for one, got in zip(single, by_all, strict=True)), None)):,}"
    for share in (0.5, 0.9):
        number = runs[math.ceil(len(runs) * share) - 1]
        yield f"{number:,}" if number <= cap else f"> {cap:,}"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", choices=ENGINES, help="which way of making cases; default all")
    parser.add_argument("--faults", default="*", metavar="GLOB", help="which faults, by name")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="of these each Kth")
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="cases until found of each fault, as JSON")
    parser.add_argument(
        "--right", type=int, metavar="N", help="instead, N cases on the reference, N on the other controls"
    )
    options = parser.parse_args()
    names = [name for name in ENDING if fnmatch(name, options.faults)][:: options.every]
    seeds = tuple(options.seed or SEEDS)
    rows, everything, missed = [], {}, {}
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as processes:
        if options.right:
            _all_right(processes, options.right)
            return
        single = list(processes.map(by_one_call, names, chunksize=8))
        for engine in options.engine or ENGINES:
            found = {
                seed: list(processes.map(partial(needed, engine, seed, options.cases), names, chunksize=4))
                for seed in seeds
            }
            rows.append(list(_rows(engine, found, single, options.cases)))
            everything[engine] = {seed: dict(zip(names, numbers, strict=True)) for seed, numbers in found.items()}
            missed[engine] = [name for name, *by in zip(names, *found.values(), strict=True) if not all(by)]
            print(f"{NAMES[engine]}: measured", file=sys.stderr, flush=True)
    heads = ["", *(f"found, seed {seed}" for seed in seeds), "by every seed", "of those that one call shows"]
    title = f"{len(names)} faults, of which one call shows {sum(single)}; {options.cases:,} cases with each seed"
    table(title, [*heads, "median of cases until found", "90 of 100 within"], rows)
    for engine, which in missed.items():
        some = ", ".join(which) if len(which) <= 30 else f"{', '.join(which[:30])} and {len(which) - 30} more"
        print(f"\n{NAMES[engine]} missed with some seed: {some or 'none'}")
    if options.write:
        options.write.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
