"""The cost of fuzzing: cases per second in process and over the pipe, the check, minimising, and the first finding."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.measure import CONFORM, Work, medians, ratio, seconds, table
from benchmarks.pipe import ECHO
from benchmarks.seeded import ENDING, local
from punycode_conform.faults import CONTROLS
from punycode_conform.fuzz.blackbox import BlackBox, Budget
from punycode_conform.fuzz.generator import numbered
from punycode_conform.run.check import Check
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Outcome
from punycode_conform.targets import name
from punycode_conform.targets.name import Target
from punycode_conform.targets.pool import Pool
from punycode_conform.targets.session import Limits, Session

CASES, BATCH = 4_000, 2_000
REPETITIONS = 7
EACH, FAULT_CASES = 25, 2_000  # one fault in so many is fuzzed, with so many cases
STARTS = 11
BARE = "python -c print"
_REFERENCE = "punycode_conform.codec"
Ask = Callable[[Sequence[Call]], list[Outcome | None]]


def generated() -> list[Call]:
    """The cases, made."""
    return [numbered(0, number) for number in range(CASES)]


def checked(cases: Sequence[Call], ask: Ask) -> None:
    """The cases asked, with what follows from the answers, and judged; the codec is right."""
    check = Check(Choices())
    for start in range(0, len(cases), BATCH):
        assert not list(check.batch(cases[start : start + BATCH], ask))


def asked_by(cases: Sequence[Call], ask: Ask) -> list[Call]:
    """All calls that a check makes, the follow-ups and repetitions included."""
    calls: list[Call] = []

    def noting(some: Sequence[Call]) -> list[Outcome | None]:
        calls.extend(some)
        return ask(some)

    checked(cases, noting)
    return calls


def rates() -> None:
    """Cases per second."""
    cases, codec = generated(), CONTROLS["reference-codec"].make()
    target = local(codec)

    def here(calls: Sequence[Call]) -> list[Outcome | None]:
        return [outcome for _, outcome in target.ask(calls)]

    calls = asked_by(cases, here)
    known: dict[Call, Outcome | None] = dict(zip(calls, here(calls), strict=True))
    with (
        closing(Session(Target("echo", (sys.executable, "-c", ECHO)))) as echo,
        closing(Session(name.resolve(_REFERENCE, ()))) as worker,
    ):
        for session in (echo, worker):
            session.start()
            session.greet()

        def piped(some: Sequence[Call]) -> list[Outcome | None]:
            outcomes: list[Outcome | None] = [None] * len(some)
            for index, outcome in worker.ask(some):
                outcomes[index] = outcome
            return outcomes

        alone: dict[str, Work] = {
            "bare codec loop: the same calls": lambda: here(calls),
            "generator": generated,
            "check, answers known": lambda: checked(cases, lambda some: [known[call] for call in some]),
            "generator, codec and check": lambda: checked(generated(), here),
        }
        through: dict[str, Work] = {
            "echo child: the same calls": lambda: list(echo.ask(calls)),
            "generator, codec and check, in process": lambda: checked(generated(), here),
            "generator, codec and check, over the pipe": lambda: checked(generated(), piped),
        }
        title = f"{CASES:,} cases, which make {len(calls):,} calls"
        show(
            f"In process: {title}", "processor time over the bare loop", medians(alone, REPETITIONS, clock=process_time)
        )
        show(f"Over the pipe: {title}", "time over the echo child", medians(through, REPETITIONS))


def show(title: str, over: str, found: dict[str, float]) -> None:
    """A table of times over the first of them."""
    first, *_ = found.values()
    rows = [[what, ratio(took / first), f"{CASES / took:,.0f}"] for what, took in found.items()]
    table(title, ("", over, "cases per second"), rows)


def minimising() -> None:
    """Calls per finding that minimising takes, and how much shorter an input gets."""
    probes, lengths = [], []
    for fault in ENDING[::EACH]:
        target = name.resolve(f"fault:{fault}", ())
        budget = Budget(0, FAULT_CASES, None, (0, 1), ())
        with Pool(target, Limits(), 1) as pool:
            pool.start()
            pool.greet()
            for finding in BlackBox(budget, pool, target, pool.limits, Choices()).findings():
                probes.append(finding.probes)
                lengths.append((len(finding.found.input), len(finding.call.input)))
    least = sorted(probes)
    figures = (len(ENDING[::EACH]), len(probes), median(probes), least[int(len(least) * 0.9)], least[-1])
    before, after = (median(pair[side] for pair in lengths) for side in (0, 1))
    row = [f"{figure:,.0f}" for figure in (*figures, before, after)]
    heads = ("faults", "findings", "calls, median", "90 of 100 within", "most", "length found", "minimised")
    table("Calls of the minimiser for a finding", heads, [row])


def first_line(command: Sequence[str | Path], folder: Path) -> None:
    """Run a program until it has said a line; a finding is reported when its files are written."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.kill()
    assert said.startswith((b"x ", b"y")), said


def first_finding() -> None:
    """From a cold start to the first finding, over a bare start."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        bare, *targets = BARE, "codec:punycode", "fault:each-once", "fault:wraps-32"
        works: dict[str, Work] = {bare: partial(first_line, (sys.executable, "-c", "print('y')"), folder)}
        for target in targets:
            works[f"conform fuzz {target}"] = partial(first_line, (*CONFORM, "fuzz", target), folder)
        found = medians(works, STARTS)
    rows = [[what, ratio(took / found[bare]), seconds(took)] for what, took in found.items()]
    table("From a cold start to the first finding", ("process", "over a bare start", "median"), rows)


def main() -> None:
    """Measure, and print the tables."""
    rates()
    minimising()
    first_finding()


if __name__ == "__main__":
    main()
