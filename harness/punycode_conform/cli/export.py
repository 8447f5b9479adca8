"""``conform vectors export``: vectors by selection, for use without this tool."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import ConformError
from ..run.plan import narrow, plan
from ..suite import built, corpus, flat
from ..suite.choices import Choices
from ..suite.vector import Case, Vector

_FIELDS = ("clause", "bug", "file", "level", "operation")


def export(options: argparse.Namespace) -> int:
    """Write the selected cases in the form that was asked for."""
    choices = Choices()
    for pair in options.choice:
        name, _, side = pair.partition("=")
        choices = choices.declare(name, side)
    known = corpus.bring(options.vectors) if options.vectors else corpus.suite()
    if known.note:
        print(f"conform: {known.note}", file=sys.stderr)
    chosen = plan(known.vectors, layer=options.layer, only=options.only).cases
    cases = narrow(chosen, {name: getattr(options, name) for name in _FIELDS})
    match options.format:
        case "jsonl":
            content = flat.json_lines(cases, choices)
        case "csv":
            content = flat.as_csv(cases, choices)
        case _:
            content = iter([_built(known, cases, choices)])
    _write(content, options.output)
    return 0


def _built(known: corpus.Corpus, cases: Iterable[Case], choices: Choices) -> str:
    """The built format; under declared choices each vector also says what they come to."""
    declared = choices.as_dict()
    entries = []
    vectors = list(_vectors(cases))
    for vector in vectors:
        entry = built.as_json(vector)
        if declared:
            sides = {op.value: flat.expected(Case(vector, op).expectation(choices)) for op in vector.operations}
            entry["expect"] = sides
        entries.append(entry)
    head = {"version": known.version, "digest": built.digest(vectors)} | ({"choices": declared} if declared else {})
    named = {vector.bug for vector in vectors}
    return built.document(head, [bug for bug in known.bugs.values() if bug.id in named], entries)


def _vectors(cases: Iterable[Case]) -> Iterator[Vector]:
    """The vectors of some cases, each with the operations that are among them."""
    chosen: dict[str, list[Case]] = {}
    for case in cases:
        chosen.setdefault(case.vector.id, []).append(case)
    for group in chosen.values():
        vector = group[0].vector
        bits = dict(zip(vector.operations, vector.bits, strict=True))
        operations = tuple(case.operation for case in group)
        yield replace(vector, operations=operations, bits=tuple(bits[op] for op in operations))


def _write(content: Iterable[str], output: str) -> None:
    """Write UTF-8 with the line ends as they are, whatever the platform and its locale would make of them."""
    if output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.writelines(part.encode() for part in content)
        sys.stdout.buffer.flush()
        return
    try:
        with Path(output).open("w", encoding="utf-8", newline="") as file:
            file.writelines(content)
    except OSError as error:
        raise ConformError(f"{output}: cannot be written: {error.strerror}") from None
