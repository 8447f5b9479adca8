"""``conform explain``: the algorithm step by step, on a string or on a number."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..codec import PUNYCODE
from ..errors import ConformError, meant
from ..explain import data, number
from ..explain.explanation import explanation
from ..explain.label import Label, labels
from ..explain.text import text
from ..notation import parse, quote
from ..render.style import WIDTH
from ..suite.outcome import Operation
from .output import check
from .terminal import columns, use_color

if TYPE_CHECKING:
    from ..explain.blocks import Block

_LONGEST = 1000  # code points: a longer string is no example to follow by hand, and its page would have megabytes
_STDOUT = "-"


def explain(options: argparse.Namespace) -> int:
    """Explain a string, or a number with ``--number``."""
    if options.case is not None or options.beside is not None:
        _case(options)
        return 0
    _given(options)
    _check_files(options, [("--params", Path(options.params))] if options.params else [])
    operation = Operation.ENCODE if options.encode else Operation.DECODE if options.decode else None
    if options.number is not None:
        _number(options, operation)
    else:
        _string(options, operation)
    return 0


def _given(options: argparse.Namespace) -> None:
    """Put a string that an option without a value took in its place, and refuse what makes no sense."""
    for form in ("html", "json"):
        # "--html STRING": the option's value may be left out, so what is meant is the string.
        if options.string is None and options.number is None and getattr(options, form) not in (None, _STDOUT):
            options.string = getattr(options, form)
            setattr(options, form, _STDOUT)
    if (options.string is None) == (options.number is None):
        raise ConformError("explain takes a string or --number", "conform explain bcher-kva")
    if options.number is None and (options.base is not None or options.thresholds is not None):
        raise ConformError(
            "--base and --thresholds are for --number", "--params FILE changes the parameters of a string"
        )


def _check_files(options: argparse.Namespace, taken: Iterable[tuple[str, Path]]) -> None:
    """Refuse files that cannot be written, and two outputs, or an output and an input, that are one."""
    if options.json == options.html == _STDOUT:
        raise ConformError("--json and --html both go to standard output", "name a file: --html FILE")
    named = {f"--{form}": getattr(options, form) for form in ("json", "html")}
    written = [(option, Path(file)) for option, file in named.items() if file not in (None, _STDOUT)]
    check(written, taken)


def _case(options: argparse.Namespace) -> None:
    """Ask a target one case, and show its answer beside the right one."""
    if options.case is None or options.beside is None or options.string is not None or options.number is not None:
        raise ConformError(
            "--case and --target belong together", "conform explain --case tda/decode --target mylib.punycode"
        )
    if options.json:
        raise ConformError("--case has no form as JSON", "leave out --json, or choose --html")
    # Start-up time: a string needs neither vectors nor a process.
    from ..explain.beside import beside
    from ..run.setup import Setup, started
    from ..suite import corpus
    from ..suite.oracle import expect
    from ..suite.vector import cases

    what = Setup(options.beside)
    _check_files(options, what.reads())
    known = cases(list(corpus.suite().vectors))
    case = next((one for one in known if one.id == options.case), None)
    if case is None:
        hint = " or ".join(f"--case {one.id}" for one in known if one.vector.id == options.case)
        like = "" if hint else meant(options.case, (one.id for one in known))
        hint = hint or "conform run prints the id of each failed case"
        raise ConformError(f"no case is named {options.case!r}{like}", hint)
    if len(case.call.input) > _LONGEST:
        raise ConformError(
            f"{case.id} has {len(case.call.input):,} code points", f"at most {_LONGEST:,} can be explained"
        )
    with started(what) as target:
        expectation = expect(case.facts, target.choices)
        outcome = target.pool.once(case.call)
    _show(options, case.id, list(beside(case.id, case.call, expectation, outcome)))


def _string(options: argparse.Namespace, operation: Operation | None) -> None:
    found = _labels(options, operation)
    if options.json:
        _write(options.json, json.dumps(data.of_labels(found, scans=options.scan), indent=1) + "\n")
    blocks = list(explanation(found, brief=options.brief, scan=options.scan))
    _show(options, f"Punycode: {quote(found[0].points if len(found) == 1 else map(ord, options.string))}", blocks)


def _labels(options: argparse.Namespace, operation: Operation | None) -> Sequence[Label]:
    codec = PUNYCODE
    if options.params:
        from ..explain import profile  # start-up time: TOML for this option only

        codec = profile.read(options.params)
    try:
        points = parse(options.string) if options.code_points else tuple(map(ord, options.string))
    except ValueError as error:
        raise ConformError(str(error)) from None
    if not options.code_points and any(
        0xDC80 <= c <= 0xDCFF for c in points
    ):  # how Python shows bytes that are not UTF-8
        raise ConformError("STRING is not valid UTF-8", "--code-points takes code points in U+ notation")
    if len(points) > _LONGEST:
        raise ConformError(f"STRING has {len(points):,} code points", f"at most {_LONGEST:,} can be explained")
    unicode = not options.code_points and codec is PUNYCODE
    return labels(points, operation, raw=options.raw, codec=codec, annotate=options.annotate, unicode=unicode)


def _number(options: argparse.Namespace, operation: Operation | None) -> None:
    given: str = options.number
    if len(given) > _LONGEST:
        raise ConformError(f"--number has {len(given):,} characters", f"at most {_LONGEST:,} can be explained")
    try:
        notation = _notation(options)
        if operation is Operation.ENCODE:
            if not (given.isascii() and given.isdigit()):
                raise ValueError(f"--number with --encode must be a whole number, not {given!r}")
            made, blocks = data.of_integer(int(given), notation), list(number.encode(int(given), notation))
        else:
            made, blocks = data.of_digits(given, notation), list(number.decode(given, notation))
    except ValueError as error:
        raise ConformError(str(error)) from None
    if options.json:
        _write(options.json, json.dumps(made, indent=1) + "\n")
    _show(options, f"Number: {given}", blocks)


def _notation(options: argparse.Namespace) -> number.Notation:
    """The base and thresholds that are given; without both, Punycode's at the start."""
    if options.base is None and options.thresholds is None:
        return number.Notation(PUNYCODE.base, (1, 1, 26))
    try:
        thresholds = (
            None if options.thresholds is None else tuple(int(t) for t in options.thresholds.replace(",", " ").split())
        )
    except ValueError:
        raise ValueError(f"--thresholds must be numbers with commas between them, not {options.thresholds!r}") from None
    return number.Notation(PUNYCODE.base if options.base is None else options.base, thresholds)


def _show(options: argparse.Namespace, title: str, blocks: list["Block"]) -> None:
    if options.html:
        from ..explain.page import html  # start-up time: for this form only

        _write(options.html, html(title, blocks))
    if not options.html and not options.json:
        print(text(blocks, width=columns(sys.stdout, WIDTH), color=use_color(options.color, sys.stdout)), end="")


def _write(destination: str, content: str) -> None:
    if destination == _STDOUT:
        print(content, end="")
    else:
        files.write(Path(destination), content)
