"""``conform baseline``: bring the file of a target's known failures, or of its known findings, up to date.

A finding is added only when its calls show it again, and removed when they no longer do.
"""

import argparse
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from .. import files
from ..account.answers import ConstantAnswer
from ..errors import ConformError, NothingRan, TargetError
from ..fuzz import known_findings
from ..fuzz.confirmer import Confirmer
from ..notation import plain
from ..run import baseline_file, conformance
from ..run.baseline import Baseline, Entries, Entry, changed
from ..run.report_file import CallForm
from ..run.result import CaseResult
from ..run.setup import Setup
from ..run.started import Started, started
from ..suite import PUNYCODE
from ..targets.session import MORE
from .baseline_changes import answers_vary, updated
from .options import setup
from .output import check
from .progress import Bar
from .run import each, read_vectors

_LARGEST = 64 << 20  # bytes of a finding's record
_RECORDS = "fuzz-*.json"
_ID = re.compile(r"(?:law|fault|property)/.+|.+/(?:encode|decode)|.*[*].*", re.DOTALL)
_VARY = "\nAnswers vary, so none is recorded; what fails only now and then is added when it is run again."


class _Record(msgspec.Struct):
    """The part of a finding's record that an entry holds."""

    signature: str
    calls: tuple[CallForm, ...]
    bug: str | None = None


def baseline(options: argparse.Namespace) -> int:
    """Bring the baseline of each target up to date; the exit status is 0 if that was done."""
    if options.findings and (more := options.given.keys() & {"only", "vectors", "layer", "strict"}):
        raise ConformError(
            f"--findings, and --{min(more)}", "--findings is of what conform fuzz found, and of no cases"
        )
    return each(options, lambda options: _updated(setup(options), options.findings))


def _updated(what: Setup, findings: Path | None) -> tuple[int, str]:
    """The exit status of one target, and what was done."""
    path = what.baseline
    if path is None:
        raise ConformError("no baseline to write", "conform baseline TARGET --baseline FILE")
    # Before the target is run, which may take minutes.
    records = [("--findings", record) for record in findings.glob(_RECORDS)] if findings else []
    check([("--baseline", path)], [*what._replace(baseline=None).reads(), *records])
    if findings and what.layer != PUNYCODE:
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {what.layer}")
    before = baseline_file.read(path) if path.exists() else baseline_file.new(path, what.label)
    if before.known and not (before.flaky or before.findings or any(map(_ID.fullmatch, before.known))):
        first = plain(next(iter(before.known)), 60)
        hint = "name another file; --baseline writes a new one"
        raise ConformError(f"{path}: not a baseline: {first!r} is the id of no case, law or fault", hint)
    with started(what) as target:
        after, done = _with_findings(before, findings, target) if findings else _with_cases(before, what, target)
    if after != before or not path.exists():
        files.write(path, baseline_file.dump(after))
    done = f"{plain(str(path))}: {done}"
    print(done)
    return 0, done


def _with_cases(before: Baseline, what: Setup, target: Started) -> tuple[Baseline, str]:
    """The baseline with the failures that a run shows, and the changes; entries of cases that were not selected stay."""
    vectors = read_vectors(what)
    with Bar(what.label) as bar:
        report = conformance.run(what, target, vectors, progress=bar.update, diagnose=bar.say)
    conformance.refuse_nothing(report)
    # After an early end, cases that were not asked would look like cases that pass.
    if report.stopped:
        alike = ConstantAnswer.of(result.answer for result in report.results if isinstance(result, CaseResult))
        hint = f"every call {plain(alike, 100)}: conform run shows it" if alike else MORE
        raise TargetError(f"{before.file}: not written: {report.stopped}", hint)
    gone = {entry.id for entry in conformance.unmatched(what, before, vectors)} & before.known.keys()
    after = updated(before, report, gone, whole=not what.only)
    if before.known.keys() - after.known.keys():
        before.refuse_other(what.label)
    failures = _count(sum(not before.is_flaky(result.id) for result in report.failures), "known failure")
    entries = f"{len(after.known):,} {'entry' if len(after.known) == 1 else 'entries'}"
    vary = _VARY * answers_vary(before, report)
    return after, f"{failures} in {entries}: {_changes(before.known, after.known)}{vary}"


def _with_findings(before: Baseline, folder: Path, target: Started) -> tuple[Baseline, str]:
    """The baseline with the findings of a folder that their calls show again, and the changes; its cases stay."""
    records = list(_findings(folder))
    if not records and not before.findings:
        hint = "conform fuzz TARGET --out DIR writes them"
        raise NothingRan(f"{folder}: no findings, and none known in {before.file}", hint)
    after: dict[str, Entry] = {}
    with closing(Confirmer(target.target, target.pool.limits, target.choices)) as confirmer:
        for entry in before.findings.values():
            now = known_findings.recheck(entry, confirmer)
            if now.holds:
                after[entry.id] = msgspec.structs.replace(entry, got=now.got if entry.got else "")
        for file, entry in sorted(records, key=lambda record: [len(call.input) for call in record[1].calls]):
            # Of several findings with one signature the first is kept, and a short one is easier to read.
            if entry.id in after:
                continue
            now = known_findings.recheck(entry, confirmer)
            if now.holds:
                old = before.findings.get(entry.id, entry)  # for other calls than now
                after[entry.id] = msgspec.structs.replace(old, calls=entry.calls, got=now.got)
            else:
                print(f"not added: {plain(str(file))}: {now.why}")
    findings = changed(before.findings, before.findings.keys() - after.keys(), after.values())
    none = "" if records else f" (no findings in {plain(str(folder))})"
    done = f"{_count(len(findings), 'known finding')}: {_changes(before.findings, findings)}{none}"
    return msgspec.structs.replace(before, findings=findings), done


def _findings(folder: Path) -> Iterator[tuple[Path, Entry]]:
    """The findings in a folder as entries, each with its file."""
    if folder.exists() and not folder.is_dir():
        raise ConformError(f"--findings {folder}: not a folder", "the folder of conform fuzz --out")
    for path in sorted(folder.glob(_RECORDS)):
        try:
            record = msgspec.json.decode(files.read(path, _LARGEST), type=_Record)
        except msgspec.DecodeError:
            hint = "remove it from the folder"
            raise ConformError(f"{path}: not a finding that conform fuzz has written", hint) from None
        calls = tuple(form.call for form in record.calls)
        yield path, known_findings.entry(record.signature, calls, record.bug or "")


def _changes(before: Entries, after: Entries) -> str:
    added, removed = after.keys() - before.keys(), before.keys() - after.keys()
    now = sum(_recorded(after[name]) != _recorded(before[name]) for name in after.keys() & before.keys())
    return f"{len(added):,} added, {now:,} changed, {len(removed):,} removed"


def _recorded(entry: Entry) -> tuple[object, ...]:
    return entry.got, entry.cases, entry.calls


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
