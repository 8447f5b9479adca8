"""``conform baseline``: run a target, and bring the file of its known failures up to date."""

import argparse
import os
import shutil
from pathlib import Path

from ..errors import ConformError, TargetError
from ..run import baseline_file
from ..run.baseline import Baseline, form
from ..run.report import Report
from ..suite import strict_yaml
from ..suite.notation import plain
from ..suite.verdict import BAD, Verdict
from ..targets.name import Target
from ..targets.pool import Pool
from .judging import answered, bring, refuse_nothing, unmatched

_HEAD = """\
# Known failures of {}, each with its reason.
# "conform baseline" adds, removes and brings up to date what was got; reasons, issues, dates and comments are yours.

"""


def write(options: argparse.Namespace, target: Target, pool: Pool, declared: list[tuple[str, str]]) -> tuple[int, str]:
    """Bring the file up to date with what a started target does; what was not selected stays as it is.

    Returns:
        The exit status, and what was done.
    """
    path: Path = options.baseline
    content = standing(path, target)
    before = baseline_file.parse(path, content)
    vectors = bring(options)
    report = answered(options, target, pool, declared, vectors)
    refuse_nothing(report)
    if report.stopped:
        raise TargetError(f"{path}: not written: {report.stopped}", "--restarts N bears more breakdowns")
    remove, got, add = _changes(before, report)
    remove |= {one.id for one in unmatched(before, vectors, options.only)} & before.known.keys()
    after = baseline_file.edited(path, content.decode("utf-8"), remove=remove, got=got, add=add)
    save(path, content, after)
    known = len(before.known) - len(remove) + len(add)
    changes = f"{len(add)} added, {len(got)} changed, {len(remove)} removed"
    done = f"{plain(str(path))}: {known:,} known failure{'' if known == 1 else 's'}: {changes}"
    print(done)
    return 0, done


def _changes(before: Baseline, report: Report) -> tuple[set[str], dict[str, str], dict[str, tuple[str, str]]]:
    """The entries to remove, the answers to change, and the reasons and answers to add."""
    remove: set[str] = set()
    got: dict[str, str] = {}
    add: dict[str, tuple[str, str]] = {}
    for result in report.results:
        entry = before.known.get(result.case)
        if result.verdict in BAD and entry is None and result.case not in before.flaky:
            add[result.case] = f"unexplained (perhaps {result.bug})" if result.bug else "unexplained", form(result)
        elif result.verdict in BAD and entry and entry.got and entry.got != form(result):
            got[result.case] = form(result)
        elif result.verdict in (Verdict.PASS, Verdict.SKIP) and entry and not result.warning:
            remove.add(result.case)
    return remove, got, add


def standing(path: Path, target: Target) -> bytes:
    """A baseline's content, and that of a new one if there is none."""
    return strict_yaml.read_bytes(path) if path.exists() else _HEAD.format(plain(target.label, 200)).encode()


def save(path: Path, before: bytes, text: str) -> None:
    """Write a file whole if it has changed, so that what people wrote in it cannot be lost half-way."""
    if text.encode() == before and path.exists():
        return
    path = path.resolve()  # a link stays one
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        try:
            beside.write_bytes(text.encode())
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
