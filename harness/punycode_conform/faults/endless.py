"""Faults that hang, kill the process, or eat time or memory on some input. They are run in a child process only."""

import os
import re
import time
from functools import partial
from typing import NoReturn

from .fault import around, bent
from .malleable import DIGITS, inside_unicode

_around = partial(around, ends=False)
_bent = partial(bent, ends=False)


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


FAULTS = (
    _around(
        "hangs-at-delimiter-alone",
        "A delimiter alone is never done with.",
        "6.2",
        to_decode=lambda s: s if s != "-" else _hang(),
    ),
    _around("hangs-at-nul", "NUL in text is never done with.", "6.3", text=lambda s: s if "\0" not in s else _hang()),
    _around(
        "hangs-at-punctuation",
        "Text with ASCII punctuation and a non-basic code point is never done with.",
        "6.3",
        like="algo26-matthias/idna-convert#35",
        bug="literal-part-altered",
        text=lambda s: s if s.isascii() or re.fullmatch(r"[0-9A-Za-z\u0080-\U0010ffff-]*", s) else _hang(),
    ),
    _bent(
        "hangs-at-the-end",
        "Past the end of the input the digit 35 is read for ever.",
        "6.2",
        bug="truncated-delta-accepted",
        side="decode",
        ended=lambda: 35,
    ),
    _around(
        "hangs-past-1000",
        "Text of more than 1000 code points is never done with.",
        "1.1",
        bug="fixed-buffer",
        text=lambda s: s if len(s) <= 1000 else _hang(),
    ),
    _bent(
        "dies-beyond-unicode",
        "A code point above 10FFFF ends the process.",
        "5",
        like="bnoordhuis/punycode fa8a6f9",
        bug="undeclared-error",
        side="decode",
        code_point=lambda n: inside_unicode(n) if n <= 0x10FFFF else _exit(134),
    ),
    _bent(
        "dies-at-bad-digit",
        "A bad digit ends the process.",
        "6.2",
        bug="undeclared-error",
        side="decode",
        value=lambda c: DIGITS.index(c.lower()) if c.lower() in DIGITS and c.isascii() else _exit(101),
    ),
    _around(
        "dies-past-300",
        "What decodes to more than 300 code points ends the process.",
        "1.1",
        bug="fixed-buffer",
        like="CVE-2022-3602",
        decoded=lambda s: s if len(s) <= 300 else _exit(139),
    ),
    _bent(
        "memory-for-each-state",
        "The decoder makes room for i cells before it tests anything.",
        "6.2",
        bug="undeclared-error",
        side="decode",
        carry=lambda n, i, length: (n + i // length, i % length + 0 * len(bytearray(i))),
    ),
    _around(
        "exponential-time",
        "A pattern that backtracks checks the encoded string: time doubles with each letter.",
        "6.2",
        to_decode=_checked,
    ),
    _around(
        "cubic-time",
        "Encoding takes time in the cube of the length.",
        "6.3",
        like="python/cpython#98433",
        text=_cubed,
    ),
)
