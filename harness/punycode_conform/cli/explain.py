"""``conform explain``: the algorithm step by step, on a string or on a number."""

import argparse
import sys

from ..codec import PUNYCODE
from ..errors import ConformError, meant
from ..explain import number
from ..explain.algorithm import explanation
from ..explain.blocks import Block, html, text
from ..explain.label import labels
from ..notation import parse, quote
from ..suite.outcome import Operation
from ..terminal import WIDTH, columns, use_color
from .output import check, put

_LONGEST = 1000  # code points: a longer string is no example to follow by hand, and its page would have megabytes
_TOGETHER = (
    "conform explain STRING [--encode | --decode], --number DIGITS [--base N --thresholds T,T,...], "
    "or --case ID --target TARGET"
)
_Explained = tuple[str, list[Block]]  # a title and the blocks


def explain(options: argparse.Namespace) -> int:
    """Explain a string, a number with ``--number``, or the answer of a target to a case."""
    given = options.explicit.keys()
    alone = [given & names for names in ({"string", "number", "case"}, {"encode", "decode"})]
    pairs = [given & names for names in ({"case", "beside"}, {"base", "thresholds"})]
    wrong = len(alone[0]) != 1 or len(alone[1]) > 1 or any(len(pair) == 1 for pair in pairs)
    if wrong or (pairs[1] and options.number is None):
        raise ConformError("these options do not go together" if alone[0] else "nothing to explain", _TOGETHER)
    try:
        of = _string if options.string is not None else _number if options.number is not None else _case
        title, blocks = of(options)
    except ValueError as error:
        raise ConformError(str(error)) from None
    if options.html:
        put(options.html, html(title, blocks))
    else:
        print(text(blocks, width=columns(sys.stdout, WIDTH), color=use_color(options.color, sys.stdout)), end="")
    return 0


def _string(options: argparse.Namespace) -> _Explained:
    if not options.code_points:
        options.string.encode()  # an error for bytes that are not UTF-8
    points = parse(options.string) if options.code_points else tuple(map(ord, options.string))
    _refuse_long(points)
    operation = Operation.ENCODE if options.encode else Operation.DECODE if options.decode else None
    parts = labels(points, operation, raw=options.raw, annotate=options.annotate)
    title = f"Punycode: {quote(parts[0].points if len(parts) == 1 else points)}"
    return title, list(explanation(parts, brief=options.brief, scan=options.scan))


def _number(options: argparse.Namespace) -> _Explained:
    digits, title = options.number, f"Number: {options.number}"
    _refuse_long(digits)
    thresholds = options.thresholds or (1, 1, 26)  # Punycode's at the start
    notation = number.Notation(options.base or PUNYCODE.base, thresholds)
    if not options.encode:
        return title, list(number.decode(digits, notation))
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"--number with --encode must be a whole number, not {digits!r}")
    return title, list(number.encode(int(digits), notation))


def _case(options: argparse.Namespace) -> _Explained:
    # Start-up time: a string needs neither vectors nor a process.
    from ..explain.tables import of_target
    from ..run.setup import Setup
    from ..run.started import started
    from ..suite import corpus
    from ..suite.oracle import expect
    from ..suite.vector import cases

    by_id = {case.id: case for case in cases(list(corpus.suite().vectors))}
    if not (case := by_id.get(options.case)):
        like = meant(options.case, by_id)
        raise ConformError(f"no case is named {options.case!r}{like}", "conform run prints the id of each failed case")
    _refuse_long(case.call.input)
    what = Setup(options.beside)
    check("--html", options.html)
    with started(what) as target:
        expectation = expect(case.facts, target.choices)
        outcome = target.pool.first.once(case.call)
    return case.id, list(of_target(case.id, case.call, expectation, outcome))


def _refuse_long(text: str | tuple[int, ...]) -> None:
    if len(text) > _LONGEST:
        raise ConformError(f"at most {_LONGEST:,} characters can be explained")
