"""Results as a table of Markdown for a page, and as lines for a terminal."""

from collections.abc import Iterable, Sequence

from ..notation import plain
from ..render.page import draw
from .measurement import Failure
from .result import Result

BEGIN, END = "<!-- results -->\n", "<!-- end of results -->\n"


def markdown(results: Iterable[Result], folder: str) -> str:
    """The results of newest versions as a table, with links to their files in a folder."""
    return draw("results.markdown", {"results": list(results), "folder": folder})


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
