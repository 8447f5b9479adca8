"""Code points as text: U+ notation for vectors and reports, and strings that are safe to show.

A vector's decoded side is a list of tokens, separated by white space:

    U+4E2D                  one code point
    U+00FC*256              one code point, repeated
    U+4E00..U+4E0F          a run, descending if the first is the greater
    (U+0061 U+4E2D)*50      a group, repeated
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

# A few characters of notation can ask for more than memory holds.
MAX_LENGTH = 1_000_000
EXAMPLES = "U+00FC, U+00FC*64, U+4E00..U+4E0F or (…)*8"
_TOKEN = re.compile(r"\s*(?:\(([^()]*)\)\*([0-9]+)|U\+([0-9A-F]+)(?:\.\.U\+([0-9A-F]+))?(?:\*([0-9]+))?)(?=\s|\Z)")
_BLANK = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}  # letters and symbols that show nothing
_SHAPE = re.compile(r"[0-9A-F]{4,64}")  # a result beyond Unicode may be past 64 bits


def parse(text: str) -> tuple[int, ...]:
    """The code points that a decoded side stands for."""
    points: list[int] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        token = _TOKEN.match(text, position)
        if token is None:
            wrong = text[position:].split(maxsplit=1)[0]
            raise ValueError(f"{wrong[:40]!r} is not a code point such as {EXAMPLES}")
        group, group_times, first, last, times = token.groups()
        # A number this long exceeds the limit, and int() refuses thousands of digits with an error of its own.
        repeat = int(group_times or times or 1) if len(group_times or times or "") < 9 else MAX_LENGTH + 1
        if group is not None:
            run: Sequence[int] = parse(group)
            length = len(run)
        else:
            start, stop = _code_point(first), _code_point(last or first)
            run = range(start, stop + 1) if stop >= start else range(start, stop - 1, -1)
            length = abs(stop - start) + 1  # len() fails for more than memory holds
        if len(points) + length * max(repeat, 1) > MAX_LENGTH:
            raise ValueError(f"more than {MAX_LENGTH:,} code points")
        points.extend(list(run) * repeat)
        position = token.end()
    return tuple(points)


def _code_point(digits: str) -> int:
    if not _SHAPE.fullmatch(digits):
        raise ValueError(f"U+{digits[:20]} does not have 4 to 64 hexadecimal digits")
    return int(digits, 16)


def show(points: Iterable[int], limit: int = 40) -> str:
    """Code points in U+ notation, runs of one code point folded, cut after ``limit`` tokens."""
    runs: list[tuple[int, int]] = []
    for c in points:
        if runs and runs[-1][0] == c:
            runs[-1] = (c, runs[-1][1] + 1)
        else:
            runs.append((c, 1))
    tokens: list[str] = []
    for c, times in runs[:limit]:
        tokens += [f"U+{c:04X}"] * times if times < 4 else [f"U+{c:04X}*{times}"]
    if len(runs) > limit:
        tokens.append(f"… ({sum(times for _, times in runs):,} code points)")
    return " ".join(tokens) or "(empty)"


def quote(points: Iterable[int], limit: int = 72) -> str:
    """Code points as a quoted string in which nothing can act on a terminal: escapes instead of controls, of
    bidirectional and invisible characters, and of whatever is not a character. A long one loses its middle."""
    points = list(points)
    if len(points) <= limit:
        return '"' + "".join(map(_shown, points)) + '"'
    tail = limit // 3
    head = "".join(map(_shown, points[: limit - tail]))
    return f'"{head}…{"".join(map(_shown, points[-tail:]))}" ({len(points):,} characters)'


def _shown(c: int) -> str:
    if c in (0x22, 0x5C):
        return "\\" + chr(c)
    if 0x20 <= c < 0x7F:
        return chr(c)
    # C, Z and M are controls, separators and marks; a mark would combine with the character before it.
    if c > 0x10FFFF or c in _BLANK or _category(chr(c))[0] in "CZM":
        return f"\\x{c:02x}" if c < 0x100 else f"\\u{{{c:x}}}"
    return chr(c)


def parting(one: Sequence[int], other: Sequence[int]) -> int:
    """The index of the first difference, which may be the end of one of them."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def plain(text: str, limit: int | None = 300) -> str:
    """One line of foreign text, made inert for a terminal: see :func:`quote`; spaces stay, what is longer is cut."""
    limit = limit or 10 * len(text)  # no escape is longer than ten characters
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    shown = "".join(
        c if c == " " else ("\\" + {"\n": "n", "\t": "t", "\r": "r"}[c] if c in "\n\t\r" else _foreign(c))
        for c in text[: limit + 1]  # one more than may be shown, so that the end sees whether to cut
    )
    # What is shown is cut, not what was given: so text that has been made inert stays as it is when that is done again.
    return shown if len(shown) <= limit else shown[:limit] + "…"


def _foreign(c: str) -> str:
    # Foreign text is not in quotes here, and many scripts cannot be read without their marks.
    return c if c in '"\\' or _category(c)[0] == "M" else _shown(ord(c))


def _category(c: str) -> str:
    import unicodedata  # start-up time: a conforming run shows nothing but ASCII

    return unicodedata.category(c)
