"""What a stream can show."""

import os
from typing import IO


def use_color(wish: str, stream: IO[str]) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto``, which asks NO_COLOR, FORCE_COLOR and the stream."""
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
