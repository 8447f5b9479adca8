"""The freedoms that RFC 3492 leaves, each a named choice, and the behaviours that a target declares.

A choice knows by the facts about a call whether it applies, what it allows there, and how it is declared. Expectations,
coherence and the observed behaviours all follow from these objects; vectors/choices.yaml says why each is open.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from ..errors import ConformError, meant
from .outcome import Call, Operation, Outcome, Returned, fold, is_marked, same_encoding

LABEL_BITS = 26  # the width of integers that is enough for every valid label (section 6.4)
LABEL_LENGTH = 59  # the longest encoded form of a label: 63 octets less the prefix ``xn--``
UNBOUNDED = 1 << 62  # an integer width or a length that nothing exceeds
AT_LEAST = "at least "  # before a limit that was not reached; to declare a limit means no more
MARKED = "marked"
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


# A tuple with names, which is made faster than a dataclass: a run makes thousands.
class Facts(NamedTuple):
    """The oracle's facts about a call: everything that an expectation follows from, and by which choices are seen."""

    value: tuple[int, ...] | None
    reason: str = ""
    bits: int = LABEL_BITS
    length: int = 0
    surrogate: bool = False
    beyond: bool = False
    encoding: bool = False
    paired: bool | None = False
    lone: bool = False
    broken: bool = False
    capitals: bool = False

    @classmethod
    def of(cls, call: Call, value: tuple[int, ...], bits: int) -> Self:
        """The facts about a call whose right answer is known."""
        encoding = call.operation is Operation.ENCODE
        decoded, encoded = (call.input, value) if encoding else (value, call.input)
        top = max(decoded, default=0)
        # Most strings have no code point so high, and max() is far quicker than the loop.
        surrogates = [c for c in decoded if 0xD800 <= c <= 0xDFFF] if top >= 0xD800 else []
        pairs = _pairs(decoded) if surrogates else 0
        # Code points are inserted in their order, so those above the surrogates come between them only at the end.
        paired = True if pairs else None if surrogates and _pairs([c for c in decoded if c <= 0xDFFF]) else False
        lone = len(surrogates) > 2 * pairs
        return cls(value, "", bits, len(encoded), bool(surrogates), top > 0x10FFFF, encoding, paired, lone)

    @property
    def operation(self) -> Operation:
        return Operation.ENCODE if self.encoding else Operation.DECODE

    @property
    def usual(self) -> bool:
        """Whether no choice allows a refusal: quicker to see than to ask each choice, and true of nearly all calls."""
        special = self.surrogate or self.beyond or self.broken or self.capitals
        return not (special or self.bits > LABEL_BITS or self.length > LABEL_LENGTH)

    @property
    def limited(self) -> bool:
        """Whether a limit, and nothing else, allows a refusal."""
        return self.value is not None and {*map(type, _applying(self))} == {Bound}

    def met_by(self, outcome: Outcome | None) -> bool:
        """Whether an outcome is the answer that RFC 3492 gives, whatever the case of digits."""
        if not isinstance(outcome, Returned) or self.value is None:
            return False
        if self.broken:
            return fold(outcome.value) == fold(self.value) or is_marked(outcome.value, self.operation)
        return same_encoding(outcome.value, self.value) if self.encoding else outcome.value == self.value


def _pairs(points: Sequence[int]) -> int:
    """The number of high surrogates that are followed by a low one."""
    return sum(a >> 10 == 0x36 and b >> 10 == 0x37 for a, b in pairwise(points))


