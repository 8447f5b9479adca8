"""``conform vectors``: list, show and build."""

import argparse
import sys
import unicodedata
from collections.abc import Iterator

from .. import places
from ..engine.plan import law_id, plan
from ..errors import ConformError
from ..render.words import side
from ..suite import corpus
from ..suite.bug import Bug
from ..suite.choices import LABEL_BITS, Choices
from ..suite.laws import LAWS
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector


def list_ids(options: argparse.Namespace) -> int:
    """The ids that ``--only`` takes, one a line."""
    chosen = plan(_corpus(options).vectors, layer=options.layer, only=options.only)
    for case in chosen.cases:
        vector = case.vector
        print(f"{case.id}\t{vector.clause}\t{vector.bug}\t{vector.file}" if options.long else case.id)
    for law in chosen.laws:
        print(f"{law_id(law)}\t{law.clause}\t\t" if options.long else law_id(law))
    return 0


def show(options: argparse.Namespace) -> int:
    """All that is known about a vector, a bug class or a law."""
    known = _corpus(options)
    for number, wanted in enumerate(options.id):
        name = wanted.removesuffix("/encode").removesuffix("/decode")
        found = [vector for vector in known.vectors if vector.id == name]
        lines = (
            _vector(found[0], known.bugs)
            if found
            else _bug(known.bugs[name], known)
            if name in known.bugs
            else _law(wanted)
        )
        print(("\n" if number else "") + "\n".join(lines))
    return 0


def build(options: argparse.Namespace) -> int:
    """Check the YAML and write the JSON, or say whether it is current."""
    made = corpus.from_yaml()
    text = corpus.write(made)
    path = options.output or places.BUILT_VECTORS
    if options.check:
        try:
            current = path.read_text(encoding="utf-8") == text
        except (OSError, UnicodeDecodeError):
            current = False
        print(f"{path.name} is {'current' if current else 'not current; conform vectors build writes it'}")
        return 0 if current else 1
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
    cases = sum(len(vector.operations) for vector in made.vectors)
    print(f"{path.name}: {len(made.vectors):,} vectors, {cases:,} cases, {made.digest}")
    return 0


def _corpus(options: argparse.Namespace) -> corpus.Corpus:
    if options.vectors:
        return corpus.bring(options.vectors)
    known = corpus.suite()
    if known.note:
        print(f"conform: {known.note}", file=sys.stderr)
    return known


def _vector(vector: Vector, bugs: dict[str, Bug]) -> Iterator[str]:
    yield vector.id
    yield f"  layer      {vector.layer}"
    yield f"  clause     RFC 3492 section {vector.clause}" if vector.clause else "  clause     none"
    if vector.decoded is not None:
        yield f"  decoded    {side(vector.decoded, False)}"
    if vector.encoded is not None:
        yield f"  encoded    {side(map(ord, vector.encoded), True)}"
    for operation in vector.operations:
        case = Case(vector, operation)
        expectation = case.expectation(Choices())
        if vector.reject and not isinstance(expectation, Either):
            wanted = f"must be refused ({vector.reject})"
        elif isinstance(expectation, Either):
            right = side(expectation.value, operation is Operation.ENCODE)
            wanted = f"{right}, or a refusal: choice {', '.join(expectation.choices)}"
        else:
            wanted = "must give the other side"
        bits = case.facts.bits
        wide = f"; needs integers of {bits} bits" if bits > LABEL_BITS else ""
        yield f"  {operation.value:<10} {wanted}{wide}"
    if vector.level != "must":
        yield f"  level      {vector.level.upper()}: gates under --strict only"
    if vector.since:
        yield f"  since      {vector.since}: in that minor release it gates under --strict only"
    if vector.note:
        yield f"  note       {vector.note}"
    yield f"  file       {vector.file}"
    for c in dict.fromkeys(vector.decoded or ()):
        if len(set(vector.decoded or ())) <= 24:
            yield f"    U+{c:04X}   {_name(c)}"
    if vector.bug:
        yield ""
        yield from _explained(bugs[vector.bug])


def _name(c: int) -> str:
    if c > 0x10FFFF:
        return "beyond Unicode"
    if 0xD800 <= c <= 0xDFFF:
        return "surrogate"
    if c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF:
        return "noncharacter"
    return unicodedata.name(chr(c), {"Cc": "control", "Co": "private use"}.get(unicodedata.category(chr(c)), "unnamed"))


def _explained(bug: Bug) -> Iterator[str]:
    yield f"bug class {bug.id}: {bug.title}"
    yield f"  {bug.goes_wrong}"
    yield f"  effect     {bug.effect}"
    for reference in bug.references:
        yield f"  seen       {reference}"


def _bug(bug: Bug, known: corpus.Corpus) -> Iterator[str]:
    yield from _explained(bug)
    detecting = [vector.id for vector in known.vectors if vector.bug == bug.id]
    yield f"  vectors    {', '.join(detecting)}"


def _law(wanted: str) -> Iterator[str]:
    for law in LAWS:
        if wanted in (law.name, law_id(law)):
            yield law_id(law)
            yield f"  clause     RFC 3492 section {law.clause}"
            yield f"  says       {law.says}"
            return
    raise ConformError(f"no vector, law or bug class has the id {wanted!r}", "conform vectors list prints the ids")
