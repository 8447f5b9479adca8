"""A finding as files: a vector file that ``conform run --vectors`` takes, the raw record, a page with tests to paste."""

import json
from collections.abc import Iterator
from pathlib import Path

from .. import __version__, files
from ..notation import show
from ..render.words import expected, got, side
from ..run.report_file import call_json, expected_json, got_json
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation, Returned
from . import pasted_tests
from .finding import Finding, Origin
from .generator import SCHEME

_ALL = 1 << 30
SWEEP = "sweep"
"""The engine of findings that a sweep shows."""


def check_folder(folder: Path) -> None:
    """Check that findings can be written there. The folder itself is made only when there is a finding.

    Raises:
        ConformError: they cannot.
    """
    files.check_folder(folder, f"--out {folder}")


def save(finding: Finding, origin: Origin, folder: Path) -> Path:
    """Write a finding's files; gives the vector file, or the page if no vector can hold the case.

    Raises:
        ConformError: they cannot be written.
    """
    record = json.dumps(as_json(finding, origin), indent=1)
    made = {".json": record + "\n", ".md": page(finding, origin), ".yaml": vector_file(finding, origin)}
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, content in made.items():
        if content:
            files.write(folder / (finding.id + suffix), content)
    return folder / (finding.id + (".yaml" if made[".yaml"] else ".md"))


def as_json(finding: Finding, origin: Origin) -> dict[str, object]:
    """The raw record."""
    problem = finding.problem
    return {
        "type": "finding",
        "id": finding.id,
        "signature": finding.signature,
        "title": finding.title,
        "kind": problem.kind,
        "laws": list(problem.laws),
        "bug": finding.bug or None,
        "calls": [call_json(call) for call in problem.calls],
        "expected": expected_json(oracle.expect(oracle.facts(finding.call), origin.choices)),
        "got": got_json(problem.outcome),
        "stderr": getattr(problem.outcome, "stderr", ""),
        "shows": problem.shows,
        "found": call_json(finding.found),
        "case": finding.number,
        "probes": finding.probes,
        "tool": __version__,
        "scheme": SCHEME,
        **origin.as_json(),
    }


def vector_file(finding: Finding, origin: Origin) -> str:
    """The calls as vectors, with what the oracle expects; empty if YAML can hold none of them."""
    # A problem that appears only after other calls is replayed with all of them.
    calls = finding.problem.calls if finding.problem.kind == "stability" else finding.problem.calls[-8:]
    entries = [
        line for number, call in enumerate(dict.fromkeys(calls), 1) for line in _vector(call, finding, origin, number)
    ]
    if not entries:
        return ""
    about = f"Found by conform {SWEEP if origin.engine == SWEEP else 'fuzz'}: {finding.title}."
    return "\n".join([f"about: {quoted(about)}", "vectors:", *entries]) + "\n"


def _vector(call: Call, finding: Finding, origin: Origin, number: int) -> Iterator[str]:
    facts = oracle.facts(call)
    encoding = call.operation is Operation.ENCODE
    decoded = call.input if encoding else facts.value
    encoded = facts.value if encoding else call.input
    if encoded is None or any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for c in encoded):  # YAML can hold neither
        return
    last = call == finding.call
    yield f"  - id: {finding.id}{'' if last else f'-call-{number}'}"
    if decoded is not None:
        yield f"    decoded: {quoted(show(decoded, _ALL) if decoded else '')}"
    yield f"    encoded: {quoted(''.join(map(chr, encoded)))}"
    yield f"    only: {call.operation.value}" if decoded is not None else f"    reject: {facts.reason}"
    if last and finding.bug:
        yield f"    bug: {finding.bug}"
    yield f"    note: {quoted(note(finding, origin))}"


def note(finding: Finding, origin: Origin) -> str:
    """How it was found, in a sentence or two."""
    laws = f" Laws broken: {', '.join(finding.problem.laws)}." if finding.problem.laws else ""
    return f"{origin.label}: {finding.title}.{laws} Found by {_how(finding, origin)}; minimised."


def _how(finding: Finding, origin: Origin) -> str:
    if origin.engine == SWEEP:
        return "conform sweep"
    number = f"case {finding.number}" if finding.number is not None else "a call that followed a case"
    return f"the {origin.engine} engine: seed {origin.seed}, {number}, scheme {SCHEME}"


def wanted_and_got(finding: Finding, choices: Choices) -> Iterator[tuple[str, str]]:
    """The expected and the wrong answer of the call that shows a finding, in words; nothing where several show it."""
    operation, outcome = finding.call.operation, finding.problem.outcome
    expectation = oracle.expect(oracle.facts(finding.call), choices)
    # Of a call that was repeated the right answer may be the one that is kept.
    right = isinstance(outcome, Returned) and getattr(expectation, "value", None) == outcome.value
    if finding.answered and not right:
        yield "expected", expected(expectation, operation)
        yield "got", got(outcome, operation)


def page(finding: Finding, origin: Origin) -> str:
    """A page for people: the finding, what was expected, and tests to paste."""
    paragraphs = [
        f"# {finding.id}",
        note(finding, origin),
        "\n".join(f"- `{call.operation.value}` {_shown(call)}" for call in finding.problem.calls[-8:]),
        *(f"{label.capitalize()}: {_code(said)}" for label, said in wanted_and_got(finding, origin.choices)),
    ]
    if finding.problem.shows:
        paragraphs.append(f"Shows: {_code(finding.problem.shows)}")
    if not vector_file(finding, origin):
        paragraphs.append("No vector can hold this case: YAML has no surrogates and nothing above U+10FFFF.")
    tests = list(pasted_tests.tests(finding, origin.choices))
    if not tests:
        paragraphs.append(
            "There is no test to paste: the case is too long for one, or one answer alone does not show it."
        )
    for test in tests:
        paragraphs += [f"## {test.language}", f"Needs: {test.needs}."]
        paragraphs.append(f"```{test.language.lower()}\n{test.code}\n```")
    return "\n\n".join(paragraphs) + "\n"


def _shown(call: Call) -> str:
    return _code(side(call.input, call.operation is Operation.DECODE))


def _code(text: str) -> str:
    """Text as code that it cannot end: its backticks are escaped as JSON and YAML do it."""
    return "`" + text.replace("`", r"\u0060") + "`"


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
