"""Static pages of the published results, made from the results and the vectors alone: no server, no network.

Addresses are permanent: a page has the name of its subject, and a vector's anchor is its id.
"""

import csv
import io
import json
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from .. import files
from ..errors import ConformError
from ..growth import FAMILIES, FIELD, duration
from ..notation import plain
from ..render import failure, words
from ..render.failure import Group
from ..render.junit import shield
from ..render.page import ASSETS, JUDGE, MATRIX, asset, checked, draw
from ..run.report import Header, Report, Target
from ..suite import PUNYCODE, build, catalogue, corpus
from ..suite.catalogue import vectors_of
from ..suite.choices import NAMES, Choices
from ..suite.corpus import Corpus
from ..suite.laws import EVERY
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector
from .result import Failures, Result, failed, findings, newest

_PICTURE = "picture.png"  # of the site, where it is linked to
_MARK = ".punycode-conform-site"  # in a folder that has a site: the names of its files, a line each
_MOST = 1 << 20  # bytes of it
_LAWS = {law.name: law for law in EVERY}
_ABOUT = {family.name: family.about for family in FAMILIES}
_JUDGED = {"id", "operations", "expect", "decoded", "encoded", "reject", "right", "clause", "bug", "level"}
_ISSUE = re.compile(r"([\w.-]+/[\w.-]+)(?:#| PR #)(\d+)")
_Tally = Callable[[Result], Mapping[str, dict[str, int]]]


