"""``conform matrix``: many implementations side by side, their published results and pages, and what has changed since."""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from .. import files
from ..errors import ConformError, NothingRan, TargetError
from ..matrix import measurement
from ..matrix import result as results_of
from ..matrix.measurement import Failure, Implementation
from ..matrix.result import Result
from ..matrix.site import Site
from ..matrix.site import write as write_site
from ..notation import plain
from ..render.words import several

_PAGE = 1 << 24  # bytes


def matrix(options: argparse.Namespace) -> int:
    """Run the implementations; the exit status says whether all ran, and with ``--since`` whether nothing changed."""
    published = _published(options.since or files.RESULTS)
    if options.since and not published:
        raise ConformError(f"--since {options.since}: no results", "name targets before --since")
    if options.site:
        if not published:
            raise ConformError(f"{files.RESULTS}: no results", "conform matrix TARGET --output FOLDER writes them")
        pages = dict(Site([*published.values()], address=options.address or "").pages())
        write_site(options.site, pages)
        first = plain(str(options.site / "index.html"), None)
        print(f"{first} is the first of {len(pages)} files for {several(len(published), 'implementation')}")
        return 0
    chosen = [measurement.named(target) for target in options.targets]
    named = bool(chosen or options.due)
    if options.due or not named:
        every = measurement.every()
        chosen += [each for each in every if not named or each.is_due(published.get(each.target))]
    chosen = list({each.target: each for each in chosen}.values())
    if options.packages:
        packages = {package for each in chosen if each.adapter for package in each.adapter.packages}
        print(*sorted(packages), sep="\n")
        return 0
    if options.output:
        options.output.mkdir(exist_ok=True)  # before the work, and so is reading the results that are there
        _published(options.output)
    width = max((len(each.target) for each in chosen), default=0)
    here = [each for each in chosen if named or not each.missing]
    for each in chosen:
        if each not in here:
            print(f"{each.target:{width}}  is not here: {', '.join(each.missing)} not found")
    began = time.monotonic()
    results: list[Result] = []
    failures: list[Failure] = []
    measure = partial(measurement.measure, limit=options.time_limit, growth=options.growth)
    for result in measurement.run(here, options.jobs, measure):
        print(measurement.line(result, width), flush=True)
        if isinstance(result, Failure):
            failures.append(result)
            continue
        results.append(result)
        if options.output:
            _write(options.output, result)
    if chosen and not results and not failures:
        raise NothingRan("no implementation can be run here", "conform matrix --packages lists what Debian has of them")
    if len(results) + len(failures) > 1:
        print(measurement.summary(results, failures, time.monotonic() - began))
    changed = bool(options.since) and _show_changes(published, here, results)
    return TargetError.exit_status if failures else int(changed)


def _published(folder: Path) -> dict[str, Result]:
    return {result.target: result for result in results_of.read_all(folder)}


def _write(folder: Path, result: Result) -> None:
    """Write a result, the index, and the tables of the pages beside the folder, if it has them."""
    old = _published(folder).get(result.target)
    if old and not result.growth and (old.name, old.version) == (result.name, result.version):
        result = replace(result, growth=old.growth)  # it does not depend on the vectors
    same = old and not measurement.changes(old, result)
    result = replace(result, since=old.since or old.date if old and same else result.date)
    results_of.write(folder, result)
    every = results_of.read_all(folder)
    files.write(folder / results_of.INDEX, results_of.index(every))
    tables = {"README.md": results_of.markdown(every, folder.name), "FINDINGS.md": results_of.findings_markdown(every)}
    for name, table in tables.items():
        page = folder.absolute().parent / name
        if page.is_file():
            files.write(page, results_of.inserted(files.read(page, _PAGE), table))


def _show_changes(published: Mapping[str, Result], every: Sequence[Implementation], results: Sequence[Result]) -> bool:
    """Print the changes; gives whether there are any."""
    fickle = {each.target: each.adapter.fickle for each in every if each.adapter}
    changes = []
    for result in results:
        before = published.get(result.target)
        if before and before.suite.digest != result.suite.digest:
            print(f"conform: {result.target}: its published result is of other vectors", file=sys.stderr)
        lines = measurement.changes(before, result, fickle=fickle.get(result.target, ""))
        changes += [plain(f"changed: {result.target}: {line}", None) for line in lines]
    print(*(changes or [f"no changes in {several(len(results), 'result')}"]), sep="\n")
    return bool(changes)
