"""Explanations for the tests, as blocks and as text."""

from collections.abc import Iterator

from punycode_conform.codec import PUNYCODE, Bootstring
from punycode_conform.explain.blocks import Block
from punycode_conform.explain.explanation import explanation
from punycode_conform.explain.label import labels
from punycode_conform.explain.text import text
from punycode_conform.suite.outcome import Operation


def blocks(
    string: str, operation: str = "", *, codec: Bootstring = PUNYCODE, annotate: bool = False
) -> Iterator[Block]:
    """The explanation of a string; without an operation it is detected."""
    asked = Operation(operation) if operation else None
    return explanation(labels(list(map(ord, string)), asked, codec=codec, annotate=annotate), scan=True)


def explained(string: str, operation: str = "", *, brief: bool = False, scan: bool = False, width: int = 80) -> str:
    """The explanation of a string as text."""
    found = labels(list(map(ord, string)), Operation(operation) if operation else None)
    return text(explanation(found, brief=brief, scan=scan), width=width)
