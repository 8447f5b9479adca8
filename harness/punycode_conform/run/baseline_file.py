"""A baseline's YAML: read strictly, and edited line by line, so that all that people wrote there stays.

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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .. import notation
from ..errors import DataError
from ..notation import plain
from ..suite import strict_yaml
from ..suite.outcome import Call, Operation
from ..suite.strict_yaml import Node
from .baseline import FAULT, Baseline, Entry

_KEYS = ("reason", "got", "issue", "date")
_FLAKY, _FINDINGS = _APART = ("flaky", "findings")
_HEAD = re.compile(r"# Known failures of (.+), each with its reason\.")
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_LINK = re.compile(r"https?://[^\s/]+\S*|[\w./-]*#\d+", re.ASCII)
_SIGNATURE = re.compile(r"(encode|decode): [a-z]\S*.*")
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?", re.ASCII)  # needs no quotes, unless YAML retypes it
_NOTATION = ("U+", "(U+")  # what begins so is code points, anything else is text
_CALLS_HINT = "a list of lines such as - decode: 'a-' and - encode: U+0061 U+00FC"
_LONGEST = 200  # characters of a call that are written as text
_NOWHERE = (0, 0)
# Each pattern is compared with each case, and a call of a few characters may be of a million code points.
_MAX_PATTERNS, _MAX_PATTERN, _MAX_CALLS = 200, 200, 4_000_000
_Edit = tuple[int, int, str]  # the lines from one index up to another, and the text that replaces them


def read(path: Path, hint: str = "conform baseline TARGET --baseline FILE writes one") -> Baseline:
    """The baseline in a file.

    Raises:
        DataError: it cannot be read or is faulty; the message has file and line. ``hint`` is for one that is not there.
    """
    if not path.exists():
        raise DataError(f"{path}: there is no such baseline", hint)
    return parse(path, strict_yaml.read_bytes(path))


def head(label: str) -> str:
    """The beginning of a new file for a target of this label."""
    return (
        f"# Known failures of {plain(label, 200)}, each with its reason.\n"
        '# "conform baseline" adds, removes and brings up to date what was got; reasons, issues, dates and comments are'
        " yours.\n\n"
    )


def parse(path: Path, content: bytes) -> Baseline:
    """The baseline that a file holds with this content; see :func:`read`."""
    if not (root := _root(path, content)):
        return Baseline(str(path))
    first = _HEAD.match(content.decode("utf-8"))
    of = plain(first[1], None) if first else ""
    lines = content.decode("utf-8").splitlines(keepends=True)
    places = _places(root, lines, len(lines))
    known = {name: _known(name, node, places.get(name, _NOWHERE)) for name, node in root.items() if name not in _APART}
    _check_patterns([entry for entry in known.values() if "*" in entry.id])
    flaky: dict[str, Entry] = {}
    for node in root[_FLAKY].items(_FLAKY) if _FLAKY in root else ():
        name = node.text("a flaky case")
        if name in known or name in flaky:
            raise node.error(f"{plain(name, 100)} appears twice", "a case is either known to fail, or flaky")
        flaky[name] = Entry(name, "flaky", node.file, node.line)
    listed = _listed(root)
    places = _places(listed, lines, places.get(_FINDINGS, (0, len(lines)))[1], _indent(listed))
    findings, total = {}, 0
    for name, node in listed.items():
        findings[name] = _finding(name, node, places.get(name, _NOWHERE))
        total += sum(len(call.input) for call in findings[name].calls)
        if total > _MAX_CALLS:
            raise node.error(f"findings: more than {_MAX_CALLS:,} code points in all calls")
    return Baseline(str(path), known, flaky, findings, of)


def _check_patterns(patterns: Sequence[Entry]) -> None:
    for number, entry in enumerate(patterns, 1):
        if number > _MAX_PATTERNS or len(entry.id) > _MAX_PATTERN:
            limit = f"at most {_MAX_PATTERNS} patterns, of {_MAX_PATTERN} characters each"
            raise DataError(f"{entry.file}:{entry.line}: too many patterns, or one that is too long", limit)


def _root(path: Path, content: bytes) -> dict[str, Node]:
    if not re.sub(rb"(?m)^\s*(#.*|---\s*)?$", b"", content).strip():  # comments alone, as when the last entry has gone
        return {}
    return strict_yaml.load(path, content).mapping("a baseline")


def _listed(root: Mapping[str, Node]) -> dict[str, Node]:
    node = root.get(_FINDINGS)
    if node is None or (node.plain and not node.value):  # its last entry has gone
        return {}
    return node.mapping(_FINDINGS)


def _indent(listed: Mapping[str, Node]) -> int:
    return min((node.key[1] for node in listed.values()), default=2)


def _places(entries: dict[str, Node], lines: Sequence[str], last: int, indent: int = 0) -> dict[str, tuple[int, int]]:
    """The first and the last line of each entry of a map, the comments right above it included.

    Args:
        entries: of the map, in the file's order.
        lines: of the whole file. ``splitlines`` divides it where YAML does: what else it divides at, YAML refuses.
        last: the map's last line.
        indent: the spaces before a key. An entry whose line begins in another way has no lines of its own, and no place.
    """
    found = {}
    for name, node in reversed(entries.items()):
        line, column = node.key
        if lines[line - 1][:column] != " " * indent:
            continue
        first = line
        while first > 1 and _comment(lines[first - 2], indent):
            first -= 1
        if first == 1:  # at the top of the file a comment describes the file
            first = line
        while last > line and (not lines[last - 1].strip() or _comment(lines[last - 1], indent)):
            last -= 1
        found[name] = first, last
        last = first - 1
    return found


def _comment(line: str, indent: int) -> bool:
    """Whether a line is a comment that is no deeper than the keys: a deeper one is part of an entry."""
    text = line.lstrip(" \t")
    return text.startswith("#") and len(line) - len(text) <= indent


def _finding(name: str, node: Node, lines: tuple[int, int]) -> Entry:
    if not _SIGNATURE.fullmatch(name):
        message = f"{plain(name, 100)!r} is not a signature, such as 'decode: accepted: truncated'"
        hint = "conform baseline TARGET --findings DIR writes them"
        raise Node("", node.file, node.key[0]).error(message, hint)
    return _known(name, node, lines, (*_KEYS, "calls"))


def _known(name: str, node: Node, lines: tuple[int, int], keys: Collection[str] = _KEYS) -> Entry:
    shown, line = plain(name, 100), node.key[0]
    if not isinstance(node.value, dict):
        return Entry(name, _said(node, f"{shown}: reason"), node.file, line, lines=lines)
    if name.startswith(FAULT):
        keys = ("reason", "cases", "issue", "date")
    for key, value in node.value.items():
        if key not in keys:
            raise value.error(f"{shown}: unknown key {plain(key, 40)!r}", f"keys: {', '.join(keys)}")
    if "reason" not in node.value:
        raise node.error(f"{shown}: no reason", "say in a line why it fails")
    given = dict(node.value)
    calls = _calls(given.pop("calls"), shown) if "calls" in given else ()
    cases = given.pop("cases").integer(f"{shown}: cases") if "cases" in given else None
    entry: dict[str, Any] = {key: _said(value, f"{shown}: {key}", date=key == "date") for key, value in given.items()}
    for key, form, hint in (("date", _DATE, "YYYY-MM-DD"), ("issue", _LINK, "a link, or owner/project#1")):
        if key in entry and not form.fullmatch(entry[key]):
            raise node.value[key].error(f"{shown}: {key} {plain(entry[key], 60)!r} is not {hint}")
    return Entry(name, file=node.file, line=line, calls=calls, lines=lines, cases=cases, **entry)


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
    return f"{call.operation.value}: {_scalar(shown)}"


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
    findings: bool = False,
    remove: Collection[str] = (),
    got: Mapping[str, str] = MappingProxyType({}),
    add: Iterable[Entry] = (),
) -> str:
    """A baseline's text with some entries changed and all other lines as they were.

    Args:
        path: the file, for errors.
        text: its content.
        findings: whether the entries are findings, not cases.
        remove: the ids of entries to take out, with the comments right above them; they may be added again.
        got: new answers by id, for entries that have one recorded; for faults, new numbers of cases.
        add: each is put before the first with a greater id.

    Raises:
        DataError: it is not written in a way that can be edited by lines.
    """
    before, new = parse(path, text.encode()), {entry.id: entry for entry in add}
    old = before.findings if findings else before.known
    kept = {name: _anew(one, got.get(name, "")) for name, one in old.items() if name not in remove}
    wanted = replace(before, findings=kept | new) if findings else replace(before, known=kept | new)

    root, end = _root(path, text.encode()), "\r\n" if "\r\n" in text else "\n"
    first_finding = findings and _FINDINGS not in root
    lines = _opened(text, end, first_finding) if new or first_finding else text.splitlines(keepends=True)
    first, last = _places(root, lines, len(lines)).get(_FINDINGS, (len(lines) + 1, len(lines)))
    nodes, bottom, indent = (_listed(root), last, _indent(_listed(root))) if findings else (root, first - 1, 0)

    edits = [(one.lines[0] - 1, one.lines[1], "") for one in old.values() if one.id in remove and any(one.lines)]
    edits += _answers(nodes, got, lines)
    edits += _added(new.values(), kept.values(), bottom, " " * indent, end)
    edits.sort(key=lambda edit: edit[:2])
    for start, stop, changed in reversed(edits):  # the last first: an edit moves the lines behind it
        lines[start:stop] = [changed]
    return _checked(path, "".join(lines), wanted)


def _anew(entry: Entry, did: str) -> Entry:
    """An entry with what is recorded anew; as it is if nothing is."""
    if not did:
        return entry
    return replace(entry, cases=int(did)) if entry.id.startswith(FAULT) else replace(entry, got=did)


def _opened(text: str, end: str, first_finding: bool) -> list[str]:
    """A file's lines, ready for an entry behind them."""
    lines = text.splitlines(keepends=True)
    if lines and lines[-1][-1] not in "\r\n":
        lines[-1] += end
    if first_finding:
        lines += [end, f"{_FINDINGS}:{end}"] if lines and lines[-1].strip() else [f"{_FINDINGS}:{end}"]
    return lines


