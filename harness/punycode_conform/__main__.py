"""The program ``conform``, and ``python -m punycode_conform``."""

import sys
from types import TracebackType


def _without_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say nothing of an interrupt that comes while the command line is still imported."""
    if kind is not KeyboardInterrupt:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _without_traceback

from .cli import command  # noqa: E402  # see above

if __name__ == "__main__":
    command()
