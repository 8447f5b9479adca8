"""Faults of buffers and limits. A codec may refuse a form of more than 59 characters (1.1), and never cut it."""

from collections.abc import Callable
from functools import partial

from .fault import Row, both, row
from .loops import place
from .malleable import raising, refuse, refusing, stop

_buffer = partial(row, clause="1.1", bug="fixed-buffer")


def _cut(size: int) -> Callable[[str], str]:
    return lambda s: s[:size]


def _last_lost(size: int) -> Callable[[str], str]:
    return lambda s: s[:-1] if len(s) == size else s


def _longer(limit: int) -> Callable[[str], str]:
    return refusing(lambda s: len(s) > limit)


def _more_octets(limit: int) -> Callable[[str], str]:
    return refusing(lambda s: len(s.encode("utf-8", "surrogatepass")) > limit)


def _overrun(limit: int) -> Callable[[str], str]:
    return raising(lambda s: len(s) > limit, IndexError, "list assignment index out of range")


def _deep(depth: int) -> str:
    return _deep(depth + 1)


def _inserted(output: list[int]) -> int:
    return sum(c > 0x7F for c in output)


def _cut_results(size: int) -> dict[str, Row]:
    return {
        f"encoded-cut-at-{size}": _buffer(
            f"The encoder cuts the encoded form after {size} characters.", encoded=_cut(size)
        ),
        f"decoded-cut-at-{size}": _buffer(f"Decoded text is cut after {size} code points.", decoded=_cut(size)),
    }


def _input_lost(size: int) -> Row:
    says = f"An input of exactly {size} characters loses its last one on both sides."
    return _buffer(says, **both(_last_lost(size)))


def _ends_lost(size: int) -> dict[str, Row]:
    lost = f"The encoder loses the last character of a form of exactly {size}."
    return {
        f"text-cut-at-{size}": _buffer(f"Text is cut after {size} code points.", text=_cut(size)),
        f"last-digit-lost-at-{size}": _buffer(lost, encoded=_last_lost(size)),
    }


def _insertions(size: int) -> Row:
    def insert(output: list[int], i: int, n: int) -> None:
        if len(output) >= size and _inserted(output) >= size:
            stop()
        output.insert(i, n)

    return _buffer(f"The decoder ends after {size} insertions.", insert=insert)


def _smallest(size: int) -> Row:
    return _buffer(
        f"Only the {size} smallest different non-basic code points are encoded.",
        order=lambda points: sorted(points)[:size],
    )


def _blocks(size: int) -> Row:
    says = f"Inside text the decoder inserts one place too far at a multiple of {size}."
    return place(says, lambda i, length: i + (0 < i < length and i % size == 0))


def _refuses(size: int) -> Row:
    says = f"Forms of more than {size} characters are refused."
    return _buffer(says, encoded=_longer(size), to_decode=_longer(size))


FAULTS: dict[str, Row] = {
    **{
        name: fault
        for size in (63, 64, 127, 128, 200, 255, 256, 512, 1000, 1024, 4096, 8192, 16384, 32767, 65535)
        for name, fault in _cut_results(size).items()
    },
    **{f"last-input-lost-at-{size}": _input_lost(size) for size in (100, 253, 1022, 2048, 8193)},
    **{name: fault for size in (63, 64, 128, 255, 256, 512, 1024) for name, fault in _ends_lost(size).items()},
    "distinct-cut-at-256": _smallest(256),
    "distinct-cut-at-1024": _smallest(1024),
    "insertions-cut-at-1024": _insertions(1024),
    "insertions-cut-at-4096": _insertions(4096),
    "blocks-of-1024": _blocks(1024),
    "blocks-of-4096": _blocks(4096),
    "place-in-15-bits": place("The place has 15 bits and a sign.", lambda i, length: (i + 0x8000) % 0x10000 - 0x8000),
    "place-in-16-bits": place("The place of an insertion is kept in 16 bits.", lambda i, length: i % 0x10000),
    "nul-after-256": _buffer(
        "Decoded text of 256 code points or more is cut after 255 and ends in NUL.",
        decoded=lambda s: s if len(s) < 256 else s[:255] + "\0",
    ),
    "input-cut-at-255": _buffer("The decoder cuts its input after 255 characters.", to_decode=_cut(255)),
    "length-in-an-octet": _buffer("The length of text is kept in 8 bits.", text=lambda s: s[: len(s) % 256]),
    "code-points-past-128-crash": _buffer("More than 128 decoded code points break an array.", decoded=_overrun(128)),
    "code-points-past-512-crash": _buffer("More than 512 decoded code points break an array.", decoded=_overrun(512)),
    "text-past-1000-crashes": _buffer("More than 1000 code points of text break an array.", text=_overrun(1000)),
    "recursion-too-deep": row(
        "Text of more than 900 code points is too deep for a function that calls itself.",
        "1.1",
        text=lambda s: s if len(s) <= 900 else _deep(len(s)),
    ),
    # Refusing below 59 characters of the encoded form
    "refuses-past-32": _refuses(32),
    "refuses-past-50": _refuses(50),
    "refuses-59": _buffer("Forms of 59 characters or more are refused by the encoder.", encoded=_longer(58)),
    "refuses-59-decoder": _buffer("Forms of 59 characters or more are refused by the decoder.", to_decode=_longer(58)),
    "refuses-63-octets": _buffer("Text of more than 63 octets in UTF-8 is refused.", text=_more_octets(63)),
    "refuses-63-octets-decoded": _buffer(
        "Decoded text of over 63 octets of UTF-8 is refused.", decoded=_more_octets(63)
    ),
    "refuses-127-octets-decoded": _buffer(
        "Decoded text of over 127 octets of UTF-8 is refused.", decoded=_more_octets(127)
    ),
    "refuses-16-code-points": _buffer(
        "More than 16 different code points are refused.", text=refusing(lambda s: len(set(s)) > 16)
    ),
    "refuses-33rd-insertion": _buffer(
        "The 33rd insertion is refused.",
        insert=lambda output, i, n: refuse() if _inserted(output) >= 32 else output.insert(i, n),
    ),
}