def _answers(nodes: Mapping[str, Node], got: Mapping[str, str], lines: Sequence[str]) -> Iterator[_Edit]:
    """New answers, with what is before and behind the old ones in their lines."""
    for name, did in got.items():
        entry, key = nodes[name].value, "cases" if name.startswith(FAULT) else "got"
        if isinstance(entry, dict) and key in entry:
            (first, column), (last, after) = entry[key].start, entry[key].end
            behind = "".join(lines[last - 1 : last])[after:]
            yield first - 1, last, lines[first - 1][:column] + (did if key == "cases" else _scalar(did)) + behind


def _added(new: Iterable[Entry], kept: Iterable[Entry], bottom: int, indent: str, end: str) -> Iterator[_Edit]:
    """Entries in their order; the first of all is put at the bottom."""
    places = {one.id: one.lines for one in kept if any(one.lines)}
    bottom = max((last for _, last in places.values()), default=bottom)
    for entry in sorted(new, key=lambda one: one.id):
        at = min((first - 1 for name, (first, _) in places.items() if name > entry.id), default=bottom)
        yield at, at, _written(entry, indent, end)


def _written(entry: Entry, indent: str, end: str) -> str:
    said = [f"reason: {_scalar(entry.reason)}"]
    # Links and dates need no quotes here, and people write none.
    said += [f"issue: {entry.issue if entry.issue.startswith('http') else _scalar(entry.issue)}"] if entry.issue else []
    said += [f"date: {entry.date}"] if entry.date else []
    said += ["calls:", *(f"  - {_call(call)}" for call in entry.calls)] if entry.calls else []
    said += [f"got: {_scalar(entry.got)}"] if entry.got else []
    said += [f"cases: {entry.cases}"] if entry.cases is not None else []
    return "".join(f"{indent}{line}{end}" for line in (f"{_scalar(entry.id)}:", *(f"  {line}" for line in said)))


def _scalar(text: str) -> str:
    """Text of one line as a YAML scalar."""
    if _SAFE.fullmatch(text) and not strict_yaml.retyped(text):
        return text
    return "'" + text.replace("'", "''") + "'"


def _checked(path: Path, text: str, wanted: Baseline) -> str:
    """An edited baseline, if it says what it should."""
    try:
        right = _content(parse(path, text.encode())) == _content(wanted)
    except DataError:
        right = False
    if not right:
        hint = "begin each entry on a line of its own, without indent"
        raise DataError(f"{path}: cannot be edited line by line", hint)
    return text


def _content(baseline: Baseline) -> list[dict[str, Entry]]:
    """A baseline's entries without their places."""
    maps = (baseline.known, baseline.flaky, baseline.findings)
    return [{name: replace(one, file="", line=0, lines=(0, 0)) for name, one in entries.items()} for entries in maps]