def write(folder: Path, pages: Mapping[str, str | bytes]) -> None:
    """Write a site into a new folder, an empty one, or in place of an older site. Other files stay as they are."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    older = files.read(folder / _MARK, _MOST).decode("utf-8", "replace").splitlines() if _MARK in there else []
    if others := sorted(there.intersection(pages).difference(older) if _MARK in there else there):
        raise ConformError(f"{folder / others[0]}: not written by conform matrix --site", "name a new folder")
    for name in there.intersection(older).difference(pages):
        (folder / name).unlink()
    for name, content in {_MARK: "\n".join(pages), **pages}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        files.write(folder / name, content)


class Site:
    """The results and the data of the suite, and the pages that they make, for an address if it is known."""

    def __init__(self, results: Sequence[Result], suite: Corpus | None = None, *, address: str = "") -> None:
        self.suite = suite or corpus.suite()
        self.address = address and address.rstrip("/") + "/"
        self.clauses = catalogue.clauses()
        self.choices = catalogue.choices().choices
        # Versions of one implementation side by side, the newest in front.
        self.results = sorted(
            results, key=lambda one: (not one.slug.startswith("codec-"), one.family, _age(one), one.slug)
        )
        self.titles = {bug.id: bug.title for bug in self.suite.bugs.values()}
        self.sections = {clause.id: clause.title for clause in self.clauses}  # in the order of the RFC
        # The page with the anchor of each vector: that of its bug class, or else of its clause.
        self.addresses = {
            v.id: f"bugs/{v.bug}.html" if v.bug else f"clauses/{v.clause}.html" for v in self.suite.vectors
        }

    def pages(self) -> Iterator[tuple[str, str | bytes]]:
        """The files of the site, each with its name in the folder."""
        yield from ((file, asset(file)) for file in ASSETS)
        yield _PICTURE, (files.TEMPLATES / _PICTURE).read_bytes()
        yield "index.html", self._overview()
        yield from ((f"implementations/{result.slug}.html", self._implementation(result)) for result in self.results)
        yield from self._bugs()
        yield from self._clauses()
        choices = [(choice, self._sides(choice.id)) for choice in self.choices]
        yield "languages.html", self._languages()
        yield "findings.html", self._draw("findings.html", root="./", found=findings(self.results))
        changed = sorted(self.results, key=lambda one: one.since or one.date, reverse=True)
        yield "feed.xml", self._draw("feed.xml", root="./", changed=changed, id=_id)
        yield "results.json", json.dumps(msgspec.to_builtins(self.results))
        yield "matrix.csv", self._csv()
        yield from ((f"badges/{result.slug}.svg", _badge(result)) for result in self.results)
        yield "choices.html", self._draw("choices.html", root="./", choices=choices)
        find = {"results": self.results, "clauses": self.clauses, "choices": self.choices, "addresses": self.addresses}
        yield "find.html", self._draw("find.html", root="./", script="script.js", **find)

        cases = sum(len(vector.operations) for vector in self.suite.vectors if vector.layer == PUNYCODE)
        yield "try.html", self._draw("try.html", root="./", script=JUDGE, more=["vectors.js"], cases=cases)
        yield "vectors.js", self._script()

    def _script(self) -> str:
        """The vectors of the raw codec and the titles of bug classes, as two constants of a script."""
        vectors = (replace(one, section=None) for one in self.suite.vectors if one.layer == PUNYCODE)
        built = (build.as_json(vector, {}, Choices()) for vector in vectors)
        short = [{key: value for key, value in vector.items() if key in _JUDGED} for vector in built]
        constants = {"VECTORS": short, "TITLES": self.titles}
        return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())

    def _draw(self, name: str, root: str = "../", *, script: str = "", **values: object) -> str:
        shared = {
            "words": words,
            "failure": failure,
            "suite": self.suite,
            "titles": self.titles,
            "sections": self.sections,
            "address": self.address,
        }
        return draw(f"site/{name}", shared | values, root=root, script=script)

    def _overview(self) -> str:
        failing = {id for result in self.results for id, tally in result.classes.items() if failed(tally)}
        return self._draw(
            "index.html",
            root="./",
            script=MATRIX,
            rows=self.results,
            cases=max((sum(result.tally.values()) for result in self.results), default=0),
            columns=[(id, title) for id, title in self.titles.items() if id in failing],
            clean=[(id, title) for id, title in self.titles.items() if id not in failing],
            cell=_cell,
            choices=NAMES,
        )

    def _languages(self) -> str:
        """The newest version of each codec by its language, those that conform first."""
        rows = sorted(newest(self.results), key=lambda one: (one.language.lower(), one.failed, one.layer, one.slug))
        languages: dict[str, list[Result]] = {}
        for result in rows:
            languages.setdefault(result.language, []).append(result)
        return self._draw("languages.html", root="./", languages=languages)

    def _implementation(self, result: Result) -> str:
        return self._draw(
            "implementation.html",
            result=result,
            report=_report(result),
            groups=list(map(_group, result.failures)),
            checked=list(checked(result.clauses, self.sections)),
            classes=[line for line in checked(result.classes, self.titles) if line.title],
            lawful=Counter(result.laws.values()),
            laws=[(_LAWS[name], verdict) for name, verdict in result.laws.items() if name in _LAWS],
            families=_ABOUT,
            duration=duration,
            field=FIELD,
            places=self.addresses,
            versions=(versions := [one for one in reversed(self.results) if one.family == result.family]),
            history=list(_history(versions, self.titles)),
        )

    def _csv(self) -> str:
        """The failed cases of each implementation by class, a row each; nothing where no case of a class was asked."""
        made = io.StringIO()
        rows = csv.writer(made, lineterminator="\n")
        rows.writerow(["implementation", "language", "layer", "verdict", "failed", *self.titles])
        for one in self.results:
            counts = [_cell(one, id).number for id in self.titles]
            rows.writerow([one.slug, plain(one.language), one.layer, one.verdict, one.failed, *counts])
        return made.getvalue()

    def _bugs(self) -> Iterator[tuple[str, str]]:
        for bug in self.suite.bugs.values():
            page = self._draw(
                "bug.html",
                bug=bug,
                link_to=link_to,
                holders=self._holders(bug.id, lambda result: result.classes, lambda group: group.bug),
                clauses=[(one, anchor) for one in self.clauses for anchor in one.anchors if bug.id in anchor.bugs],
                found=[_row(vector) for vector in self.suite.vectors if vector.bug == bug.id],
            )
            yield f"bugs/{bug.id}.html", page

    def _clauses(self) -> Iterator[tuple[str, str]]:
        for section in self.clauses:
            vectors = [vector for vector in self.suite.vectors if vector.clause == section.id]
            elsewhere: dict[str, list[str]] = {}
            for vector in vectors:
                if vector.bug:
                    elsewhere.setdefault(vector.bug, []).append(vector.id)
            page = self._draw(
                "clause.html",
                clause=section,
                anchors=[(anchor, len(vectors_of(anchor, self.suite.vectors))) for anchor in section.anchors],
                holders=self._holders(section.id, lambda result: result.clauses, lambda group: group.clause),
                total=len(vectors),
                elsewhere=elsewhere,
                found=[_row(vector) for vector in vectors if not vector.bug],
            )
            yield f"clauses/{section.id}.html", page

    def _holders(self, id: str, tallies: _Tally, of: Callable[[Failures], str]) -> list[dict[str, Any]]:
        """The implementations that fail cases of a class or clause, those that fail most in front."""
        holders: list[dict[str, Any]] = []
        for result in self.results:
            if number := failed(tally := tallies(result).get(id, {})):
                cause = next((group.says for group in result.failures if of(group) == id), "")
                asked = sum(tally.values()) - tally.get("skip", 0)
                holders.append({"result": result, "asked": asked, "failed": number, "cause": cause})
        return sorted(holders, key=lambda holder: -holder["failed"])

    def _sides(self, choice: str) -> dict[str, list[Result]]:
        """The implementations of each observed side of a choice. A side of one operation has the operation with it."""
        sides: dict[str, list[Result]] = {}
        for result in self.results:
            for name, side in result.observed.items():
                base, _, operation = name.partition(".")
                if base == choice:
                    sides.setdefault(f"{side} ({operation})" if operation else side, []).append(result)
        return dict(sorted(sides.items()))


class Cell(NamedTuple):
    """What an implementation did with the vectors of a class."""

    number: int | None  # of cases that failed; None if none was asked
    where: str  # on the page of the implementation: the group that shows it
    example: str  # the smallest input that is published


def _cell(result: Result, bug: str) -> Cell:
    tally = result.classes.get(bug, {})
    if not sum(tally.values()) - tally.get("skip", 0):
        return Cell(None, "", "")
    at = next((at for at, group in enumerate(result.failures, 1) if bug in group.classes), 0)
    case = result.failures[at - 1].case if at else None
    shown = (
        f"{case.call.operation} {words.side(case.call.input, case.call.operation is Operation.DECODE)}" if case else ""
    )
    return Cell(failed(tally), f"group-{at}" if at else "checked", shown)


def _history(versions: Sequence[Result], titles: Mapping[str, str]) -> Iterator[tuple[str, str, list[int | None]]]:
    """Yield the classes that some version fails, each with its failed cases in each version, the oldest in front."""
    for id, title in titles.items():
        counts = [_cell(version, id).number for version in versions]
        if len(versions) > 1 and any(counts):
            yield id, title, counts


def _age(result: Result) -> list[int]:
    """A key by which versions are ordered, the newest in front."""
    return [] if result.newest else [-int(number) for number in re.findall(r"\d{1,9}", result.slug.partition("@")[2])]


def _id(result: Result) -> str:
    """A name of this state of an implementation, the same wherever the site is."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{result.target} {result.since}").urn


