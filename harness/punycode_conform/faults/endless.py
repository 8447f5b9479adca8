"""Faults that hang, kill the process, or eat time or memory on some input. They are run in a child process only."""

import os
import re
import time
from functools import partial
from typing import NoReturn

from .fault import Row, row
from .malleable import DIGITS

_endless = partial(row, ends=False)
_buffer = partial(_endless, clause="1.1", bug="fixed-buffer")
_error = partial(_endless, bug="undeclared-error")


def _hang() -> NoReturn:
    while True:
        time.sleep(1)


def _exit(status: int) -> NoReturn:
    os._exit(status)


def _checked(s: str) -> str:
    """A pattern with a repetition in a repetition takes twice as long for each letter before a character that is none."""
    re.fullmatch(r"(?:[a-z0-9-]+)+", s)
    return s


def _cubed(s: str) -> str:
    for _ in s:
        for _ in s:
            for _ in s:
                pass
    return s


FAULTS: dict[str, Row] = {
    "hangs-at-delimiter-alone": _endless(
        "A delimiter alone is never done with.", "6.2", to_decode=lambda s: s if s != "-" else _hang()
    ),
    "hangs-at-nul": _endless("NUL in text is never done with.", "6.3", text=lambda s: s if "\0" not in s else _hang()),
    "hangs-at-punctuation": _endless(
        "Text with a non-basic code point and an ASCII character that is no letter, figure or hyphen is never done with.",
        "6.3",
        "literal-part-altered",
        text=lambda s: s if s.isascii() or re.fullmatch(r"[0-9A-Za-z\u0080-\U0010ffff-]*", s) else _hang(),
    ),
    "hangs-at-the-end": _endless(
        "A truncated delta is never done with.", "6.2", "truncated-delta-accepted", ended=lambda: 35
    ),
    "hangs-past-1000": _buffer("Text of over 1000 code points hangs.", text=lambda s: s if len(s) <= 1000 else _hang()),
    "dies-beyond-unicode": _error(
        "A code point above 10FFFF ends the process.", "5", code_point=lambda n: n if n <= 0x10FFFF else _exit(134)
    ),
    "dies-at-bad-digit": _error(
        "A bad digit ends the process.",
        "6.2",
        value=lambda c: DIGITS.index(c.lower()) if c.lower() in DIGITS and c.isascii() else _exit(101),
    ),
    "dies-past-300": _buffer(
        "More than 300 decoded code points end the process.",
        decoded=lambda s: s if len(s) <= 300 else _exit(139),
    ),
    "memory-for-each-state": _error(
        "The decoder makes room for i cells before it tests anything.",
        "6.2",
        carry=lambda n, i, length: (n + i // length, i % length + 0 * len(bytearray(i))),
    ),
    "exponential-time": _endless("A pattern that backtracks checks the encoded string.", "6.2", to_decode=_checked),
    "cubic-time": _endless("Encoding takes time in the cube of the length.", "6.3", text=_cubed),
}
