"""Errors that are the user's or ours: one line and a hint, never a traceback.

A failure of a target is no exception. It is an outcome, which gets a verdict.
"""

import errno

TYPE_CHECKING = False  # as in the package: an interrupt before main is called has a traceback
if TYPE_CHECKING:
    from collections.abc import Iterable


class ConformError(Exception):
    """An error in usage, configuration or data. ``exit_status`` is 2 unless a subclass says otherwise."""

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class DataError(ConformError):
    """An error in a file: the message begins with file, line and id as far as they are known."""


class NoTarget(ConformError):
    """The words of the command line name no target."""


class WrongLayer(ConformError):
    """The target works on another layer than the one that it is judged by."""


class TargetError(ConformError):
    """The target could not be run."""

    exit_status = 3


NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
"""What the system says where it allows no more files or processes, or has no memory left."""


class NothingRan(ConformError):
    """No case was selected, or none ran."""

    exit_status = 4


def meant(word: str, names: "Iterable[str]") -> str:
    """``; did you mean …?`` with the name that is most like a word; empty if none is."""
    from difflib import get_close_matches  # start-up time: for an error only

    names = list(names)
    close = [name for name in names if name.casefold() == word.casefold()] or get_close_matches(word, names, 1, 2 / 3)
    return f"; did you mean {close[0]}?" if close else ""
