"""A function of a Python target: the types that it takes and gives, which are detected, and the code points in them.

A part of the stand-alone worker: only the standard library, back to Python 3.8.
"""

from __future__ import annotations  # Python 3.8 must be able to read the hints

import errno
import operator

TYPE_CHECKING = False  # typing's own takes longer to import than the rest of this file
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

# Simple labels and their results, by which the type that a function takes is detected. A single character needs no bias,
# so most faulty codecs know these too.
_PROBES = (((0xFC,), tuple(b"tda")), ((0x4E2D,), tuple(b"fiq")))
GIGABYTES = 4  # of memory for a process
_COMPARISONS = 4  # of types, at most: a function that fails with each would be asked five times as often
_RIGHT = 2  # the success of a type with a right result


class Untransportable(Exception):
    """A value that the target's strings cannot hold."""


class Nothing(TypeError):
    """The target returned None."""

    __module__ = "builtins"  # never the target's own: this file may be a part of the target's package


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
        self.errors: dict[str, str] = {}  # the types that were tried if none works, each with its error

    def __call__(self, points: Sequence[int]) -> Sequence[int]:
        try:
            result = self.result(self.function(as_type(points, self.takes or str)))
        except Exception:  # also a refusal: a codec may catch all that goes wrong, and refuse
            if self.takes is None:
                self.takes = self.compare()
                if self.takes not in (None, str):
                    return self(points)
            raise
        if points:  # whatever it takes, it may give an empty input back unseen
            self.takes = self.takes or str
        return result

    def compare(self) -> type | None:
        """The type that has most success with simple labels, None if none has any."""
        self.compared += 1
        if self.compared > _COMPARISONS:
            return None
        self.errors = {}
        # One right result is enough: an extension written in C may crash at another type.
        if (text := self.success(str)) == _RIGHT:
            return str
        success = {kind: self.success(kind) for kind in (list, bytes)}
        # A list if both have the same success, since a function of integers reads them from bytes too.
        best = max(success, key=lambda kind: success[kind])
        if text or success[best]:
            self.errors = {}
        return best if success[best] > text else None

    def success(self, kind: type) -> int:
        """The success of simple labels of a type: _RIGHT if a result is right, 1 if there is any, 0 if there is none."""
        most = 0
        for decoded, encoded in _PROBES:
            label, right = (encoded, decoded) if self.decodes else (decoded, encoded)
            try:
                result = code_points(self.function(as_type(label, kind)), self.decodes)
            except (Exception, SystemExit) as error:  # whatever a codec says to a type that it does not take
                self.errors[kind.__name__] = "%s: %s" % (type(error).__name__, message(error)[:100])
            else:
                most = max(most, 1 + (tuple(ord(chr(c).lower()) if c < 0x80 else c for c in result) == right))
        return most

    def result(self, value: object) -> Sequence[int]:
        """The code points of a result of the function."""
        points = code_points(value, self.decodes)
        if points:
            # Strings here and lists there is no interface, but a result that someone forgot to join.
            kind = str if isinstance(value, (str, bytes, bytearray, memoryview)) else list
            if kind is not (self.gives or kind):
                raise TypeError("returned %s, after results of another type" % type(value).__name__)
            self.gives = kind
        return points


def message(error: BaseException) -> str:
    """The message of an exception, on one line."""
    try:
        text = " ".join(str(error).split())
    except BaseException:  # a foreign __str__ may raise anything
        return "(its message cannot be shown)"
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        text += " (conform lets the process use %d GiB)" % GIGABYTES
    return text.lstrip()


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


def code_points(value: Any, decodes: bool) -> Sequence[int]:
    """The code points of a result. Octets are UTF-8 if it is the result of a decoder."""
    if isinstance(value, str):
        return list(map(ord, str.__str__(value)))  # a subclass may iterate in its own way
    if isinstance(value, (bytes, bytearray)) or (isinstance(value, memoryview) and value.itemsize == 1):
        octets = bytes(value)
        try:
            return list(map(ord, octets.decode("utf-8", "surrogatepass"))) if decodes else octets
        except UnicodeDecodeError:
            raise TypeError("returned bytes that are not UTF-8: %r" % octets[:40])
    if value is None:
        raise Nothing("returned None")
    # Arrays of numpy have a method that is quicker than iterating over them.
    numbers = value.tolist() if hasattr(value, "tolist") and not isinstance(value, type) else value
    try:
        items = iter(numbers)
    except TypeError:
        raise TypeError("returned %s, not str, bytes or a sequence of integers" % type(value).__name__)
    points = []
    for item in items:
        # The integers of numpy and of C libraries are not Python's own, but can be used as an index.
        if not hasattr(type(item), "__index__") or isinstance(item, bool):
            raise TypeError("returned a sequence of %s, not of integers" % type(item).__name__)
        point = operator.index(item)
        if point < 0:
            raise TypeError("returned a sequence with the negative integer %d" % point)
        points.append(point)
    return points
