"""A baseline's YAML: read strictly, and edited line by line, so that all that people wrote there stays.

leading-delimiter-alone/decode:
  reason: a leading delimiter is dropped
  issue: https://example.org/issues/1
  got: returned nothing
law/decode-uniqueness: for the same reason
flaky: [some-vector/encode]
findings:
  'decode: accepted: bad-digit leading-delimiter':
    reason: a leading delimiter is dropped
    calls:
      - decode: '-'
    got: returned nothing
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import DataError
from ..suite import notation, strict_yaml
from ..suite.notation import plain
from ..suite.outcome import Call, Operation
from ..suite.strict_yaml import Node
from .baseline import Baseline, Entry
from .yaml_lines import Block, blocks, changed, joined, scalar, split

_KEYS = ("reason", "got", "issue", "date")
_FLAKY, _FINDINGS = _APART = ("flaky", "findings")
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_LINK = re.compile(r"https?://[^\s/]+\S*|[\w./-]*#\d+", re.ASCII)
_SIGNATURE = re.compile(r"(encode|decode): [a-z]\S*.*")
_NOTATION = ("U+", "(U+")  # what begins so is code points, anything else is text
_CALLS_HINT = "a list of lines such as - decode: 'a-' and - encode: U+0061 U+00FC"
_LONGEST = 200  # characters of a call that are written as text


def read(path: Path, hint: str = "conform baseline TARGET --baseline FILE writes one") -> Baseline:
    """The baseline in a file.

    Raises:
        DataError: it cannot be read or is faulty; the message has file and line. ``hint`` is for one that is not there.
    """
    if not path.exists():
        raise DataError(f"{path}: there is no such baseline", hint)
    return parse(path, strict_yaml.read_bytes(path))


def parse(path: Path, content: bytes) -> Baseline:
    """The baseline that a file holds with this content; see :func:`read`."""
    if not re.sub(rb"(?m)^\s*(#.*|---\s*)?$", b"", content).strip():  # comments alone, as when the last entry has gone
        return Baseline(str(path))
    root = strict_yaml.load(path, content).mapping("a baseline")
    items = blocks(split(content.decode("utf-8")))
    lines = {item.name: item.line for item in items if item.name}
    known: dict[str, Entry] = {}
    flaky: dict[str, Entry] = {}
    for name, node in root.items():
        if name not in _APART:
            known[name] = _known(name, node, lines.get(name, node.line))
    for node in root[_FLAKY].items(_FLAKY) if _FLAKY in root else ():
        name = node.text("a flaky case")
        if name in known or name in flaky:
            raise node.error(f"{plain(name, 100)} appears twice", "a case is either known to fail, or flaky")
        flaky[name] = Entry(name, "flaky", node.file, node.line)
    findings = _findings(root[_FINDINGS], items) if _FINDINGS in root else {}
    return Baseline(str(path), known, flaky, findings)


def _findings(node: Node, items: list[Block]) -> dict[str, Entry]:
    if node.plain and not node.value:  # its last entry has gone
        return {}
    block = next((item for item in items if item.name == _FINDINGS), None)
    places = {item.name: item for item in _opened(block)[2]} if block else {}
    found = {}
    for name, entry in node.mapping(_FINDINGS).items():
        place = places.get(name) or Block(name, ("",), entry.line, entry.line)
        if not _SIGNATURE.fullmatch(name):
            message = f"{plain(name, 100)!r} is not a signature, such as 'decode: accepted: truncated'"
            raise Node("", entry.file, place.line).error(message, "conform baseline TARGET --findings DIR writes them")
        known = _known(name, entry, place.line, (*_KEYS, "calls"))
        found[name] = replace(known, lines=(place.first, place.last))
    return found


def _known(name: str, node: Node, line: int, keys: Collection[str] = _KEYS) -> Entry:
    shown = plain(name, 100)
    if not isinstance(node.value, dict):
        return Entry(name, _said(node, f"{shown}: reason"), node.file, line)
    for key, value in node.value.items():
        if key not in keys:
            raise value.error(f"{shown}: unknown key {plain(key, 40)!r}", f"keys: {', '.join(keys)}")
    if "reason" not in node.value:
        raise node.error(f"{shown}: no reason", "say in a line why it fails")
    given = dict(node.value)
    calls = _calls(given.pop("calls"), shown) if "calls" in given else ()
    entry: dict[str, Any] = {key: _said(value, f"{shown}: {key}", date=key == "date") for key, value in given.items()}
    for key, form, hint in (("date", _DATE, "YYYY-MM-DD"), ("issue", _LINK, "a link, or owner/project#1")):
        if key in entry and not form.fullmatch(entry[key]):
            raise node.value[key].error(f"{shown}: {key} {plain(entry[key], 60)!r} is not {hint}")
    return Entry(name, file=node.file, line=line, calls=calls, **entry)


def _calls(node: Node, shown: str) -> tuple[Call, ...]:
    """The calls of a finding: a list of ``encode: CODE POINTS`` and ``decode: TEXT``, code points where text cannot be."""
    if not (listed := node.items(f"{shown}: calls")):
        raise node.error(f"{shown}: calls is empty", _CALLS_HINT)
    found = []
    for item in listed:
        if not isinstance(item.value, dict) or len(item.value) != 1 or not {*item.value} <= {*Operation}:
            raise item.error(f"{shown}: not a call", _CALLS_HINT)
        ((operation, value),) = item.value.items()
        text = value.text(f"{shown}: {operation}")
        try:
            points = tuple(map(ord, text)) if _is_text(operation, text) else notation.parse(text)
        except ValueError as error:
            raise value.error(f"{shown}: {operation}: {plain(str(error))}", _CALLS_HINT) from None
        found.append(Call(Operation(operation), points))
    return tuple(found)


def _is_text(operation: str, text: str) -> bool:
    return operation == Operation.DECODE and not text.startswith(_NOTATION)


def _call(call: Call) -> str:
    """A call as :func:`_calls` reads it, in a line."""
    points = call.input
    text = "".join(map(chr, points)) if all(0x20 <= c < 0x7F for c in points) and len(points) <= _LONGEST else "U+"
    shown = text if _is_text(call.operation, text) else notation.show(points, 1 << 30) if points else ""
    return f"{call.operation.value}: {scalar(shown)}"


def _said(node: Node, what: str, *, date: bool = False) -> str:
    # YAML 1.1 would make a date of its own of it; here it is text either way, and people do not quote dates.
    text = str(node.value) if date and node.plain and isinstance(node.value, str) else node.text(what)
    if not text.strip():
        raise node.error(f"{what} is empty")
    return text.strip()


def edited(
    path: Path,
    text: str,
    *,
    remove: Iterable[str] = (),
    got: Mapping[str, str] = MappingProxyType({}),
    add: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> str:
    """A baseline's text with some entries of cases changed and all other lines as they were.

    Args:
        path: the file, for errors.
        text: its content.
        remove: the ids of entries to take out, with the comments right above them.
        got: new answers by id, for entries that have one recorded.
        add: reason and answer by id. An entry is put before the first with a greater id.

    Raises:
        DataError: it is not written in a way that can be edited by lines.
    """
    before = parse(path, text.encode())
    gone = set(remove)
    end = _end(text)
    new = [Entry(name, reason, "", 0, did) for name, (reason, did) in add.items()]
    added = [_written(entry, "", end) for entry in new]
    items = blocks(split(text))
    made = joined(changed(items, remove=gone, got=got, add=added, apart=_APART), end)
    wanted = replace(before, known=_after(before.known, gone, got, new))
    return _checked(path, made, wanted)


def with_findings(
    path: Path,
    text: str,
    *,
    remove: Collection[str] = (),
    got: Mapping[str, str] = MappingProxyType({}),
    add: Iterable[Entry] = (),
) -> str:
    """A baseline's text with some entries of findings changed; one may be removed and added again.

    Raises:
        DataError: it is not written in a way that can be edited by lines.
    """
    before, new = parse(path, text.encode()), list(add)
    end = _end(text)
    items = blocks(split(text))
    at = next((at for at, item in enumerate(items) if item.name == _FINDINGS), len(items))
    if at == len(items):
        apart = [Block("", (end,))] if items and items[-1].lines[-1].strip() else []
        items += [*apart, Block(_FINDINGS, (f"{_FINDINGS}:{end}",))]
        at = len(items) - 1
    head, indent, inner = _opened(items[at])
    added = [_written(entry, indent, end) for entry in new]
    inner = changed(inner, remove=remove, got=got, add=added)
    items[at] = Block(_FINDINGS, split(joined([Block("", head), *inner], end)))
    wanted = replace(before, findings=_after(before.findings, remove, got, new))
    return _checked(path, joined(items, end), wanted)


def _opened(block: Block) -> tuple[tuple[str, ...], str, list[Block]]:
    """The lines of the findings up to their key, the indent of their entries, and the entries."""
    cut = block.line - block.first + 1
    head, body = block.lines[:cut], block.lines[cut:]
    first = next((line for line in body if line.strip() and not line.lstrip().startswith("#")), "  x")
    indent = first[: len(first) - len(first.lstrip())]
    return head, indent, blocks(body, indent, block.first + cut)


def _written(entry: Entry, indent: str, end: str) -> Block:
    """A new entry."""
    said = [f"reason: {scalar(entry.reason)}"]
    # Links and dates need no quotes here, and people write none.
    said += [f"issue: {entry.issue if entry.issue.startswith('http') else scalar(entry.issue)}"] if entry.issue else []
    said += [f"date: {entry.date}"] if entry.date else []
    calls = ["calls:", *(f"  - {_call(call)}" for call in entry.calls)] if entry.calls else []
    got = [f"got: {scalar(entry.got)}"] if entry.got else []
    lines = (f"{scalar(entry.id)}:", *(f"  {line}" for line in (*said, *calls, *got)))
    return Block(entry.id, tuple(f"{indent}{line}{end}" for line in lines))


def _after(
    before: Mapping[str, Entry], remove: Collection[str], got: Mapping[str, str], add: Iterable[Entry]
) -> dict[str, Entry]:
    kept = {name: replace(entry, got=got.get(name, entry.got)) for name, entry in before.items() if name not in remove}
    return kept | {entry.id: entry for entry in add}


def _checked(path: Path, text: str, wanted: Baseline) -> str:
    """An edited baseline, if it says what it should."""
    try:
        after = parse(path, text.encode())
    except DataError:
        after = Baseline()
    if _content(after) != _content(wanted):
        hint = "begin each entry on a line of its own, without indent"
        raise DataError(f"{path}: cannot be edited line by line", hint)
    return text


def _content(baseline: Baseline) -> tuple[object, ...]:
    """A baseline's content without its place."""
    maps = (baseline.known, baseline.findings)
    said = [{id: [getattr(one, key) for key in (*_KEYS, "calls")] for id, one in entries.items()} for entries in maps]
    return (*said, list(baseline.flaky))


def _end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
