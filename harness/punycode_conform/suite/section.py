"""The sections of a vector file: a comment before a vector is about it and those that follow, up to the next such comment.

People write these comments anyway. In the built JSON they say what a group of vectors is for.
"""

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

Section = tuple[int, str]
"""The line of its first vector, from 1, and its comment as one line."""


def read(content: bytes) -> list[Section]:
    """The sections of a YAML file, by line. A comment belongs to the list if its indentation is that of the items."""
    found: list[Section] = []
    comment: list[str] = []
    indents: set[int] = set()
    for number, line in enumerate(content.decode().splitlines(), 1):
        text = line.lstrip(" ")
        if text.startswith("#"):
            comment.append(text.lstrip("#").strip())
            indents.add(len(line) - len(text))
        if not text or text.startswith("#"):
            continue
        if comment and text.startswith("- ") and indents == {len(line) - len(text)}:
            found.append((number, " ".join(filter(None, comment))))
        comment, indents = [], set()
    return found


def at(line: int, sections: Sequence[Section]) -> str:
    """The comment of the section in which a vector is; empty if none begins before it."""
    index = bisect_right(sections, line, key=itemgetter(0))
    return sections[index - 1][1] if index else ""
