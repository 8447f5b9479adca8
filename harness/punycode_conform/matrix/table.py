"""Results as a table of Markdown for a page, and as lines for a terminal."""

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
    """The results of default versions as a table, with links to their files in a folder."""
    rows = [_COLUMNS, *(_cells(result, folder) for result in results if "@" not in result.target)]
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|---" * len(_COLUMNS) + "|", *body]) + "\n"


def _cells(result: Result, folder: str) -> tuple[str, ...]:
    counts = (f"{result.tally.get(verdict, 0):,}" for verdict in ("pass", "fail", "crash", "timeout", "skip"))
    observed = ", ".join(f"{name} {side}" for name, side in result.observed.items() if name != "digit-case")
    layer = "" if result.layer == PUNYCODE else f" ({result.layer})"
    return (
        f"[`{result.target}`]({folder}/{result.slug}.json)",
        _escaped(f"{result.name} {result.version}".strip()),
        _escaped(result.language) + layer,
        "**conforms**" if result.conforms else "does not",
        *counts,
        str(len(result.broken)),
        _escaped(observed),
    )


def _escaped(text: str) -> str:
    """Foreign text as Markdown, readable in the source of the page too."""
    return re.sub(r"([\\`*_{}\[\]<>#|&~!])", r"\\\1", plain(text, 200))


def inserted(page: str, table: str) -> str:
    """A page with the table between its two comments; the page itself if it has no such comments."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    return f"{head}{begin}{table}{end}{tail}" if end else page


def line(result: Result | Failure, width: int) -> str:
    """A result, or why there is none, as a line of text; ``width`` is that of its first column."""
    head = plain(result.target, width).ljust(width)
    if isinstance(result, Failure):
        return f"{head}  no result: {plain(result.why, 200)}"
    failed = f": {result.failed:,} of {sum(result.tally.values()):,} cases failed" if result.failed else ""
    laws = f", laws broken: {len(result.broken)}" if result.broken else ""
    named = plain(f"{result.name} {result.version}".strip(), 60)
    return f"{head}  {result.verdict}{failed}{laws} ({named}, {result.seconds:.1f} s)"


def summary(results: Sequence[Result], failures: Sequence[Failure], seconds: float) -> str:
    """A run of several implementations in a line."""
    conform = sum(result.conforms for result in results)
    counts = f"{conform:,} conform, {len(results) - conform:,} do not, {len(failures):,} have no result"
    return f"{len(results) + len(failures):,} implementations in {seconds:,.0f} s: {counts}"
