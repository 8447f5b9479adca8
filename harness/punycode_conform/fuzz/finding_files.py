"""A finding as files: a vector file that ``conform run --vectors`` takes, the raw record, a page with tests to paste.

The tests are in the author's own language, from the templates in fuzz/pasted/. Each calls ``encode`` and ``decode`` of the
author's codec, passes with every correct codec and fails with the one that was fuzzed.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template

from .. import __version__, files
from ..notation import show
from ..run.report_file import as_builtins
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation
from . import text
from .campaign import Campaign
from .cases import SCHEME
from .finding import REPLAY, SWEEP, Finding, Origin

_ALL = 1 << 30
_LONGEST = 2000  # code points on both sides of a test together
_KINDS = ("crash", "timeout", "refused", "accepted", "wrong", "stability")  # a single answer does not show the others
_PLAIN = {c: chr(c) for c in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}
# The escapes of a language for code points up to U+FFFF and above.
LANGUAGES = {
    "Python": (r"\u{:04x}", r"\U{:08x}"),
    "JavaScript": (r"\u{:04x}", r"\u{{{:x}}}"),
    "Go": (r"\u{:04x}", r"\U{:08x}"),
    "Rust": (r"\u{{{:x}}}", r"\u{{{:x}}}"),
    "Java": (r"\u{:04x}", ""),  # in UTF-16
}


def save(finding: Finding, origin: Origin, folder: Path) -> Path:
    """Write a finding's files; gives the vector file, or the page if no vector can hold the case."""
    folder.mkdir(parents=True, exist_ok=True)
    record = json.dumps(as_json(finding, origin), indent=1)
    contents = {".json": record + "\n", ".md": page(finding, origin), ".yaml": vector_file(finding, origin)}
    for suffix, content in contents.items():
        if content:
            files.write(folder / (finding.id + suffix), content)
    return folder / (finding.id + (".yaml" if contents[".yaml"] else ".md"))


def as_json(finding: Finding, origin: Origin) -> dict[str, object]:
    """The raw record."""
    problem = finding.problem
    return {
        "type": "finding",
        "id": finding.id,
        "signature": problem.signature,
        "title": problem.title,
        "kind": problem.kind,
        "laws": list(problem.laws),
        "bug": finding.bug or None,
        "calls": [as_builtins(call) for call in problem.calls],
        "expected": as_builtins(oracle.expect(oracle.facts(problem.call), origin.choices)),
        "got": as_builtins(problem.outcome),
        "stderr": getattr(problem.outcome, "stderr", ""),
        "shows": problem.shows,
        "found": as_builtins(finding.found),
        "case": finding.number,
        "probes": finding.probes,
        "made_of": finding.made_of or None,
        "tool": __version__,
        "scheme": SCHEME,
        **origin.as_json(),
    }


def header(campaign: Campaign, origin: Origin) -> dict[str, object]:
    """The first line of a report."""
    cases = campaign.cases
    about = {"type": "header", "format": 1, "tool": __version__, "scheme": SCHEME, "cases": cases.count}
    domains = [{"operation": d.operation.value, "symbols": list(d.symbols), "length": d.length} for d in cases.domains]
    return about | origin.as_json() | ({"sweep": {"domains": domains, "shard": cases.shard}} if domains else {})


def footer(campaign: Campaign) -> dict[str, object]:
    """The last line of a report."""
    new, stale = campaign.new, campaign.stale
    return {
        "type": "footer",
        "cases": campaign.asked,
        "calls": campaign.calls,
        "accepted": round(campaign.accepted, 4),
        "counts": dict(campaign.counts),
        "problems": campaign.problems.total(),
        "findings": len(new),
        "known": len(campaign.known),
        "stale": [{"id": entry.id, "file": entry.file, "line": entry.line, "why": entry.why} for entry in stale],
        "seconds": round(campaign.seconds, 2),
        "notes": campaign.notes,
        "stopped": campaign.stopped,
        "verdict": "findings" if new else "stale" if stale else "no findings",
    }


def vector_file(finding: Finding, origin: Origin) -> str:
    """The calls as vectors, with what the oracle expects; empty if YAML can hold none of them."""
    # A problem that appears only after other calls is replayed with all of them.
    calls = dict.fromkeys(finding.problem.calls[0 if finding.problem.kind == "stability" else -8 :])
    entries = [line for number, call in enumerate(calls, 1) for line in _vector(call, finding, origin, number)]
    if not entries:
        return ""
    about = f"Found by conform {SWEEP if origin.engine == SWEEP else 'fuzz'}: {finding.problem.title}."
    return "\n".join([f"about: {quoted(about)}", "vectors:", *entries]) + "\n"


