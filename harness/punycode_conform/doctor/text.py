"""A checkup of an adapter as text, check by check as they are done, and its verdict."""

import sys
from collections.abc import Sequence

from ..render.folded import folded
from ..suite.notation import plain
from .carriage import State
from .checkup import Check

_LINES = 12  # of a transcript, unless all of it is wanted
_COLORS = {State.OK: "32", State.BAD: "31", State.UNCLEAR: "33", State.NOTE: "36", State.NONE: "2"}


def check(one: Check, *, color: bool = False, transcript: bool = False, width: int = sys.maxsize) -> str:
    """The lines of one check.

    Args:
        one: the check.
        color: for a terminal.
        transcript: show the wire also where all is well, and all of it.
        width: where all but the wire is broken.
    """
    found = one.found
    word = f"{found.state.value:<8}"
    lines = list(folded([word + one.name], width, len(word)))
    if color:
        lines[0] = f"\x1b[{_COLORS[found.state]}m{word}\x1b[0m{lines[0].removeprefix(word)}"
    wrong = found.state in (State.BAD, State.UNCLEAR)
    if found.why:
        who = "codec or adapter: " if found.state is State.UNCLEAR else ""
        lines += folded([f"          {who}{plain(found.why, 400)}"], width, 12)
    if found.mend and found.state is not State.OK:
        lines += folded([f"          {'mend' if found.state is State.BAD else 'look'}: {found.mend}"], width, 12)
    if transcript or wrong:
        lines += [f"            {line}" for line in _cut(one.transcript, len(one.transcript) if transcript else _LINES)]
    return "\n".join(lines) + "\n"


def _cut(lines: Sequence[str], limit: int) -> list[str]:
    if len(lines) <= limit:
        return list(lines)
    return [f"… ({len(lines) - limit:,} lines more: --transcript)", *lines[-limit:]]


def verdict(label: str, checks: Sequence[Check]) -> str:
    """The last line."""
    states = [one.found.state for one in checks]
    count = {state: states.count(state) for state in State}
    tally = ", ".join(f"{number} {state.value}" for state, number in reversed(count.items()) if number)
    if count[State.BAD]:
        return f"NOT SOUND: the adapter {label}: {tally}\n"
    if count[State.UNCLEAR]:
        return f"NOT PROVED: the adapter {label}, or its codec: {tally}\n"
    return f"SOUND: the adapter {label}: {tally}\n"
