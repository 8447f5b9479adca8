"""Errors that are the user's or ours: one line and a hint, never a traceback.

A failure of a target is no exception. It is an outcome, which gets a verdict.
"""


class ConformError(Exception):
    """An error in usage, configuration or data. ``exit_status`` is 2 unless a subclass says otherwise."""

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class DataError(ConformError):
    """An error in a vector file: the message begins with file, line and id as far as they are known.

    Attributes:
        also: further errors of the same vector.
    """

    also: tuple["DataError", ...] = ()


class TargetError(ConformError):
    """The target could not be run."""

    exit_status = 3


class NothingRan(ConformError):
    """No case was selected, or none ran."""

    exit_status = 4
