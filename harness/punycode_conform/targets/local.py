"""A codec in this process, asked as a session asks one in a child process: for codecs of our own that are known to end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..suite.outcome import Call, Hiccup, Operation, Outcome, Returned, Unsupported
from . import protocol, worker
from .function import Function


@dataclass(slots=True)
class Local:
    """See the module. The worker's own functions call the codec and say what its exceptions mean.

    Attributes:
        encode, decode: the codec's functions, None for one that it lacks; the types that they take and give are
            detected.
        package: the name of the top-level package whose own exceptions count as a refusal.
        hiccups: none, since nothing here is repeated.
        refusals: exception classes that count as a refusal, beside the package's own.
    """

    encode: Callable[[Any], Any] | None
    decode: Callable[[Any], Any] | None
    package: str
    hiccups: list[Hiccup] = field(default_factory=list)
    refusals: tuple[type[BaseException], ...] = (ValueError,)
    _sides: dict[Operation, Function] = field(init=False)

    def __post_init__(self) -> None:
        self._sides = {
            operation: Function(function, decodes=operation is Operation.DECODE)
            for operation, function in ((Operation.ENCODE, self.encode), (Operation.DECODE, self.decode))
            if function is not None
        }

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in order."""
        for index, call in enumerate(calls):
            yield index, self._answer(call)

    def goodbye(self) -> None:
        """Nothing is left to end."""

    def finish(self) -> None:
        """Nothing is left to end."""

    def _answer(self, call: Call) -> Outcome:
        if call.operation not in self._sides:
            return Unsupported()
        try:
            return Returned(tuple(self._sides[call.operation](call.input)))
        except KeyboardInterrupt:  # the user's, not the codec's
            raise
        except BaseException as error:  # as in the worker: whatever a codec raises is an outcome
            said = worker.said(error, self.refusals, self.package)
            return protocol.reply(b"0 " + said.encode("utf-8", "backslashreplace"))