def _badge(result: Result) -> str:
    message = "RFC 3492 conforms" if result.conforms else f"{result.failed + len(result.broken):,} failing"
    return shield(message, "brightgreen" if result.conforms else "red", f"{result.title}: {result.verdict}")


def _report(result: Result) -> Report:
    """A report that says how the result came about, with nothing but the examples."""
    layer = ["--layer", result.layer] if result.layer != PUNYCODE else []
    header = Header(
        1,
        result.suite,
        Target(result.name, result.version, result.language, result.target),
        result.declared,
        ("conform", "run", result.target, *layer),
        result.lacks,
        layer=result.layer,
    )
    report = Report(header, [case for group in result.failures if (case := group.case)])
    report.date, report.seconds = result.date, result.seconds or None
    return report


def _group(group: Failures) -> Group:
    clauses = (group.clause,) if group.clause else sorted(group.clauses, key=lambda name: -group.clauses[name])[:4]
    total, laws = sum(group.verdicts.values()), len(group.laws)
    made = Group(group.says, (group.case,) if group.case else (), total, laws, tuple(clauses))
    fault = f"Fault {group.fault} gives the same wrong answers." * bool(group.fault)
    return replace(made, explained=f"{made.counted}. {fault}".strip())


def _row(vector: Vector) -> dict[str, str]:
    """A vector for a table; a side that must be refused says so."""
    operation = vector.operations[0]
    first = Case(vector, operation).expectation(Choices())
    decoded = "" if vector.decoded is None else words.side(vector.decoded, encoded=False)
    encoded = "" if vector.encoded is None else words.side(tuple(map(ord, vector.encoded)), encoded=True)
    allowed = vector.right is not None and isinstance(first, Either)
    other = words.expected(first, operation) if allowed else f"refused ({vector.reject})"
    refusal = words.or_refusal(first) if encoded and not vector.reject else ""
    return {
        "id": vector.id,
        "note": vector.note or "",
        "decoded": (decoded or other) + refusal,
        "encoded": encoded or other,
    }


def link_to(reference: str) -> str:
    """The address of a reference of a bug class; empty if it has none."""
    if reference.startswith(("https://", "http://")):
        return reference if re.fullmatch(r"[\w.~:/?#@!$&'()*+,;=%-]+", reference) else ""
    if match := _ISSUE.fullmatch(reference):
        return f"https://github.com/{match[1]}/{'pull' if ' PR ' in reference else 'issues'}/{match[2]}"
    if match := re.match(r"CVE-\d+-\d+", reference):
        return f"https://www.cve.org/CVERecord?id={match[0]}"
    return ""
