"""The values of a JSON object that conform wrote: each is of its type, and all text is made inert.

Each function takes the object and a key, or a value and the key for messages, and raises :exc:`Unwritten` if no run writes
such a value.
"""

from typing import Any

from ..notation import plain

NEEDED: Any = object()  # an object of its own, since None is what JSON has as null


class Unwritten(ValueError):
    """A line that no run writes; the message says why, ``at`` in which line if that is not the one at hand."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def take(line: dict[str, Any], key: str, kind: type | tuple[type, ...], default: Any = NEEDED) -> Any:
    """A value of one type, without a default a needed one."""
    value = line.get(key, default)
    if not is_of(value, kind):
        raise Unwritten(f"{key!r} is missing" if value is NEEDED else f"{key!r} is not of the type that a run writes")
    return value


def word(line: dict[str, Any], key: str, default: Any = NEEDED) -> str:
    """A text."""
    return inert(take(line, key, str, default))


def texts(line: dict[str, Any], key: str, default: Any = NEEDED) -> tuple[str, ...]:
    """A list of texts."""
    found = line.get(key, default)
    return default if found is default and found is not NEEDED else tuple(map(inert, listed(found, key, str)))


def words(line: dict[str, Any], key: str, default: Any = NEEDED) -> dict[str, str]:
    """An object whose values are texts."""
    found = take(line, key, dict, default)
    return {inert(name): word(found, name) for name in found}


def count(line: dict[str, Any], key: str, default: Any = NEEDED) -> int:
    """A number of things."""
    number: int = take(line, key, int, default)
    if not 0 <= number < 2**31:
        raise Unwritten(f"{key!r} is no such number")
    return number


def counts(line: dict[str, Any], key: str) -> dict[str, int]:
    """An object whose values are numbers of things."""
    found = take(line, key, dict)
    return {inert(name): count(found, name) for name in found}


def listed(value: Any, key: str, kind: type) -> list[Any]:
    """A list of values of one type."""
    if not isinstance(value, list) or not all(is_of(one, kind) for one in value):
        raise Unwritten(f"{key!r} is not a list of the type that a run writes")
    return value


def points(value: Any, key: str) -> tuple[int, ...]:
    """A list of code points."""
    found = tuple(listed(value, key, int))
    # No upper limit: choice beyond-unicode allows integers above 10FFFF.
    if not all(c >= 0 for c in found):
        raise Unwritten(f"{key!r} has a number that is no code point")
    return found


def is_of(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Whether a value is of a type; isinstance() counts True and False as integers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def inert(text: str) -> str:
    """Text that cannot act where it is shown."""
    return plain(text, None)
