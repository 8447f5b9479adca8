"""The source of the pages: the results, and the data of the suite."""

import re
from dataclasses import dataclass
from functools import cached_property

from ..matrix.result import Result
from ..render import words
from ..render.template import draw
from ..suite import PUNYCODE
from ..suite.choice_file import Choice
from ..suite.choices import Choices
from ..suite.clause import Clause
from ..suite.corpus import Corpus
from ..suite.oracle import Either
from ..suite.vector import Case, Vector, points
from ..suite.verdict import BAD


@dataclass(frozen=True, slots=True)
class Implementation:
    """One version of an implementation.

    Attributes:
        result: its result.
    """

    result: Result

    @property
    def slug(self) -> str:
        """The name of its page."""
        return self.result.slug

    @property
    def name(self) -> str:
        """The name that adapters have for it, without the version."""
        return self.slug.partition("@")[0]

    @property
    def title(self) -> str:
        """Its own name and version, and the layer if it is not that of raw Punycode."""
        layer = f" ({self.result.layer})" if self.result.layer != PUNYCODE else ""
        return f"{self.result.name} {self.result.version}".rstrip() + layer

    @property
    def age(self) -> list[int]:
        """A key by which versions are ordered, the newest in front."""
        return [] if self.newest else [-int(number) for number in re.findall(r"\d{1,9}", self.slug.partition("@")[2])]

    @property
    def newest(self) -> bool:
        """Whether it is not an older version of another one: those have their version in their name."""
        return "@" not in self.slug


@dataclass(frozen=True, slots=True)
class Holder:
    """An implementation that fails vectors of a bug class or of a clause.

    Attributes:
        result: the implementation.
        asked, failed: the number of cases of the class or clause that it was asked, and of these that it failed.
        cause: what the suite knows to be wrong; empty if that is something else, or not known.
    """

    result: Implementation
    asked: int
    failed: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A vector in a table.

    Attributes:
        id, note: of the vector.
        decoded, encoded: its sides as text, and the refusal where one of them must be refused.
    """

    id: str
    note: str
    decoded: str
    encoded: str


@dataclass(frozen=True)
class Published:
    """The results and the data of the suite.

    Attributes:
        results: in their order.
        suite: the vectors and the bug classes.
        clauses: of the RFC.
        choices: by their names.
    """

    results: tuple[Result, ...]
    suite: Corpus
    clauses: tuple[Clause, ...]
    choices: dict[str, Choice]

    @cached_property
    def implementations(self) -> tuple[Implementation, ...]:
        """The implementations, those of one name side by side, the newest version in front."""
        every = map(Implementation, self.results)
        return tuple(sorted(every, key=lambda one: (not one.slug.startswith("codec-"), one.name, one.age, one.slug)))

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the bug classes."""
        return {bug.id: bug.title for bug in self.suite.bugs.values()}

    @cached_property
    def sections(self) -> dict[str, str]:
        """The titles of the clauses, in the order of the RFC."""
        return {clause.id: clause.title for clause in self.clauses}

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The page with the anchor of each vector: that of its bug class, or else of its clause."""
        return {v.id: f"bugs/{v.bug}.html" if v.bug else f"clauses/{v.clause}.html" for v in self.suite.vectors}

    def draw(self, name: str, root: str = "../", *, script: bool = False, **values: object) -> str:
        """A page of the site."""
        known = {"words": words, "suite": self.suite, "titles": self.titles, "sections": self.sections}
        return draw(f"site/{name}", known | values, root=root, script=script)


def holders(what: Published, tally: str, id: str) -> list[Holder]:
    """The implementations that fail cases of a class, those that fail most in front.

    Args:
        what: the results.
        tally: ``classes`` or ``clauses``.
        id: of the class or clause.
    """
    found = []
    for one in what.implementations:
        counts = getattr(one.result, tally).get(id, {})
        failed = sum(counts.get(verdict, 0) for verdict in BAD)
        if failed:
            asked = sum(counts.values()) - counts.get("skip", 0)
            key = "bug" if tally == "classes" else "clause"
            causes = (group.says for group in one.result.failures if getattr(group, key) == id)
            found.append(Holder(one, asked, failed, next(causes, "")))
    return sorted(found, key=lambda holder: -holder.failed)


def row(vector: Vector) -> Row:
    """A vector for a table, whatever a choice allows included."""
    decoded = None if vector.decoded is None else words.side(vector.decoded, encoded=False)
    encoded = None if vector.encoded is None else words.side(points(vector.encoded) or (), encoded=True)
    first = Case(vector, vector.operations[0]).expectation(Choices())
    free = f", or a refusal ({first.reason})" if isinstance(first, Either) else ""
    if vector.right is not None and isinstance(first, Either):
        given = words.expected(first, vector.operations[0])
    else:
        given = f"refused ({vector.reject})"
    return Row(
        vector.id,
        vector.note,
        (decoded or given) + free * (encoded is not None and not vector.reject),
        encoded or given,
    )


_ISSUE = re.compile(r"([\w.-]+/[\w.-]+)(?:#| PR #)(\d+)")


def address(reference: str) -> str:
    """The address of a reference of a bug class; empty if it has none."""
    if reference.startswith(("https://", "http://")):
        return reference if re.fullmatch(r"[\w.~:/?#@!$&'()*+,;=%-]+", reference) else ""
    if match := _ISSUE.fullmatch(reference):
        return f"https://github.com/{match[1]}/{'pull' if ' PR ' in reference else 'issues'}/{match[2]}"
    if match := re.match(r"CVE-\d+-\d+", reference):
        return f"https://www.cve.org/CVERecord?id={match[0]}"
    return ""
