"""A baseline's YAML. People's words are in ``reason``, ``issue`` and ``date``, and in the comments above entries; the tool
lays out the rest of the file.

leading-delimiter-alone/decode:
  reason: a leading delimiter is dropped
  issue: https://example.org/issues/1
  got: returned nothing
law/decode-uniqueness: for the same reason
fault/leading-delimiter-consumed:
  reason: all failures in which the answer is that of this fault
  cases: 7
truncated-*/decode: all cases that match
flaky: [some-vector/encode]
findings:
  'decode: accepted: bad-digit leading-delimiter':
    reason: a leading delimiter is dropped
    calls:
      - decode: '-'
    got: returned nothing
"""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict

from .. import data, notation, yaml
from ..errors import DataError
from ..notation import plain
from ..suite.outcome import Call, Operation
from ..yaml import Node
from .baseline import FAULT, Baseline, Entries, Entry

_FLAKY, _FINDINGS = "flaky", "findings"
_HEAD = re.compile(r"# Known failures of (.+), each with its reason\.")
_SIGNATURE = re.compile(r"(encode|decode): [a-z]\S*.*")
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?|https?://[^\s#:]+", re.ASCII)  # needs no quotes
_LONGEST = 200  # characters of a call that are written as text
# Each pattern is compared with each case, and a call of a few characters may be of a million code points.
_MAX_PATTERNS, _MAX_CALLS = 200, 4_000_000

Words = Annotated[str, Meta(pattern=r"\S", description="some words")]
Link = Annotated[str, Meta(pattern=r"^(https?://[^\s/]+\S*|[\w./-]*#\d+)$", description="a link, or owner/project#1")]


class _Entry(data.Record, frozen=True):
    reason: Words
    issue: Link = ""
    date: datetime.date | None = None


class _Case(_Entry, frozen=True):
    """An entry of a case, a law or a pattern."""

    got: str = ""


class _Fault(_Entry, frozen=True):
    cases: Annotated[int, Meta(ge=0)] | None = None


class _Asked(data.Record, frozen=True):
    """A call: code points, or text to decode, unless it begins as code points do."""

    encode: str | None = None
    decode: str | None = None

    def __post_init__(self) -> None:
        if (self.encode is None) == (self.decode is None):
            raise ValueError("not a call such as decode: 'a-' or encode: U+0061 U+00FC")
        _ = self.call

    @property
    def call(self) -> Call:
        if self.decode is not None and not self.decode.startswith(_NOTATION):
            return Call(Operation.DECODE, tuple(map(ord, self.decode)))
        operation = Operation.ENCODE if self.decode is None else Operation.DECODE
        return Call(operation, notation.parse(self.encode or self.decode or ""))


_NOTATION = ("U+", "(U+")


class _Finding(_Case, frozen=True):
    calls: Annotated[tuple[_Asked, ...], Meta(min_length=1, description="a list of calls")] | None = None


def read(path: Path, hint: str = "conform baseline TARGET --baseline FILE writes one") -> Baseline:
    """The baseline in a file."""
    if not path.exists():
        raise DataError(f"{path}: there is no such baseline", hint)
    return parse(path, yaml.read_bytes(path))


def new(path: Path, label: str) -> Baseline:
    """A baseline without entries for a target of this label."""
    return parse(
        path,
        f"# Known failures of {plain(label, 200)}, each with its reason.\n"
        '# "conform baseline" writes this file; reasons, issues, dates and comments above entries are yours.\n\n'.encode(),
    )


def parse(path: Path, content: bytes) -> Baseline:
    """The baseline that a file holds with this content; see :func:`read`."""
    empty = not re.sub(rb"(?m)^\s*(#.*|---\s*)?$", b"", content).strip()  # comments alone
    root = {} if empty else yaml.load(path, content).mapping("a baseline")
    lines = _Lines(content.decode("utf-8"))
    known: dict[str, Entry] = {}
    flaky: dict[str, Entry] = {}
    findings: dict[str, Entry] = {}
    for name, node in root.items():
        above = lines.above(node.key)
        if name in (_FLAKY, _FINDINGS):
            above = tuple(filter(None, above))
        if name == _FLAKY:
            for item in node.items(_FLAKY):
                case = item.text("a flaky case")
                if case in root or case in flaky:
                    raise item.error(f"{plain(case, 100)} appears twice", "a case is either known to fail, or flaky")
                flaky[case] = Entry(case, "flaky", item.file, item.line, above=above + lines.above(item.start))
                above = ()
        elif name == _FINDINGS:
            for case, item in () if node.plain and not node.value else node.mapping(_FINDINGS).items():
                if not _SIGNATURE.fullmatch(case):
                    message = f"{plain(case, 100)!r} is not a signature, such as 'decode: accepted: truncated'"
                    hint = "conform baseline TARGET --findings DIR writes them"
                    raise Node("", node.file, item.key[0]).error(message, hint)
                findings[case] = _entry(case, item, _Finding, above + lines.above(item.key))
                above = ()
                if sum(len(call.input) for entry in findings.values() for call in entry.calls) > _MAX_CALLS:
                    raise item.error(f"findings: more than {_MAX_CALLS:,} code points in all calls")
        else:
            known[name] = _entry(name, node, _Fault if name.startswith(FAULT) else _Case, above)
            if "*" in name and sum("*" in name for name in known) > _MAX_PATTERNS:
                raise node.error(f"more than {_MAX_PATTERNS} patterns")
    tail = lines.tail()
    of = _HEAD.match(lines.head[0]) if lines.head else None
    return Baseline(str(path), known, flaky, findings, plain(of[1], None) if of else "", lines.head, tail)


