"""``conform encode`` and ``conform decode``: the reference codec on arguments or standard input."""

import argparse
import sys
from collections.abc import Callable, Iterable

from .. import codec
from ..codec import BootstringError
from ..errors import ConformError
from ..suite.notation import parse, quote, show


def encode(options: argparse.Namespace) -> int:
    """Text, or code points in U+ notation, to Punycode."""

    def one(text: str) -> str:
        if options.code_points:
            try:
                return codec.encode_code_points(parse(text))
            except ValueError as error:
                raise ConformError(str(error)) from None
        return codec.encode(text)

    return _each(options, one)


def decode(options: argparse.Namespace) -> int:
    """Punycode to text, or to code points in U+ notation."""

    def one(text: str) -> str:
        if options.code_points:
            return show(codec.decode_code_points(text), limit=sys.maxsize)
        decoded = codec.decode(text)
        # A pipe gets the text; a terminal must not get what would act on it.
        return decoded if decoded.isprintable() or not sys.stdout.isatty() else quote(map(ord, decoded), sys.maxsize)

    return _each(options, one)


def _each(options: argparse.Namespace, one: Callable[[str], str]) -> int:
    for text in options.text or _lines():
        if any(0xDC80 <= ord(c) <= 0xDCFF for c in text):  # how Python shows bytes that are not UTF-8
            raise ConformError(f"{quote(map(ord, text))} is not valid UTF-8", "use --code-points for surrogates")
        try:
            print(one(text), flush=not options.text)
        except BootstringError as error:
            raise ConformError(f"{quote(map(ord, text))}: {error}") from None
    return 0


def _lines() -> Iterable[str]:
    sys.stdin.reconfigure(errors="surrogateescape", newline="\n")  # type: ignore[union-attr]  # a real file here
    return (line.removesuffix("\n").removesuffix("\r") for line in sys.stdin)
