"""Results as a table: of Markdown for a page, of text for a terminal."""

import re
from collections.abc import Iterable, Sequence

from ..notation import plain
from ..suite import PUNYCODE
from .measurement import Failure
from .result import Result

BEGIN, END = "<!-- results -->\n", "<!-- end of results -->\n"
_COLUMNS = (
    *("target", "implementation", "language", "verdict"),
    *("passed", "failed", "crashed", "timed out", "skipped", "laws broken", "choices observed"),
)


def markdown(results: Iterable[Result], folder: str) -> str:
    """The results as a table of Markdown.

    Args:
        results: in the order of the rows.
        folder: where their files are, as a link from the page.
    """
    rows = [_COLUMNS, *(_cells(one, folder) for one in results)]
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|---" * len(_COLUMNS) + "|", *body]) + "\n"


def _cells(one: Result, folder: str) -> tuple[str, ...]:
    counts = (f"{one.tally.get(verdict, 0):,}" for verdict in ("pass", "fail", "crash", "timeout", "skip"))
    observed = ", ".join(f"{name} {side}" for name, side in one.observed.items() if name != "digit-case")
    layer = "" if one.layer == PUNYCODE else f" ({one.layer})"
    return (
        f"[`{one.target}`]({folder}/{one.slug}.json)",
        _inert(f"{one.name} {one.version}".strip()),
        _inert(one.language) + layer,
        "**conforms**" if one.conforms else "does not",
        *counts,
        str(len(one.broken)),
        _inert(observed),
    )


def _inert(text: str) -> str:
    """Foreign text as Markdown, readable in the source of the page too."""
    return re.sub(r"([\\`*_{}\[\]<>#|&~!])", r"\\\1", plain(text, 200))


def inserted(page: str, table: str) -> str:
    """A page with the table between its two comments; the page itself if it has no such comments."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    return f"{head}{begin}{table}{end}{tail}" if end else page


def line(one: Result | Failure, width: int) -> str:
    """A result, or why there is none, as a line of text.

    Args:
        one: the result.
        width: of the first column.
    """
    head = plain(one.target, width).ljust(width)
    if isinstance(one, Failure):
        return f"{head}  no result: {plain(one.why, 200)}"
    failed = f": {one.failed:,} of {sum(one.tally.values()):,} cases failed" if one.failed else ""
    laws = f", laws broken: {len(one.broken)}" if one.broken else ""
    named = plain(f"{one.name} {one.version}".strip(), 60)
    return f"{head}  {one.verdict}{failed}{laws} ({named}, {one.seconds:.1f} s)"


def summary(results: Sequence[Result], failures: Sequence[Failure], seconds: float, memory: int) -> str:
    """A run of several implementations in a line.

    Args:
        results, failures: of all implementations.
        seconds: how long it took.
        memory: the most that one process had, in bytes; 0 if that is not known.
    """
    conform = sum(one.conforms for one in results)
    counts = f"{conform:,} conform, {len(results) - conform:,} do not, {len(failures):,} have no result"
    most = f"; the largest process had {memory / (1 << 20):,.0f} MiB" if memory else ""
    return f"{len(results) + len(failures):,} implementations in {seconds:,.0f} s: {counts}{most}"
