"""``conform baseline --findings``: bring the known findings of a target up to date by what ``conform fuzz`` has written.

Nothing is taken on trust: a finding is written down when its calls show it again, and goes when they no longer do.
"""

import argparse
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import ConformError, NothingRan
from ..fuzz import known_findings
from ..fuzz.confirmer import Confirmer
from ..run import baseline_file
from ..run.baseline import Known
from ..suite.notation import plain
from ..suite.outcome import Call, Operation
from ..targets.name import Target
from ..targets.pool import Pool
from .baseline import save, standing
from .judging import bound

_MOST = 64 << 20  # bytes of a record


def write(options: argparse.Namespace, target: Target, pool: Pool, declared: list[tuple[str, str]]) -> tuple[int, str]:
    """Bring the findings of the file up to date with what a started target does; its cases stay as they are.

    Returns:
        The exit status, and what was done.
    """
    path, folder = options.baseline, options.findings
    found = _found(folder)
    content = standing(path, target)
    before = baseline_file.parse(path, content).findings
    if not found and not before:
        raise NothingRan(
            f"{folder}: no findings, and none known in {path}", "conform fuzz TARGET --out DIR writes them"
        )
    remove, got, add = set(), {}, {}
    choices = bound(pool.greet(), declared)
    with closing(Confirmer(target, pool.limits, choices)) as confirmer:
        for name, entry in before.items():
            now = known_findings.recheck(entry, confirmer)
            if not now.holds:
                remove.add(name)
            elif now.got != entry.got and entry.got:
                got[name] = now.got
        for file, entry in found:
            if entry.id in before.keys() - remove or entry.id in add:
                continue
            now = known_findings.recheck(entry, confirmer)
            if now.holds:
                kept = before.get(entry.id)  # for other calls than now
                said = replace(kept, calls=entry.calls) if kept else entry
                add[entry.id] = replace(said, got=now.got)
            else:
                print(f"not written down: {plain(str(file))}: {now.why}")
    after = baseline_file.with_findings(path, content.decode("utf-8"), remove=remove, got=got, add=add.values())
    save(path, content, after)
    known = len(before) - len(remove) + len(add)
    changes = f"{len(add)} added, {len(got)} changed, {len(remove - add.keys())} removed"
    changes += "" if found else f" (no findings in {plain(str(folder))})"
    done = f"{plain(str(path))}: {known:,} known finding{'' if known == 1 else 's'}: {changes}"
    print(done)
    return 0, done


def _found(folder: Path) -> list[tuple[Path, Known]]:
    """The findings in a folder with their files, the least first of those that are alike."""
    if folder.exists() and not folder.is_dir():
        raise ConformError(f"--findings {folder}: not a folder", "the folder of conform fuzz --out")
    found = [(path, _finding(path)) for path in sorted(folder.glob("fuzz-*.json"))]
    return sorted(found, key=lambda one: [len(call.input) for call in one[1].calls])


def _finding(path: Path) -> Known:
    """What is to be known of a finding, from its record."""
    try:
        with path.open("rb") as file:
            record: Any = json.loads(file.read(_MOST))
        calls = tuple(
            Call(Operation(call["operation"]), tuple(map(_code_point, call["input"]))) for call in record["calls"]
        )
        return known_findings.entry(str(record["signature"]), calls, str(record["bug"] or ""))
    except OSError as error:
        raise ConformError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ConformError(
            f"{path}: not a finding that conform fuzz has written", "take it out of the folder"
        ) from None


def _code_point(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 64:
        raise ValueError
    return value
