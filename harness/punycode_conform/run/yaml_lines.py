"""A YAML map as lines: entries are added, changed and removed while all other lines stay as they are."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..suite import strict_yaml

_KEY = re.compile(r"""("(?P<d>[^"\\]*)"|'(?P<s>[^']*)'|(?P<p>[^\s#'"{}\[\],&*!|>%@`?:-][^#\n]*?)):(\s|$)""")
_QUOTED = r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*\""""
_PLAIN = r"""[^\s'"{},#](?:[^,}#\n]*[^\s,}#])?"""
_GOT = re.compile(rf"((?:^[ \t]+|[{{,][ \t]*)got:[ \t]+)(?:{_QUOTED}|{_PLAIN})", re.MULTILINE)
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a file that belong together: an entry with the comments right above it, or the lines between entries.

    Attributes:
        name: the entry's key, empty between entries.
        lines: with their ends.
        first: the number of the first line, from 1; 0 if the block is new.
        line: of the entry's key.
    """

    name: str
    lines: tuple[str, ...]
    first: int = 0
    line: int = 0

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.lines) - 1


def split(text: str) -> tuple[str, ...]:
    """A text's lines with their ends."""
    return tuple(re.findall(r"[^\n]*\n|[^\n]+", text))


def blocks(lines: Sequence[str], indent: str = "", first: int = 1) -> list[Block]:
    """Lines divided into blocks; :func:`joined` is the inverse.

    Args:
        lines: of a map.
        indent: the white space before its keys.
        first: the number of the first line.
    """
    found: list[Block] = []
    pending: list[str] = []  # comments and blank lines that nothing has claimed
    for number, line in enumerate(lines, first):
        key = _KEY.match(line.removeprefix(indent)) if line.startswith(indent) else None
        if not line.strip() or _comment(line, indent):
            pending.append(line)
        elif key:
            # A comment right above a key is the entry's, but at the top of the file it speaks of the file.
            top = 0 if found or indent else len(pending)
            at = next((i for i in range(len(pending), 0, -1) if not pending[i - 1].strip()), top)
            begins = number - len(pending)
            found.append(Block("", tuple(pending[:at]), begins))
            name = key["d"] or key["s"] or (key["p"] or "").rstrip()
            found.append(Block(name, (*pending[at:], line), begins + at, number))
            pending = []
        else:
            last = found.pop() if found else Block("", (), number - len(pending))
            found.append(replace(last, lines=(*last.lines, *pending, line)))
            pending = []
    rest = Block("", tuple(pending), first + len(lines) - len(pending))
    return [block for block in (*found, rest) if block.lines]


def _comment(line: str, indent: str) -> bool:
    """Whether a line is a comment that is no deeper than the keys: a deeper one is part of an entry."""
    text = line.lstrip(" \t")
    return text.startswith("#") and len(line) - len(text) <= len(indent)


def changed(
    before: Iterable[Block],
    *,
    remove: Collection[str],
    got: Mapping[str, str],
    add: Iterable[Block],
    apart: Sequence[str] = (),
) -> list[Block]:
    """Blocks with some entries removed, given another answer, or added.

    Args:
        before: the blocks.
        remove: names of entries to remove, with the comments right above them.
        got: new answers by name, for entries that have one recorded.
        add: each is put before the first with a greater name.
        apart: names of blocks that are no entries; a first entry comes before the last of them.
    """
    made = [_with_got(block, got) for block in before if block.name not in remove or not block.name]
    for block in sorted(add, key=lambda one: one.name):
        entries = [at for at, one in enumerate(made) if one.name and one.name not in apart]
        end = next((at for at, one in enumerate(made) if apart and one.name == apart[-1]), len(made))
        greater = [at for at in entries if made[at].name > block.name]
        made.insert(greater[0] if greater else entries[-1] + 1 if entries else end, block)
    return made


def _with_got(block: Block, got: Mapping[str, str]) -> Block:
    if block.name not in got:
        return block
    lines = _GOT.sub(lambda m: m[1] + scalar(got[block.name]), "".join(block.lines), count=1)
    return replace(block, lines=split(lines))


def joined(parts: Sequence[Block], end: str) -> str:
    """The blocks as text; one that was the file's last may lack the end of its line."""
    texts = ["".join(block.lines) for block in parts]
    return "".join(text if text.endswith("\n") or at == len(texts) - 1 else text + end for at, text in enumerate(texts))


def scalar(text: str) -> str:
    """Text of one line as a YAML scalar."""
    if _SAFE.fullmatch(text) and not strict_yaml.retyped(text):
        return text
    return "'" + text.replace("'", "''") + "'"
