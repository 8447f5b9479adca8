"""A codec in this process, asked as a session asks one in a child process: for codecs of our own that are known to end."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..suite.outcome import Call, Hiccup, Operation, Outcome, Returned, Unsupported
from . import protocol, worker
from .function import Function

_Codec = Callable[[Any], Any]


class Local:
    """A codec's two functions, None for one that it lacks; exceptions of the top-level ``package`` are refusals too."""

    def __init__(
        self,
        encode: _Codec | None,
        decode: _Codec | None,
        package: str,
        refusals: tuple[type[BaseException], ...] = (ValueError,),
    ) -> None:
        self.hiccups: list[Hiccup] = []  # none, since nothing here is repeated
        self._package, self._refusals = package, refusals
        codec = {Operation.ENCODE: encode, Operation.DECODE: decode}
        self._sides = {key: Function(side, key is Operation.DECODE) for key, side in codec.items() if side}

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in order."""
        return ((index, self._answer(call)) for index, call in enumerate(calls))

    def goodbye(self) -> None:
        """Nothing is left to end."""

    finish = goodbye

    def _answer(self, call: Call) -> Outcome:
        if call.operation not in self._sides:
            return Unsupported()
        try:
            return Returned(tuple(self._sides[call.operation](call.input)))
        except KeyboardInterrupt:  # the user's, not the codec's
            raise
        except BaseException as error:  # as in the worker: whatever a codec raises is an outcome
            line = f"0 {worker.said(error, self._refusals, self._package)}"
            return protocol.reply(line.encode("utf-8", "backslashreplace"), {0: 1 << 60})[1]
