"""``conform baseline``: bring the file of a target's known failures, or of its known findings, up to date.

No finding is trusted: it is added when its calls show it again, and removed when they no longer do.
"""

import argparse
import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from .. import files
from ..errors import ConformError, NothingRan, TargetError
from ..fuzz import known_findings
from ..fuzz.confirmer import Confirmer
from ..notation import plain
from ..run import baseline_file, conformance
from ..run.alike import Alike
from ..run.baseline import FAULT, Baseline, Entry
from ..run.result import CaseResult
from ..run.setup import Setup, Started, started
from ..suite import PUNYCODE, strict_json, strict_yaml
from ..suite.outcome import Call, Operation
from ..targets.session import MORE
from .baseline_changes import Changes
from .options import setup
from .output import check
from .progress import Bar
from .run import each, read_vectors

_LARGEST = 64 << 20  # bytes of a finding's record
_RECORDS = "fuzz-*.json"
_ID = re.compile(rf"(?:law|{FAULT[:-1]})/.+|.+/(?:encode|decode)|.*[*].*", re.DOTALL)


def baseline(options: argparse.Namespace) -> int:
    """Bring the baseline of each target up to date; the exit status is 0 if that was done."""
    findings: Path | None = options.findings
    if findings and (more := options.given & {"--only", "--vectors", "--layer", "--strict"}):
        raise ConformError(f"--findings, and {min(more)}", "--findings is of what conform fuzz found, and of no cases")
    return each(options, lambda one: _updated(setup(one), findings=one.findings))


def _updated(what: Setup, findings: Path | None) -> tuple[int, str]:
    """The exit status of one target, and what was done."""
    if what.baseline is None:
        raise ConformError("no baseline to write", "conform baseline TARGET --baseline FILE")
    # Before the target is run, which may take minutes.
    records = [("--findings", path) for path in findings.glob(_RECORDS)] if findings else []
    check([("--baseline", what.baseline)], [*what._replace(baseline=None).reads(), *records])
    if findings and what.layer != PUNYCODE:
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {what.layer}")
    with started(what) as target:
        path = what.baseline
        read = strict_yaml.read_bytes(path) if path.exists() else None
        content = baseline_file.head(what.label).encode() if read is None else read
        before, text = baseline_file.parse(path, content), content.decode("utf-8")
        _refuse_other_file(before)
        if findings:
            after, done = _with_findings(before, text, findings, target)
        else:
            after, done = _with_cases(before, text, what, target)
    if after != text or read is None:
        files.change(path, read, after)
    done = f"{plain(str(path))}: {done}"
    print(done)
    return 0, done


def _refuse_other_file(before: Baseline) -> None:
    """Raise if the file is no baseline: its entries would be removed, since no case has such an id."""
    named = before.known and not (before.flaky or before.findings)
    if named and not any(_ID.fullmatch(name) for name in before.known):
        first = plain(next(iter(before.known)), 60)
        hint = "name another file; --baseline writes a new one"
        raise ConformError(f"{before.file}: not a baseline: {first!r} is the id of no case, law or fault", hint)


def _with_cases(before: Baseline, text: str, what: Setup, target: Started) -> tuple[str, str]:
    """The file with the failures that a run shows, and what changed; entries of cases that were not selected stay."""
    vectors = read_vectors(what)
    with Bar(what.label) as bar:
        report = conformance.run(what, target, vectors, progress=bar.update, diagnose=bar.say)
    conformance.refuse_nothing(report)
    path = Path(before.file)
    # After an early end, cases that were not asked would look like cases that pass.
    if report.stopped:
        alike = Alike.of(result for result in report.results if isinstance(result, CaseResult))
        hint = f"every call {plain(alike, 100)}: conform run shows it" if alike else MORE
        raise TargetError(f"{path}: not written: {report.stopped}", hint)
    changes = Changes(before, report, whole=not what.only)
    changes.remove |= {one.id for one in conformance.unmatched(what, before, vectors)} & before.known.keys()
    if changes.remove:
        before.refuse_other(what.label)
    after = baseline_file.edited(path, text, remove=changes.remove, got=changes.got, add=changes.add)
    entries = len(before.known) - len(changes.remove) + len(changes.add)
    known = _count(sum(not before.is_flaky(one.id) for one in report.failures), "known failure")
    changed = _changed(len(changes.add), len(changes.got), len(changes.remove))
    vary = "\nAnswers vary, so none is recorded; what fails only now and then is added when it is run again."
    return after, f"{known} in {entries:,} {'entry' if entries == 1 else 'entries'}: {changed}{vary * changes.varies}"


