"""``conform vectors``: list, show, build and changes."""

import argparse
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .. import files, places
from ..errors import ConformError, NothingRan, meant
from ..notation import plain
from ..render import changes as render
from ..render.style import WIDTH, wrapped
from ..render.words import cited, side
from ..run.plan import Plan, law_id, plan
from ..suite import catalogue, corpus
from ..suite.catalogue import Bug, Clause, anchors_of
from ..suite.choices import NAMES, Choices
from ..suite.facts import LABEL_BITS
from ..suite.laws import EVERY, Law
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector
from . import clauses as _clauses
from .output import check
from .terminal import columns, fitted


def list_ids(options: argparse.Namespace) -> int:
    """Print the ids that ``--only`` accepts, one a line."""
    known = load(options.vectors)
    chosen = plan(known.vectors, layer=options.layer, only=options.only)
    cases, laws = _narrowed(chosen, options.clause, options.bug, known.vectors)
    if not cases and not laws:
        raise NothingRan(
            "no vector or law has this clause or bug class",
            "conform vectors coverage prints the anchors of the RFC's clauses",
        )
    for case in cases:
        vector = case.vector
        print(f"{case.id}\t{vector.clause}\t{vector.bug}\t{plain(vector.file)}" if options.long else case.id)
    for law in laws:
        print(f"{law_id(law)}\t{law.clause}\t\t" if options.long else law_id(law))
    return 0


def _narrowed(chosen: Plan, clause: str, bug: str, vectors: Sequence[Vector]) -> tuple[list[Case], list[Law]]:
    """The selected cases and laws of a clause or anchor and of a bug class, where these are not empty."""
    cases, laws = list(chosen.cases), list(chosen.laws)
    if clause:
        clauses = _clauses.read()
        wanted = _clauses.ids_of(clauses, clause, vectors)
        cases = [case for case in cases if case.vector.id in wanted]
        laws = [law for law in laws if clause in (law.clause, *anchors_of(clauses, law))]
    if bug:
        cases, laws = [case for case in cases if case.vector.bug == bug], []  # no law belongs to a bug class
    return cases, laws


def show(options: argparse.Namespace) -> int:
    """Print everything about a vector, a bug class, a choice, a clause or anchor of the RFC, or a law."""
    known, clauses = load(options.vectors), _clauses.read()
    for number, wanted in enumerate(options.id):
        print("\n" * bool(number), end="")
        for line in _about(wanted, known, clauses):
            # People copy encoded forms, so their lines are never broken.
            print(line if line.startswith("  encoded ") else "\n".join(fitted([line], sys.stdout, 13)))
    return 0


def _about(wanted: str, known: corpus.Corpus, clauses: Sequence[Clause]) -> Iterable[str]:
    # The id of a case will do, since reports show ids of cases.
    name = wanted.removesuffix("/encode").removesuffix("/decode")
    for vector in known.vectors:
        if vector.id == name:
            return _vector(vector, known.bugs, clauses)
    if name in known.bugs:
        return _bug(known.bugs[name], known, clauses)
    if name in NAMES:
        return _choice(name)
    for law in EVERY:
        if wanted in (law.name, law_id(law)):
            return _law(law, clauses)
    if lines := _clauses.about(clauses, wanted, known.vectors):
        return lines
    from ..faults import CONTROLS, FAULTS  # start-up time: for an error only

    if wanted in {**FAULTS, **CONTROLS}:
        raise ConformError(f"{wanted!r} is a fault, and no vector", f"conform vectors faults {wanted}")
    ids = [*(vector.id for vector in known.vectors), *known.bugs, *NAMES, *(law.name for law in EVERY)]
    raise ConformError(
        f"no vector, law, choice, clause, anchor or bug class has the id {wanted!r}{meant(name, ids)}",
        "conform vectors list prints the ids of vectors and laws, conform vectors coverage the anchors",
    )


