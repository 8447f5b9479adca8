"""``conform baseline``: bring the file of a target's known failures, or of its known findings, up to date.

There are as few entries as possible, and no reason that people wrote is lost.
"""

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from .. import files
from ..errors import ConformError, NothingRan, TargetError
from ..faults import FAULTS
from ..fuzz.confirmer import Confirmer
from ..notation import plain
from ..render.failure import groups
from ..render.words import cited, several
from ..run import baseline as known
from ..run import conformance
from ..run.baseline import Baseline, Entry, FindingCall, answer_line
from ..run.plan import FAULT
from ..run.report import STABILITY, Report
from ..run.report_file import CallForm
from ..run.setup import Setup
from ..run.started import Started, started
from ..suite import PUNYCODE
from ..suite.verdict import BAD, Verdict
from ..targets.session import LIMITS_HINT
from .output import Status, check
from .run import each, read_vectors
from .verbs import setup

_LARGEST = 64 << 20  # bytes of a finding's record
_RECORDS = "fuzz-*.json"
_MOST = 16  # calls of an entry; nobody reads more
_VARY = "\nAnswers vary, so none is recorded; what fails only now and then is added when it is run again."


class _Record(msgspec.Struct):
    """The part of a finding's record that an entry holds."""

    signature: str
    calls: tuple[CallForm, ...]
    bug: str | None = None


def baseline(options: argparse.Namespace) -> int:
    """Bring the baseline of each target up to date; the exit status is 0 if that was done."""
    if options.findings and (more := options.explicit.keys() & {"only", "vectors", "layer", "strict"}):
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
    check("--baseline", path)
    if findings and what.layer != PUNYCODE:
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {what.layer}")
    before = known.read(path) if path.exists() else known.new(path, what.label)
    with started(what) as target:
        target.pool.spare_crashes()  # a baseline is of all of them
        after, done = _with_findings(before, findings, target) if findings else _with_cases(before, what, target)
    files.write(path, after.text)
    print(f"{plain(str(path))}: {done}")
    return 0, f"{plain(str(path))}: {done}"


def _with_cases(before: Baseline, what: Setup, target: Started) -> tuple[Baseline, str]:
    """The baseline with the failures that a run shows, and the changes."""
    vectors = read_vectors(what.vectors)
    with Status(what.label, limit=what.time_limit) as status:
        report = conformance.run(what, target, vectors, progress=status.count, diagnose=status.step)
    conformance.refuse_nothing(report)
    # After an early end, cases that were not asked would look like cases that pass.
    if report.stopped:
        raise TargetError(f"{before.file}: not written: {report.stopped}", LIMITS_HINT)
    gone = {entry.id for entry in conformance.unmatched(what, before, vectors)}
    after = updated(before, report, gone, whole=not what.only)
    if before.known.keys() - after.known.keys() and before.target not in ("", plain(what.label, 200)):
        hint = "name the target's own by --baseline, or correct the file's first line if it is of the same codec"
        raise ConformError(f"{before.file}: the baseline of {before.target}, not of {plain(what.label, 200)}", hint)
    number = sum(not before.is_flaky(result.id) for result in report.failures)
    done = f"{several(number, 'known failure')}: {_changes(before.known, after.known)}"
    return after, done + _VARY * _answers_vary(before, report)


def _with_findings(before: Baseline, folder: Path, target: Started) -> tuple[Baseline, str]:
    """The baseline with the findings of a folder that their calls show again, and the changes; its cases stay."""
    # Of several findings with one signature the first is kept, and a short one is easier to read.
    new = sorted(_findings(folder), key=lambda entry: [len(call.input) for call in entry.calls])
    if not new and not before.findings:
        hint = "conform fuzz TARGET --out DIR writes them"
        raise NothingRan(f"{folder}: no findings, and none known in {before.file}", hint)
    after: dict[str, Entry] = {}
    with closing(Confirmer(target.target, target.pool.limits, target.choices)) as confirmer:
        for entry in (*before.findings.values(), *new):
            if entry.id in after:
                continue
            now, old = confirmer.recheck(entry), before.findings.get(entry.id)
            if now.holds:
                got = now.got if entry.got or entry is not old else ""
                after[entry.id] = replace(old or entry, finding_calls=entry.finding_calls, got=got)
            elif not old:
                print(f"not added: {plain(entry.file)}: {now.why}")
    done = f"{several(len(after), 'known finding')}: {_changes(before.findings, after)}"
    return Baseline(before.file, before.known.values(), before.flaky.values(), after.values(), before.head), done