def _with_findings(before: Baseline, text: str, folder: Path, target: Started) -> tuple[str, str]:
    """The file with the findings of a folder that their calls show again, and what changed; its cases stay."""
    path, found = Path(before.file), _findings(folder)
    if not found and not before.findings:
        hint = "conform fuzz TARGET --out DIR writes them"
        raise NothingRan(f"{folder}: no findings, and none known in {path}", hint)
    with closing(Confirmer(target.target, target.pool.limits, target.choices)) as confirmer:
        remove, got = _checked(before.findings, confirmer)
        add: dict[str, Entry] = {}
        for file, entry in found:
            if entry.id in before.findings.keys() - remove or entry.id in add:
                continue
            now = known_findings.recheck(entry, confirmer)
            if now.holds:
                kept = before.findings.get(entry.id)  # for other calls than now
                said = replace(kept, calls=entry.calls) if kept else entry
                add[entry.id] = replace(said, got=now.got)
            else:
                print(f"not added: {plain(str(file))}: {now.why}")
    after = baseline_file.edited(path, text, findings=True, remove=remove, got=got, add=add.values())
    number = len(before.findings) - len(remove) + len(add)
    # A finding that other calls show now is removed and added again, so it does not count as removed.
    changed = _changed(len(add), len(got), len(remove - add.keys()))
    none = "" if found else f" (no findings in {plain(str(folder))})"
    return after, f"{_count(number, 'known finding')}: {changed}{none}"


def _checked(entries: Mapping[str, Entry], confirmer: Confirmer) -> tuple[set[str], dict[str, str]]:
    """The findings to remove, since their calls no longer show them, and the answers to change."""
    remove, got = set(), {}
    for name, entry in entries.items():
        now = known_findings.recheck(entry, confirmer)
        if not now.holds:
            remove.add(name)
        elif now.got != entry.got and entry.got:
            got[name] = now.got
    return remove, got


def _findings(folder: Path) -> list[tuple[Path, Entry]]:
    """The findings in a folder with their files, those with the shortest inputs first."""
    if folder.exists() and not folder.is_dir():
        raise ConformError(f"--findings {folder}: not a folder", "the folder of conform fuzz --out")
    found = [(path, _finding(path)) for path in sorted(folder.glob(_RECORDS))]
    # Of several findings with one signature the first is kept, and a short one is easier to read.
    return sorted(found, key=lambda one: [len(call.input) for call in one[1].calls])


def _finding(path: Path) -> Entry:
    """The entry of a finding, made from its record."""
    try:
        record: Any = strict_json.loads(files.read(path, _LARGEST))
        calls = tuple(
            Call(Operation(call["operation"]), tuple(map(_code_point, call["input"]))) for call in record["calls"]
        )
        return known_findings.entry(str(record["signature"]), calls, str(record["bug"] or ""))
    except (ValueError, KeyError, TypeError):
        hint = "remove it from the folder"
        raise ConformError(f"{path}: not a finding that conform fuzz has written", hint) from None


def _code_point(value: object) -> int:
    # type() and not isinstance(), which counts True as an integer.
    if type(value) is not int or not 0 <= value < 1 << 64:
        raise ValueError
    return value


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _changed(added: int, changed: int, removed: int) -> str:
    return f"{added:,} added, {changed:,} changed, {removed:,} removed"
