"""``conform vectors show`` and ``coverage``: everything about one id, and what tests the clauses of the RFC."""

import argparse
import sys
import unicodedata
from collections.abc import Iterator, Sequence

from ..errors import ConformError, meant
from ..notation import plain
from ..render.words import cited, side
from ..run.plan import law_id
from ..suite import catalogue, corpus
from ..suite.catalogue import Bug, Clause, Cover, anchors_of, covers, inconsistencies
from ..suite.choices import LABEL_BITS, NAMES, Choices
from ..suite.laws import EVERY, Law
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector
from ..terminal import fitted
from .vectors import load

_MOST_NAMES = 24  # code points whose names are listed


def show(options: argparse.Namespace) -> int:
    """Print everything about a vector, a bug class, a choice, a clause or anchor of the RFC, or a law."""
    suite, clauses = load(options.vectors), catalogue.clauses()
    for number, name in enumerate(options.id):
        print("\n" * bool(number), end="")
        for line in _about(name, suite, clauses):
            # People copy encoded forms, so their lines are never broken.
            print(line if line.startswith("  encoded ") else "\n".join(fitted([line], sys.stdout, 13)))
    return 0


def coverage(options: argparse.Namespace) -> int:
    """Print what tests each anchor, clause by clause; the status is 1 if something is untested or inconsistent."""
    suite, clauses = corpus.suite(), catalogue.clauses()
    found = covers(clauses, suite.vectors)
    wrong = list(inconsistencies(clauses, suite.vectors, suite.bugs, EVERY))
    uncovered = [cover.anchor.id for cover in found if not cover.covered]
    lines = [line for clause in clauses for line in (f"{clause.id} {clause.title}", *_table(clause, suite.vectors), "")]
    reasoned = sum(bool(cover.anchor.not_testable) for cover in found)
    elsewhere = sum(bool(cover.layer) for cover in found)
    if uncovered:
        lines += [*wrong, f"{len(found)} anchors, {len(uncovered)} uncovered: {', '.join(uncovered)}"]
    else:
        faults = f"; {len(wrong)} inconsistent {'name' if len(wrong) == 1 else 'names'}" if wrong else ""
        layers = f", {elsewhere} by vectors of another layer only" if elsewhere else ""
        tested = f"{len(found) - reasoned - elsewhere} by vectors or laws{layers}, {reasoned} not testable"
        lines += [*wrong, f"{len(found)} anchors, all covered: {tested}{faults}"]
    print("\n".join(fitted(lines, sys.stdout, 4)))
    return 1 if uncovered or wrong else 0


def _about(wanted: str, suite: corpus.Corpus, clauses: Sequence[Clause]) -> Iterator[str]:
    # The id of a case will do, since reports show ids of cases.
    name = wanted.removesuffix("/encode").removesuffix("/decode")
    vectors = {vector.id: vector for vector in suite.vectors}
    laws = {key: law for law in EVERY for key in (law.name, law_id(law))}
    sections = {clause.id: clause for clause in clauses}
    anchors = {anchor.id: (clause, anchor) for clause in clauses for anchor in clause.anchors}
    if name in vectors:
        yield from _vector(vectors[name], suite, clauses)
    elif name in suite.bugs:
        yield from _bug(suite.bugs[name])
        yield _line("anchors", ", ".join(anchors_of(clauses, suite.bugs[name])) or "none")
        yield _line("vectors", ", ".join(vector.id for vector in suite.vectors if vector.bug == name))
    elif name in NAMES:
        yield from _choice(name)
    elif wanted in laws:
        yield from _law(laws[wanted], clauses)
    elif wanted in sections:
        yield f"clause {wanted}: {sections[wanted].title}"
        yield from _table(sections[wanted], suite.vectors)
    elif wanted in anchors:
        clause, anchor = anchors[wanted]
        yield from _anchor(clause, covers([Clause(clause.id, clause.title, (anchor,))], suite.vectors)[0])
    else:
        raise _unknown(wanted, [*vectors, *suite.bugs, *NAMES, *laws])


def _unknown(wanted: str, ids: Sequence[str]) -> ConformError:
    from ..faults import CONTROLS, FAULTS  # start-up time: for an error only

    if wanted in {**FAULTS, **CONTROLS}:
        return ConformError(f"{wanted!r} is a fault, and no vector", f"conform vectors faults {wanted}")
    return ConformError(
        f"no vector, law, choice, clause, anchor or bug class has the id {wanted!r}{meant(wanted, ids)}",
        "conform vectors list prints the ids of vectors and laws, conform vectors coverage the anchors",
    )


def _line(label: str, text: str, indent: str = "  ") -> str:
    return f"{indent}{label:<10} {plain(text, None)}"


