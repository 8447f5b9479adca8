"""``conform explain``: the algorithm step by step, on a string or on a number."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .. import files
from ..codec import PUNYCODE
from ..errors import ConformError, meant
from ..explain import data, number
from ..explain.algorithm import explanation
from ..explain.blocks import Block
from ..explain.label import labels
from ..explain.text import html, text
from ..notation import parse, quote
from ..suite.outcome import Operation
from ..terminal import WIDTH, columns, use_color
from .output import check

_LONGEST = 1000  # code points: a longer string is no example to follow by hand, and its page would have megabytes
_STDOUT = "-"


def explain(options: argparse.Namespace) -> int:
    """Explain a string, a number with ``--number``, or the answer of a target to a case."""
    for form in ("html", "json"):
        # "--html STRING": the option's value may be left out, so what is meant is the string.
        if options.string is None and options.number is None and getattr(options, form) not in (None, _STDOUT):
            options.string = getattr(options, form)
            setattr(options, form, _STDOUT)
    if options.case is not None or options.beside is not None:
        _show(options, *_case(options))
        return 0
    if (options.string is None) == (options.number is None):
        raise ConformError("explain takes a string or --number", "conform explain bcher-kva")
    if options.number is None and (options.base is not None or options.thresholds is not None):
        raise ConformError("--base and --thresholds are for --number")
    _check_files(options)
    try:
        _show(options, *(_string(options) if options.number is None else _number(options)))
    except ValueError as error:
        raise ConformError(str(error)) from None
    return 0


def _check_files(options: argparse.Namespace, taken: Iterable[tuple[str, Path]] = ()) -> None:
    if options.json == options.html == _STDOUT:
        raise ConformError("--json and --html both go to standard output", "name a file: --html FILE")
    files = (("--json", options.json), ("--html", options.html))
    check([(option, Path(file)) for option, file in files if file not in (None, _STDOUT)], taken)


def _case(options: argparse.Namespace) -> tuple[str, list[Block]]:
    """Ask a target one case: its answer next to the right one."""
    if options.case is None or options.beside is None or options.string is not None or options.number is not None:
        raise ConformError(
            "--case and --target belong together", "conform explain --case tda/decode --target mylib.punycode"
        )
    if options.json:
        raise ConformError("--case has no form as JSON", "leave out --json, or choose --html")
    # Start-up time: a string needs neither vectors nor a process.
    from ..explain.beside import beside
    from ..run.setup import Setup
    from ..run.started import started
    from ..suite import corpus
    from ..suite.oracle import expect
    from ..suite.vector import cases

    what = Setup(options.beside)
    _check_files(options, what.reads())
    known = cases(list(corpus.suite().vectors))
    case = next((case for case in known if case.id == options.case), None)
    if case is None:
        hint = " or ".join(f"--case {case.id}" for case in known if case.vector.id == options.case)
        like = "" if hint else meant(options.case, (case.id for case in known))
        hint = hint or "conform run prints the id of each failed case"
        raise ConformError(f"no case is named {options.case!r}{like}", hint)
    _check_length(case.id, len(case.call.input))
    with started(what) as target:
        expectation = expect(case.facts, target.choices)
        outcome = target.pool.once(case.call)
    return case.id, list(beside(case.id, case.call, expectation, outcome))


def _string(options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    points = parse(options.string) if options.code_points else tuple(map(ord, options.string))
    if not options.code_points and any(
        0xDC80 <= c <= 0xDCFF for c in points
    ):  # Python's form of bytes that are not UTF-8
        raise ConformError("STRING is not valid UTF-8", "--code-points takes code points in U+ notation")
    _check_length("STRING", len(points))
    unicode = not options.code_points
    found = labels(points, _operation(options), raw=options.raw, annotate=options.annotate, unicode=unicode)
    title = f"Punycode: {quote(found[0].points if len(found) == 1 else points)}"
    blocks = list(explanation(found, brief=options.brief, scan=options.scan))
    return title, blocks, data.of_labels(found, scans=options.scan)


def _number(options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    digits = options.number
    _check_length("--number", len(digits))
    notation = number.Notation(*_notation(options))
    if _operation(options) is not Operation.ENCODE:
        return f"Number: {digits}", list(number.decode(digits, notation)), data.of_digits(digits, notation)
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"--number with --encode must be a whole number, not {digits!r}")
    value = int(digits)
    return f"Number: {digits}", list(number.encode(value, notation)), data.of_integer(value, notation)


def _notation(options: argparse.Namespace) -> tuple[int, tuple[int, ...] | None]:
    """The base and thresholds; without both, Punycode's at the start."""
    if options.base is None and options.thresholds is None:
        return PUNYCODE.base, (1, 1, 26)
    base = PUNYCODE.base if options.base is None else options.base
    if options.thresholds is None:
        return base, None
    try:
        return base, tuple(map(int, options.thresholds.replace(",", " ").split()))
    except ValueError:
        raise ValueError(f"--thresholds must be numbers with commas between them, not {options.thresholds!r}") from None


def _operation(options: argparse.Namespace) -> Operation | None:
    return Operation.ENCODE if options.encode else Operation.DECODE if options.decode else None


def _check_length(what: str, length: int) -> None:
    if length > _LONGEST:
        raise ConformError(f"{what} has {length:,} code points", f"at most {_LONGEST:,} can be explained")


def _show(options: argparse.Namespace, title: str, blocks: list[Block], values: Any = None) -> None:
    if options.json:
        _write(options.json, json.dumps(values, indent=1) + "\n")
    if options.html:
        _write(options.html, html(title, blocks))
    if not options.html and not options.json:
        print(text(blocks, width=columns(sys.stdout, WIDTH), color=use_color(options.color, sys.stdout)), end="")


def _write(destination: str, content: str) -> None:
    if destination == _STDOUT:
        print(content, end="")
    else:
        files.write(Path(destination), content)
