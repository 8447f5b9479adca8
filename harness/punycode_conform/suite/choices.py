"""The freedoms that RFC 3492 leaves, each a named choice, and the sides that a target declares.

A declared side makes expectations hard; an undeclared choice lets either answer pass, and the report says which was seen.

* ``surrogates``: accept or reject D800..DFFF. Section 5 gives the Unicode range without them, but restricts input
  integers only to be nonnegative.
* ``integers``: the width of the integers, in bits, or unbounded. Section 6.4 lets a codec fail on overflow, and says
  that 26 bits suffice for every valid label.
* ``length``: the longest encoded form taken, or none. Section 1.1: restrictions on length can be imposed by higher
  layers; a label of 63 octets leaves 59 after the prefix.
* ``digit-case``: section 5: "only uppercase forms or only lowercase forms", unless mixed-case annotation is used.
* ``beyond-unicode``: where the result would be above 10FFFF, refuse or give the integer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from ..errors import ConformError

LABEL_BITS = 26
LABEL_LENGTH = 59
UNBOUNDED = 1 << 62  # an integer width or a length that nothing exceeds

NAMES = ("surrogates", "integers", "length", "digit-case", "beyond-unicode")


@dataclass(frozen=True, slots=True)
class Choices:
    """The sides that a target declares; None where it does not.

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
        """These choices with one more side declared.

        Raises:
            ConformError: no such choice, or no such side.
        """
        match name, side.strip().lower():
            case "surrogates", "accept" | "reject" as word:
                return replace(self, surrogates=word == "accept")
            case "integers", word:
                return replace(self, integers=_bits(word))
            case "length", "none" | "unlimited" | "unbounded":
                return replace(self, length=UNBOUNDED)
            case "length", word if word.isdecimal() and word.isascii() and len(word) < 10 and int(word) >= LABEL_LENGTH:
                return replace(self, length=int(word))
            case "digit-case", "lower" | "upper" | "mixed" as word:
                return replace(self, digit_case=word)
            case "beyond-unicode", "accept" | "integer" | "reject" as word:
                return replace(self, beyond_unicode=word != "reject")
        if name in NAMES:
            raise ConformError(f"choice {name} has no side {side!r}", f"sides: {SIDES[name]}")
        raise ConformError(f"no choice is named {name!r}", f"choices: {', '.join(NAMES)}")

    def declare_all(self, sides: Mapping[str, str]) -> Self:
        """These choices with those sides declared; names that are no choices are passed over."""
        choices = self
        for name in NAMES:
            if name in sides:
                choices = choices.declare(name, sides[name])
        return choices

    def as_dict(self) -> dict[str, str]:
        """The declared sides in the words that :meth:`declare` takes."""
        words = {
            "surrogates": None if self.surrogates is None else "accept" if self.surrogates else "reject",
            "integers": None if self.integers is None else width(self.integers),
            "length": None if self.length is None else "none" if self.length == UNBOUNDED else str(self.length),
            "digit-case": self.digit_case,
            "beyond-unicode": None if self.beyond_unicode is None else "integer" if self.beyond_unicode else "reject",
        }
        return {name: word for name, word in words.items() if word is not None}


SIDES = {
    "surrogates": "accept, reject",
    "integers": "a width in bits such as 31 or 2^31, at least 26; unbounded",
    "length": "the longest encoded form, at least 59; none",
    "digit-case": "lower, upper, mixed",
    "beyond-unicode": "reject, integer",
}


def width(bits: int) -> str:
    """A width in bits as the choice ``integers`` writes it."""
    return "unbounded" if bits == UNBOUNDED else f"2^{bits}"


def _bits(word: str) -> int:
    if word in ("unbounded", "none"):
        return UNBOUNDED
    digits = word.removeprefix("2^")
    if digits.isdecimal() and digits.isascii() and len(digits) < 5 and int(digits) >= LABEL_BITS:
        return int(digits)
    raise ConformError(f"choice integers has no side {word!r}", f"sides: {SIDES['integers']}")
