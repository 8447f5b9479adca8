"""Output: the standard streams, a status line, and where a report goes."""

import argparse
import contextlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from .. import files
from ..errors import ConformError
from ..notation import plain
from ..render import FORMS, Form
from ..terminal import WIDTH, columns, use_color

if TYPE_CHECKING:  # start-up time: a run imports this before its target starts
    from ..run.conformance import Write
    from ..run.report import Report

# The exit status that hides the most comes first: nothing is known of a target that did not run, and a failure outweighs a
# stale entry.
WORST = (3, 2, 1, 5, 4, 0)
_PATIENCE = 1.0  # seconds before a status line shows
_INTERVAL = 0.1  # seconds between two drawings


class _Inert:
    """A stream for a CI log: no line that is written to it is a workflow command."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        # Runners obey an older form of a command, too, anywhere in a line.
        return self.stream.write(re.sub(r"^(?=\s*::)", "| ", text.replace("##[", "# #["), flags=re.MULTILINE))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def log(name: str) -> Iterator[None]:
    """Make what is written to ``stdout`` or ``stderr`` inert, where a CI system obeys commands in its log."""
    stream: TextIO = getattr(sys, name)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        setattr(sys, name, cast(TextIO, _Inert(stream)))
    try:
        yield
    finally:
        setattr(sys, name, stream)


def complain(error: ConformError, who: str = "conform") -> None:
    """Print an error in one line, and its hint; names and texts in it may come from a target."""
    # So that the error comes after the output where both streams go to one place.
    sys.stdout.flush()
    print(plain(f"{who}: {error.message}", None), file=sys.stderr)
    if error.hint:
        print(plain(f"  hint: {error.hint}", None), file=sys.stderr)


class Status:
    """A line that is redrawn on a terminal, for work of more than a second. As a context manager it is wiped at the end."""

    def __init__(self, label: str = "", unit: str = "calls", limit: float | None = None) -> None:
        self._label, self._unit = f"{plain(label, 40)}  " if label else "", unit
        self._begun, self._limit = time.monotonic(), limit  # the seconds after which the work is cut
        self._due = time.monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")
        self._shown = False

    def __enter__(self) -> "Status":
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def count(self, done: int, total: int) -> None:
        """Draw how much of the work is done, if it is time."""
        share = done / max(total, 1)
        bar = f"[{'#' * round(share * 20):<20}]"
        seconds = time.monotonic() - self._begun
        spent = f"  {seconds:.0f} of at most {self._limit:.0f} s" if self._limit else ""
        self.update(lambda: f"{share:4.0%}  {done:,} of about {total:,} {self._unit}{spent}  {bar}")

    def step(self, name: str) -> None:
        """Draw the name of a step that is not counted."""
        self._due = 0 if sys.stderr.isatty() else self._due
        self.update(lambda: name)

    def update(self, line: Callable[[], str]) -> None:
        """Draw a line, if it is time."""
        if time.monotonic() >= self._due:
            self._due, self._shown = time.monotonic() + _INTERVAL, True
            # A folded line could not be wiped.
            text = f"{self._label}{line()}"[: columns(sys.stderr, 200) - 1]
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Wipe the line, before something else is written."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Output:
    """The files and the stream that a verb's options ask for."""

    def __init__(self, options: argparse.Namespace) -> None:
        paths = ((form, getattr(options, form.name.replace("-", "_"), None)) for form in FORMS)
        self.files: list[tuple[Form, Path]] = [(form, path) for form, path in paths if path]
        self.lines: str | None = getattr(options, "report", None)  # the file of JSON Lines, - for standard output
        self.quiet, self.color = options.quiet, options.color

    @property
    def stream(self) -> TextIO:
        """The stream for text: standard error if standard output takes the JSON Lines."""
        return sys.stderr if self.lines == "-" else sys.stdout

    def check(self, read: Iterable[Path | None], part: Sequence[str] = ()) -> None:
        """Refuse what cannot be written, before the work; ``part`` is the options that select a part of the suite."""
        named = {path.resolve() for path in read if path}
        for option, path in [("--report", self.lines), *((form.flag, path) for form, path in self.files)]:
            check(option, path)
            real = Path(path or "").resolve()
            if path and real in named:
                raise ConformError(f"{option} {path}: another option names this file too", "name another file")
            named.add(real)
        for form, _ in self.files:
            if part and form.whole:
                hint = f"run the whole suite for it, or leave out {form.flag}"
                raise ConformError(f"{form.flag}: a part of the suite gets no badge: {', '.join(part)}", hint)

    def show(self, report: "Report") -> None:
        """Write the files; print a report, with annotations where CI shows them, and add it to the summary of a CI job."""
        from ..render.text import text  # start-up time, as above

        for form, path in self.files:
            files.write(path, form.draw(report))
        # The file that has all failures: the page, or else the JSON Lines.
        lines = self.lines if self.lines != "-" else None
        saved = plain(next((str(path) for form, path in self.files if form.name == "html"), lines or ""), 200)
        color, width = use_color(self.color, sys.stdout), columns(sys.stdout, WIDTH)
        print(text(report, color=color, quiet=self.quiet, width=width, saved=saved), end="", file=self.stream)
        if os.environ.get("GITHUB_ACTIONS") == "true":
            from ..render.junit import annotations  # start-up time: only there

            # Commands, which the text above must not have.
            print(annotations(report), end="", file=getattr(self.stream, "stream", self.stream))
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            markdown = next(form for form in FORMS if form.name == "markdown")
            with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(markdown.draw(report))

    @contextlib.contextmanager
    def write_lines(self) -> Iterator["Write"]:
        """A function that writes a part of a run's report."""
        if not self.lines:
            yield lambda part: None
            return
        from ..run.report_file import as_json  # start-up time: most runs write no report

        with json_lines(self.lines) as write:
            yield lambda part: write(as_json(part))


def check(option: str, path: Path | str | None) -> None:
    """Refuse the file of an option if it cannot be written, before the work; - is standard output."""
    if path is not None and str(path) != "-":
        files.check_writable(Path(path), f"{option} {path}")


def put(destination: str, content: str) -> None:
    """Write to a file, or to standard output for ``-``: UTF-8 with these line ends on every platform."""
    if destination == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content.encode())
        sys.stdout.buffer.flush()
    else:
        files.write(Path(destination), content)


@contextlib.contextmanager
def json_lines(destination: str | None) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A function that writes a line of JSON at once; without a destination it does nothing."""
    import json  # start-up time: a run imports this module before its target starts

    def text(line: dict[str, Any]) -> str:
        # With an escape that JSON reads alike: the brackets would be a command in a CI log.
        return json.dumps(line).replace("##[", r"#\u0023[") + "\n"

    if destination is None:
        yield lambda line: None
    elif destination == "-":
        yield lambda line: print(text(line), end="", flush=True)
    else:
        with files.stream(Path(destination), f"--report {destination}") as add:
            yield lambda line: add(text(line))
