"""The freedoms that RFC 3492 leaves, each a named choice, and the behaviours that a target declares.

A choice knows to which calls it applies, what it allows there, and how it is declared. Expectations, coherence and the
observed behaviours all follow from these objects, so that a new choice is described in one place. A declared behaviour
makes expectations hard; an undeclared choice lets either answer pass, and the report says which was seen.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from ..errors import ConformError
from .facts import LABEL_BITS, LABEL_LENGTH, Facts

UNBOUNDED = 1 << 62  # an integer width or a length that nothing exceeds


class Permission(NamedTuple):
    """A choice between giving certain code points and refusing them.

    Attributes:
        name: of the choice.
        reason: for a refusal.
        words: how to declare that they are given, and that they are refused.
        applies: whether a call has such code points in its decoded side.
        results: whether the choice is about results only: what an encoder does with such an input stays open.
        by_width: whether the type of a target's strings may divide them: strings of k bits hold 2^k - 1 and not 2^k.
    """

    name: str
    reason: str
    words: tuple[str, str]
    applies: Callable[[Facts], bool]
    results: bool = False
    by_width: bool = False

    @property
    def behaviours(self) -> str:
        """The behaviours in words."""
        return ", ".join(self.words)

    def read(self, word: str) -> bool | None:
        """A declared behaviour: whether such code points are given; None for no behaviour of this choice."""
        return {"accept": True, self.words[0]: True, self.words[1]: False}.get(word)

    def write(self, given: bool) -> str:
        """The inverse of :meth:`read`."""
        return self.words[0] if given else self.words[1]

    def allows(self, facts: Facts, given: bool | None) -> bool | None:
        """Whether a call may be refused where this behaviour is declared; None if it must be."""
        if not self.applies(facts):
            return False
        # Encoding such an input is no result of this kind, so no declared behaviour settles it.
        if given is None or (self.results and facts.encoding):
            return True
        return False if given else None

    def shown_by(self, facts: Facts) -> bool:
        """Whether the answer to a call can show a behaviour: no other choice may lie behind it."""
        return self.applies(facts) and not (self.results and facts.encoding) and _applying(facts) == [self]


class Bound(NamedTuple):
    """A choice of a limit: past it a codec gives the right answer or refuses, so only what is below it is hard.

    Attributes:
        name: of the choice.
        reason: for a refusal.
        behaviours: in words.
        least: the lowest limit that RFC 3492 allows.
        need: what a call asks for.
        prefix: of a limit as it is written.
        unbounded: the words for no limit, first that which is written.
        digits: of a limit, at most.
    """

    name: str
    reason: str
    behaviours: str
    least: int
    need: Callable[[Facts], int]
    prefix: str
    unbounded: tuple[str, ...]
    digits: int

    def read(self, word: str) -> int | None:
        """A declared limit, UNBOUNDED for none; None for no limit of this choice."""
        if word in self.unbounded:
            return UNBOUNDED
        # int() reads the digits of every script, and refuses thousands of digits with an error of its own.
        digits = word.removeprefix(self.prefix)
        if digits.isdecimal() and digits.isascii() and len(digits) <= self.digits and int(digits) >= self.least:
            return int(digits)
        return None

    def write(self, limit: int) -> str:
        """The inverse of :meth:`read`."""
        return self.unbounded[0] if limit == UNBOUNDED else f"{self.prefix}{limit}"

    def applies(self, facts: Facts) -> bool:
        """Whether a call asks for more than every codec must give."""
        return self.need(facts) > self.least

    def allows(self, facts: Facts, limit: int | None) -> bool:
        """Whether a call may be refused where this limit is declared."""
        return self.need(facts) > (self.least if limit is None else limit)


class Writing(NamedTuple):
    """A choice of how an encoder writes what decoders read alike. It allows no refusal, and the verdict knows the rest.

    Attributes:
        name: of the choice.
        words: its behaviours.
    """

    name: str
    words: tuple[str, ...]

    @property
    def behaviours(self) -> str:
        """The behaviours in words."""
        return ", ".join(self.words)

    def read(self, word: str) -> str | None:
        """A declared behaviour; None for no behaviour of this choice."""
        return word if word in self.words else None

    def write(self, word: str) -> str:
        """The inverse of :meth:`read`."""
        return word


Choice = Permission | Bound | Writing

# Section 5 gives the Unicode range without them, but restricts input integers only to be nonnegative.
SURROGATES = Permission("surrogates", "surrogate", ("accept", "reject"), lambda facts: facts.surrogate)
# Where the result would be above 10FFFF: refuse, or give the integer if the target's strings can hold it.
BEYOND_UNICODE = Permission(
    "beyond-unicode",
    "beyond-unicode",
    ("integer", "reject"),
    lambda facts: facts.beyond,
    results=True,
    by_width=True,
)
# Section 6.4 lets a codec fail on overflow, and says that 26 bits suffice for every valid label.
INTEGERS = Bound(
    "integers",
    "overflow",
    "a width in bits such as 31 or 2^31, at least 26; unbounded",
    LABEL_BITS,
    lambda facts: facts.bits,
    "2^",
    ("unbounded", "none"),
    digits=4,
)
# Section 1.1: restrictions on length can be imposed by higher layers; a label of 63 octets leaves 59 after the prefix.
LENGTH = Bound(
    "length",
    "length",
    "the longest encoded form, at least 59; none",
    LABEL_LENGTH,
    lambda facts: facts.length,
    "",
    ("none", "unlimited", "unbounded"),
    digits=9,
)
# Section 5: "only uppercase forms or only lowercase forms", unless mixed-case annotation is used.
DIGIT_CASE = Writing("digit-case", ("lower", "upper", "mixed"))

PERMISSIONS = (SURROGATES, BEYOND_UNICODE)
BOUNDS = (INTEGERS, LENGTH)
CHOICES: tuple[Choice, ...] = (SURROGATES, INTEGERS, LENGTH, DIGIT_CASE, BEYOND_UNICODE)
NAMES = tuple(choice.name for choice in CHOICES)
SIDES = {choice.name: choice.behaviours for choice in CHOICES}


def _applying(facts: Facts) -> list[Permission | Bound]:
    return [choice for choice in (*PERMISSIONS, *BOUNDS) if choice.applies(facts)]


class Choices(NamedTuple):
    """The behaviours that a target declares; None where it does not.

    Attributes:
        surrogates: whether they are accepted.
        integers: width in bits, UNBOUNDED for no bound.
        length: the longest encoded form, UNBOUNDED for no limit.
        digit_case: ``lower``, ``upper`` or ``mixed``.
        beyond_unicode: whether a result above 10FFFF is given.
    """

    surrogates: bool | None = None
    integers: int | None = None
    length: int | None = None
    digit_case: str | None = None
    beyond_unicode: bool | None = None

    def declare(self, name: str, side: str) -> Self:
        """These choices with one more behaviour declared.

        Raises:
            ConformError: no such choice, or no such behaviour.
        """
        choice = next((choice for choice in CHOICES if choice.name == name), None)
        if choice is None:
            raise ConformError(f"no choice is named {name!r}", f"choices: {', '.join(NAMES)}")
        value = choice.read(side.strip().lower())
        if value is None:
            raise ConformError(f"choice {name} has no behaviour {side!r}", f"behaviours: {choice.behaviours}")
        declared: dict[str, Any] = {_field(choice): value}
        return self._replace(**declared)

    def declare_all(self, sides: Mapping[str, str]) -> Self:
        """These choices with those behaviours declared; names that are no choices are ignored."""
        choices = self
        for name in NAMES:
            if name in sides:  # a handshake has other keys too
                choices = choices.declare(name, sides[name])
        return choices

    def as_dict(self) -> dict[str, str]:
        """The declared behaviours in the words that :meth:`declare` takes."""
        declared = {choice: getattr(self, _field(choice)) for choice in CHOICES}
        return {choice.name: choice.write(value) for choice, value in declared.items() if value is not None}

    def allowing(self, facts: Facts) -> tuple[list[Permission | Bound], str]:
        """The choices that allow a call to be refused; and the reason, if one makes it a duty to refuse it."""
        free: list[Permission | Bound] = []
        for choice, field in _ALLOWING:
            allowed = choice.allows(facts, getattr(self, field))
            if allowed is None:
                return [], choice.reason
            if allowed:
                free.append(choice)
        return free, ""


def _field(choice: Choice) -> str:
    return choice.name.replace("-", "_")


# Each with its field, worked out once: a run asks for every call.
_ALLOWING: tuple[tuple[Permission | Bound, str], ...] = tuple(
    (choice, _field(choice)) for choice in (*PERMISSIONS, *BOUNDS)
)
