"""A problem: an answer, or several, that no correct codec gives; and the signature that identifies problems."""

from msgspec import Struct

from ..account import features
from ..account.answers import crash_name, died
from ..suite import laws, oracle
from ..suite.choices import Facts
from ..suite.outcome import Call, Hiccup, Outcome, Returned

UNREPEATED = "unrepeated"
KINDS = {
    "crash": "crashes",
    "timeout": "gives no answer in time",
    "refused": "refuses a valid input",
    "accepted": "accepts an invalid input",
    "wrong": "gives a wrong result",
    "evaded": "answers unsupported to what strings of every type can hold",
    UNREPEATED: "went wrong once, and not again when the same calls were repeated",
    "stability": "answers differently after other calls",
    "coherence": "shows two behaviours of one choice",
}


class Problem(Struct, frozen=True):
    """Something that no correct codec does."""

    kind: str  # of ``KINDS``, or the name of a law that only several calls together break
    calls: tuple[Call, ...]  # the call that shows it; for a law all of them
    outcome: Outcome  # of the first
    laws: tuple[str, ...] = ()  # names of the laws that the batch showed to be broken by this call
    shows: str = ""  # the problem in words, for a law

    @property
    def call(self) -> Call:
        """The call that shows it: the last, since those before it prepare it."""
        return self.calls[-1]

    @property
    def title(self) -> str:
        """The problem in a line."""
        return f"{self.call.operation.value} {KINDS.get(self.kind, 'breaks the law ' + self.kind)}"

    @property
    def shape(self) -> str:
        """The special features of the call, in a few words."""
        facts = oracle.light_facts(self.call)
        if facts.value is not None:
            facts = Facts.of(self.call, facts.value, oracle.integer_bits(self.call))
        return features.special(self.call, facts)

    @property
    def signature(self) -> str:
        """Operation, kind, class of the outcome, shape, laws: equal for all minimal cases that show the same fault."""
        kind = self.kind
        if kind == "coherence":  # of which choice, that is what it shows first
            kind += f": {self.shows.partition(':')[0]}"
        if self.kind in (UNREPEATED, "stability", "coherence"):
            return f"{self.call.operation.value}: {kind}"
        shown = self.shape
        # What is too expensive to be minimised to the end keeps much that is chance.
        expensive = kind == "timeout" or died(self.outcome) or "long" in shown.split()
        if expensive and not features.offence(self.call):
            shown = " ".join(word for word in shown.split() if word in ("empty", "long", "beyond-unicode"))
        broken = f" [{' '.join(self.laws)}]" if self.laws and not expensive else ""
        if outcome := crash_name(self.outcome):
            kind += f" ({outcome})"
        return f"{self.call.operation.value}: {kind}{': ' * bool(shown)}{shown}{broken}"

    @property
    def sort(self) -> tuple[str, ...]:
        """A problem's kind before it is minimised: problems of one sort are likely to have one cause."""
        call = self.calls[0]
        longer = isinstance(self.outcome, Returned) and len(self.outcome.value) > len(call.input)
        if len(self.calls) > 1:
            return call.operation.value, self.kind
        sort = (call.operation.value, self.kind, crash_name(self.outcome))
        if self.kind in ("crash", "timeout"):
            return sort
        return *sort, features.offence(call), "longer" if longer else ""


def unrepeated(hiccup: Hiccup) -> Problem:
    """A crash or hang that did not happen again, as a problem."""
    breach = laws.unrepeated(hiccup)
    return Problem(UNREPEATED, breach.calls, hiccup.outcome, (laws.stability.name,), breach.shows)


def kind_of(signature: str) -> str:
    """The kind that a signature has, empty if it has none."""
    return signature.partition(": ")[2].partition(":")[0].partition(" ")[0]