def build(options: argparse.Namespace) -> int:
    """Check the YAML and write the JSON and the small one beside it, or only check whether they are current."""
    whole: Path = options.output or places.BUILT_VECTORS
    small = whole.with_stem(f"{whole.stem}-short")
    if not options.check:
        check([("--output", whole), ("--output", small)], [("the suite itself", places.VECTORS)])
    made = corpus.from_yaml()
    status = 0
    for path, part in ((whole, made), (small, corpus.short(made))):
        text, name = corpus.write(part), plain(path.name)
        if options.check:
            current = _is(path, text)
            print(f"{name} is {'current' if current else 'not current; run conform vectors build'}")
            status |= not current
        else:
            files.write(path, text)
            print(f"{name}: {render.counts(part.vectors)}, {part.digest}")
    return status


def _is(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


def changes(options: argparse.Namespace) -> int:
    """Print the changes since an earlier version as Markdown."""
    old = corpus.as_built(options.old)
    new = corpus.as_built(options.new) if options.new else corpus.suite()
    print(render.markdown(render.compare(old.vectors, new.vectors), old.version, new.version, new.vectors))
    return 0


def load(paths: Sequence[Path]) -> corpus.Corpus:
    """The user's vectors, or the suite's if none are named."""
    known = corpus.bring(paths) if paths else corpus.suite()
    if known.note:
        print(f"conform: {known.note}", file=sys.stderr)
    return known


def _vector(vector: Vector, bugs: dict[str, Bug], clauses: Sequence[Clause]) -> Iterator[str]:
    yield vector.id
    yield f"  layer      {vector.layer}"
    yield f"  clause     {cited(vector.clause)}" if vector.clause else "  clause     none"
    yield _clauses.anchors(clauses, vector)
    if vector.decoded is not None:
        yield f"  decoded    {side(vector.decoded, False)}"
    if vector.encoded is not None:
        yield f"  encoded    {side(map(ord, vector.encoded), True, most=72)}"
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
    if vector.section:
        yield f"  section    {plain(vector.section, None)}"
    if vector.note:
        yield f"  note       {plain(vector.note, None)}"
    yield f"  file       {plain(vector.file)}"
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
    # Controls and private use have no names in the Unicode data.
    return unicodedata.name(chr(c), {"Cc": "control", "Co": "private use"}.get(unicodedata.category(chr(c)), "unnamed"))


def _explained(bug: Bug) -> Iterator[str]:
    yield f"bug class {bug.id}: {bug.title}"
    yield f"  {bug.goes_wrong}"
    yield f"  effect     {bug.effect}"
    for reference in bug.references:
        yield f"  seen       {reference}"


def _bug(bug: Bug, known: corpus.Corpus, clauses: Sequence[Clause]) -> Iterator[str]:
    yield from _explained(bug)
    yield _clauses.anchors(clauses, bug)
    detecting = [vector.id for vector in known.vectors if vector.bug == bug.id]
    yield f"  vectors    {', '.join(detecting)}"


def _choice(name: str) -> Iterator[str]:
    explained = catalogue.choices()
    choice = next(choice for choice in explained.choices if choice.id == name)
    yield f"choice {choice.id}: {choice.title}"
    yield from _wrapped("clause", cited(choice.clause))
    yield from _wrapped("open", choice.open)
    for one in choice.sides:
        yield f"  --choice {choice.id}={one.side}"
        yield from _wrapped("means", one.means, "    ")
        yield from _wrapped("demands", one.demands, "    ")
        yield from _wrapped("taken by", "; ".join(one.taken_by) or "no codec that we know", "    ")
    for label, texts in (("wrong", choice.still_wrong), ("decides", explained.decides(name))):
        for text in texts:
            yield from _wrapped(label, text)


def _wrapped(label: str, text: str, indent: str = "  ") -> list[str]:
    return wrapped(text, columns(sys.stdout, WIDTH), f"{indent}{label:<10} ", indent + " " * 11)


def _law(law: Law, clauses: Sequence[Clause]) -> Iterator[str]:
    yield law_id(law)
    yield f"  clause     {cited(law.clause)}"
    yield _clauses.anchors(clauses, law)
    yield f"  says       {law.says}"
