"""``conform matrix``: many implementations side by side, their published results and pages, and what has changed since."""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from .. import files, places
from ..errors import ConformError, NothingRan, TargetError
from ..matrix import matrix, measurement, result_file, table
from ..matrix.changes import changes, is_due, is_older
from ..matrix.measurement import Failure, Implementation
from ..matrix.result import Result
from ..notation import plain
from ..render.words import several
from ..site import site
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
    if options.site:
        folders = ("--output", options.output), ("--since", options.since or places.RESULTS)
        files.check_apart([("--site", options.site)], [(option, path) for option, path in folders if path])
        files.check_folder(options.site, f"--site {options.site}")
    if options.output:
        with files.writing(options.output):  # before the work
            options.output.mkdir(exist_ok=True)
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
        print(table.summary(results, failures, time.monotonic() - began, _memory()))
    changed = bool(options.since) and _show_changes(published, here, results)
    return TargetError.exit_status if failures else int(changed)


def _memory() -> int:
    """The most memory that a process of the run has had, in bytes; 0 where the platform does not say."""
    try:
        import resource  # not on Windows
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit


def _published(folder: Path, *, needed: bool) -> dict[str, Result]:
    """The published results by target."""
    if needed and not folder.is_dir():
        raise ConformError(f"--since {folder}: no such folder", "name targets before --since")
    return {one.target: one for one in result_file.read_all(folder)}


def _chosen(options: argparse.Namespace, published: Mapping[str, Result]) -> list[Implementation]:
    """The implementations that the options name, all if they name none."""
    if not options.targets and not options.due:
        return measurement.every()
    found = [measurement.named(target) for target in options.targets]
    if options.due:
        found += [one for one in measurement.every() if is_due(one, published.get(one.target))]
    return list({one.target: one for one in found}.values())


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
        measuring = partial(measurement.measure, growth=options.growth)
        for found in matrix.run(every, options.jobs, options.time_limit, progress, measuring):
            status.wipe()
            print(table.line(found, width), flush=True)
            if isinstance(found, Failure):
                failures.append(found)
                continue
            results.append(found)
            if options.output:
                _write(options.output, found)
    return results, failures


def _write(folder: Path, result: Result) -> None:
    """Write a result, the index, and the table of the page beside the folder if it has one."""
    old = _published(folder, needed=False).get(result.target)
    if old and not result.growth and (old.name, old.version) == (result.name, result.version):
        result = replace(result, growth=old.growth)  # it does not depend on the vectors
    result_file.write(folder, result)
    every = result_file.read_all(folder)
    files.write(folder / result_file.INDEX, result_file.index(every))
    page = folder.absolute().parent / _README
    if page.is_file():
        before = files.read(page, _PAGE).decode("utf-8")
        after = table.inserted(before, table.markdown(every, folder.name))
        if after != before:
            files.write(page, after)


def _write_site(options: argparse.Namespace, results: Sequence[Result]) -> None:
    """Make the pages of the results in a folder, and of those of this run in place of older ones."""
    folder = options.output or options.since or places.RESULTS
    every = _published(folder, needed=False) | {one.target: one for one in results}
    if not every:
        raise ConformError(f"{folder}: no results", "name targets to run, or a folder with --since")
    made = dict(site.pages(site.published([*every.values()])))
    site.write(options.site, made)
    number = several(len(every), "implementation")
    site_folder, first = plain(str(options.site), None), plain(str(options.site / "index.html"), None)
    print(f"{site_folder}: {len(made)} files, {number}; {first} is the first page")


def _show_changes(published: Mapping[str, Result], every: Sequence[Implementation], results: Sequence[Result]) -> bool:
    """Print the changes; gives whether there are any."""
    fickle = {one.target: one.fickle for one in every}
    changed = False
    for result in results:
        before = published.get(result.target)
        if before and is_older(before, result):
            print(f"conform: {result.target}: its published result is of other vectors", file=sys.stderr)
        for line in changes(before, result, fickle=fickle[result.target]):
            print(f"changed: {result.target}: {line}")
            changed = True
    if not changed:
        print(f"no changes in {several(len(results), 'result')}")
    return changed
