"""Faults of buffers and limits. A codec may refuse a form of more than 59 characters (1.1), and never cut it."""

from collections.abc import Callable, Iterator
from functools import partial

from .fault import Fault, around, bent
from .malleable import refuse, stop

_buffer = partial(around, clause="1.1", bug="fixed-buffer")
_table = partial(bent, clause="1.1", bug="fixed-buffer")
_place = partial(bent, clause="3.2", bug="inserted-in-a-wrong-place", side="decode")


def _cuts() -> Iterator[Fault]:
    for size in (63, 64, 127, 128, 200, 255, 256, 512, 1000, 1024, 4096, 8192, 16384, 32767, 65535):
        yield _buffer(
            f"encoded-cut-at-{size}",
            f"What is encoded is cut after {size} characters.",
            encoded=lambda s, size=size: s[:size],
        )
        yield _buffer(
            f"decoded-cut-at-{size}",
            f"What is decoded is cut after {size} code points.",
            decoded=lambda s, size=size: s[:size],
        )
    for size in (100, 253, 1022, 2048, 8193):
        yield _buffer(
            f"last-input-lost-at-{size}",
            f"Each side loses the last character of an input of exactly {size}.",
            text=lambda s, size=size: s[:-1] if len(s) == size else s,
            to_decode=lambda s, size=size: s[:-1] if len(s) == size else s,
        )
    for size in (63, 64, 128, 255, 256, 512, 1024):
        yield _buffer(
            f"text-cut-at-{size}", f"Text is cut after {size} code points.", text=lambda s, size=size: s[:size]
        )
        yield _buffer(
            f"last-digit-lost-at-{size}",
            f"A form of exactly {size} characters loses its last one.",
            encoded=lambda s, size=size: s[:-1] if len(s) == size else s,
        )


def _tables() -> Iterator[Fault]:
    for size in (256, 1024):
        yield _table(
            f"distinct-cut-at-{size}",
            f"Only the {size} smallest code points are encoded.",
            order=lambda points, size=size: sorted(points)[:size],
        )
    for size in (1024, 4096):
        yield _table(
            f"insertions-cut-at-{size}",
            f"The decoder ends after {size} insertions.",
            side="decode",
            insert=lambda output, i, n, size=size: (
                stop() if len(output) >= size and _inserted(output) >= size else output.insert(i, n)
            ),
        )
    for size in (1024, 4096):
        yield _place(
            f"blocks-of-{size}",
            f"The decoder keeps text in blocks of {size}: at a border it inserts one place too far.",
            insert=lambda output, i, n, size=size: output.insert(i + (0 < i < len(output) and i % size == 0), n),
        )
    yield _place(
        "place-in-15-bits",
        "The place of an insertion is kept in 15 bits and a sign.",
        insert=lambda output, i, n: output.insert((i + 0x8000) % 0x10000 - 0x8000, n),
    )
    yield _place(
        "place-in-16-bits",
        "The place of an insertion is kept in 16 bits.",
        insert=lambda output, i, n: output.insert(i % 0x10000, n),
    )


def _inserted(output: list[int]) -> int:
    return sum(c > 0x7F for c in output)


def _overrun(limit: int) -> Callable[[str], str]:
    """A list of fixed size: past its end is an IndexError."""

    def check(s: str) -> str:
        if len(s) > limit:
            raise IndexError("list assignment index out of range")
        return s

    return check


def _octets(s: str) -> int:
    return len(s.encode("utf-8", "surrogatepass"))


FAULTS = (
    *_cuts(),
    *_tables(),
    _buffer(
        "nul-after-256",
        "What is decoded has 256 cells: a longer text loses its end and ends in NUL.",
        like="JDK 17",
        decoded=lambda s: s if len(s) < 256 else s[:255] + "\0",
    ),
    _buffer(
        "input-cut-at-255",
        "The encoded string is cut after 255 characters.",
        like="CVE-2024-24806",
        to_decode=lambda s: s[:255],
    ),
    _buffer("length-in-an-octet", "The length of text is kept in 8 bits.", text=lambda s: s[: len(s) % 256]),
    _buffer(
        "code-points-past-128-crash",
        "More than 128 decoded code points break an array.",
        like="rust-demangler 1.0",
        decoded=_overrun(128),
    ),
    _buffer(
        "code-points-past-512-crash",
        "More than 512 decoded code points break an array.",
        like="CVE-2022-3602",
        decoded=_overrun(512),
    ),
    _buffer("text-past-1000-crashes", "More than 1000 code points of text break an array.", text=_overrun(1000)),
    _buffer(
        "recursion-too-deep",
        "Text of more than 900 code points is too deep for a function that calls itself.",
        bug="",
        text=lambda s: s if len(s) <= 900 else _deep(len(s)),
    ),
    # Refusing below 59 characters of the encoded form
    _buffer(
        "refuses-past-32",
        "Forms of more than 32 characters are refused.",
        encoded=lambda s: refuse() if len(s) > 32 else s,
        to_decode=lambda s: refuse() if len(s) > 32 else s,
    ),
    _buffer(
        "refuses-past-50",
        "Forms of more than 50 characters are refused.",
        encoded=lambda s: refuse() if len(s) > 50 else s,
        to_decode=lambda s: refuse() if len(s) > 50 else s,
    ),
    _buffer(
        "refuses-59",
        "Forms of 59 characters are refused by the encoder.",
        encoded=lambda s: refuse() if len(s) >= 59 else s,
    ),
    _buffer(
        "refuses-59-decoder",
        "Forms of 59 characters are refused by the decoder.",
        to_decode=lambda s: refuse() if len(s) >= 59 else s,
    ),
    _buffer(
        "refuses-63-octets",
        "Text of more than 63 octets in UTF-8 is refused.",
        text=lambda s: refuse() if _octets(s) > 63 else s,
    ),
    _buffer(
        "refuses-63-octets-decoded",
        "Decoded text of more than 63 octets in UTF-8 is refused.",
        decoded=lambda s: refuse() if _octets(s) > 63 else s,
    ),
    _buffer(
        "refuses-127-octets-decoded",
        "Decoded text of more than 127 octets in UTF-8 is refused.",
        decoded=lambda s: refuse() if _octets(s) > 127 else s,
    ),
    _buffer(
        "refuses-16-code-points",
        "More than 16 different code points are refused.",
        text=lambda s: refuse() if len(set(s)) > 16 else s,
    ),
    bent(
        "refuses-33rd-insertion",
        "The 33rd insertion is refused.",
        "1.1",
        bug="fixed-buffer",
        side="decode",
        insert=lambda output, i, n: refuse() if _inserted(output) >= 32 else output.insert(i, n),
    ),
)


def _deep(depth: int) -> str:
    return _deep(depth + 1)
