"""Where a report goes: files in several forms, the terminal, a CI job's summary."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from .. import files
from ..errors import ConformError
from ..notation import plain
from ..render import FORMS, Form
from . import streams

if TYPE_CHECKING:  # start-up time: a run imports this before its target starts
    from ..run.conformance import Write
    from ..run.report import Header, Report
    from ..run.result import Result


class Output(NamedTuple):
    """The files and the stream that a report is written to."""

    files: tuple[tuple[Form, Path], ...]  # the forms that are asked for
    lines: str | None  # the file of JSON Lines, - for standard output
    quiet: bool  # only the verdict line
    color: str  # auto, always or never

    @property
    def stream(self) -> TextIO:
        """The stream for text: standard error if standard output takes the JSON Lines."""
        return sys.stderr if self.lines == "-" else sys.stdout

    @property
    def saved(self) -> str:
        """The file that has all failures, as far as one is written: the page, or else the JSON Lines."""
        lines = self.lines if self.lines != "-" else None
        page = next((str(path) for form, path in self.files if form.name == "html"), lines)
        return plain(page or "", 200)

    def check(self, taken: Iterable[tuple[str, Path]] = (), part: Sequence[str] = ()) -> None:
        """Refuse what cannot be written, before the work."""
        written = [(form.flag, path) for form, path in self.files]
        check([*written, ("--report", Path(self.lines))] if self.lines else written, taken)
        for form, _ in self.files:
            if part and form.whole:
                hint = f"run the whole suite for it, or leave out {form.flag}"
                raise ConformError(f"{form.flag}: a part of the suite gets no badge: {', '.join(part)}", hint)

    def remove_old(self, *, lines: bool) -> None:
        """Delete the files of an earlier run, which would be mistaken for those of this one; ``lines``: these too."""
        report = [Path(self.lines)] if lines and self.lines and self.lines != "-" else []
        for path in [*(path for _, path in self.files), *report]:
            path.unlink(missing_ok=True)

    def save(self, reports: Sequence["Report"]) -> None:
        """Write the files, for one report or for several side by side."""
        for form, path in self.files:
            files.write(path, form.draw(reports))

    def show(self, report: "Report") -> None:
        """Print a report, with annotations where CI shows them."""
        # Start-up time, as above.
        from ..render.text import text
        from ..terminal import WIDTH, columns, use_color

        color = use_color(self.color, sys.stdout)
        width = columns(sys.stdout, WIDTH)
        print(text(report, color=color, quiet=self.quiet, width=width, saved=self.saved), end="", file=self.stream)
        if os.environ.get("GITHUB_ACTIONS") == "true":
            from ..render.junit import annotations  # start-up time: only there

            # Commands, which the text above must not have.
            print(annotations(report), end="", file=streams.obeyed(self.stream))


def output(options: argparse.Namespace) -> Output:
    """The output that a verb's options ask for."""
    forms = ((form, getattr(options, form.name.replace("-", "_"), None)) for form in FORMS)
    lines = getattr(options, "report", None)
    return Output(tuple((form, path) for form, path in forms if path), lines, options.quiet, options.color)


def check(written: Iterable[tuple[str, Path]], taken: Iterable[tuple[str, Path]] = ()) -> None:
    """Refuse files that cannot be written, two that are one, and one that is also read, before the work."""
    options = {os.path.realpath(path): option for option, path in taken}
    for option, path in written:
        if str(path) == "-":
            continue
        real = os.path.realpath(path)
        if real in options:
            raise ConformError(f"{option} {path}: {options[real]} names this file too", "name another file")
        options[real] = option
        files.check_writable(path, f"{option} {path}")


def summarize(report: "Report") -> None:
    """Add a report to the summary of a CI job, where there is one."""
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        markdown = next(form for form in FORMS if form.name == "markdown")
        try:
            with open(summary, "a", encoding="utf-8", errors="backslashreplace") as file:  # noqa: PTH123
                file.write(markdown.draw([report]))
        except OSError as error:  # the CI system's file, not the user's: no reason to hide the verdict
            print(f"conform: {summary}: {error.strerror}", file=sys.stderr)


@contextmanager
def report_lines(destination: str | None) -> Iterator["Write"]:
    """A function that writes a part of a run's report; see :func:`json_lines`."""
    with json_lines(destination) as write:

        def write_part(part: "Header | Result | Report") -> None:
            from ..run.report_file import as_json  # start-up time: most runs write no report

            write(lambda: as_json(part))

        yield write_part if destination else lambda part: None


@contextmanager
def json_lines(destination: str | None) -> Iterator[Callable[[Callable[[], dict[str, Any]]], None]]:
    """A function that writes a line of JSON at once; it takes what makes the line. Without a destination it does nothing."""
    if destination is None:
        yield lambda line: None
        return
    import json  # start-up time: a run imports this module before its target starts

    def text(line: Callable[[], dict[str, Any]]) -> str:
        # With an escape that JSON reads alike: the brackets would be a command in a CI log.
        return json.dumps(line()).replace("##[", r"#\u0023[") + "\n"

    if destination == "-":
        yield lambda line: print(text(line), end="", flush=True)
        return
    with files.stream(Path(destination), f"--report {destination}") as add:
        yield lambda line: add(text(line))
