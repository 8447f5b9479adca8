"""Growth for people at a terminal: a table, a plot, what is alarming in words, and the verdict line."""

from collections.abc import Sequence

from ..render.style import BOLD, DIM, GREEN, RED, YELLOW, Style, wrapped
from ..suite.outcome import Operation
from .fit import Fit
from .growth import FIELD, LABEL, NEAR_LINEAR, REFERENCE, STEEP, Row
from .plot import duration, plot
from .series import TOO_LONG

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEAD = f"    {'':<12} {'grows as':<16} {'longest input':<23} {REFERENCE:<10} {NEAR_LINEAR}"


def text(rows: Sequence[Row], head: str, styled: Style, width: int) -> str:
    """Growth as text, without the verdict line.

    Args:
        rows: that were measured.
        head: what was measured, and how.
        styled: styles words; see :func:`~punycode_conform.render.style.style`.
        width: in columns.
    """
    lines = wrapped(head, width)
    for operation in Operation:
        marked = [(mark, row) for mark, row in zip(_LETTERS, rows, strict=False) if row.series.operation is operation]
        if marked:
            lines += ["", styled(operation.value, BOLD), _HEAD, *(_line(mark, row, styled) for mark, row in marked)]
            lines += [styled(line, DIM) for line in plot([(mark, row.series.times()) for mark, row in marked], width)]
    for row in rows:
        if row.steep:
            lines += ["", *wrapped(sentence(row), width, f"{styled('!', BOLD, _color(row))} ", "  ")]
    for why in dict.fromkeys(row.series.ended for row in rows if row.series.ended and not row.steep):
        names = [f"{row.series.operation} {row.series.family.name}" for row in rows if row.series.ended == why]
        lines += ["", *wrapped(f"{', '.join(names)}: {why}, so nothing longer was asked.", width, "- ", "  ")]
    return "\n".join(lines) + "\n"


def _line(mark: str, row: Row, styled: Style) -> str:
    one, other = (_power(row.beside[name][1]) if name in row.beside else "" for name in (REFERENCE, NEAR_LINEAR))
    times, longest = row.series.times(), row.series.longest
    last = f"{times[-1][0]:,}: {duration(times[-1][1])}" if times else "none"
    last += ", refused" if longest and longest.refused else ""
    grows = f"{_power(row.fit) + _error(row.fit):<16}"
    shown = styled(grows, _color(row)) if row.steep else grows
    return f"  {mark} {row.series.family.name:<12} {shown} {last:<23} {one:<10} {other}".rstrip()


def _color(row: Row) -> str:
    return RED if row.hostile else YELLOW


def _power(fit: Fit | None) -> str:
    return f"n^{fit.exponent:.2f}" if fit else "?"


def _error(fit: Fit | None) -> str:
    return f" ± {max(fit.high - fit.exponent, fit.exponent - fit.low):.2f}" if fit else ""


def sentence(row: Row) -> str:
    """How a steep row grows, and what that means for users."""
    series, unit = row.series, "code points" if row.series.operation is Operation.ENCODE else "characters"
    subject = f"{series.operation} of {series.family.about}"
    late = f"At {series.late:,} {unit} there was no answer within the time limit."
    if row.fit is None:
        return f"{subject}: {late}"
    size, seconds = series.times()[-1]
    words = f"{subject} grows as n^{row.fit.exponent:.1f}; {size:,} {unit} take {duration(seconds)}. {_meaning(row)}"
    return f"{words} {late}" if series.late else words


def _meaning(row: Row) -> str:
    """The harm of a steep row: none, to users of whole text fields, or even to users of labels."""
    assert row.fit is not None
    label, field = row.seconds(LABEL), row.seconds(FIELD)
    about = "" if FIELD in dict(row.series.times()) else "about "
    takes = f"{FIELD:,} take {about}{duration(field)}"
    if not row.hostile:
        return f"It does little harm: {takes}."
    second = f"{min(FIELD, round(row.fit.size(TOO_LONG), -2)):,.0f} cost a second, {takes}"
    if label > 0.1:
        return f"Even a label of {LABEL} takes {duration(label)}. In a text field {second}."
    return f"A label of {LABEL} can't show it, a whole text field can: {second}."


def verdict(rows: Sequence[Row], label: str, gate: float | None, styled: Style) -> str:
    """The last line.

    Args:
        rows: that were measured.
        label: the target as the user names it.
        gate: the exponent that no row may exceed, None for no such check.
        styled: styles words.
    """
    seen = [row for row in rows if row.seen]
    limit = STEEP if gate is None else gate
    above, hostile = sum(row.above(limit) for row in seen), sum(row.hostile for row in seen)
    facts = f"{above} of {len(seen)} grow faster than n^{limit:g}"
    if hostile:
        facts += f"; with {hostile}, {FIELD:,} characters cost more than a second"
    if unsure := sum(row.unsure(limit) for row in seen):
        facts += f"; {unsure} may, a longer --time shows it"
    if unseen := len(rows) - len(seen):
        facts += f"; {unseen} too fast to measure"
    if gate is not None:
        head, color = ("TOO STEEP", RED) if above else ("WITHIN THE GATE", GREEN)
    else:
        head, color = ("HOSTILE", RED) if hostile else ("STEEP", YELLOW) if above else ("NEARLY LINEAR", GREEN)
    return f"{styled(head, BOLD, color)}: {label}: {facts}"
