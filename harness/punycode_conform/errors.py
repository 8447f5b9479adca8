"""What goes wrong for the user or for us: one line and a hint, never a traceback.

What a target does wrong is not an exception: it is an outcome, and gets a verdict.
"""


class ConformError(Exception):
    """A fault in usage, configuration or data. ``exit_status`` is 2 unless a subclass says otherwise."""

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class DataError(ConformError):
    """A fault in a vector file: the message begins with file, line and id as far as they are known.

    Attributes:
        also: further faults of the same vector.
    """

    also: tuple["DataError", ...] = ()


class TargetError(ConformError):
    """The target could not be run."""

    exit_status = 3


class NothingRan(ConformError):
    """Nothing was selected, or nothing ran."""

    exit_status = 4
