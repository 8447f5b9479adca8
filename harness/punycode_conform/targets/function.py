"""A function of a Python target: the types that it takes and gives, which are detected, and the code points in them.

A part of the stand-alone worker, see there: only the standard library, back to Python 3.8.
"""

from __future__ import annotations  # Python 3.8 must be able to read the hints

import sys

TYPE_CHECKING = False  # typing's own takes longer to import than the rest of this file
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

# Simple labels and their results, by which the type that a function takes is detected. A single character needs no bias,
# so most faulty codecs know these too.
_PROBES = (((0xFC,), tuple(b"tda")), ((0x4E2D,), tuple(b"fiq")))
_COMPARISONS = 4  # of types, at most: a function that fails with each would be asked five times as often
_RIGHT = 2  # how simple labels fare if a result is right


class Untransportable(Exception):
    """A value that the target's strings cannot hold."""


class Nothing(TypeError):
    """The target returned None."""

    __module__ = "builtins"  # never the target's own: this file may be a part of the target's package


class Unreadable(TypeError):
    """The target returned what is neither text nor a list of integers."""

    __module__, __qualname__ = "builtins", "TypeError"  # as it is shown: for the target's caller it is no other


class Function:
    """One function of the target. Which type it takes is detected: str, a list of integers, or bytes.

    Nearly all take str, so the first call is made with a str, and nothing else is asked if it succeeds. If it does not, the
    function may be a faulty one that takes str. So the types are compared by how the function answers simple labels.
    """

    def __init__(self, function: Callable[[Any], Any], decodes: bool) -> None:
        self.function = function
        self.decodes = decodes
        self.takes: type | None = None
        self.gives: type | None = None
        self.compared = 0
        self.unread: Unreadable | None = None

    def __call__(self, points: Sequence[int]) -> Sequence[int]:
        if self.takes is not None:
            return self.result(self.function(as_type(points, self.takes)))
        try:
            found = self.result(self.function(as_type(points, str)))
        except Exception as error:  # also a refusal: a codec may catch all that goes wrong, and refuse
            self.takes = self.compare()
            if self.takes in (None, str):
                # It took another type than str; what it gave for that says more than what it said to a str.
                raise (self.unread if self.unread and isinstance(error, TypeError) else error)
            return self(points)
        self.takes = str if points else None  # whatever it takes, it may give an empty input back unseen
        return found

    def compare(self) -> type | None:
        """The type that fares best with simple labels, None if there is none."""
        self.compared += 1
        if self.compared > _COMPARISONS:
            return None
        # One that is right is enough: an extension written in C may crash at another type.
        if (text := self.success(str)) == _RIGHT:
            return str
        success = {kind: self.success(kind) for kind in (list, bytes)}
        # If both fare alike it is a list, since a function of integers reads them from bytes too.
        best = max(success, key=lambda kind: success[kind])
        return best if success[best] > text else None

    def success(self, kind: type) -> int:
        """How simple labels of a type fare: _RIGHT if a result is right, 1 if there is any, 0 if there is none."""
        most = 0
        for decoded, encoded in _PROBES:
            given, right = (encoded, decoded) if self.decodes else (decoded, encoded)
            try:
                result = code_points(self.function(as_type(given, kind)), self.decodes)
            except Unreadable as error:
                self.unread = error
            except (Exception, SystemExit):  # whatever a codec says to a type that it does not take
                pass
            else:
                most = max(most, 1 + (tuple(ord(chr(c).lower()) if c < 0x80 else c for c in result) == right))
        return most

    def result(self, value: object) -> Sequence[int]:
        """The code points of what the function returned."""
        found = code_points(value, self.decodes)
        if found:
            # Strings here and lists there is no interface, but a result that someone forgot to join.
            kind = str if isinstance(value, (str, bytes, bytearray, memoryview)) else list
            if kind is not (self.gives or kind):
                raise TypeError("returned %s, after results of another type" % type(value).__name__)
            self.gives = kind
        return found


def as_type(points: Sequence[int], kind: type) -> Any:
    """An input in a type that a function takes; an octet string is UTF-8."""
    if kind is list:
        return list(points)
    try:
        text = "".join(map(chr, points))
        return text if kind is str else text.encode("utf-8")
    except UnicodeEncodeError:
        raise Untransportable("UTF-8 has no surrogates")
    except (ValueError, OverflowError):
        raise Untransportable("a Python string ends at U+10FFFF")


def code_points(value: object, decodes: bool) -> Sequence[int]:
    """The code points of a result. Octets are UTF-8 if it is the result of a decoder."""
    value = exact(value)
    if isinstance(value, str):
        return list(map(ord, value))
    if isinstance(value, bytes):
        if not decodes:
            return value
        try:
            return list(map(ord, value.decode("utf-8", "surrogatepass")))
        except UnicodeDecodeError:
            raise TypeError("returned bytes that are not UTF-8: %r" % value[:40])
    if isinstance(value, list):
        numbers = [one if type(one) is int else integer(one) for one in value]
        if min(numbers, default=0) < 0:
            raise TypeError("returned a list with the negative integer %d" % min(numbers))
        return numbers
    if value is None:
        raise Nothing("returned None")
    raise Unreadable("returned %s, not str, bytes or a list of integers" % type(value).__name__)


def integer(value: object) -> int:
    """An element of a list as an exact int."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("returned a list of %s, not of integers" % type(value).__name__)
    return int.__index__(value)


def exact(value: object) -> object:
    """A result as an exact str, bytes or list, by the methods of the built-in type: those of a subclass may do anything."""
    whole = slice(None)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bytes):
        return bytes.__getitem__(value, whole)
    if isinstance(value, bytearray):
        return bytes(bytearray.__getitem__(value, whole))
    if isinstance(value, memoryview):
        return value.tobytes() if value.itemsize == 1 else value.tolist()
    if isinstance(value, list):
        return list.__getitem__(value, whole)
    if isinstance(value, tuple):
        return list(tuple.__getitem__(value, whole))
    for module, name in (("array", "array"), ("numpy", "ndarray")):
        cls = getattr(sys.modules.get(module), name, None)
        if cls is not None and isinstance(value, cls):
            found = cls.tolist(value)
            return list.__getitem__(found, whole) if isinstance(found, list) else found
    return value
