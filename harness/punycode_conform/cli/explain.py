"""``conform explain``: the algorithm step by step, on a string or on a number."""

import argparse
import json
import sys
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


def explain(options: argparse.Namespace) -> int:
    """Explain a string, a number with ``--number``, or the answer of a target to a case."""
    for form in ("html", "json"):
        # "--html STRING": the option's value may be left out, so what is meant is the string.
        if options.string is None and options.number is None and getattr(options, form) not in (None, "-"):
            options.string = getattr(options, form)
            setattr(options, form, "-")
    if options.json and options.json == options.html:
        raise ConformError("--json and --html both go to one place", "name a file: --html FILE")
    try:
        title, blocks, values = _explained(options)
    except ValueError as error:
        raise ConformError(str(error)) from None
    if options.json:
        _write(options.json, json.dumps(values, indent=1) + "\n")
    if options.html:
        _write(options.html, html(title, blocks))
    if not options.html and not options.json:
        print(text(blocks, width=columns(sys.stdout, WIDTH), color=use_color(options.color, sys.stdout)), end="")
    return 0


def _explained(options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    """A title, the blocks and the JSON."""
    if options.case is not None or options.beside is not None:
        return _case(options)
    if (options.string is None) == (options.number is None):
        raise ConformError("explain takes a string or --number", "conform explain bcher-kva")
    if len(options.string or options.number or "") > _LONGEST:
        raise ConformError(f"at most {_LONGEST:,} characters can be explained")
    if options.number is not None:
        return _number(options.number, options)
    if options.base is not None or options.thresholds is not None:
        raise ConformError("--base and --thresholds are for --number")
    return _string(options.string, options)


def _string(string: str, options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    points = parse(string) if options.code_points else tuple(map(ord, string))
    # This is how Python shows bytes that are not UTF-8.
    if not options.code_points and any(0xDC80 <= c <= 0xDCFF for c in points):
        raise ConformError("STRING is not valid UTF-8", "--code-points takes code points in U+ notation")
    if len(points) > _LONGEST:
        raise ConformError(f"at most {_LONGEST:,} code points can be explained")
    operation = Operation.ENCODE if options.encode else Operation.DECODE if options.decode else None
    parts = labels(points, operation, raw=options.raw, annotate=options.annotate, unicode=not options.code_points)
    title = f"Punycode: {quote(parts[0].points if len(parts) == 1 else points)}"
    blocks = list(explanation(parts, brief=options.brief, scan=options.scan))
    return title, blocks, data.of_labels(parts, scans=options.scan)


def _number(digits: str, options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    base, thresholds = options.base or PUNYCODE.base, options.thresholds
    if options.base is None and thresholds is None:
        thresholds = "1,1,26"  # Punycode's at the start
    try:
        values = None if thresholds is None else tuple(map(int, thresholds.replace(",", " ").split()))
    except ValueError:
        raise ValueError(f"--thresholds must be numbers with commas between them, not {thresholds!r}") from None
    notation = number.Notation(base, values)
    if not options.encode:
        return f"Number: {digits}", list(number.decode(digits, notation)), data.of_digits(digits, notation)
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"--number with --encode must be a whole number, not {digits!r}")
    blocks = list(number.encode(int(digits), notation))
    return f"Number: {digits}", blocks, data.of_integer(int(digits), notation)


def _case(options: argparse.Namespace) -> tuple[str, list[Block], Any]:
    """Ask a target one case: its answer next to the right one."""
    if options.case is None or options.beside is None or options.string is not None or options.number is not None:
        hint = "conform explain --case tda/decode --target mylib.punycode"
        raise ConformError("--case and --target belong together", hint)
    if options.json:
        raise ConformError("--case has no form as JSON", "leave out --json, or choose --html")
    # Start-up time: a string needs neither vectors nor a process.
    from ..explain.beside import beside
    from ..run.setup import Setup
    from ..run.started import started
    from ..suite import corpus
    from ..suite.oracle import expect
    from ..suite.vector import cases

    by_id = {case.id: case for case in cases(list(corpus.suite().vectors))}
    if not (case := by_id.get(options.case)):
        like = meant(options.case, by_id)
        raise ConformError(f"no case is named {options.case!r}{like}", "conform run prints the id of each failed case")
    if len(case.call.input) > _LONGEST:
        raise ConformError(f"at most {_LONGEST:,} code points can be explained")
    what = Setup(options.beside)
    check("--html", options.html)
    with started(what) as target:
        expectation = expect(case.facts, target.choices)
        outcome = target.pool.once(case.call)
    return case.id, list(beside(case.id, case.call, expectation, outcome)), None


def _write(destination: str, content: str) -> None:
    if destination == "-":
        print(content, end="")
    else:
        files.write(Path(destination), content)
