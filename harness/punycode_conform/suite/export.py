"""Cases for other tools: built JSON, or flat records with nothing to look up, as JSON Lines.

A record has these fields:

    id, operation           the case
    expect                  ``returns``, ``rejects``, or ``either`` where a choice is open
    input, value            code points: the input, and the right answer unless the call must be refused;
                            input-hex and value-hex instead if there is a number that readers of JSON cannot hold
    input_text, value_text  input and value as text, if no character of it can act on a terminal or is invisible
    reason                  why the call is refused, or may be
    choices                 the open ones
    layer, level, clause, bug, since, note
                            as in a vector file
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..notation import plain
from . import build
from .choices import Choices
from .corpus import Corpus
from .oracle import MAX_UNICODE, Either, Rejects, Returns
from .vector import Case, Vector


def as_json(known: Corpus, cases: Iterable[Case], choices: Choices) -> str:
    """The cases as built JSON, with what is expected under the declared choices."""
    declared = choices.as_dict()
    vectors = list(_vectors(cases))
    head = {"version": known.version, "digest": build.digest(vectors)} | ({"declared": declared} if declared else {})
    return build.document(head, vectors, known.bugs.values(), choices)


def _vectors(cases: Iterable[Case]) -> Iterator[Vector]:
    """The vectors of some cases, with the operations of these cases only."""
    chosen: dict[str, list[Case]] = {}
    for case in cases:
        chosen.setdefault(case.vector.id, []).append(case)
    for group in chosen.values():
        vector = group[0].vector
        bits = dict(zip(vector.operations, vector.bits, strict=True))
        operations = tuple(case.operation for case in group)
        yield vector._replace(operations=operations, bits=tuple(bits[op] for op in operations))


def record(case: Case, choices: Choices) -> dict[str, Any]:
    """A case under these choices; missing values are None."""
    expectation, vector = case.expectation(choices), case.vector
    value = None if isinstance(expectation, Rejects) else expectation.value
    return {
        "id": case.id,
        "operation": case.operation.value,
        "expect": build.expected(expectation),
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
    """A record on each line, in ASCII. Numbers that readers of JSON cannot hold are as in built JSON, and None here."""
    for case in cases:
        found = record(case, choices)
        for side in ("input", "value"):
            if f"{side}-hex" in (written := build.in_json(side, found[side] or ())):
                found |= written | {side: None}
        yield json.dumps(found) + "\n"


def _text(points: Sequence[int]) -> str | None:
    """Code points as text, None if it is not safe to show."""
    if max(points, default=0) > MAX_UNICODE:  # chr() takes no more
        return None
    text = "".join(map(chr, points))
    return text if plain(text, None) == text else None