class _Lines:
    """The comments of a file, handed out from the top to the end."""

    def __init__(self, text: str) -> None:
        # Divided where YAML does: YAML refuses what else splitlines() divides at.
        self.lines = ["" if line.strip() == "---" else line for line in text.splitlines()]
        self.head: tuple[str, ...] = ()
        self._last = 0

    def above(self, key: tuple[int, int]) -> tuple[str, ...]:
        """The comments and blank lines above a key; a comment that is deeper is part of the entry before it."""
        line, column = key
        first = line - 1
        while first > self._last and re.match(rf"\s*$|\s{{0,{column}}}#", self.lines[first - 1]):
            first -= 1
        above = tuple(map(str.strip, self.lines[first : line - 1]))
        self._last = max(line, self._last)
        if first:
            return above
        # At the top of the file a comment describes the file, up to a blank line.
        end = len(above) - above[::-1].index("") if "" in above else len(above)
        self.head = above[:end]
        return above[end:]

    def tail(self) -> tuple[str, ...]:
        """The comments after the last entry; in a file without entries all are its head."""
        rest = self.above((len(self.lines) + 1, 0))
        return rest if any(rest) else ()


def _entry(name: str, node: Node, kind: type[_Entry], above: tuple[str, ...]) -> Entry:
    """An entry: its reason alone, or a mapping."""
    shown = plain(name, 100)
    if isinstance(node.value, dict):
        values = asdict(data.convert(kind, node, shown))
        values["calls"] = tuple(asked.call for asked in values.get("calls") or ())
    else:
        values = {"reason": data.convert(Words, node, f"{shown}: reason")}
    values["reason"] = values["reason"].strip()
    return Entry(name, file=node.file, line=node.key[0], above=above, **values)


def dump(baseline: Baseline) -> str:
    """The text of a baseline's file: known failures, flaky cases, findings, each in the order of the baseline."""
    flaky = (line for entry in baseline.flaky.values() for line in (*entry.above, f"- {_scalar(entry.id)}"))
    lines = [*baseline.head, *_entries(baseline.known)]
    for key, block in ((_FLAKY, list(flaky)), (_FINDINGS, list(_entries(baseline.findings)))):
        if block:
            lines += [""] if lines and lines[-1] else []
            lines += [f"{key}:", *(f"  {line}" if line else "" for line in block)]
    return "".join(f"{line}\n" for line in (*lines, *baseline.tail))


def _entries(entries: Entries) -> Iterator[str]:
    for entry in entries.values():
        name, reason = _scalar(entry.id), _scalar(entry.reason)
        calls = [f"    - {_call(call)}" for call in entry.calls]
        lines = [f"  issue: {_scalar(entry.issue)}"] * bool(entry.issue) + [f"  date: {entry.date}"] * bool(entry.date)
        lines += ["  calls:", *calls] * bool(calls) + [f"  got: {_scalar(entry.got)}"] * bool(entry.got)
        lines += [f"  cases: {entry.cases}"] * (entry.cases is not None)
        yield from entry.above
        yield from (f"{name}:", f"  reason: {reason}", *lines) if lines else (f"{name}: {reason}",)


def _call(call: Call) -> str:
    """A call as :class:`_Asked` reads it, in a line."""
    points = call.input
    text = "".join(map(chr, points)) if all(0x20 <= c < 0x7F for c in points) and len(points) <= _LONGEST else "U+"
    is_text = call.operation is Operation.DECODE and not text.startswith(_NOTATION)
    shown = text if is_text else notation.show(points, 1 << 30) if points else ""
    return f"{call.operation.value}: {_scalar(shown)}"


def _scalar(text: str) -> str:
    """Text as a YAML scalar in one line."""
    if _SAFE.fullmatch(text) and not yaml.retyped(text):
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'
