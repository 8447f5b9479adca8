"""``conform encode`` and ``conform decode``: the codecs of the suite on arguments or standard input."""

import argparse
import sys
from collections.abc import Callable

from ..codec import PUNYCODE, encode_annotated, punycode, second
from ..errors import ConformError
from ..notation import parse, quote, show


def encode(options: argparse.Namespace) -> int:
    """Print the Punycode of each text, or of code points in U+ notation."""

    def to_punycode(text: str) -> str:
        points = parse(text) if options.code_points else tuple(map(ord, text))
        return encode_annotated(*punycode.fold_case(points)) if options.annotated else second.encode_code_points(points)

    return _print_each(options.text, to_punycode)


def decode(options: argparse.Namespace) -> int:
    """Print the text of each Punycode string, or its code points in U+ notation."""

    def to_text(text: str) -> str:
        limit = None if options.code_points else punycode.MAX_UNICODE
        points, uppercase = PUNYCODE.decode([*map(ord, text)], max_code_point=limit)
        if options.annotated:
            points = punycode.apply_case(points, uppercase)
        result = show(points, limit=sys.maxsize) if options.code_points else "".join(map(chr, points))
        # A pipe gets the text unchanged; for a terminal, text with control characters is quoted.
        return result if result.isprintable() or not sys.stdout.isatty() else quote(points, sys.maxsize)

    return _print_each(options.text, to_text)


def _print_each(arguments: list[str], convert: Callable[[str], str]) -> int:
    status = 0
    if not arguments:
        sys.stdin.reconfigure(errors="surrogateescape", newline="\n")  # type: ignore[union-attr]  # TextIO has no reconfigure(), but sys.stdin does
    for line in arguments or sys.stdin:
        # Only line ends are removed: white space is text that can be encoded.
        text = line if arguments else line.removesuffix("\n").removesuffix("\r")
        try:
            if any(0xDC80 <= ord(c) <= 0xDCFF for c in text):  # surrogateescape: bytes not in UTF-8
                raise ValueError("not valid UTF-8")
            # Each line is flushed, so that a program at the other end of a pipe can wait for its answer.
            print(convert(text), flush=not arguments)
        except ValueError as error:  # the other strings are still converted
            print(f"conform: {quote(map(ord, text))}: {error}", file=sys.stderr)
            status = ConformError.exit_status
    return status