def _vector(vector: Vector, suite: corpus.Corpus, clauses: Sequence[Clause]) -> Iterator[str]:
    yield vector.id
    yield _line("layer", vector.layer)
    yield _line("clause", cited(vector.clause) if vector.clause else "none")
    yield _line("anchors", ", ".join(anchors_of(clauses, vector)) or "none")
    if vector.decoded is not None:
        yield _line("decoded", side(vector.decoded, False))
    if vector.encoded is not None:
        yield _line("encoded", side(map(ord, vector.encoded), True, most=72))
    for operation in vector.operations:
        case = Case(vector, operation)
        expectation = case.expectation(Choices())
        wanted = f"must be refused ({vector.reject})" if vector.reject else "must give the other side"
        if isinstance(expectation, Either):
            right = side(expectation.value, operation is Operation.ENCODE)
            wanted = f"{right}, or a refusal: choice {', '.join(expectation.choices)}"
        bits = case.facts.bits
        yield _line(operation.value, wanted + (f"; needs integers of {bits} bits" if bits > LABEL_BITS else ""))
    if vector.level != "must":
        yield _line("level", f"{vector.level.upper()}: gates under --strict only")
    if vector.since:
        yield _line("since", f"{vector.since}: in that minor release it gates under --strict only")
    section = "" if vector.section is None else suite.sections[vector.section]
    for label, text in (("section", section), ("note", vector.note), ("file", vector.file)):
        if text:
            yield _line(label, text)
    points = dict.fromkeys(vector.decoded or ())
    if len(points) <= _MOST_NAMES:
        yield from (f"    U+{c:04X}   {_name(c)}" for c in points)
    if vector.bug:
        yield from ("", *_bug(suite.bugs[vector.bug]))


def _name(c: int) -> str:
    if c > 0x10FFFF:
        return "beyond Unicode"
    if 0xD800 <= c <= 0xDFFF:
        return "surrogate"
    if c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF:
        return "noncharacter"
    # Controls and private use have no names in the Unicode data.
    return unicodedata.name(chr(c), {"Cc": "control", "Co": "private use"}.get(unicodedata.category(chr(c)), "unnamed"))


def _bug(bug: Bug) -> Iterator[str]:
    yield f"bug class {bug.id}: {bug.title}"
    yield f"  {bug.goes_wrong}"
    yield _line("effect", bug.effect)
    yield from (_line("seen", reference) for reference in bug.references)


def _choice(name: str) -> Iterator[str]:
    explained = catalogue.choices()
    choice = next(choice for choice in explained.choices if choice.id == name)
    yield f"choice {choice.id}: {choice.title}"
    yield _line("clause", cited(choice.clause))
    yield _line("open", choice.open)
    for one in choice.sides:
        yield f"  --choice {choice.id}={one.side}"
        yield _line("means", one.means, "    ")
        yield _line("demands", one.demands, "    ")
        yield _line("taken by", "; ".join(one.taken_by) or "no codec that we know", "    ")
    yield from (_line("wrong", text) for text in choice.still_wrong)
    yield from (_line("decides", text) for text in explained.decides(name))


def _law(law: Law, clauses: Sequence[Clause]) -> Iterator[str]:
    yield law_id(law)
    yield _line("clause", cited(law.clause))
    yield _line("anchors", ", ".join(anchors_of(clauses, law)) or "none")
    yield _line("says", law.says)


def _anchor(clause: Clause, cover: Cover) -> Iterator[str]:
    anchor = cover.anchor
    yield f"anchor {anchor.id} ({anchor.kind})"
    yield _line("clause", f"{clause.id} {clause.title}")
    yield _line("says", anchor.says)
    if anchor.not_testable:
        yield _line("not tested", anchor.not_testable)
    if cover.layer:
        yield _line("layer", f"{cover.layer}: a run of the default layer does not test it")
    names = {"laws": anchor.laws, "bugs": anchor.bugs, "faults": anchor.faults, "vectors": cover.vectors}
    yield from (_line(label, ", ".join(values)) for label, values in names.items() if values)


def _table(clause: Clause, vectors: Sequence[Vector]) -> Iterator[str]:
    for cover in covers([clause], vectors):
        anchor = cover.anchor
        count = "UNCOVERED" if not cover.covered else f"not testable: {anchor.not_testable}"
        if cover.vectors or anchor.laws:
            laws = f", {', '.join(anchor.laws)}" if anchor.laws else ""
            layer = f" of layer {cover.layer} only" if cover.layer else ""
            count = f"{len(cover.vectors):>4} vectors{layer}{laws}"
        yield f"  {anchor.id:<48} {anchor.kind:<10} {count}"
