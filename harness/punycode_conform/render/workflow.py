"""A report as workflow commands, which a forge shows as annotations beside the run."""

from ..run.report import Report
from .groups import groups

_SHOWN = 10  # what a forge shows of one step


def annotations(report: Report) -> str:
    """One error a group of failures, and one an entry of the baseline that is stale, at its line."""
    lines = []
    for group in groups(report)[:_SHOWN]:
        first, others = group.results[0], len(group.results) - 1
        said = f"{first.id}: {first.judgement.why}{f' (and {others:,} more)' * bool(others)}"
        # In a title a comma or a colon would end the property.
        lines.append(f"::error title={_escape(group.heading, ',:')}::{_escape(said)}\n")
    # After the failures: a forge drops what exceeds its limit.
    for one in report.stale[: _SHOWN - len(lines)]:
        place = f"file={_escape(one.file, ',:')},line={one.line},title=The baseline is stale"
        lines.append(f"::error {place}::{_escape(f'{one.id}: {one.why}')}\n")
    return "".join(lines)


def _escape(text: str, also: str = "") -> str:
    # An older form of a command may be anywhere in a line.
    safe = text.replace("##[", "# #[")
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + also else c for c in safe)
