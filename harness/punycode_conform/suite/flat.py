"""Cases as flat records, for people who want data and no tool: a case a line, nothing to look up.

A record has the same fields in JSON Lines and in CSV:

    id, operation           the case
    expect                  ``returns``, ``rejects``, or ``either`` where a choice is open
    input, value            code points: the input, and the right answer unless the call must be refused
    input_text, value_text  the same as text, where nothing in it can act on a terminal or vanish
    reason                  why the call is refused, or may be
    choices                 those that are open
    layer, level, clause, bug, since, note
                            as in a vector file
"""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .choices import Choices
from .notation import plain, show
from .oracle import MAX_UNICODE, Either, Expectation, Rejects, Returns
from .vector import Case

FIELDS = (
    *("id", "operation", "expect", "input", "input_text", "value", "value_text", "reason", "choices"),
    *("layer", "level", "clause", "bug", "since", "note"),
)
# What a spreadsheet takes for the begin of a formula, in full width too, or drops before looking for one. The apostrophe
# is among them so that a reader can take one off without asking why it is there.
_ACTIVE = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'")


def expected(expectation: Expectation) -> str:
    """An expectation in a word: ``returns``, ``rejects`` or ``either``."""
    match expectation:
        case Returns():
            return "returns"
        case Rejects():
            return "rejects"
        case Either():
            return "either"


def record(case: Case, choices: Choices) -> dict[str, Any]:
    """A case under these choices; what it has not is None."""
    expectation, vector = case.expectation(choices), case.vector
    value = None if isinstance(expectation, Rejects) else expectation.value
    return {
        "id": case.id,
        "operation": case.operation.value,
        "expect": expected(expectation),
        "input": list(case.call.input),
        "input_text": _text(case.call.input),
        "value": None if value is None else list(value),
        "value_text": None if value is None else _text(value),
        "reason": None if isinstance(expectation, Returns) else str(expectation.reason),
        "choices": list(expectation.choices) if isinstance(expectation, Either) else [],
        "layer": vector.layer,
        "level": vector.level,
        "clause": vector.clause or None,
        "bug": vector.bug or None,
        "since": vector.since or None,
        "note": vector.note or None,
    }


def json_lines(cases: Iterable[Case], choices: Choices) -> Iterator[str]:
    """A record a line, in ASCII."""
    return (json.dumps(record(case, choices)) + "\n" for case in cases)


def as_csv(cases: Iterable[Case], choices: Choices) -> Iterator[str]:
    """A record a row after a row of names, by RFC 4180; code points in U+ notation, choices separated by spaces.

    A cell that a spreadsheet would take for a formula gets an apostrophe in front, and so does one that begins with an
    apostrophe: take off the first apostrophe of a cell, and it is what it was. All cells are in quotes, so that a reader
    with another separator finds no cell inside a cell.
    """
    yield _row(FIELDS)
    for case in cases:
        found = record(case, choices)
        for side in ("input", "value"):
            found[side] = show(found[side], sys.maxsize) if found[side] else ""
        found["choices"] = " ".join(found["choices"])
        yield _row([inert(found[name] or "") for name in FIELDS])


def _row(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow(cells)
    return line.getvalue()


def inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + cell if cell.startswith(_ACTIVE) else cell


def _text(points: Sequence[int]) -> str | None:
    """Code points as text that is safe to show, None if there is none."""
    if max(points, default=0) > MAX_UNICODE:
        return None
    text = "".join(map(chr, points))
    return text if plain(text, len(text)) == text else None
