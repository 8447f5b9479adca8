"""The rest of ``conform run``: judge a target that has been started, and write what was asked for."""

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..errors import ConformError, NothingRan, TargetError
from ..render.text import WIDTH, text
from ..render.words import verdict_line
from ..run.plan import PROPERTY, law_id, plan
from ..run.report import Header, Report, Stale
from ..run.run import Run
from ..suite import corpus
from ..suite.choices import Choices
from ..suite.laws import LAWS
from ..suite.vector import cases
from ..targets.name import Target
from ..targets.pool import Pool
from ..targets.protocol import Handshake
from . import forms
from .progress import Bar
from .terminal import columns, use_color

if TYPE_CHECKING:
    from ..run.baseline import Baseline


def judge(options: argparse.Namespace, target: Target, pool: Pool, declared: list[tuple[str, str]]) -> tuple[int, str]:
    """Run the plan against a started target, and report.

    Args:
        options: of ``conform run``.
        target, pool: what is judged.
        declared: choices and sides from the command line.

    Returns:
        The exit status and the verdict line.
    """
    vectors = bring(options)
    baseline = None
    if options.baseline:
        from ..run import baseline_file  # only where used: it needs PyYAML

        baseline = baseline_file.read(options.baseline)
    with lines(options.report) as write:
        report = answered(options, target, pool, declared, vectors, write=write, baseline=baseline)
    _write(report, options)
    refuse_nothing(report)
    return report.status, verdict_line(report)


def refuse_nothing(report: Report) -> None:
    """Say that there is no verdict if no case ran.

    Raises:
        TargetError: since the target broke down before.
        NothingRan: since each was skipped.
    """
    if report.nothing_ran and report.stopped:
        raise TargetError(f"nothing ran: {report.stopped}", "--restarts N bears more breakdowns")
    if report.nothing_ran:
        raise NothingRan("nothing ran: every case was skipped", "the target says that it supports none of them")


def bring(options: argparse.Namespace) -> corpus.Corpus:
    """The vectors that the options name."""
    gc.disable()  # a run keeps what it makes, so the collector would only walk ever more results in vain
    vectors = corpus.bring(options.vectors) if options.vectors else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    return vectors


def answered(
    options: argparse.Namespace,
    target: Target,
    pool: Pool,
    declared: list[tuple[str, str]],
    vectors: corpus.Corpus,
    *,
    write: Callable[[Callable[[], dict[str, Any]]], None] = lambda line: None,
    baseline: "Baseline | None" = None,
) -> Report:
    """The report of a run; arguments as for :func:`judge`.

    Args:
        write: takes what makes a line of the report, as the run goes.
        baseline: the known failures, if there are any.
    """
    chosen = plan(vectors.vectors, layer=options.layer, only=options.only)
    handshake = pool.greet()
    choices = bound(handshake, declared)
    report = Report(
        _header(vectors, target, handshake, choices, _command(options)),
        titles={bug.id: bug.title for bug in vectors.bugs.values()},
    )
    write(report.header.as_json)
    with Bar(target.label) as bar:
        # A user's own vectors gate whatever their age: they were asked for by name.
        release = "" if options.vectors else vectors.release
        brief = options.report is None
        going = Run(chosen, choices, options.strict, pool, bar.update, release=release, brief=brief)
        for found in going.results():
            result, stale = baseline.judged(found) if baseline else (found, None)
            report.stale += [stale] if stale else []
            report.results.append(result.brief())
            write(result.as_json)
    report.observed, report.stopped = going.observed, going.stopped
    if baseline:
        report.stale += unmatched(baseline, vectors, options.only)
        report.stale.sort(key=lambda one: one.line)
    # A few cases could have many causes.
    whole = not options.only and not options.vectors
    if whole and any(result.operation for result in report.failures):
        from ..run.diagnosis import likenesses  # start-up time: a conforming target needs no faults

        report.resembles = likenesses(going.answers())
    write(report.footer)
    return report


def unmatched(baseline: "Baseline", vectors: corpus.Corpus, only: list[str]) -> list[Stale]:
    """The entries of a baseline that match nothing; none are looked for where the user looks at a part only."""
    if only:
        return []
    ids = {*(case.id for case in cases(list(vectors.vectors))), *map(law_id, LAWS)}
    ids |= {name for name in (*baseline.known, *baseline.flaky) if name.startswith(PROPERTY)}  # pytest's
    found = list(baseline.unmatched(ids, ()))
    return list(baseline.unmatched(ids, corpus.retired())) if found else []


def bound(handshake: Handshake, declared: list[tuple[str, str]]) -> Choices:
    """The sides that a target declares, and over them those of the command line."""
    try:
        choices = Choices().declare_all(handshake.declared)
    except ConformError as error:
        raise TargetError(f"handshake: {error.message}", error.hint) from None
    for choice, side in declared:
        choices = choices.declare(choice, side)
    return choices


def _header(
    vectors: corpus.Corpus, target: Target, handshake: Handshake, choices: Choices, command: list[str]
) -> Header:
    return Header(
        vectors.version,
        vectors.digest,
        handshake.name or target.label,
        handshake.version,
        handshake.language,
        target.label,
        choices.as_dict(),
        tuple(command),
    )


def command(verb: str, options: argparse.Namespace) -> list[str]:
    """The words that name the target and how it is judged, up to a command after ``--``."""
    words = ["conform", verb]
    words += [options.target] if options.target else []
    words += ["--python", options.python] if options.python else []
    words += ["--timeout", f"{options.timeout:g}"] if "--timeout" in options.given else []
    for option, values in (("--rejects", options.rejects), ("--choice", options.choice)):
        for value in values:
            words += [option, value]
    return words


def _command(options: argparse.Namespace) -> list[str]:
    """The command that runs this target again in the same way."""
    if options.again:
        return list(options.again)
    words = command("run", options)
    for value in options.vectors:
        words += ["--vectors", str(value)]
    words += ["--layer", options.layer] if options.layer != "punycode" else []
    words += ["--strict"] if options.strict else []
    return [*words, "--", *options.command] if options.command else words


@contextmanager
def lines(destination: str | None) -> Iterator[Callable[[Callable[[], dict[str, Any]]], None]]:
    """A function that writes a line of the report, flushed as the run goes; it is given what makes the line."""
    if destination is None:
        yield lambda line: None
        return
    with ExitStack() as stack:
        file: IO[str] = sys.stdout
        if destination != "-":
            try:
                file = stack.enter_context(Path(destination).open("w", encoding="utf-8", newline="\n"))
            except OSError as error:
                raise ConformError(f"--report {destination}: {error.strerror}") from None

        def write(line: Callable[[], dict[str, Any]]) -> None:
            file.write(json.dumps(line()) + "\n")
            file.flush()

        yield write


def _write(report: Report, options: argparse.Namespace) -> None:
    actions = os.environ.get("GITHUB_ACTIONS") == "true"
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    forms.save(report, options)
    if summary:
        try:
            forms.write(Path(summary), forms.draw(report, "markdown"), "a")
        except ConformError as error:  # the forge's file, not the user's: no reason to hide the verdict
            print(f"conform: {error.message}", file=sys.stderr)
    shown = text(
        report, color=use_color(options.color, sys.stdout), quiet=options.quiet, width=columns(sys.stdout, WIDTH)
    )
    if actions:
        from ..render.workflow import annotations, inert

        shown = inert(shown) + annotations(report)
    print(shown, end="", file=sys.stderr if options.report == "-" else sys.stdout)
