"""Interrupts and polite kills that wait for what must not be done by halves."""

import contextlib
import signal
from collections.abc import Iterator

NUMBERS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def held() -> Iterator[None]:
    """What comes meanwhile takes effect at the end."""
    came: list[int] = []
    before = {}
    with contextlib.suppress(ValueError):  # not in the main thread: then no signal comes here
        for number in NUMBERS:
            before[number] = signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
