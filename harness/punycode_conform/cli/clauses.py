"""``conform vectors coverage``, and the clauses of the RFC in ``conform vectors show``."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

import msgspec

from ..suite import catalogue, corpus
from ..suite.catalogue import Anchor, Bug, Clause, Cover, anchors_of, covers, inconsistencies
from ..suite.laws import EVERY, Law
from ..suite.vector import Vector
from .terminal import fitted


def coverage(options: argparse.Namespace) -> int:
    """Print what tests each anchor, clause by clause; the status is 1 if something is untested or inconsistent."""
    known = corpus.suite()
    clauses = read()
    found = {cover.anchor: cover for cover in covers(clauses, known.vectors)}
    wrong = list(inconsistencies(clauses, known.vectors, known.bugs, EVERY))
    uncovered = [cover.anchor.id for cover in found.values() if not cover.covered]
    if options.json:
        print(json.dumps(_as_json(clauses, found, uncovered, wrong), indent=1))
    else:
        print("\n".join(fitted(_lines(clauses, found, uncovered, wrong), sys.stdout, 4)))
    return 1 if uncovered or wrong else 0


def read() -> tuple[Clause, ...]:
    """The clauses of the suite."""
    return catalogue.clauses()


def ids_of(clauses: Sequence[Clause], wanted: str, vectors: Sequence[Vector]) -> set[str]:
    """The ids of the vectors that cite a clause or test an anchor."""
    found = {vector.id for vector in vectors if vector.clause == wanted}
    return found.union(*(cover.vectors for cover in covers(clauses, vectors) if cover.anchor.id == wanted))


def about(clauses: Sequence[Clause], wanted: str, vectors: Sequence[Vector]) -> list[str]:
    """A clause or an anchor in lines of text; empty if none has that name."""
    for clause in clauses:
        if clause.id == wanted:
            found = {cover.anchor: cover for cover in covers([clause], vectors)}
            return [f"clause {clause.id}: {clause.title}", *_table(clause, found)]
        for anchor in clause.anchors:
            if anchor.id == wanted:
                return list(_anchor(clause, covers([Clause(clause.id, clause.title, (anchor,))], vectors)[0]))
    return []


def anchors(clauses: Sequence[Clause], subject: Vector | Bug | Law) -> str:
    """The line that names the anchors of a vector, a bug class or a law."""
    return f"  anchors    {', '.join(anchors_of(clauses, subject)) or 'none'}"


def _anchor(clause: Clause, cover: Cover) -> Iterator[str]:
    anchor = cover.anchor
    yield f"anchor {anchor.id} ({anchor.kind})"
    yield f"  clause     {clause.id} {clause.title}"
    yield f"  says       {anchor.says}"
    if anchor.not_testable:
        yield f"  not tested {anchor.not_testable}"
    if cover.layer:
        yield f"  layer      {cover.layer}: a run of the default layer does not test it"
    for name, values in (
        ("laws", anchor.laws),
        ("bugs", anchor.bugs),
        ("faults", anchor.faults),
        ("vectors", cover.vectors),
    ):
        if values:
            yield f"  {name:<10} {', '.join(values)}"


def _lines(
    clauses: Sequence[Clause], found: dict[Anchor, Cover], uncovered: Sequence[str], wrong: Sequence[str]
) -> Iterator[str]:
    for clause in clauses:
        yield f"{clause.id} {clause.title}"
        yield from _table(clause, found)
        yield ""
    yield from wrong
    reasoned = sum(bool(anchor.not_testable) for anchor in found)
    elsewhere = sum(bool(cover.layer) for cover in found.values())
    total = f"{len(found)} anchors"
    if uncovered:
        yield f"{total}, {len(uncovered)} uncovered: {', '.join(uncovered)}"
    else:
        faults = f"; {len(wrong)} inconsistent {'name' if len(wrong) == 1 else 'names'}" if wrong else ""
        layers = f", {elsewhere} by vectors of another layer only" if elsewhere else ""
        tested = len(found) - reasoned - elsewhere
        yield f"{total}, all covered: {tested} by vectors or laws{layers}, {reasoned} not testable{faults}"


def _table(clause: Clause, found: dict[Anchor, Cover]) -> Iterator[str]:
    for anchor in clause.anchors:
        cover = found[anchor]
        count = "UNCOVERED" if not cover.covered else f"not testable: {anchor.not_testable}"
        if cover.vectors or anchor.laws:
            laws = f", {', '.join(anchor.laws)}" if anchor.laws else ""
            layer = f" of layer {cover.layer} only" if cover.layer else ""
            count = f"{len(cover.vectors):>4} vectors{layer}{laws}"
        yield f"  {anchor.id:<48} {anchor.kind:<10} {count}"


def _as_json(
    clauses: Sequence[Clause], found: dict[Anchor, Cover], uncovered: Sequence[str], wrong: Sequence[str]
) -> dict[str, object]:
    return {
        "clauses": [
            {
                "clause": clause.id,
                "title": clause.title,
                "anchors": [
                    {key.replace("_", "-"): value for key, value in msgspec.structs.asdict(anchor).items()}
                    | {"vectors": found[anchor].vectors, "layer": found[anchor].layer}
                    for anchor in clause.anchors
                ],
            }
            for clause in clauses
        ],
        "uncovered": uncovered,
        "inconsistent": wrong,
    }
