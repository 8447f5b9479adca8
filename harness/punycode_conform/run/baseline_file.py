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

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .. import notation, yaml
from ..errors import DataError
from ..notation import plain
from ..suite.outcome import Call, Operation
from ..yaml import Node
from .baseline import FAULT, Baseline, Entries, Entry

_FLAKY, _FINDINGS = "flaky", "findings"
_HEAD = re.compile(r"# Known failures of (.+), each with its reason\.")
_FORMS = {
    "date": (re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII), "YYYY-MM-DD"),
    "issue": (re.compile(r"https?://[^\s/]+\S*|[\w./-]*#\d+", re.ASCII), "a link, or owner/project#1"),
}
_SIGNATURE = re.compile(r"(encode|decode): [a-z]\S*.*")
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?|https?://[^\s#:]+", re.ASCII)  # needs no quotes
_CALLS_HINT = "a list of lines such as - decode: 'a-' and - encode: U+0061 U+00FC"
_LONGEST = 200  # characters of a call that are written as text
# Each pattern is compared with each case, and a call of a few characters may be of a million code points.
_MAX_PATTERNS, _MAX_CALLS = 200, 4_000_000


def read(path: Path, hint: str = "conform baseline TARGET --baseline FILE writes one") -> Baseline:
    """The baseline in a file.

    Raises:
        DataError: it cannot be read or is faulty; the message has file and line. ``hint`` is for one that is not there.
    """
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
                findings[case] = _entry(case, item, ("got", "calls"), above + lines.above(item.key))
                above = ()
                if sum(len(call.input) for entry in findings.values() for call in entry.calls) > _MAX_CALLS:
                    raise item.error(f"findings: more than {_MAX_CALLS:,} code points in all calls")
        else:
            known[name] = _entry(name, node, ("cases",) if name.startswith(FAULT) else ("got",), above)
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


def _entry(name: str, node: Node, own: tuple[str, ...], above: tuple[str, ...]) -> Entry:
    """An entry: its reason alone, or a mapping with ``own`` keys besides those of all entries."""
    shown, line = plain(name, 100), node.key[0]
    if not isinstance(node.value, dict):
        return Entry(name, _text(node, f"{shown}: reason"), node.file, line, above=above)
    yaml.raise_all(yaml.unknown(node.value, {"reason", "issue", "date", *own}, f"{shown}: "))
    if "reason" not in node.value:
        raise node.error(f"{shown}: no reason", "say in a line why it fails")
    read: dict[str, Callable[[Node, str], object]] = {"calls": _calls, "cases": Node.integer, "date": _date}
    values: dict[str, Any] = {key: read.get(key, _text)(it, f"{shown}: {key}") for key, it in node.value.items()}
    for key, (pattern, hint) in _FORMS.items():
        if key in values and not pattern.fullmatch(values[key]):
            raise node.value[key].error(f"{shown}: {key} {plain(values[key], 60)!r} is not {hint}")
    return Entry(name, file=node.file, line=line, above=above, **values)


def _date(node: Node, what: str) -> str:
    # YAML 1.1 would make a date of its own of it; here it is text either way, and people do not quote dates.
    return str(node.value) if node.plain and isinstance(node.value, str) else _text(node, what)


def _text(node: Node, what: str) -> str:
    if text := node.text(what).strip():
        return text
    raise node.error(f"{what} is empty")


def _calls(node: Node, what: str) -> tuple[Call, ...]:
    """The calls of a finding: a list of ``encode: CODE POINTS`` and ``decode: TEXT``, code points where text cannot be."""
    calls = []
    for item in node.items(what):
        if not isinstance(item.value, dict) or len(item.value) != 1 or not {*item.value} <= {*Operation}:
            raise item.error(f"{what}: not a call", _CALLS_HINT)
        ((operation, value),) = item.value.items()
        text = value.text(f"{what}: {operation}")
        try:
            points = tuple(map(ord, text)) if _is_text(operation, text) else notation.parse(text)
        except ValueError as error:
            raise value.error(f"{what}: {operation}: {plain(str(error))}", _CALLS_HINT) from None
        calls.append(Call(Operation(operation), points))
    if not calls:
        raise node.error(f"{what} is empty", _CALLS_HINT)
    return tuple(calls)


def _is_text(operation: str, text: str) -> bool:
    return operation == Operation.DECODE and not text.startswith(("U+", "(U+"))


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
    """A call as :func:`_calls` reads it, in a line."""
    points = call.input
    text = "".join(map(chr, points)) if all(0x20 <= c < 0x7F for c in points) and len(points) <= _LONGEST else "U+"
    shown = text if _is_text(call.operation, text) else notation.show(points, 1 << 30) if points else ""
    return f"{call.operation.value}: {_scalar(shown)}"


def _scalar(text: str) -> str:
    """Text as a YAML scalar in one line."""
    if _SAFE.fullmatch(text) and not yaml.retyped(text):
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'
