"""A baseline's YAML: read strictly, and edited line by line, so that all that people wrote there stays.

leading-delimiter-alone/decode:
  reason: the delimiter in first place is dropped
  issue: https://example.org/issues/1
  got: returned nothing
law/decode-uniqueness: for the same reason
flaky: [some-vector/encode]
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from ..errors import DataError
from ..record import record
from ..suite import strict_yaml
from ..suite.notation import plain
from ..suite.strict_yaml import Node
from .baseline import Baseline, Known

_KEYS = ("reason", "got", "issue", "date")
_FLAKY = "flaky"
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_LINK = re.compile(r"https?://[^\s/]+\S*|[\w./-]*#\d+", re.ASCII)
_KEY = re.compile(r"""("(?P<d>[^"\\]*)"|'(?P<s>[^']*)'|(?P<p>[^\s#'"{}\[\],&*!|>%@`?:-][^#\n]*?)):(\s|$)""")
_QUOTED = r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*\""""
_PLAIN = r"""[^\s'"{},#](?:[^,}#\n]*[^\s,}#])?"""
_GOT = re.compile(rf"((?:^[ \t]+|[{{,][ \t]*)got:[ \t]+)(?:{_QUOTED}|{_PLAIN})", re.MULTILINE)
_SAFE = re.compile(r"[A-Za-z](?:[\w +./();=-]*[\w+.)])?", re.ASCII)


def read(path: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        DataError: it cannot be read or is faulty; the message has file and line.
    """
    if not path.exists():
        raise DataError(f"{path}: there is no such baseline", "conform baseline TARGET --baseline FILE writes one")
    return parse(path, strict_yaml.read_bytes(path))


def parse(path: Path, content: bytes) -> Baseline:
    """The baseline that a file holds with this content; see :func:`read`."""
    if not re.sub(rb"(?m)^\s*(#.*|---\s*)?$", b"", content).strip():  # comments alone, as when the last entry has gone
        return Baseline(str(path))
    root = strict_yaml.load(path, content).mapping("a baseline")
    lines = {item.id: item.line for item in _items(content.decode("utf-8")) if item.id}
    known: dict[str, Known] = {}
    flaky: dict[str, Known] = {}
    for name, node in root.items():
        if name != _FLAKY:
            known[name] = _known(name, node, lines.get(name, node.line))
    for node in root[_FLAKY].items(_FLAKY) if _FLAKY in root else ():
        name = node.text("a flaky case")
        if name in known or name in flaky:
            raise node.error(f"{plain(name, 100)} stands twice", "a case is either known to fail, or flaky")
        flaky[name] = Known(name, "flaky", node.file, node.line)
    return Baseline(str(path), known, flaky)


def _known(name: str, node: Node, line: int) -> Known:
    shown = plain(name, 100)
    if not isinstance(node.value, dict):
        return Known(name, _said(node, f"{shown}: reason"), node.file, line)
    for key, value in node.value.items():
        if key not in _KEYS:
            raise value.error(f"{shown}: unknown key {plain(key, 40)!r}", f"keys: {', '.join(_KEYS)}")
    if "reason" not in node.value:
        raise node.error(f"{shown}: no reason")
    entry = {key: _said(value, f"{shown}: {key}", date=key == "date") for key, value in node.value.items()}
    for key, form, hint in (("date", _DATE, "YYYY-MM-DD"), ("issue", _LINK, "a link, or owner/project#1")):
        if key in entry and not form.fullmatch(entry[key]):
            raise node.value[key].error(f"{shown}: {key} {plain(entry[key], 60)!r} is not {hint}")
    return Known(name, file=node.file, line=line, **entry)


def _said(node: Node, what: str, *, date: bool = False) -> str:
    # YAML 1.1 would make a date of its own of it; here it is text either way, and people do not quote dates.
    text = str(node.value) if date and node.plain and isinstance(node.value, str) else node.text(what)
    if not text.strip():
        raise node.error(f"{what} is empty")
    return text.strip()


@record
class _Item:
    """Lines of a file that belong together: an entry with the comments right above it, or what stands between entries.

    Attributes:
        id: the entry's, empty for what is none.
        lines: with their ends.
        line: of the entry's key, from 1.
    """

    id: str
    lines: tuple[str, ...]
    line: int = 0


def _items(text: str) -> list[_Item]:
    """A file's lines, divided up; joined they are the file again."""
    items: list[_Item] = []
    pending: list[str] = []  # comments and blank lines that nothing has claimed
    for number, line in enumerate(re.findall(r"[^\n]*\n|[^\n]+", text), 1):
        key = _KEY.match(line)
        if not line.strip() or line.startswith("#"):
            pending.append(line)
        elif key:
            # A comment right above a key is the entry's, but at the top of the file it speaks of the file.
            first = 0 if items else len(pending)
            at = next((i for i in range(len(pending), 0, -1) if not pending[i - 1].strip()), first)
            items.append(_Item("", tuple(pending[:at])))
            name = key["d"] or key["s"] or (key["p"] or "").rstrip()
            items.append(_Item("" if name == _FLAKY else name, (*pending[at:], line), number))
            pending = []
        else:
            last = items.pop() if items else _Item("", ())
            items.append(_Item(last.id, (*last.lines, *pending, line), last.line))
            pending = []
    return [item for item in (*items, _Item("", tuple(pending))) if item.lines]


def edited(
    path: Path,
    text: str,
    *,
    remove: Iterable[str] = (),
    got: Mapping[str, str] = MappingProxyType({}),
    add: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> str:
    """A baseline's text with some entries changed and all other lines as they were.

    Args:
        path: where it stands, for errors.
        text: as it stands.
        remove: the ids of entries to take out, with the comments right above them.
        got: new answers by id, for entries that have one recorded.
        add: reason and answer by id. An entry is put before the first with a greater id.

    Raises:
        DataError: it is not written in a way that can be edited by lines.
    """
    before = parse(path, text.encode())
    gone = set(remove)
    end = "\r\n" if "\r\n" in text else "\n"
    items = [_with_got(item, got) for item in _items(text) if item.id not in gone or not item.id]
    for name, (reason, did) in sorted(add.items()):
        block = (f"{_scalar(name)}:{end}", f"  reason: {_scalar(reason)}{end}", f"  got: {_scalar(did)}{end}")
        items.insert(_place(items, name), _Item(name, block))
    made = _joined(items, end)
    wanted = {name: _told(entry) for name, entry in before.known.items() if name not in gone}
    for name in got:
        wanted[name]["got"] = got[name]
    wanted |= {name: {"reason": reason, "got": did, "issue": "", "date": ""} for name, (reason, did) in add.items()}
    if not _holds(path, made, wanted, before):
        hint = "begin each entry on a line of its own, without indent"
        raise DataError(f"{path}: cannot be edited line by line", hint)
    return made


def _holds(path: Path, text: str, wanted: Mapping[str, dict[str, str]], before: Baseline) -> bool:
    """Whether an edited baseline has the entries that it should, and the flaky cases that it had."""
    try:
        after = parse(path, text.encode())
    except DataError:
        return False
    return {name: _told(entry) for name, entry in after.known.items()} == wanted and list(after.flaky) == list(
        before.flaky
    )


def _told(entry: Known) -> dict[str, str]:
    return {key: getattr(entry, key) for key in _KEYS}


def _with_got(item: _Item, got: Mapping[str, str]) -> _Item:
    if item.id not in got:
        return item
    changed = _GOT.sub(lambda m: m[1] + _scalar(got[item.id]), "".join(item.lines), count=1)
    return _Item(item.id, (changed,), item.line)


def _place(items: list[_Item], name: str) -> int:
    greater = [at for at, item in enumerate(items) if item.id > name]
    entries = [at for at, item in enumerate(items) if item.id]
    return greater[0] if greater else entries[-1] + 1 if entries else len(items)


def _joined(items: list[_Item], end: str) -> str:
    """The items as text; one that was the file's last may lack the end of its line."""
    parts = ["".join(item.lines) for item in items]
    return "".join(part if part.endswith("\n") or at == len(parts) - 1 else part + end for at, part in enumerate(parts))


def _scalar(text: str) -> str:
    """Text of one line as a YAML scalar."""
    if _SAFE.fullmatch(text) and not strict_yaml.retyped(text):
        return text
    return "'" + text.replace("'", "''") + "'"
