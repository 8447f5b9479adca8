"""``conform matrix``: many implementations side by side, their published results and pages, and what has changed since."""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from .. import files, places
from ..errors import ConformError, NothingRan, TargetError
from ..matrix import measurement, table
from ..matrix import result as results_of
from ..matrix.measurement import Failure, Implementation
from ..matrix.result import Result
from ..matrix.site import Site
from ..matrix.site import write as write_site
from ..notation import plain
from ..render.words import several
from .progress import Status

_README = "README.md"
_PAGE = 1 << 24  # bytes


def run(options: argparse.Namespace) -> int:
    """Run the implementations; the exit status says whether all ran, and with ``--since`` whether nothing changed."""
    published = _published(options.since or places.RESULTS, needed=options.since is not None)
    every = _chosen(options, published)
    if options.packages:
        packages = {package for one in every for package in (one.adapter.packages if one.adapter else ())}
        print("".join(f"{package}\n" for package in sorted(packages)), end="")
        return 0
    if options.site and not (options.targets or options.due or options.output or options.since):
        _write_site(options, [])
        return 0
    here = every if options.targets or options.due else [one for one in every if not one.missing]
    if options.output:
        options.output.mkdir(exist_ok=True)  # before the work
    width = max((len(one.target) for one in every), default=0)
    for one in every:
        if one not in here:
            print(f"{one.target:{width}}  is not here: {', '.join(one.missing)} not found")
    began = time.monotonic()
    results, failures = _run(here, options, width)
    if every and not results and not failures:
        raise NothingRan("no implementation can be run here", "conform matrix --packages lists what Debian has of them")
    if options.site:
        _write_site(options, results)
    if len(results) + len(failures) > 1:
        print(table.summary(results, failures, time.monotonic() - began))
    changed = bool(options.since) and _show_changes(published, here, results)
    return TargetError.exit_status if failures else int(changed)


def _published(folder: Path, *, needed: bool = False) -> dict[str, Result]:
    """The published results by target."""
    if needed and not folder.is_dir():
        raise ConformError(f"--since {folder}: no such folder", "name targets before --since")
    return {result.target: result for result in results_of.read_all(folder)}


def _chosen(options: argparse.Namespace, published: Mapping[str, Result]) -> list[Implementation]:
    """The implementations that the options name, all if they name none."""
    if not options.targets and not options.due:
        return measurement.every()
    chosen = [measurement.named(target) for target in options.targets]
    if options.due:
        chosen += [one for one in measurement.every() if one.is_due(published.get(one.target))]
    return list({one.target: one for one in chosen}.values())


def _run(
    every: Sequence[Implementation], options: argparse.Namespace, width: int
) -> tuple[list[Result], list[Failure]]:
    """The results, each printed and written as soon as it is there."""
    results: list[Result] = []
    failures: list[Failure] = []
    running: Sequence[str] = ()

    def line() -> str:
        return f"{len(results) + len(failures)} of {len(every)} done; running: {', '.join(running)}"

    def progress(now: Sequence[str]) -> None:
        nonlocal running
        running = now
        status.update()

    with Status(line) as status:
        measure = partial(measurement.measure, limit=options.time_limit, growth=options.growth)
        for result in measurement.run(every, options.jobs, measure, progress):
            status.wipe()
            print(table.line(result, width), flush=True)
            if isinstance(result, Failure):
                failures.append(result)
                continue
            results.append(result)
            if options.output:
                _write(options.output, result)
    return results, failures


def _write(folder: Path, result: Result) -> None:
    """Write a result, the index, and the table of the page beside the folder if it has one."""
    old = _published(folder).get(result.target)
    if old and not result.growth and (old.name, old.version) == (result.name, result.version):
        result = replace(result, growth=old.growth)  # it does not depend on the vectors
    results_of.write(folder, result)
    every = results_of.read_all(folder)
    files.write(folder / results_of.INDEX, results_of.index(every))
    page = folder.absolute().parent / _README
    if page.is_file():
        before = files.read(page, _PAGE).decode("utf-8")
        files.write(page, table.inserted(before, table.markdown(every, folder.name)))


def _write_site(options: argparse.Namespace, results: Sequence[Result]) -> None:
    """Make the pages of the results in a folder, and of those of this run in place of older ones."""
    folder = options.output or options.since or places.RESULTS
    every = _published(folder) | {result.target: result for result in results}
    if not every:
        raise ConformError(f"{folder}: no results", "name targets to run, or a folder with --since")
    pages = dict(Site([*every.values()]).pages())
    write_site(options.site, pages)
    number, site = several(len(every), "implementation"), plain(str(options.site), None)
    first = plain(str(options.site / "index.html"), None)
    print(f"{site}: {len(pages)} files, {number}; {first} is the first page")


def _show_changes(published: Mapping[str, Result], every: Sequence[Implementation], results: Sequence[Result]) -> bool:
    """Print the changes; gives whether there are any."""
    fickle = {one.target: one.fickle for one in every}
    changed = False
    for result in results:
        before = published.get(result.target)
        if before and before.suite.digest != result.suite.digest:
            print(f"conform: {result.target}: its published result is of other vectors", file=sys.stderr)
        for line in measurement.changes(before, result, fickle=fickle[result.target]):
            print(plain(f"changed: {result.target}: {line}", None))
            changed = True
    if not changed:
        print(f"no changes in {several(len(results), 'result')}")
    return changed
