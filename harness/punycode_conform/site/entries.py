"""The pages of what implementations can get wrong: bug classes, clauses, choices; and one to find them all."""

from collections.abc import Iterator

from ..suite.bug import Bug
from ..suite.clause import Clause, covers
from .published import Implementation, Published, address, holders, row


def pages(what: Published) -> Iterator[tuple[str, str]]:
    """The pages, each with its name."""
    yield from ((f"bugs/{bug.id}.html", _bug(bug, what)) for bug in what.suite.bugs.values())
    yield from ((f"clauses/{clause.id}.html", _clause(clause, what)) for clause in what.clauses)
    yield "choices.html", _choices(what)
    yield "find.html", _find(what)


def _bug(bug: Bug, what: Published) -> str:
    return what.draw(
        "bug.html",
        bug=bug,
        address=address,
        holders=holders(what, "classes", bug.id),
        clauses=[(clause, one) for clause in what.clauses for one in clause.anchors if bug.id in one.bugs],
        found=[row(vector) for vector in what.suite.vectors if vector.bug == bug.id],
    )


def _clause(clause: Clause, what: Published) -> str:
    vectors = [vector for vector in what.suite.vectors if vector.clause == clause.id]
    elsewhere: dict[str, list[str]] = {}
    for vector in vectors:
        if vector.bug:
            elsewhere.setdefault(vector.bug, []).append(vector.id)
    return what.draw(
        "clause.html",
        clause=clause,
        anchors=[(one.anchor, len(one.vectors)) for one in covers([clause], what.suite.vectors)],
        holders=holders(what, "clauses", clause.id),
        total=len(vectors),
        elsewhere=elsewhere,
        found=[row(vector) for vector in vectors if not vector.bug],
    )


def _choices(what: Published) -> str:
    return what.draw(
        "choices.html",
        root="./",
        choices=[(choice, _sides(choice.id, what)) for choice in what.choices.values()],
    )


def _sides(choice: str, what: Published) -> dict[str, list[Implementation]]:
    """The implementations of each observed side of a choice. A side of one operation has the operation with it."""
    found: dict[str, list[Implementation]] = {}
    for one in what.implementations:
        for name, side in one.result.observed.items():
            of, _, operation = name.partition(".")
            if of == choice:
                found.setdefault(f"{side} ({operation})" if operation else side, []).append(one)
    return dict(sorted(found.items()))


def _find(what: Published) -> str:
    """The list of everything, which the script filters."""
    suite = what.suite
    every = [(f"implementations/{one.slug}.html", one.title, one.result.verdict) for one in what.implementations]
    bugs = [(f"bugs/{bug.id}.html", bug.title, bug.id) for bug in suite.bugs.values()]
    clauses = [(f"clauses/{one.id}.html", f"{one.id} {one.title}", "") for one in what.clauses]
    says = [(f"clauses/{c.id}.html#{one.id}", one.id, one.says) for c in what.clauses for one in c.anchors]
    choices = [(f"choices.html#{one.id}", one.title, one.id) for one in what.choices.values()]
    vectors = [(f"{what.addresses[one.id]}#{one.id}", one.id, "") for one in suite.vectors]
    lists = {
        "Implementations": ("implementations", every),
        "Bug classes": ("bugs", bugs),
        "Clauses": ("clauses", clauses),
        "Choices": ("choices", choices),
        "Sentences of the RFC": ("sentences", says),
        "Vectors": ("vectors", vectors),
    }
    listed = [(heading, name, entries) for heading, (name, entries) in lists.items()]
    return what.draw("find.html", root="./", script=True, lists=listed)
