"""A finding as files: a vector file that ``conform run --vectors`` takes, the raw record, a page with tests to paste."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import ConformError
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.notation import show
from ..suite.outcome import Call, Operation
from . import pasted_tests
from .finding import Finding

_ALL = 1 << 30


def check_folder(folder: Path) -> None:
    """Find out beforehand that findings cannot be written there; what that makes is gone again.

    Raises:
        ConformError: they cannot.
    """
    try:
        there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), folder)
        TemporaryDirectory(dir=there, prefix=".conform-").cleanup()
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> ConformError:
    return ConformError(f"--out {folder}: cannot be written: {error.strerror}", "--out DIR names another folder")


def save(finding: Finding, record: dict[str, Any], folder: Path) -> Path:
    """Write a finding's files; gives the vector file, or the page if no vector can hold the case.

    Raises:
        ConformError: they cannot be written.
    """
    files = {".json": json.dumps(record, indent=1) + "\n", ".md": page(finding, record)}
    if vectors := vector_file(finding, record):
        files[".yaml"] = vectors
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, content in files.items():
            # Written under another name first, so that a kill leaves no half of a file.
            scratch = folder / f".{finding.id}{suffix}.part"
            scratch.write_text(content, encoding="utf-8", newline="\n")
            scratch.replace(folder / (finding.id + suffix))
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder / (finding.id + (".yaml" if vectors else ".md"))


def vector_file(finding: Finding, record: dict[str, Any]) -> str:
    """The calls as vectors, with what the oracle expects; empty if none of them can be written in YAML."""
    # What goes wrong only after other calls is replayed with all of them.
    calls = finding.problem.calls if finding.problem.kind == "stability" else finding.problem.calls[-8:]
    entries = [
        line for number, call in enumerate(dict.fromkeys(calls)) for line in _vector(call, finding, record, number)
    ]
    if not entries:
        return ""
    about = f"Found by conform fuzz: {finding.title}."
    return "\n".join([f"about: {quoted(about)}", "vectors:", *entries]) + "\n"


def _vector(call: Call, finding: Finding, record: dict[str, Any], number: int) -> Iterator[str]:
    facts = oracle.facts(call)
    encoding = call.operation is Operation.ENCODE
    decoded = call.input if encoding else facts.value
    encoded = facts.value if encoding else call.input
    if encoded is None or any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for c in encoded):
        return
    last = call == finding.call
    yield f"  - id: {finding.id}{'' if last else f'-call-{number + 1}'}"
    if decoded is not None:
        yield f"    decoded: {quoted(show(decoded, _ALL) if decoded else '')}"
    yield f"    encoded: {quoted(''.join(map(chr, encoded)))}"
    yield f"    only: {call.operation.value}" if decoded is not None else f"    reject: {facts.reason}"
    if last and finding.bug:
        yield f"    bug: {finding.bug}"
    yield f"    note: {quoted(note(finding, record))}"


def note(finding: Finding, record: dict[str, Any]) -> str:
    """How it was found, in a sentence or two."""
    number = f"case {finding.number}" if finding.number is not None else "a call that followed a case"
    laws = f" Laws broken: {', '.join(finding.problem.laws)}." if finding.problem.laws else ""
    return (
        f"{record['target']['label']}: {finding.title}.{laws} Found by the {record['engine']} engine: seed "
        f"{record['seed']}, {number}, scheme {record['scheme']}; minimised."
    )


def page(finding: Finding, record: dict[str, Any]) -> str:
    """A page for people: what was found, how to replay it, and tests to paste."""
    calls = [f"- `{call.operation.value}` {_told(call)}" for call in finding.problem.calls[-8:]]
    lines = [
        f"# {finding.id}",
        "",
        note(finding, record),
        "",
        *calls,
        "",
        f"Expected: {_code(json.dumps(record['expected'])[:400])}",
        "",
        f"Got: {_code(json.dumps(record['got'])[:400])}",
        "",
        *([f"Shows: {_code(finding.problem.shows)}", ""] if finding.problem.shows else []),
    ]
    if not vector_file(finding, record):
        lines += ["No vector can hold this case: YAML has no surrogates and nothing beyond U+10FFFF.", ""]
    tests = list(pasted_tests.tests(finding, Choices().declare_all(record["choices"])))
    if not tests:
        lines += [
            "There is no test to paste: the case is too long for one, or the answer to one call does not show it.",
            "",
        ]
    for test in tests:
        lines += [
            f"## {test.language}",
            "",
            f"Needs: {test.needs}.",
            "",
            f"```{test.language.lower()}",
            test.code,
            "```",
            "",
        ]
    return "\n".join(lines)


def _told(call: Call) -> str:
    return _code(show(call.input, 60) if call.operation is Operation.ENCODE else quoted(_text(call.input)))


def _code(text: str) -> str:
    """Text as code that it cannot end: its backticks are escaped as JSON and YAML do it."""
    return "`" + text.replace("`", r"\u0060") + "`"


def _text(points: Sequence[int]) -> str:
    return "".join(chr(min(c, 0x10FFFF)) for c in points[:400])


def quoted(text: str) -> str:
    """Text as a double-quoted scalar of YAML, in ASCII."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if " " <= c <= "~":
        return c
    number = ord(c)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
