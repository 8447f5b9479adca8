"""What an adapter carries: strings sent through it, with the codec and, if it can echo, without."""

from collections.abc import Sequence

from ..suite.outcome import Call, Operation, Outcome, Unsupported
from .carriage import Finding, Points, State, calls, carried, cleared, echoed, worst
from .interview import Interview

_OTHER_WAY = Finding(
    State.BAD, "it echoes what encode answers unsupported to", "an echo goes the way of a call, without the codec"
)


class Carrying:
    """Strings and what becomes of them; an echo is asked once for each.

    Attributes:
        ask: the interview that they are a part of.
    """

    def __init__(self, ask: Interview) -> None:
        self.ask = ask
        self._echoes: dict[Points, Finding] = {}

    def judged(self, points: Points, call: Call, outcome: Outcome, *, may_lack: bool = False) -> Finding:
        """Judge an answer to one of the calls whose decoded side is ``points``, in the light of an echo of them."""
        return self.seen(points, carried(points, call, outcome, may_lack=may_lack), may_lack=may_lack)

    def seen(self, points: Points, found: Finding, *, may_lack: bool = False) -> Finding:
        """A finding on a string in the light of an echo of it."""
        if found.state is not State.UNCLEAR or not self.ask.handshake.echo:
            return found
        echo = self._echo(points, may_lack)
        return echo if echo.state is State.BAD else cleared(found) if echo.state is State.OK else found

    def strings(self, strings: Sequence[Points], may_lack: bool = False) -> Finding:
        """The worst that becomes of some strings."""
        found = [Finding(State.NONE)]
        for points in strings:
            held = True
            echo = self._echo(points, may_lack) if self.ask.handshake.echo else Finding(State.NONE)
            found.append(echo)
            for call in calls(points):
                if not self.ask.has(call) or self.ask.patience <= 0 or echo.state is State.BAD:
                    continue
                outcome = self.ask.one(call)
                one = self.judged(points, call, outcome, may_lack=may_lack)
                held = held and not isinstance(outcome, Unsupported)
                if isinstance(outcome, Unsupported) and call.operation is Operation.ENCODE and echo.state is State.OK:
                    one = _OTHER_WAY
                # What strings cannot hold, a codec cannot give: whatever it gives instead is between it and its strings.
                found.append(one if held or one.state is not State.UNCLEAR else Finding(State.NOTE, one.why, one.mend))
                if worst(found).state is State.UNCLEAR:  # so that the transcript ends with what is meant
                    return worst(found)
        return worst(found)

    def long(self, points: Points) -> Finding:
        """What becomes of a long string; a codec may refuse it."""
        found = [carried(points, call, self.ask.one(call)) for call in calls(points) if self.ask.has(call)]
        echo = self._echo(points, False) if self.ask.handshake.echo else Finding(State.NONE)
        if echo.state is not State.BAD and any("refused" in one.why for one in found):
            return Finding(State.NONE, "the codec refuses inputs of that length")
        return worst([*(cleared(one) if echo.state is State.OK else one for one in found), echo])

    def _echo(self, points: Points, may_lack: bool) -> Finding:
        if points not in self._echoes:
            self._echoes[points] = echoed(points, self.ask.echo(points), may_lack=may_lack)
        return self._echoes[points]
