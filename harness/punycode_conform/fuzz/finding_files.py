"""A finding as files: a vector file that ``conform run --vectors`` takes, the raw record, a page with tests to paste.

The tests pass with every correct codec and fail with the one that was fuzzed.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from .. import __version__, files
from ..notation import show
from ..render.failure import pasted_tests
from ..run.report_file import as_builtins
from ..suite import oracle
from ..suite.outcome import Call, Operation
from . import text
from .campaign import Campaign
from .cases import SCHEME
from .finding import REPLAY, SWEEP, Finding, Origin

_ALL = 1 << 30
_KINDS = ("crash", "timeout", "refused", "accepted", "wrong", "stability")  # a single answer does not show the others


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
    expected = oracle.expect(oracle.facts(finding.problem.call), origin.choices)
    calls = finding.problem.calls if finding.problem.kind in _KINDS else ()
    for language, needs, code in pasted_tests(finding.id, calls, expected):
        paragraphs += [f"## {language}", f"Needs: {needs}.", f"```{language.lower()}\n{code}\n```"]
    return "\n\n".join(paragraphs) + "\n"


def quoted(content: str) -> str:
    """Text as a double-quoted scalar of YAML, in ASCII: it has the escapes of Python, and one for the quotation mark."""
    return '"' + content.encode("unicode_escape").decode().replace('"', '\\"') + '"'
