"""Faults in the case of basic code points and in mixed-case annotation (5, appendix A)."""

from functools import partial

from .fault import Fault, around
from .malleable import Malleable

_case = partial(around, clause="A", bug="literal-case-changed")


class _Annotating:
    """Puts the case of the last digit into the text."""

    def encode(self, text: str) -> str:
        return Malleable().encode(text)

    def decode(self, encoded: str) -> str:
        decoded = Malleable().decode(encoded)
        return decoded.upper() if encoded[-1:].isupper() and not decoded.isascii() else decoded


class _Folding:
    """Folds capitals and keeps them as the case of the last digit."""

    def encode(self, text: str) -> str:
        encoded = Malleable().encode(text.lower())
        return encoded[:-1] + encoded[-1:].upper() if text != text.lower() else encoded

    def decode(self, encoded: str) -> str:
        return Malleable().decode(encoded)


FAULTS = (
    _case(
        "literal-lower-cased",
        "Basic code points are lower-cased by the encoder.",
        text=lambda s: "".join(c.lower() if c.isascii() else c for c in s),
    ),
    _case(
        "literal-upper-cased",
        "Basic code points are upper-cased by the encoder.",
        text=lambda s: "".join(c.upper() if c.isascii() else c for c in s),
    ),
    _case(
        "literal-lower-cased-decoding",
        "The decoder lower-cases its input.",
        to_decode=lambda s: "".join(c.lower() if c.isascii() else c for c in s),
    ),
    _case("encoded-upper-cased", "The whole encoded string is upper-cased.", encoded=str.upper),
    _case(
        "literal-case-swapped",
        "The case of all-ASCII text is swapped on both sides.",
        encoded=lambda s: s.swapcase() if s.endswith("-") else s,
        to_decode=lambda s: s.swapcase() if s.endswith("-") else s,
    ),
    _case(
        "first-letter-lower-cased",
        "A capital at the start becomes small.",
        text=lambda s: s[:1].lower() + s[1:] if s.isascii() else s,
    ),
    _case(
        "i-lower-cased-without-dot",
        "Capital I becomes a dotless i, as in Turkish.",
        text=lambda s: s.replace("I", "\u0131"),
    ),
    Fault(
        "annotation-applied",
        "A capital as last digit makes the text upper case.",
        "A",
        _Annotating,
        "annotation-applied",
        sides=("decode",),
    ),
    Fault(
        "folded-and-annotated",
        "Capitals are folded and kept in the case of the last digit only.",
        "A",
        _Folding,
        "text-case-folded",
        sides=("encode",),
    ),
)
