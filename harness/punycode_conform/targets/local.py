"""Run a codec in this process, with the interface of a session: for our own codecs, which never hang."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..suite.outcome import Call, Operation, Outcome, Returned, Transient, Unsupported
from . import protocol, worker
from .function import Function

_CodecFunction = Callable[[Any], Any]


class Local:
    """A codec's two functions, None for one that it lacks; exceptions of the top-level ``package`` are refusals too."""

    def __init__(
        self,
        encode: _CodecFunction | None,
        decode: _CodecFunction | None,
        package: str,
        refusals: tuple[type[BaseException], ...] = (ValueError,),
    ) -> None:
        self.transients: list[Transient] = []  # none, since nothing here is repeated
        self._package, self._refusals = package, refusals
        codec = {Operation.ENCODE: encode, Operation.DECODE: decode}
        self._functions = {op: Function(function, op is Operation.DECODE) for op, function in codec.items() if function}

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in order."""
        return ((index, self._answer(call)) for index, call in enumerate(calls))

    def end_input(self) -> None:
        """Do nothing: there is no child process."""

    finish = end_input

    def _answer(self, call: Call) -> Outcome:
        if call.operation not in self._functions:
            return Unsupported()
        try:
            return Returned(tuple(self._functions[call.operation](call.input)))
        except KeyboardInterrupt:  # the user's, not the codec's
            raise
        except BaseException as error:  # as in the worker: whatever a codec raises is an outcome
            line = f"0 {worker.error_reply(error, self._refusals, self._package)}"
            return protocol.reply(line.encode("utf-8", "backslashreplace"), {0: 1 << 60})[1]