class Permission(NamedTuple):
    """A choice between giving certain code points and refusing them."""

    name: str
    reason: str  # for a refusal; empty if the choice allows none
    # Whether a call is given, None if it may be refused too; MARKED if its error is marked.
    sides: Mapping[str, Callable[[Facts], bool | str | None]]
    applies: Callable[[Facts], bool]
    operations: tuple[Operation, ...] = (_ENCODE, _DECODE)
    by_width: bool = False  # the type of a target's strings may divide them: strings of k bits hold 2^k - 1 and not 2^k
    by_input: bool = False  # a correct codec may behave differently from input to input

    @property
    def behaviours(self) -> str:
        return ", ".join(self.sides)

    def read(self, word: str) -> str | None:
        """A declared behaviour; None for no behaviour of this choice."""
        word = next(iter(self.sides)) if word == "accept" and self.reason else word
        return word if word in self.sides else None

    def write(self, side: str) -> str:
        return side

    def gives(self, facts: Facts, side: str | None) -> bool | str | None:
        """Whether a call must be given where this behaviour is declared: False if it must be refused, None for either."""
        if not self.applies(facts):
            return True
        # An operation that the choice is not about stays open: no declared behaviour settles it.
        return None if side is None or facts.operation not in self.operations else self.sides[side](facts)

    def shown_by(self, facts: Facts) -> bool:
        """Whether the answer to a call can show a behaviour: no other choice may lie behind it."""
        return self.applies(facts) and facts.operation in self.operations and _applying(facts) == [self]


class Bound(NamedTuple):
    """A choice of a limit: past it a codec gives the right answer or refuses, so only calls below it are hard."""

    name: str
    reason: str
    behaviours: str
    least: int  # the lowest limit that RFC 3492 allows
    need: Callable[[Facts], int]
    prefix: str  # of a limit as it is written
    unbounded: tuple[str, ...]  # the words for no limit, first that which is written
    operations: tuple[Operation, ...] = (_ENCODE, _DECODE)

    def read(self, word: str) -> int | None:
        """A declared limit, UNBOUNDED for none; None for no limit of this choice."""
        if word in self.unbounded:
            return UNBOUNDED
        # int() reads the digits of every script.
        digits = word.removeprefix(AT_LEAST).removeprefix(self.prefix)
        if digits.isdecimal() and digits.isascii() and len(digits) < 10 and int(digits) >= self.least:
            return int(digits)
        return None

    def write(self, limit: int) -> str:
        return self.unbounded[0] if limit == UNBOUNDED else f"{self.prefix}{limit}"

    def applies(self, facts: Facts) -> bool:
        """Whether a call asks for more than every codec must give."""
        return self.need(facts) > self.least

    def gives(self, facts: Facts, limit: int | None) -> bool | None:
        """Whether a call must be given where this limit is declared: None if it may be refused too."""
        return None if self.need(facts) > (self.least if limit is None else limit) else True


Choice = Permission | Bound

SURROGATES = Permission(
    "surrogates",
    "surrogate",
    {
        "accept": lambda facts: True,
        "reject": lambda facts: False,
        "unpaired": lambda facts: None if facts.paired is None else not facts.paired,
        "paired": lambda facts: not facts.lone,
    },
    lambda facts: facts.surrogate,
)
BEYOND_UNICODE = Permission(
    "beyond-unicode",
    "beyond-unicode",
    {"integer": lambda facts: True, "reject": lambda facts: False},
    lambda facts: facts.beyond,
    operations=(_DECODE,),
    by_width=True,
)
A_LABEL_ERRORS = Permission(
    "a-label-errors",
    "not-an-a-label",
    {
        "unchanged": lambda facts: True,
        "error": lambda facts: False,
        MARKED: lambda facts: None if facts.encoding else MARKED,  # ToASCII has no mark: its result is ASCII
    },
    lambda facts: facts.broken,
    by_input=True,
)
A_LABEL_CASE = Permission(
    "a-label-case",
    "capitals",
    {"accept": lambda facts: True, "reject": lambda facts: False},
    lambda facts: facts.capitals,
    operations=(_DECODE,),
)
INTEGERS = Bound(
    "integers",
    "overflow",
    "a width in bits such as 31 or 2^31, at least 26; unbounded",
    LABEL_BITS,
    lambda facts: facts.bits,
    "2^",
    ("unbounded", "none"),
)
LENGTH = Bound(
    "length",
    "length",
    "the longest encoded form, at least 59; none",
    LABEL_LENGTH,
    lambda facts: facts.length,
    "",
    ("none", "unlimited", "unbounded"),
)
# It allows no refusal, and the verdict knows the rest.
DIGIT_CASE = Permission(
    "digit-case",
    "",
    dict.fromkeys(("lower", "upper", "mixed"), lambda facts: True),
    lambda facts: False,
    operations=(_ENCODE,),
)

