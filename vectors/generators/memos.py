"""Strings that follow each other and that a careless memory of earlier answers confuses."""

from collections.abc import Iterator, Mapping, Sequence

from .delta import cycled
from .vector import UE, File, Vector, from_encoded, from_points

# Texts that a key cannot distinguish, by what the key is made of.
KEYS: Mapping[str, Sequence[str]] = {
    "same-sum": ("bdü", "ceü", "bfû"),  # of code points; the third has it through another letter
    "same-letters": ("abcü", "bcaü", "cabü"),
    "same-hash-of-java": ("Aaü", "BBü", "AaAaü", "BBBBü", "AaBBü"),
    "same-hash-by-33": ("Baü", "C@ü"),
    "same-xor": ("abbü", "accü", "addü"),
    "same-but-for-case": ("straü", "STRAü", "Straü"),
    "same-before-nul": ("ab\0cü", "ab\0dü", "abü"),
    "same-low-octets": ("bü", "bǼ", "b\u4efc", "b\U000100fc"),
    "same-but-for-spaces": ("a bü", "abü ", " abü"),
    "same-by-normalisation": ("éa", "e\u0301a"),
    "same-literal": ("bücher", "bcherü", "bcherb"),
    "same-first-and-last": ("axyzü", "ayzxü", "azxyü"),
    "same-mark-joined": ("a,bü", "a:bü", "a\tbü"),
}
# A form and one that differs in a digit, in the literal part alone, or in its end: the digits alone are no key, nor the
# literal part, nor the length.
FORMS: Mapping[str, Sequence[str]] = {
    "same-digits": ("cdher-kva", "cdhfr-kva", "kva"),
    "same-literal": ("cdher-lva", "cdher-mva", "cdher-"),
    "same-with-a-refusal": ("cdher-nva", "cdher-nv", "cdher-nvb!", "cdher-nvaa"),
}


def same_keys() -> Iterator[Vector]:
    for name, texts in KEYS.items():
        for number, text in enumerate(texts, 1):
            yield from_points(f"memo-{name}-{number}", map(ord, text))


def forms() -> Iterator[Vector]:
    for name, encoded in FORMS.items():
        for number, form in enumerate(encoded, 1):
            yield from_encoded(f"memo-of-forms-{name}-{number}", form)


def long_then_short() -> Iterator[Vector]:
    """A long text, then its first characters, then its last ones: as many as a key holds."""
    letters = [*map(ord, cycled(130))]
    yield from_points("memo-long", [*letters, UE, *letters])
    for length in (4, 8, 16, 32, 64, 128):
        yield from_points(f"memo-first-{length}-of-long", letters[:length])
        yield from_points(f"memo-first-{length}-of-long-and-ue", [*letters[:length], UE])
        yield from_points(f"memo-last-{length}-of-long", [UE, *letters[-length:]])


def of_one_length() -> Iterator[Vector]:
    """Of ten characters each, all basic and not, one after the other."""
    for number, text in enumerate(("abcdefghij", "abcdefghiü", "ücdefghijk", "ü" * 10, "bcdefghijk"), 1):
        yield from_points(f"memo-length-10-{number}", map(ord, text))


FILE = File(
    "memos",
    "Strings that follow each other and are alike in what a key may be made of: a length, a sum, a hash, the letters, the "
    "first or the last of them. A codec that remembers answers under such a key gives one string the answer of another.",
    "6.2",
    "state-kept-between-calls",
    (same_keys, forms, long_then_short, of_one_length),
)