def _findings(folder: Path) -> Iterator[Entry]:
    for path in sorted(folder.glob(_RECORDS)):
        try:
            record = msgspec.json.decode(files.read(path, _LARGEST), type=_Record)
        except msgspec.DecodeError:
            hint = "remove it from the folder"
            raise ConformError(f"{path}: not a finding that conform fuzz has written", hint) from None
        reason = f"unexplained (perhaps {record.bug})" if record.bug else "unexplained"
        asked = tuple(FindingCall.of(form.call) for form in record.calls) if len(record.calls) <= _MOST else ()
        yield Entry(reason, finding_calls=asked, id=record.signature, file=str(path))


def _changes(before: dict[str, Entry], after: dict[str, Entry]) -> str:
    added, removed = after.keys() - before.keys(), before.keys() - after.keys()
    changed = sum(after[name] != before[name] for name in after.keys() & before.keys())
    return f"{len(added):,} added, {changed:,} changed, {len(removed):,} removed"


def updated(before: Baseline, report: Report, gone: set[str], *, whole: bool) -> Baseline:
    """The baseline after a run without one: an entry for each fault that explains several failures, and one for each
    other failure.

    If answers vary, no entry is removed or changed, and new ones record no answer: it says little about the next run.
    ``gone`` are the entries that match nothing. If a part was selected, entries for several cases stay as they are.
    """
    exact, after = not _answers_vary(before, report), {**before.known}
    fine = [r for r in report.results if r.verdict in (Verdict.PASS, Verdict.SKIP) and not r.judgement.warning]
    covering = [(result, entry) for result in fine if (entry := before.entry(result))]
    over = {
        entry.id for result, entry in covering if entry.id == result.id or (whole and result.verdict is Verdict.PASS)
    }
    for name in gone | over if exact else ():
        after.pop(name, None)
    for cause in report.causes if whole and exact else ():
        name = FAULT + cause.fault
        if cause.explains > 1 and name not in after and not FAULTS[cause.fault].keeps_state:
            after[name] = Entry(f"{cause.says} ({cited(cause.clause)})", cases=0, id=name)
    judge, reasons = Baseline(before.file, after.values(), before.flaky.values()), _reasons(report)
    for result in report.results:
        judged, differs = judge.judged(result)
        if judged.verdict in BAD:
            after[result.id] = Entry(reasons[result.id], got=answer_line(result.outcome) if exact else "", id=result.id)
        elif differs and exact:
            after[result.id] = replace(after[result.id], got=answer_line(result.outcome))
    for entry in judge.faults if whole and exact else ():
        if not judge.explained[entry.id]:
            del after[entry.id]
        elif entry.cases is not None:
            after[entry.id] = replace(entry, cases=judge.explained[entry.id])
    return Baseline(before.file, after.values(), before.flaky.values(), before.findings.values(), before.head)


def _answers_vary(before: Baseline, report: Report) -> bool:
    return before.is_flaky(STABILITY) or any(each.id == STABILITY and each.verdict in BAD for each in report.results)


def _reasons(report: Report) -> dict[str, str]:
    """The cause of each failure, or what is wrong, by its id."""
    reasons: dict[str, str] = {}
    for group in groups(report):
        words = group.heading.rstrip(".")
        reason = group.heading if group.cause else f"unexplained: {words[:1].lower()}{words[1:]}"
        reasons |= {result.id: reason for result in group.results}
    return reasons
