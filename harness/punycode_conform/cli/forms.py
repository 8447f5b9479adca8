"""The forms of a report that are written to files, each drawn only where asked for."""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ConformError

if TYPE_CHECKING:  # start-up time: a run imports this before its target starts
    from ..run.report import Report

FORMS = ("junit", "markdown", "html", "badge", "badge_json")
_DRAWN_BY = {"html": ("page", "html"), "badge": ("badge", "badge"), "badge_json": ("badge", "badge_json")}


def check(options: argparse.Namespace) -> None:
    """Find out before the work whether each file that is asked for can be written."""
    for form in FORMS:
        check_writable(getattr(options, form))


def remove(options: argparse.Namespace, *more: str) -> None:
    """Take away the files of an earlier run, which would be taken for this one's; what is no plain file stays.

    Args:
        options: whose values name the forms' files.
        more: options that name others.
    """
    for name in (*FORMS, *more):
        if (
            (named := getattr(options, name))
            and named != "-"
            and (path := Path(named)).is_file()
            and not path.is_symlink()
        ):
            with suppress(OSError):
                path.unlink()


def save(report: "Report", options: argparse.Namespace) -> None:
    """Write the forms that are asked for; each renderer is imported only then, for start-up time."""
    for form in FORMS:
        if path := getattr(options, form):
            write(path, draw(report, form))


def draw(report: "Report", form: str) -> str:
    """The report in a form of that name."""
    from importlib import import_module  # start-up time, too

    module, function = _DRAWN_BY.get(form, (form, form))
    renderer: Any = getattr(import_module(f"..render.{module}", __package__), function)
    drawn: str = renderer(report)
    return drawn


def write(path: Path, content: str, mode: str = "w") -> None:
    """Write a file, or say in one line why not."""
    try:
        with path.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(content)
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None


def check_writable(path: Path | None) -> None:
    """Find out beforehand that a file cannot be written, without touching what is there."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise ConformError(f"{path}: cannot be written", "the folder must exist, and the name must not be a folder")
