# conform-about: Python's own "punycode" codec: str.encode and bytes.decode, errors="strict".
# conform-install: nothing, the codec is part of Python
# conform-run: {python} {source}

import platform
import sys
from urllib.parse import quote

# The codec: what another library would need changed.

NAME = f"{platform.python_implementation()} punycode codec"
VERSION = platform.python_version()
REJECTIONS = UnicodeError


def encode(code_points):
    return text(code_points).encode("punycode")


def decode(code_points):
    # "surrogatepass" lets a surrogate reach the codec, which takes bytes and refuses all but ASCII.
    label = text(code_points).encode("utf-8", "surrogatepass")
    return map(ord, label.decode("punycode"))


# The protocol: one answer a line, code points in hexadecimal.


class UnsupportedError(Exception):
    """A Python string cannot hold the input."""


def text(code_points):
    if max(code_points, default=0) > sys.maxunicode:
        raise UnsupportedError("above 10FFFF")
    return "".join(map(chr, code_points))


def one_line(error):
    return " ".join(str(error).split())


def answer(operation, code_points):
    try:
        output = list({"encode": encode, "decode": decode}[operation](code_points))
    except UnsupportedError as error:
        return f"unsupported {error}"
    except REJECTIONS as error:
        return f"reject {one_line(error)}"
    except Exception as error:  # whatever else a codec raises is its fault, and must not end the adapter
        return f"fault {type(error).__name__}: {one_line(error)}"
    return " ".join(["ok", *(f"{code_point:x}" for code_point in output)])


sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
for line in sys.stdin:
    first, second, *numbers = line.split()
    if first == "conform":
        handshake = f"name={quote(NAME)} version={quote(VERSION)} language=Python"
        print("conform 1", handshake, "ops=encode,decode", flush=True)
    else:
        print(first, answer(second, [int(number, 16) for number in numbers]), flush=True)
