"""Where a report goes: files in several forms, the terminal, a CI job's summary."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
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
    """The files and the stream that a report is written to.

    Attributes:
        files: the forms that are asked for, each with its file.
        lines: the file of JSON Lines, ``-`` for standard output, None for none.
        quiet: whether only the verdict line is printed.
        color: ``auto``, ``always`` or ``never``.
    """

    files: tuple[tuple[Form, Path], ...] = ()
    lines: str | None = None
    quiet: bool = False
    color: str = "auto"

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

    def check(
        self, taken: Iterable[tuple[str, Path]] = (), part: Sequence[str] = (), folder: Path | None = None
    ) -> None:
        """Refuse files that cannot be written, two that are one, and any that is read, before the work.

        Args:
            taken: the files to read, as for :func:`check`.
            part: the options that select a part of the suite, if it is not run as a whole.
            folder: the folder for findings, if there is one; whether it can be written is not checked here.

        Raises:
            ConformError: a file cannot be written, or would show a verdict of the whole.
        """
        written = [(form.flag, path) for form, path in self.files]
        written += [("--report", Path(self.lines))] if self.lines and self.lines != "-" else []
        check(written, taken, [("--out", folder)] if folder else [])
        for form, _ in self.files:
            if part and form.whole:
                hint = f"run the whole suite for it, or leave out {form.flag}"
                raise ConformError(f"{form.flag}: a part of the suite gets no badge: {', '.join(part)}", hint)

    def remove_old(self, *, lines: bool) -> None:
        """Delete the files of an earlier run, which would be mistaken for those of this one.

        Args:
            lines: whether the JSON Lines are of an earlier run too.
        """
        for _, path in self.files:
            files.remove(path)
        if lines and self.lines and self.lines != "-":
            files.remove(Path(self.lines))

    def save(self, reports: Sequence["Report"]) -> None:
        """Write the files, for one report or for several side by side."""
        for form, path in self.files:
            files.write(path, form.draw(reports))

    def show(self, report: "Report") -> None:
        """Print a report, with annotations where CI shows them."""
        from ..render.style import WIDTH  # start-up time, as above
        from ..render.text import text
        from .terminal import columns, use_color

        width = columns(sys.stdout, WIDTH)
        color = use_color(self.color, sys.stdout)
        shown = text(report, color=color, quiet=self.quiet, width=width, saved=self.saved)
        print(shown, end="", file=self.stream)
        if os.environ.get("GITHUB_ACTIONS") == "true":
            from ..render.junit import annotations  # start-up time: only there

            # Commands, which the text above must not have.
            print(annotations(report), end="", file=streams.obeyed(self.stream))


def check(
    written: Iterable[tuple[str, Path]],
    taken: Iterable[tuple[str, Path]] = (),
    folders: Iterable[tuple[str, Path]] = (),
) -> None:
    """Refuse files that cannot be written, two that are one, and any that is an input, before the work.

    Args:
        written: the files to write, each with the option that names it.
        taken: the files to read, as for :func:`files.check_apart`; configuration files are added here.
        folders: folders to write into, each with its option.

    Raises:
        ConformError: a file cannot be written, or is another one too.
    """
    # Start-up time: most runs write no file, so nothing is looked up for them.
    if written := list(written):
        files.check_apart([*written, *folders], [*taken, *_configurations()])
    for option, path in written:
        if str(path) == "-":
            raise ConformError(f"{option} - cannot write to standard output", f"name a file: {option} FILE")
        files.check_writable(path, f"{option} {path}")


def _configurations() -> Iterator[tuple[str, Path]]:
    """The configuration files of the current folder and those above it, whether they are used or not."""
    with suppress(OSError):  # the current folder does not exist any more, or one above may not be read
        for folder in (here := Path.cwd(), *here.parents):
            paths = (folder / name for name in ("conform.toml", "pyproject.toml"))
            yield from (("the configuration", path) for path in paths if path.is_file())


def output(options: argparse.Namespace) -> Output:
    """The output that a verb's options ask for."""
    wanted = ((form, getattr(options, form.name.replace("-", "_"), None)) for form in FORMS)
    return Output(tuple((form, path) for form, path in wanted if path), options.report, options.quiet, options.color)


def summarize(report: "Report") -> None:
    """Add a report to the summary of a CI job, where there is one."""
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        markdown = next(form for form in FORMS if form.name == "markdown")
        try:
            # Added to it, since other steps of the job write there too.
            files.append(Path(summary), "".join(markdown.draw([report])))
        except ConformError as error:  # the CI system's file, not the user's: no reason to hide the verdict
            print(f"conform: {error.message}", file=sys.stderr)


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
    """A function that writes a line of JSON; it takes what makes the line, and each line is flushed.

    Args:
        destination: a file, ``-`` for standard output, None for nowhere.

    Raises:
        ConformError: the file cannot be written.
    """
    if destination is None:
        yield lambda line: None
        return
    import json  # start-up time: a run imports this module before its target starts

    with ExitStack() as stack:
        file = (
            None
            if destination == "-"
            else stack.enter_context(files.written(Path(destination), f"--report {destination}", kept=True))
        )

        def write(line: Callable[[], dict[str, Any]]) -> None:
            # With an escape that JSON reads alike: the brackets would be a command in a CI log.
            text = json.dumps(line()).replace("##[", r"#\u0023[") + "\n"
            # Flushed at once, so that a run that is broken off leaves the results so far.
            if file is None:
                print(text, end="", flush=True)
                return
            with files.writing(f"--report {destination}"):
                file.write(text.encode())
                file.flush()

        yield write
