"""A vector with what both codecs say of it, and a file of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from punycode_conform.codec import BootstringError, Reason, decode_code_points, encode_code_points, second

MAX_UNICODE = 0x10FFFF
UE = 0xFC  # ü, the code point that most vectors insert


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """An entry of a vector file; the keys are those of vectors/README.md."""

    id: str
    decoded: tuple[int, ...] | None = None
    encoded: str | None = None
    reject: str = ""
    only: str = ""
    clause: str = ""
    bug: str = ""
    choice: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A vector file: what it is about, its defaults, and its families."""

    name: str
    about: str
    clause: str
    bug: str
    families: Sequence[Callable[[], Iterable[Vector]]]


def from_points(name: str, points: Iterable[int], *, bug: str = "", clause: str = "", note: str = "") -> Vector:
    """A vector with both sides, from the decoded one."""
    decoded = tuple(points)
    encoded = encode_code_points(decoded)
    agree(encoded, second.encode_code_points(decoded))
    agree(decode_both(encoded), decoded)
    return Vector(
        id=name, decoded=decoded, encoded=encoded, choice=choice_of(decoded), bug=bug, clause=clause, note=note
    )


def from_encoded(name: str, encoded: str, *, bug: str = "", clause: str = "", note: str = "") -> Vector:
    """A vector from its encoded side: both sides, decode only where digits are in upper case, or a refusal."""
    result = decode_both(encoded)
    if isinstance(result, str):
        choice = "beyond-unicode" if result in (Reason.OVERFLOW, Reason.BEYOND_UNICODE) else ""
        return Vector(id=name, encoded=encoded, reject=result, choice=choice, bug=bug, clause=clause, note=note)
    canonical = encode_code_points(result) == encoded
    return Vector(
        id=name,
        decoded=result,
        encoded=encoded,
        only="" if canonical else "decode",
        choice=choice_of(result),
        bug=bug,
        clause=clause,
        note=note,
    )


def decode_both(encoded: str) -> tuple[int, ...] | str:
    """The code points, or the reason for a refusal: overflow where integers of 64 bits overflow and the result of
    unbounded ones is beyond Unicode."""
    result = attempt(lambda: decode_code_points(encoded, max_code_point=MAX_UNICODE))
    agree(result, attempt(lambda: second.decode_code_points(encoded, max_code_point=MAX_UNICODE)))
    if result == Reason.BEYOND_UNICODE:
        return attempt(lambda: decode_code_points(encoded, bits=64, max_code_point=MAX_UNICODE))
    return result


def attempt(decode: Callable[[], list[int]]) -> tuple[int, ...] | str:
    try:
        return tuple(decode())
    except BootstringError as error:
        return error.reason


def agree(one: object, other: object) -> None:
    if one != other:
        raise SystemExit(f"the two codecs disagree: {one!r:.200} and {other!r:.200}")


def choice_of(points: Iterable[int]) -> str:
    return "surrogates" if any(0xD800 <= c <= 0xDFFF for c in points) else ""