CHOICES: tuple[Choice, ...] = (SURROGATES, INTEGERS, LENGTH, DIGIT_CASE, BEYOND_UNICODE, A_LABEL_ERRORS, A_LABEL_CASE)
PERMISSIONS = tuple(choice for choice in CHOICES if isinstance(choice, Permission) and choice.reason)
_ALLOWING: tuple[Choice, ...] = (*PERMISSIONS, INTEGERS, LENGTH)  # a refusal
NAMES = tuple(choice.name for choice in CHOICES)


def _applying(facts: Facts) -> list[Choice]:
    return [] if facts.usual else [choice for choice in _ALLOWING if choice.applies(facts)]


class Choices(NamedTuple):
    """The behaviours that a target declares, for each operation: by the choice's name, in the form of its ``read``."""

    encode: Mapping[str, Any] = MappingProxyType({})
    decode: Mapping[str, Any] = MappingProxyType({})

    def declare(self, name: str, side: str) -> Self:
        """These choices with one more behaviour declared."""
        bare, dot, one = name.partition(".")
        choice = next((choice for choice in CHOICES if choice.name == bare), None)
        if choice is None:
            raise ConformError(f"no choice is named {bare!r}{meant(bare, NAMES)}", f"choices: {', '.join(NAMES)}")
        operations = [operation for operation in choice.operations if operation.value == one or not dot]
        if not operations:
            raise ConformError(f"choice {bare} is not about {one!r}", f"operations: {', '.join(choice.operations)}")
        value = choice.read(side.strip().lower())
        if value is None:
            raise ConformError(f"choice {bare} has no behaviour {side!r}", f"behaviours: {choice.behaviours}")
        changed: dict[str, Any] = {op.value: {**getattr(self, op.value), bare: value} for op in operations}
        return self._replace(**changed)

    def declare_all(self, sides: Mapping[str, str]) -> Self:
        """These choices with those behaviours declared; names that are no choices are ignored."""
        choices = self
        # What is declared for one operation overrides what is declared for both, in whatever order they come.
        for name in sorted(sides, key=lambda name: "." in name):
            if name.partition(".")[0] in NAMES:  # a handshake has other keys too
                choices = choices.declare(name, sides[name])
        return choices

    def as_dict(self) -> dict[str, str]:
        """The declared behaviours in the words that :meth:`declare` takes."""
        declared: dict[str, str] = {}
        for choice in CHOICES:
            values = {op: getattr(self, op.value).get(choice.name) for op in choice.operations}
            words = {op: choice.write(value) for op, value in values.items() if value is not None}
            declared |= in_words(choice, words, choice.operations)
        return declared

    @property
    def digit_case(self) -> str | None:
        return self.encode.get(DIGIT_CASE.name)

    def allowing(self, facts: Facts) -> tuple[list[Choice], str]:
        """The choices that allow a call to be refused; and the reason, if one makes it a duty to refuse it."""
        sides = self.encode if facts.encoding else self.decode
        free: list[Choice] = []
        for choice in _applying(facts):
            gives = choice.gives(facts, sides.get(choice.name))
            if gives is False:
                return [], choice.reason
            if gives is None:
                free.append(choice)
        return free, ""


def in_words(choice: Choice, words: Mapping[Operation, str], of: Iterable[Operation]) -> dict[str, str]:
    """The behaviours of a choice as they are declared: one word, if all of these operations have it; else one for each."""
    if len({*words.values()}) == 1 and words.keys() >= {*of}.intersection(choice.operations):
        return {choice.name: next(iter(words.values()))}
    return {f"{choice.name}.{operation.value}": word for operation, word in words.items()}