def _vector(call: Call, finding: Finding, origin: Origin, number: int) -> Iterator[str]:
    facts = oracle.facts(call)
    encoding = call.operation is Operation.ENCODE
    decoded, encoded = (call.input, facts.value) if encoding else (facts.value, call.input)
    if encoded is None or not oracle.is_unicode(encoded):  # YAML can hold nothing else
        return
    last = call == finding.problem.call
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
    case = f"case {finding.number}" if finding.number is not None else "a call that followed a case"
    how = f"the {origin.engine} engine: seed {origin.seed}, {case}, scheme {SCHEME}"
    how = {SWEEP: "conform sweep", REPLAY: "conform fuzz --replay"}.get(origin.engine, how)
    return f"{origin.target.label}: {finding.problem.title}.{laws} Found by {how}; minimised."


def page(finding: Finding, origin: Origin) -> str:
    """A page for people: the finding, and tests to paste."""
    lines = text.finding_lines(finding, None, origin.choices, color=False)
    paragraphs = [f"# {finding.id}", note(finding, origin), "\n".join(["```text", *lines, "```"])]
    if not vector_file(finding, origin):
        paragraphs.append("No vector can hold this case: YAML has no surrogates and nothing above U+10FFFF.")
    for language, needs, code in pasted_tests(finding, origin.choices):
        paragraphs += [f"## {language}", f"Needs: {needs}.", f"```{language.lower()}\n{code}\n```"]
    return "\n\n".join(paragraphs) + "\n"


def quoted(content: str) -> str:
    """Text as a double-quoted scalar of YAML, in ASCII: it has the escapes of Python, and one for the quotation mark."""
    return '"' + content.encode("unicode_escape").decode().replace('"', '\\"') + '"'


def pasted_tests(finding: Finding, choices: Choices) -> Iterator[tuple[str, str, str]]:
    """A test in each language whose strings can hold the case: the language, what the file around it needs, and code."""
    expected = oracle.expect(oracle.facts(finding.problem.call), choices)
    value = () if isinstance(expected, oracle.Rejects) else expected.value
    check = {oracle.Rejects: "refused", oracle.Either: "either"}.get(type(expected), "returned")
    *before, call = calls = finding.problem.calls
    if finding.problem.kind not in _KINDS or sum(len(c.input) for c in calls) + len(value) > _LONGEST:
        return
    if call in before and check == "either":  # both answers may be allowed, but not one after the other
        return
    if max(value, default=0) > MAX_UNICODE:  # no string can hold the result, so it must be refused
        check, value = "refused", ()
    points = {c for text in (value, *(c.input for c in calls)) for c in text}
    for language in LANGUAGES if max(points, default=0) <= MAX_UNICODE else ():
        # Only in Python a surrogate is a character like any other.
        if language == "Python" or not any(0xD800 <= c <= 0xDFFF for c in points):
            yield _rendered(language, check, finding, value)


def _rendered(language: str, check: str, finding: Finding, value: Sequence[int]) -> tuple[str, str, str]:
    text = (files.FUZZ / "pasted" / f"{language}.txt").read_text(encoding="utf-8")
    templates = dict(part.split("\n", 1) for part in text.removeprefix("== ").split("\n== "))

    def filled(template: str, call: Call) -> str:
        fields = {"operation": call.operation.value, "input": _literal(call.input, language)}
        return Template(templates[template].rstrip("\n") + "\n").substitute(fields, value=_literal(value, language))

    *before, call = finding.problem.calls
    words = finding.id.split("-")
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    code = Template(templates["test"].rstrip("\n")).substitute(
        words=" ".join(words),
        snake="_".join(words),
        camel=camel,
        lower_camel=camel[:1].lower() + camel[1:],
        before="".join(filled("before", earlier) for earlier in before),
        check=filled(check, call),
    )
    return language, templates["needs"].strip(), code.rstrip("\n")


def _literal(points: Sequence[int], language: str) -> str:
    """A literal in printable ASCII."""
    narrow, wide = LANGUAGES[language]
    if not wide:
        units = "".join(map(chr, points)).encode("utf-16-be")
        points = [high << 8 | low for high, low in zip(units[::2], units[1::2], strict=True)]
    return '"' + "".join(_PLAIN.get(c) or (narrow if c < 0x10000 else wide).format(c) for c in points) + '"'
