"""The protocol of the adapters in Python: one answer a line, code points in hexadecimal. For Python 2.7 and newer."""

import platform
import sys

try:
    from urllib.parse import quote
except ImportError:
    from urllib import quote


class RefusedError(Exception):
    """The codec refused by a value, such as the empty string."""


class UnsupportedError(Exception):
    """The codec's strings cannot hold the input."""


def utf8(text):
    """The octets of a string, for a codec that takes UTF-8."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise UnsupportedError("by UTF-8 strings")


def one_line(error):
    return " ".join(str(error).split())


def text_of(points):
    """The string of code points."""
    character = chr if sys.version_info[0] > 2 else unichr  # noqa: F821  # of Python 2, which Jython is
    try:
        return character(0)[:0].join(map(character, points))
    except (ValueError, OverflowError):  # above 10FFFF, and in Jython surrogates
        raise UnsupportedError("by this Python's strings")


def points_of(text):
    """The code points of a string or of octets; where strings are UTF-16, a pair is one code point."""
    points = []
    for unit in bytearray(text) if isinstance(text, bytes) else map(ord, text):
        if points and 0xDC00 <= unit < 0xE000 and 0xD800 <= points[-1] < 0xDC00 and sys.maxunicode == 0xFFFF:
            points[-1] = 0x10000 + (points[-1] - 0xD800) * 0x400 + unit - 0xDC00
        else:
            points.append(unit)
    return points


def answer(calls, rejections, operation, points):
    try:
        text = text_of(points)
        output = points_of(text if operation == "echo" else calls[operation](text))
    except UnsupportedError as error:
        return "unsupported %s" % error
    except (RefusedError,) + rejections as error:
        return "reject " + one_line(error)
    except Exception as error:  # whatever else a codec raises is its fault, and must not end the adapter
        return "fault %s: %s" % (type(error).__name__, one_line(error))
    return " ".join(["ok"] + ["%x" % point for point in output])


def serve(name, version, calls, rejections, declared="language=Python"):
    """Answer requests until the end of input.

    ``calls`` are functions from string to string or octets by operation, ``rejections`` the classes of exceptions by which
    they refuse, ``declared`` more words of the handshake, such as ``language=Python lacks=2e``.
    """
    first = "conform 1 name=%s version=%s ops=%s echo=yes %s"
    first %= (quote(name), quote(version), ",".join(sorted(calls)), declared)
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "conform":
            reply = first
        else:
            reply = words[0] + " " + answer(calls, rejections, words[1], [int(word, 16) for word in words[2:]])
        print(reply.encode("ascii", "backslashreplace").decode("ascii"))
        sys.stdout.flush()


IMPLEMENTATION = platform.python_implementation()
PYTHON_VERSION = platform.python_version()
