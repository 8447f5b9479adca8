"""``conform run``."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from ..engine.plan import plan
from ..engine.report import Header, Report
from ..engine.run import Run
from ..errors import ConformError, NothingRan, TargetError
from ..render.text import text
from ..suite import corpus
from ..suite.choices import Choices
from ..target import name
from ..target.pool import Pool
from ..target.protocol import Handshake
from ..target.session import Limits
from .progress import Bar
from .terminal import use_color


def run(options: argparse.Namespace) -> int:
    """Judge a target; the exit status is the verdict's."""
    declared = _declared(options.choice)
    for path in (options.junit, options.markdown):
        _check_writable(path)
    target = name.resolve(options.target, options.command, python=options.python, rejects=options.rejects)
    limits = Limits(options.timeout, options.start_timeout, options.restarts)
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(target, limits, options.jobs))
        pool.start()  # the target starts while the vectors load
        vectors = corpus.bring(options.vectors) if options.vectors else corpus.suite()
        if vectors.note:
            print(f"conform: {vectors.note}", file=sys.stderr)
        chosen = plan(vectors.vectors, layer=options.layer, only=options.only)
        handshake = pool.greet()
        choices = _choices(handshake, declared)
        report = Report(
            _header(vectors, target, handshake, choices),
            command=_command(options),
            titles={bug.id: bug.title for bug in vectors.bugs.values()},
        )
        lines = stack.enter_context(_lines(options.report))
        lines(report.header.as_json())
        bar = stack.enter_context(Bar(target.label))
        going = Run(chosen, choices, options.strict, pool, bar.update)
        for result in going.results():
            report.results.append(result.brief())
            lines(result.as_json())
        report.observed, report.stopped = going.observed, going.stopped
        lines(report.footer())
    _write(report, options)
    if report.nothing_ran:
        raise NothingRan("nothing ran: every case was skipped", "the target says that it supports none of them")
    return 0 if report.conforms else 1


def _declared(pairs: list[str]) -> list[tuple[str, str]]:
    found = []
    for pair in pairs:
        choice, equals, side = pair.partition("=")
        if not equals:
            raise ConformError(f"--choice {pair!r} is not NAME=SIDE", "for example --choice surrogates=reject")
        Choices().declare(choice, side)
        found.append((choice, side))
    return found


def _choices(handshake: Handshake, declared: list[tuple[str, str]]) -> Choices:
    try:
        choices = Choices().declare_all(handshake.declared)
    except ConformError as error:
        raise TargetError(f"handshake: {error.message}", error.hint) from None
    for choice, side in declared:
        choices = choices.declare(choice, side)
    return choices


def _header(vectors: corpus.Corpus, target: name.Target, handshake: Handshake, choices: Choices) -> Header:
    return Header(
        vectors.version,
        vectors.digest,
        handshake.name or target.label,
        handshake.version,
        handshake.language,
        target.label,
        choices.as_dict(),
    )


def _command(options: argparse.Namespace) -> list[str]:
    """The command that runs this target again in the same way."""
    words = ["conform", "run"]
    words += [options.target] if options.target else []
    words += ["--python", options.python] if options.python else []
    for option, values in (
        ("--rejects", options.rejects),
        ("--choice", options.choice),
        ("--vectors", options.vectors),
    ):
        for value in values:
            words += [option, str(value)]
    words += ["--layer", options.layer] if options.layer != "punycode" else []
    words += ["--strict"] if options.strict else []
    return [*words, "--", *options.command] if options.command else words


@contextmanager
def _lines(destination: str | None) -> Iterator[Any]:
    """A function that writes a line of the report, flushed as the run goes."""
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

        def write(line: dict[str, Any]) -> None:
            file.write(json.dumps(line) + "\n")
            file.flush()

        yield write


def _check_writable(path: Path | None) -> None:
    """Find out before the run that a file cannot be written after it, without touching what is there."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise ConformError(f"{path}: cannot be written", "the folder must exist, and the name must not be a folder")


def _write(report: Report, options: argparse.Namespace) -> None:
    actions = os.environ.get("GITHUB_ACTIONS") == "true"
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if options.junit:
        from ..render.junit import junit  # only where used, as the renderers below: start-up time

        _save(options.junit, junit(report))
    if options.markdown or summary:
        from ..render.markdown import markdown

        drawn = markdown(report)
        if options.markdown:
            _save(options.markdown, drawn)
        if summary:
            try:
                _save(Path(summary), drawn, "a")
            except ConformError as error:  # the forge's file, not the user's: no reason to hide the verdict
                print(f"conform: {error.message}", file=sys.stderr)
    shown = text(report, color=use_color(options.color, sys.stdout), quiet=options.quiet)
    if actions:
        from ..render.workflow import annotations, inert

        shown = inert(shown) + annotations(report)
    print(shown, end="", file=sys.stderr if options.report == "-" else sys.stdout)


def _save(path: Path, content: str, mode: str = "w") -> None:
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(content)
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
