"""A failure in labelled lines, safe to show: the call, what should have come and what came, and the command to repeat it."""

from collections.abc import Sequence

from ..notation import parting, plain, quote
from ..run.report import CaseResult, LawResult, Report, Result
from ..suite.oracle import Rejects
from ..suite.outcome import Operation, Returned
from .words import BESIDE, cited, command, expected, got, or_refusal, side

_REACHES = (24, 12, 6, 5, 4, 3, 2)  # code points on either side of a difference, if not the whole fits
_SHORT, _FEW = 8, 3  # characters, and code points, in which the difference is seen without a mark
_LINE = 64  # columns next to a label

Pieces = tuple[str, ...]
"""A text; or its parts before, at and after a difference. Where it ends there, the part is empty."""


def difference(wanted: Sequence[int], value: Sequence[int]) -> tuple[Pieces, Pieces, str]:
    """Two results around their first difference, in pieces, and the place in words."""
    at, longest, start = parting(wanted, value), max(len(wanted), len(value)), 0
    literal = all(0x20 <= c < 0x7F for c in (*wanted, *value))
    # The whole if there is room, otherwise as much as there is room for.
    for reach in (longest, *_REACHES) if longest <= _LINE else _REACHES:
        start = max(0, at - reach)
        right, wrong = (_pieces(points, start, at, at + reach, literal) for points in (wanted, value))
        if max(len("".join(right)), len("".join(wrong))) <= _LINE:
            break
    sizes = f" of {len(wanted):,}" if len(wanted) == len(value) else f"; {len(wanted):,} and {len(value):,} code points"
    return right, wrong, f"index {at:,}{sizes * bool(start or longest > at + reach)}"


def _pieces(points: Sequence[int], start: int, at: int, end: int, literal: bool) -> Pieces:
    cut, more = "…" * bool(start), "…" * (end < len(points))
    before, place, after = points[start:at], points[at : at + 1], points[at + 1 : end]
    if literal:
        texts = [quote(part, len(part))[1:-1] for part in (before, place, after)]
        return f'"{cut}{texts[0]}', texts[1], f'{texts[2]}{more}"'
    written = [[f"U+{c:04X}" for c in part] for part in (before, place, after)]
    head = "".join(f"{word} " for word in filter(None, [cut, *written[0]]))
    tail = "".join(f" {word}" for word in filter(None, [*written[2], more]))
    text = quote(points) if points and len(points) <= BESIDE and not (cut or more) else ""
    return (
        head or "(empty)" * (not points),
        *written[1],
        *[""] * (not place),
        tail + f"  {text}" * (0 < len(text) <= BESIDE),
    )


def sides(result: CaseResult) -> tuple[Pieces, Pieces, str]:
    """The expected and the wrong answer in pieces, and in words where they differ; empty if they are not two results."""
    call, expectation, outcome = result.answer
    if isinstance(expectation, Rejects) or not isinstance(outcome, Returned) or outcome.value == expectation.value:
        return (expected(expectation, call.operation),), (got(outcome, call.operation),), ""
    right, wrong, place = difference(expectation.value, outcome.value)
    return (*right[:2], right[2] + or_refusal(expectation)), wrong, place


def labels(result: Result, *, breaches: int = 5) -> list[tuple[str, str]]:
    """A result as labelled lines; of a law, a few breaches. A line without a label marks the place above it."""
    clause = [("clause", cited(result.clause))] if result.clause else []
    if isinstance(result, LawResult):
        lines = [("broken", plain(breach.shows, 600)) for breach in result.breaches[:breaches]]
        more = result.total - len(lines)
        return [("law", result.law.says), *lines, *([("", f"and {more:,} more")] if more > 0 else []), *clause]
    operation, (right, wrong, place) = result.call.operation, sides(result)
    stderr = getattr(result.outcome, "stderr", "").splitlines()[-5:]  # the last: a traceback ends with the error
    return [
        (operation.value, side(result.call.input, operation is Operation.DECODE)),
        ("expected", "".join(right)),
        ("got", "".join(wrong)),
        *([("", _mark(len(right[0]), place))] if place and not _is_short(result) else []),
        ("why", plain(result.judgement.why)),
        *clause,
        *([("note", plain(result.note, 600))] if result.note else []),
        *(("stderr", line) for line in stderr),
    ]


def _is_short(result: CaseResult) -> bool:
    values = [getattr(part, "value", ()) for part in (result.expectation, result.outcome)]
    longest = max(map(len, values))
    return longest <= _FEW or (longest <= _SHORT and all(0x20 <= c < 0x7F for value in values for c in value))


def _mark(column: int, place: str) -> str:
    # Where there is no room after the mark, there is in front of it.
    return f"{'':{column}}^ {place}" if column + len(place) + 2 <= _LINE else f"{place:>{column - 1}} ^"


def first_wrong(result: Result) -> str:
    """The first step of an answer that is wrong, in a sentence; empty if it cannot be named."""
    from ..account import steps  # start-up time: a conforming run has no wrong answer

    return plain(steps.first_wrong(*result.answer)) if isinstance(result, CaseResult) else ""


def again(report: Report, result: Result) -> str:
    """The command that shows a result once more: the case alone, or the whole run if answers depend on other calls."""
    words = list(report.header.command)
    if not isinstance(result, CaseResult) or not report.unstable:
        # Options come before --, since all words after it belong to the command.
        at = words.index("--") if "--" in words else len(words)
        words[at:at] = ["--only", result.id]
    return command(words)


def labels_and_command(result: Result, report: Report) -> list[tuple[str, str]]:
    """A result as labelled lines, with the command that shows it again."""
    return [*labels(result), ("again", again(report, result))]
