"""How patient a session is, and how it says that a call was never answered."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to wait and how often to start again.

    Attributes:
        call: seconds for a call.
        start: seconds from the start of a child to its handshake.
        restarts: deaths, hangs and breaches of the protocol after which a run stops.
    """

    call: float = 5.0
    start: float = 30.0
    restarts: int = 20


class Unfinished(Exception):
    """Calls were left without an answer."""


class TooManyRestarts(Unfinished):
    """The target broke down more often than the limits allow."""


class OutOfTime(Unfinished):
    """The time of the whole conversation is over."""
