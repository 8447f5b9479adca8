"""Writes the systematic vector files, ``generated-*.yaml``, beside itself.

    python vectors/generate.py            rewrite them
    python vectors/generate.py --check    exit 1 if one of them is not what this would write

A family is systematic when a rule tells which vectors there are: each digit, each length, each side of each boundary. What
was picked by hand stands in the other files. Two codecs that share no algorithm derive every expected value, and a
disagreement between them stops the writing.
"""

import bisect
import itertools
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from punycode_conform.codec import BootstringError, Reason, decode_code_points, encode_code_points, second, varint
from punycode_conform.codec.bias import adapt

HERE = Path(__file__).resolve().parent
MAX_UNICODE = 0x10FFFF
DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
UE = 0xFC  # ü, the code point that most vectors insert
HEAD = "# Written by vectors/generate.py. Change that, then run it; not this file.\n"
WIDTH = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """An entry of a vector file; the keys are those of vectors/README.md."""

    id: str
    decoded: tuple[int, ...] | None = None
    encoded: str | None = None
    reject: str = ""
    only: str = ""
    clause: str = ""
    bug: str = ""
    choice: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A vector file: what it is about, its defaults, and its families."""

    name: str
    about: str
    clause: str
    bug: str
    families: Sequence[Callable[[], Iterable[Vector]]]


# What both codecs say


def from_points(name: str, points: Iterable[int], *, bug: str = "", clause: str = "", note: str = "") -> Vector:
    """A vector with both sides, from the decoded one."""
    decoded = tuple(points)
    encoded = encode_code_points(decoded)
    agree(encoded, second.encode_code_points(decoded))
    agree(decode_both(encoded), decoded)
    return Vector(
        id=name, decoded=decoded, encoded=encoded, choice=choice_of(decoded), bug=bug, clause=clause, note=note
    )


def from_encoded(name: str, encoded: str, *, bug: str = "", clause: str = "", note: str = "") -> Vector:
    """A vector from its encoded side: both sides, decode only where digits are in upper case, or a refusal."""
    result = decode_both(encoded)
    if isinstance(result, str):
        choice = "beyond-unicode" if result in (Reason.OVERFLOW, Reason.BEYOND_UNICODE) else ""
        return Vector(id=name, encoded=encoded, reject=result, choice=choice, bug=bug, clause=clause, note=note)
    canonical = encode_code_points(result) == encoded
    return Vector(
        id=name,
        decoded=result,
        encoded=encoded,
        only="" if canonical else "decode",
        choice=choice_of(result),
        bug=bug,
        clause=clause,
        note=note,
    )


def decode_both(encoded: str) -> tuple[int, ...] | str:
    """The code points, or the reason for a refusal: overflow where integers of 64 bits overflow and the result of
    unbounded ones is beyond Unicode."""
    result = attempt(lambda: decode_code_points(encoded, max_code_point=MAX_UNICODE))
    agree(result, attempt(lambda: second.decode_code_points(encoded, max_code_point=MAX_UNICODE)))
    if result == Reason.BEYOND_UNICODE:
        return attempt(lambda: decode_code_points(encoded, bits=64, max_code_point=MAX_UNICODE))
    return result


def attempt(decode: Callable[[], list[int]]) -> tuple[int, ...] | str:
    try:
        return tuple(decode())
    except BootstringError as error:
        return error.reason


def agree(one: object, other: object) -> None:
    if one != other:
        raise SystemExit(f"the two codecs disagree: {one!r:.200} and {other!r:.200}")


def choice_of(points: Iterable[int]) -> str:
    return "surrogates" if any(0xD800 <= c <= 0xDFFF for c in points) else ""


def written(basics: str, deltas: Iterable[int]) -> str:
    """The encoded string with this literal part and these deltas, whatever they lead to."""
    out = basics + "-" if basics else ""
    bias = 72
    for number, delta in enumerate(deltas):
        out += "".join(DIGITS[digit] for digit in varint.write(delta, 36, thresholds(bias)))
        bias = next_bias(delta, len(basics) + number + 1, number == 0)
    return out


def thresholds(bias: int) -> tuple[int, ...]:
    return varint.clamped(36, 1, 26, bias)


def threshold(bias: int, j: int) -> int:
    return thresholds(bias)[min(j, len(thresholds(bias)) - 1)]


def next_bias(delta: int, numpoints: int, firsttime: bool) -> int:
    return adapt(delta, numpoints, firsttime, base=36, tmin=1, tmax=26, skew=38, damp=700)


# Digits


def digits_in_first_place() -> Iterator[Vector]:
    """With the initial bias the first threshold is 1: every digit but a needs one more after it."""
    for value, digit in enumerate(DIGITS):
        yield from_encoded(f"digit-first-{digit}", digit + "a" * (value > 0))
    for value, digit in enumerate(DIGITS[:26].upper()):
        yield from_encoded(
            f"digit-first-upper-{digit.lower()}", digit + "a" * (value > 0), bug="upper-case-digits-refused"
        )


def digits_in_last_place() -> Iterator[Vector]:
    """The third threshold is 26: a letter ends the delta, a figure does not. In upper case the letter is an annotation
    (appendix A), which alters no code point."""
    for digit in DIGITS[:26]:
        yield from_encoded(f"digit-last-upper-{digit}", "bb" + digit.upper(), bug="upper-case-digits-refused")


def digits_that_do_not_end() -> Iterator[Vector]:
    for digit in DIGITS[26:]:
        yield from_encoded(f"digit-third-of-four-{digit}", f"bb{digit}a")


def digits_in_each_position() -> Iterator[Vector]:
    """Each digit-value in one position of a delta. A delta of 0 before it sets the bias to 0, so that all thresholds are
    26: letters end the delta, figures need a digit after them. The literal parts are such that no surrogate results."""
    for position, basics, values in (
        *((j, 8, range(36)) for j in range(4)),
        (4, 17, range(36)),
        (5, 75, range(36)),
        (6, 160, (0, 1, 12, 25, 26, 27, 35)),
        # Again as labels, which no choice lets be refused.
        (4, 12, (0, 25, 26, 35)),
        (5, 12, (0, 25, 26, 35)),
        (6, 36, (0, 25)),
        (6, 40, (35,)),
    ):
        deltas = [d for value in values for d in (0, with_digit(0, position, value))]
        name = "each-value" if basics not in (12, 36, 40) else f"label-of-{'-'.join(DIGITS[v] for v in values)}"
        yield from_encoded(f"digit-position-{position}-{name}", written(cycled(basics), deltas), clause="3.3")


def nine_digits() -> Iterator[Vector]:
    yield from_points(
        "digit-position-8", [*[0x80] * 260, MAX_UNICODE], clause="6.4", note="The last delta has nine digits."
    )


def with_digit(bias: int, position: int, value: int) -> int:
    """The least delta that has this digit-value in this position. If it does not end there, a digit 0 follows."""
    delta, weight = 0, 1
    for j in range(position):
        delta += threshold(bias, j) * weight
        weight *= 36 - threshold(bias, j)
    return delta + value * weight


def cycled(length: int) -> str:
    """A literal part in which neighbours differ."""
    return (DIGITS * (length // 36 + 1))[:length]


# Characters that are no digits


def name_of(c: int) -> str:
    character = chr(c)
    if unicodedata.category(character) == "Cc":
        return f"control-{c:02x}"
    return unicodedata.name(character).lower().replace(" ", "-")


NON_DIGITS = [c for c in range(0x80) if not chr(c).isalnum()]


def non_digits() -> Iterator[Vector]:
    for c in NON_DIGITS:
        if c != ord("-"):
            yield from_encoded(f"non-digit-first-{name_of(c)}", f"bcher-{chr(c)}va")
            yield from_encoded(f"non-digit-middle-{name_of(c)}", f"k{chr(c)}a")
            yield from_encoded(f"non-digit-last-{name_of(c)}", f"bcher-kv{chr(c)}")


def literal_non_digits() -> Iterator[Vector]:
    for c in NON_DIGITS:
        yield from_points(f"literal-{name_of(c)}", [ord("a"), c, UE])


def literal_all() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-ascending", range(0x80))
    yield from_points("literal-all-ascii-descending", range(0x7F, -1, -1))
    yield from_points("literal-all-ascii-then-one", [*range(0x80), UE])


def literal_doubled() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-doubled", [c for c in range(0x80) for _ in range(2)])


# What a careless layer takes for syntax. Each group has the forms of one language.
SYNTAX = {
    "printf": "%s%d%n%%",
    "percent-escapes": "%41%2d%zz",
    "braces": "{}{0}{{a}}",
    "dollars": "$&$1$$${a}",
    "backslashes": r"\\1\0\n\u0041\\",
    "entities": "&amp;&#65;&lt;",
    "quotes": "'a'\"b\"`c`",
    "plus-as-space": "a+b+",
    "comments": "a#b//c;d--",
    "glob": "*?[a-z]{a,b}~",
    "equals-as-padding": "YQ==",
    "number": "0012.50e3",
    "negative-number": "-1",
}


def literal_syntax() -> Iterator[Vector]:
    """The literal part is not a template, a pattern, a number or a string of some language."""
    for name, text in SYNTAX.items():
        yield from_points(f"literal-{name}", [*map(ord, text), UE])


# Non-ASCII characters that some mapping makes digits

LOOK_ALIKES = {
    "full-width-k": 0xFF4B,  # by compatibility mappings
    "full-width-eight": 0xFF18,
    "arabic-indic-eight": 0x0668,  # by its decimal value
    "superscript-two": 0xB2,  # by its digit value, or a compatibility mapping
    "mathematical-a": 0x1D41A,  # by compatibility mappings, beyond the first plane
    "kelvin-sign": 0x212A,  # k in lower case
    "long-s": 0x017F,  # S in upper case
    "e-acute": 0xE9,  # e without its accent; i in seven bits
    "low-octet-k": 0x016B,
    "low-16-bits-k": 0x1006B,
}


def digit_look_alikes() -> Iterator[Vector]:
    """In each place that a delta has, behind a literal part, and in a later delta. Where one is taken for a digit of any
    value, the string is complete: a digit 0 ends every delta, and may be one of its own."""
    for name, c in LOOK_ALIKES.items():
        for place, form in (("first", "{}vaa"), ("second", "k{}aa"), ("third", "kv{}aa"), ("later-delta", "kva{}aa")):
            yield from_encoded(f"digit-look-alike-{name}-{place}", "bcher-" + form.format(chr(c)))
        if chr(c).isalpha():
            yield from_encoded(f"digit-look-alike-{name}-last", "bcher-kv" + chr(c))


# Order of insertion


def three_of_three() -> Iterator[Vector]:
    """Every string of three of a, ö, ü that has a non-basic code point."""
    names = {"a": "a", "ö": "oe", "ü": "ue"}
    for three in itertools.product(names, repeat=3):
        if set(three) != {"a"}:
            yield from_points("three-" + "-".join(names[c] for c in three), map(ord, three))


def permutations_of_four() -> Iterator[Vector]:
    """Their order as numbers is that of the names. As decimal or hexadecimal text, as UTF-16 units, and as signed
    16-bit integers it is another each time."""
    names = {0xFC: "latin", 0x4E2D: "han", 0xFF61: "halfwidth", 0x1F4A9: "emoji"}
    for four in itertools.permutations(names):
        yield from_points("order-" + "-".join(names[c] for c in four), four, bug="sorted-in-a-wrong-order")


def distinct_in_disorder() -> Iterator[Vector]:
    """Many distinct code points of two to seven decimal digits, in no order that a partly sorting encoder would find."""
    for count in (33, 130):
        span = (MAX_UNICODE - 0x80) // (count - 1) ** 3
        points = [0x80 + span * n**3 + n for n in range(count - 1)] + [MAX_UNICODE]
        yield from_points(
            f"order-{count}-distinct-in-disorder",
            [points[n * 7 % count] for n in range(count)],
            bug="sorted-in-a-wrong-order",
        )


# Places that codecs treat apart: by length, by number, by run


def literals_of_each_length() -> Iterator[Vector]:
    """Four deltas after a literal part of each length. Their digits are others if numpoints is one less or one more, if
    the first delta is not damped, or if a bias is not adapted."""
    for length in (*range(1, 65), 100, 127, 128, 200, 254, 255, 256, 257):
        yield from_encoded(f"after-a-literal-of-{length}", written(cycled(length), telling(length, 4)))


def each_insertion() -> Iterator[Vector]:
    """Many insertions, each with such a delta."""
    for count, basics, phase in ((12, 0, 0), (12, 0, 1), (64, 0, 0), (64, 0, 1), (64, 30, 0), (130, 0, 0), (130, 0, 1)):
        name = f"insertions-{count}" + (f"-after-{basics}" if basics else "") + ("-again" if phase else "")
        yield from_encoded(name, written(cycled(basics), telling(basics, count, phase)))


def telling(basics: int, count: int, phase: int = 0) -> Iterator[int]:
    """Deltas whose digits show that the bias is right, and whose next bias shows that numpoints is not one less or, in
    turn, one more: a bias that differs for both is rare."""
    bias, wrong = 72, set[int]()
    for number in range(count):
        first, numpoints = number == 0, basics + number + 1
        other = numpoints + 1 if numpoints == 1 or (number + phase) % 2 else numpoints - 1
        divisor = 700 if first else 2
        for delta in itertools.chain.from_iterable((q * divisor, q * divisor + 1) for q in itertools.count(1)):
            right = next_bias(delta, numpoints, first)
            others = {bias, next_bias(delta, other, first), next_bias(delta, numpoints, not first)}
            if (
                right not in others
                and shape(right) not in map(shape, others)
                and not any(same_digits(delta, bias, w) for w in wrong)
            ):
                break
        yield delta
        bias, wrong = right, others


def same_digits(delta: int, bias: int, other: int) -> bool:
    return list(varint.write(delta, 36, thresholds(bias))) == list(varint.write(delta, 36, thresholds(other)))


def shape(bias: int) -> tuple[int, ...]:
    """The thresholds; two biases with the same ones cannot be told apart."""
    return tuple(threshold(bias, j) for j in range(8))


# In groups, since an encoder's time grows with distinct code points times length.
RUNS: dict[str, Sequence[int]] = {
    **{f"{low}-to-{low + 8}": range(low, low + 9) for low in (2, 11, 20, 29, 38, 47, 56)},
    "90-to-150": (90, 91, 99, 100, 101, 120, 150),
    "126-to-130": range(126, 131),
    "199-to-201": range(199, 202),
    "254-to-257": range(254, 258),
    "299-to-301": range(299, 302),
}


def runs_of_each_length() -> Iterator[Vector]:
    """One code point repeated, each number of times once, also among basic ones."""
    for name, lengths in RUNS.items():
        runs = [[0x4E00 + length] * length for length in lengths]
        yield from_points(f"runs-of-{name}", itertools.chain(*runs))
        letters = [[ord(DIGITS[length % 36])] * length for length in lengths]
        yield from_points(f"runs-of-{name}-basic", [*itertools.chain(*letters), UE], bug="literal-part-altered")


def alike_at_both_ends() -> Iterator[Vector]:
    """Strings of one length that differ in the middle: a cache must not take one for the other."""
    for half, middle in itertools.product((16, 24, 60, 130, 256), "xy"):
        points = [*map(ord, cycled(half) + middle + cycled(half)), UE]
        yield from_points(f"alike-at-both-ends-{half}-{middle}", points, bug="state-kept-between-calls")


# Code points, by plane and by power of two


def ends_of_planes() -> Iterator[Vector]:
    """The same low 16 bits in every plane, upwards and downwards. Each string fits a label, so that no choice lets it be
    refused."""
    for low in (0x0000, 0x0001, 0x00FC, 0x8000, 0xFFFD, 0xFFFE, 0xFFFF):
        points = [c for c in range(low, MAX_UNICODE + 1, 0x10000) if c >= 0x80]
        for half, planes in (("first", points[:9]), ("last", points[8:])):
            yield from_points(f"planes-{low:04x}-{half}", planes)
        yield from_points(f"planes-{low:04x}-downwards", points[::-2])


def powers_of_two() -> Iterator[Vector]:
    """Both sides of each boundary that binary numbers, UTF-8, UTF-16 and the repertoire have."""
    boundaries = [*(2**k for k in range(8, 21)), 0xA0, 0xE000, 0xF900, 0xFDD0, 0xFDF0, 0xFEFF, 0xFFF0, 0xE0100, 0xF0000]
    points = sorted({c + off for c in boundaries for off in (-1, 0, 1)} - set(range(0xD800, 0xE000)))
    for start in range(0, len(points), 15):
        yield from_points(f"boundaries-from-{points[start]:04x}", points[start : start + 15])
    yield from_points("boundaries-downwards", points[::-1])


# Invisible or ignorable, or blank: what trimming and filtering functions know.
INVISIBLE = (
    *(0x61C, 0x1680, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202E, 0x202F, 0x205F, 0x2061, 0x2069, 0x2800),
    *(0x3164, 0xFFA0, 0xFFFC, 0x1D173, 0xE0020, 0xE007F),
)


def invisible_at_the_ends() -> Iterator[Vector]:
    """Each in first place once, and in last place once."""
    for first, last in zip(INVISIBLE, (*INVISIBLE[1:], INVISIBLE[0]), strict=True):
        yield from_points(
            f"invisible-{first:04x}-first-{last:04x}-last",
            [first, ord("a"), ord("b"), last],
            bug="invisible-characters-dropped",
        )


# Truncation

TO_CUT = {
    "buecher": "bcher-kva",
    "sample-b": "ihqwcrb4cv8a8dqg056pqjye",
    "sample-l": "3B-ww4c5e180e575a65lsy2b",
    "emoji": "ls8h",
    "last-code-point": "a-y632g",
}


def truncations() -> Iterator[Vector]:
    """Each prefix that ends inside a delta; one that ends between two deltas is the form of another string. A decoder
    that reads a missing digit as 0 takes the last prefix of bcher-kva for bücher: two names for one text."""
    for name, encoded in TO_CUT.items():
        for length in range(1, len(encoded)):
            vector = from_encoded(f"truncated-{name}-after-{length}", encoded[:length], bug="truncated-delta-accepted")
            if vector.reject:
                yield vector


def truncations_of_each_kind() -> Iterator[Vector]:
    """After one to eight digits of a first or a later delta, with and without a literal part."""
    for digits, basics, later in itertools.product(range(1, 9), ("", "bcher-"), (False, True)):
        # Figures do not end a delta at any threshold, nor do letters from b on at the first two of the initial bias.
        cut = (DIGITS[digits + 1 :: 9][:2] if not later else "").ljust(digits, DIGITS[26 + digits])[:digits]
        name = f"truncated-{digits}-digits" + ("-after-literal" if basics else "") + ("-later" if later else "")
        yield from_encoded(name, basics + ("kva" if later else "") + cut)


def truncations_at_each_length() -> Iterator[Vector]:
    """By the length of the whole: no length lets a cut form pass."""
    for length in (*range(2, 66), 100, 127, 128, 255, 256, 512, 1024):
        cut = ["", "k", "k8"][length % 3] + DIGITS[26 + length % 10 if length % 3 == 2 else 1 + length % 35]
        basics = cycled(length - len(cut) - 1) + "-" if length > len(cut) + 1 else ""
        yield from_encoded(f"truncated-at-length-{length}", basics + cut)


def damage_in_a_later_delta() -> Iterator[Vector]:
    """A long string whose last delta is cut or has a character that is no digit."""
    for count in (8, 10, 16, 20, 32, 33, 40, 64, 100):
        whole = written("ab", (UE * 3, *[777] * (count - 1)))
        yield from_encoded(f"truncated-in-delta-{count}", whole[:-1])
        yield from_encoded(f"non-digit-in-delta-{count}", whole[:-1] + "!" + whole[-1], bug="non-digit-accepted")


# Overflow

WIDTHS = (26, 31, 32, 53, 63, 64, 128)
# Each with the literal part, the deltas before, and the delta whose multiples of 2^k are taken.
SEEDS: dict[str, tuple[str, tuple[int, ...], int]] = {
    "alone": ("", (), UE - 0x80),
    "after-literal": ("bcher", (), (UE - 0x80) * 6 + 1),
    "second": ("a", ((UE - 0x80) * 2,), 5),
}


def congruent_deltas() -> Iterator[Vector]:
    """A valid delta plus 2^k: where i wraps at k bits, the valid string comes out."""
    for (name, (basics, before, delta)), bits in itertools.product(SEEDS.items(), WIDTHS):
        yield from_encoded(
            f"overflow-i-{bits}-bits-{name}", written(basics, (*before, delta + 2**bits)), bug="overflow-wraps"
        )


def congruent_code_points() -> Iterator[Vector]:
    """A valid delta plus 2^k times the new length: where n wraps at k bits, or is cut to them, the valid string comes
    out."""
    for (name, (basics, before, delta)), bits in itertools.product(SEEDS.items(), (8, 16, 20, 21, 24, *WIDTHS[:-1])):
        length = len(basics) + len(before) + 1
        if bits < 21 or length > 1:
            yield from_encoded(
                f"overflow-n-{bits}-bits-{name}",
                written(basics, (*before, delta + 2**bits * length)),
                bug="overflow-wraps" if bits > 24 else "code-point-cut-to-a-width",
            )


def only_n_overflows() -> Iterator[Vector]:
    """The delta itself is below 2^k, but 128 + delta is not: n wraps to a basic code point, which section 3.2 forbids."""
    for bits in (31, 32, 53, 63, 64):
        yield from_encoded(
            f"overflow-only-n-{bits}-bits-to-basic", written("", (2**bits - 0x80 + ord("A"),)), bug="overflow-wraps"
        )
        yield from_encoded(f"overflow-only-n-{bits}-bits-to-nul", written("", (2**bits - 0x80,)), bug="overflow-wraps")


def only_the_sum_overflows() -> Iterator[Vector]:
    """The delta is below 2^k, but i before it plus the delta is not: i wraps to a place near the start."""
    for bits in (31, 32, 53, 63, 64):
        basics, first = "abcdef", (UE - 0x80) * 7 + 6
        yield from_encoded(
            f"overflow-only-sum-{bits}-bits", written(basics, (first, 2**bits - 3)), bug="overflow-wraps"
        )


def runs_of_the_highest_digit() -> Iterator[Vector]:
    """With many digits the weight overflows too; after 66 digits at threshold 26 it is a multiple of 2^64."""
    for times in (5, 6, 7, 8, 9, 12, 16, 22, 40, 70, 200):
        yield from_encoded(f"overflow-{times}-nines", "9" * times + "a", bug="overflow-wraps")


def exact_deltas() -> Iterator[Vector]:
    """A delta of exactly 2^k-1 and 2^k with a result inside Unicode, which takes a long literal part."""
    for bits, basics in ((26, 61), (31, 2000), (32, 4000)):
        for offset, name in ((-1, "minus-1"), (0, "exactly")):
            yield from_encoded(
                f"delta-2-{bits}-{name}",
                written("a" * basics, (2**bits + offset,)),
                bug="overflow-wraps",
                clause="6.4",
            )


def last_code_point_after_a_run() -> Iterator[Vector]:
    """The greatest delta for a length. On either side of 2^26, 2^27, 2^31 and 2^32; 51 is the longest run whose encoded
    form fits a label, where section 6.4 promises that 26 bits suffice."""
    for h in (51, 59, 60, 119, 120, 1926, 1927, 3854, 3855):
        yield from_points(
            f"last-code-point-after-{h}", [*[ord("a")] * h, MAX_UNICODE], bug="overflow-wraps", clause="6.4"
        )


# Bias adaptation


def bias_boundaries() -> Iterator[Vector]:
    """Both sides of each boundary of the loop in 6.1, reached by the first delta (divided by damp) and by a later one
    (divided by 2), each followed by a delta whose digits show the bias."""
    for which, lengths_of_literal in (("first", (15, 15, 399)), ("later", (14, 14, 14, 40, 1400))):
        for loops, basics in enumerate(lengths_of_literal):
            for scaled in (456 * 35**loops - 1, 456 * 35**loops):
                name = f"bias-{which}-delta-scaled-to-{scaled}"
                yield biased(name, which == "first", basics, scaled, 90 * 35**loops)


def bias_values() -> Iterator[Vector]:
    """Each bias from 10 (threshold 26) to 33 (threshold 3), by the least delta that gives it."""
    for bias in range(10, 34):
        scaled = least_scaled(bias)
        yield biased(f"bias-{bias}-from-the-least-first-delta", True, 15, scaled, 777)
    for bias in range(12, 34, 3):
        yield biased(f"bias-just-below-{bias}-from-a-first-delta", True, 15, least_scaled(bias), 777, less=1)
        yield biased(f"bias-just-below-{bias}-from-a-later-delta", False, 14, least_scaled(bias), 777, less=1)


def threshold_edges() -> Iterator[Vector]:
    """The greatest delta of one digit and the least of two, at thresholds 26, 25, 14 and 3."""
    for bias in (10, 11, 22, 33):
        t = 36 - bias
        yield biased(f"threshold-{t}-greatest-single-digit", True, 15, least_scaled(bias), t - 1, clause="3.3")
        yield biased(f"threshold-{t}-least-of-two-digits", True, 15, least_scaled(bias), t, clause="3.3")


def great_biases() -> Iterator[Vector]:
    """Biases after three and four divisions in the loop of 6.1, by the least delta and by one less. The delta that follows
    has four or five digits, and another one if the bias is one less."""
    for bias in (*range(118, 140, 3), 153, 157, 161):
        for less in (0, 1)[: 1 + bias % 2]:
            j = bias // 36
            for basics in itertools.count(14):
                least = least_delta(bias, basics + 2)
                follow = with_digit(bias, j, threshold(bias, j))
                if (least + follow) // (basics + 2) < MAX_UNICODE - 0x100:
                    break
            name = f"bias-{bias}-" + ("from-just-less" if less else "from-the-least-later-delta")
            yield from_encoded(name, written("a" * basics, (5, least - less, follow)), bug="bias-adaptation")


def exact_small_deltas() -> Iterator[Vector]:
    """Numbers that stand in section 6 or that computers are fond of, each as a delta with another after it."""
    numbers = (
        *(25, 26, 27, 34, 35, 36, 37, 38, 64, 70, 71, 72, 100, 127, 128, 255, 256, 350, 454, 455, 456, 511, 512, 699),
        *(700, 701, 910, 911, 912, 1000, 1023, 1024, 1225, 1259, 1260, 1261, 1295, 1296, 4095, 4096, 15960, 32767),
        *(32768, 46655, 46656, 65535, 65536, 2**20 - 1, 2**20),
    )
    yield from_encoded("deltas-ascending", written(cycled(20), (5, *numbers)))
    yield from_encoded("deltas-descending", written(cycled(20), (5, *numbers[::-1])))
    yield from_encoded(
        "deltas-with-7777-between", written(cycled(20), (5, *itertools.chain(*((n, 7777) for n in numbers))))
    )


def numpoints() -> Iterator[Vector]:
    """Deltas whose bias is another if numpoints is one less or one more."""
    for firsttime, h, off in itertools.product((True, False), (4, 9, 20), (-1, 1)):
        divisor = 700 if firsttime else 2
        length = h + 1 if firsttime else h + 2
        for quotient in itertools.count(15):
            exact, other = (next_bias(quotient * divisor, n, firsttime) for n in (length, length + off))
            if exact != other:
                deltas = (quotient * divisor, 777) if firsttime else (5, quotient * divisor, 777)
                name = f"numpoints-{length}-not-{length + off}-{'first' if firsttime else 'second'}-delta"
                yield from_encoded(name, written("a" * h, deltas), bug="bias-counts-wrong-length", clause="3.4")
                break


def biased(
    name: str, firsttime: bool, basics: int, scaled: int, follow: int, *, less: int = 0, clause: str = ""
) -> Vector:
    """A delta that steps 1 and 2 of section 3.4 turn into ``scaled``, or one just less, and then ``follow``."""
    length = basics + 1 if firsttime else basics + 2
    before = () if firsttime else (5,)
    quotient = next(q for q in itertools.count(scaled * length // (length + 1)) if q + q // length >= scaled)
    if quotient + quotient // length != scaled:
        raise SystemExit(f"{name}: step 2 passes over {scaled} with {length} code points")
    delta = quotient * (700 if firsttime else 2) - less
    return from_encoded(name, written("a" * basics, (*before, delta, follow)), bug="bias-adaptation", clause=clause)


def least_delta(bias: int, numpoints: int) -> int:
    """The least delta, not a first one, that gives at least this bias."""
    return bisect.bisect_left(range(2**31), bias, key=lambda delta: next_bias(delta, numpoints, False))


def least_scaled(bias: int) -> int:
    return next(d for d in itertools.count() if 36 * d // (d + 38) >= bias)


# Lengths

# Around the sizes that buffers have. The greater ones are few: a run's time goes into them.
SHORT = (1, 2, 62, 63, 64, 65, 127, 128, 129, 255, 256, 257)
LENGTHS = (*SHORT, 511, 512, 513, 999, 1000, 1023, 1024, 1025, 2000, 2048, 4095, 4096, 5000)
ENCODED_LENGTHS = (
    *(*range(57, 65), 127, 128, 255, 256, 511, 512, 999, 1000, 1023, 1024),
    *(2000, 2048, 4095, 4096),
)


def lengths() -> Iterator[Vector]:
    """By the number of code points: one after a run of basic ones, one repeated, basic and other in turn, all basic."""
    for length in LENGTHS:
        if length > 1:
            yield from_points(f"length-{length}-run-then-one", [*[ord("a")] * (length - 1), UE])
    for length in (*SHORT, 512, 1024):
        yield from_points(f"length-{length}-one-repeated", [UE] * length)
        if length > 2:
            yield from_points(f"length-{length}-alternating", ([UE, ord("a")] * length)[:length])
    for length in (58, 63, 64, 128, 256, 512):
        yield from_points(f"length-{length}-all-basic", [ord("a")] * length)


def astral_lengths() -> Iterator[Vector]:
    """Code points of two UTF-16 units and four UTF-8 octets, at powers of two."""
    for length in (32, 64, 128, 256, 512):
        yield from_points(f"length-{length}-emoji-repeated", [0x1F4A9] * length)


def encoded_lengths() -> Iterator[Vector]:
    """By the length of the encoded form, with and without a literal part; 59 octets is what a label leaves after its
    prefix."""
    for length in ENCODED_LENGTHS:
        for name, repeated, last in (("", ord("a"), [UE]), ("-without-literal", UE, [])):
            for times in range(length - 5, length):
                points = [repeated] * times + last
                # Where a delta takes one digit more, a length is passed over. Long runs of deltas take long.
                if (65 < length <= 1024 or not name) and len(second.encode_code_points(points)) == length:
                    yield from_points(f"encoded-length-{length}{name}", points)


FILES = (
    File(
        "digits",
        "Each digit-value in both cases, in the places that a delta has: first, last, and between. With the initial bias "
        "the thresholds are 1, 1, 26, 26 and so on.",
        "5",
        "digit-value-wrong",
        (digits_in_first_place, digits_in_last_place, digits_that_do_not_end, digits_in_each_position, nine_digits),
    ),
    File(
        "non-digits",
        "Each ASCII character that has no digit-value, as first, middle and last digit of a delta that would otherwise be "
        "kva: the decoder must refuse it. The delimiter cannot stand there, since the last one ends the literal part.",
        "6.2",
        "non-digit-accepted",
        (non_digits,),
    ),
    File(
        "literals",
        "Each ASCII character that is neither letter nor figure, in the literal part, and all ASCII at once. Codecs copy "
        "basic code points as they are.",
        "3.1",
        "literal-part-altered",
        (literal_non_digits, literal_all, literal_doubled, literal_syntax),
    ),
    File(
        "look-alikes",
        "Characters outside ASCII that some mapping takes for digits, in each place: the decoder must refuse them.",
        "6.2",
        "non-ascii-digit-accepted",
        (digit_look_alikes,),
    ),
    File(
        "places",
        "Each length of the literal part, and each insertion: a codec that treats one of them apart differs in it alone.",
        "3.4",
        "bias-counts-wrong-length",
        (literals_of_each_length, each_insertion),
    ),
    File(
        "runs",
        "One code point repeated, and strings of one length that differ in the middle.",
        "3.2",
        "repeated-code-points-lost",
        (runs_of_each_length, alike_at_both_ends),
    ),
    File(
        "planes",
        "Code points by plane, at the boundaries of ranges, and invisible ones at the ends of a string: each comes back.",
        "5",
        "valid-code-point-refused",
        (ends_of_planes, powers_of_two, invisible_at_the_ends),
    ),
    File(
        "order",
        "Where code points are inserted: every string of three of a, ö, ü, and every order of four code points that "
        "text, UTF-16 units and signed integers sort differently.",
        "3.2",
        "",
        (three_of_three, permutations_of_four, distinct_in_disorder),
    ),
    File(
        "truncation",
        "Valid strings cut after each length inside a delta: unexpected end of input.",
        "6.2",
        "truncated-delta-accepted",
        (truncations, truncations_of_each_kind, truncations_at_each_length, damage_in_a_later_delta),
    ),
    File(
        "overflow",
        "Deltas that do not fit integers of some width. A codec refuses or gives the right answer; one that wraps gives "
        "another string, so that two encoded strings stand for it.",
        "6.4",
        "",
        (
            congruent_deltas,
            congruent_code_points,
            only_n_overflows,
            only_the_sum_overflows,
            runs_of_the_highest_digit,
            exact_deltas,
            last_code_point_after_a_run,
        ),
    ),
    File(
        "bias",
        "Bias adaptation: each number of divisions in its loop, both sides of each boundary, each threshold, the divisors "
        "damp and 2, and the division by numpoints. The delta that follows shows the bias in its digits.",
        "6.1",
        "",
        (bias_boundaries, bias_values, threshold_edges, great_biases, exact_small_deltas, numpoints),
    ),
    File(
        "lengths",
        "Long strings, around the sizes that buffers have. Past 59 octets a codec may refuse, but not cut.",
        "1.1",
        "fixed-buffer",
        (lengths, astral_lengths, encoded_lengths),
    ),
)


# Writing


def text_of(file: File) -> str:
    lines = [HEAD.rstrip("\n"), *folded("about: ", f'"{file.about}"', "  "), "generated: generate.py"]
    lines.append(f'clause: "{file.clause}"')
    if file.bug:
        lines.append(f"bug: {file.bug}")
    lines.append("vectors:")
    for family in file.families:
        if family.__doc__ and len(file.families) > 1:
            lines += ["", *(f"  # {line.strip()}" for line in family.__doc__.strip().splitlines())]
        for vector in family():
            lines += entry(vector, file)
    return "\n".join(lines) + "\n"


def entry(vector: Vector, file: File) -> Iterator[str]:
    yield f"  - id: {vector.id}"
    if vector.decoded is not None:
        yield from folded("    decoded: ", notation(vector.decoded), "      ")
    if vector.encoded is not None:
        yield from encoded_side(vector.encoded)
    for key in ("reject", "only", "choice"):
        if value := getattr(vector, key):
            yield f"    {key}: {value}"
    if vector.clause not in ("", file.clause):
        yield f'    clause: "{vector.clause}"'
    if vector.bug not in ("", file.bug):
        yield f"    bug: {vector.bug}"
    if vector.note:
        yield from folded("    note: ", f'"{vector.note}"', "      ")


def folded(key: str, text: str, indent: str) -> Iterator[str]:
    """A plain or quoted scalar over several lines, which YAML joins with spaces."""
    line = key
    for word in text.split(" "):
        if len(line) + len(word) > WIDTH and line != key:
            yield line.rstrip()
            line = indent
        line += word + " "
    yield line.rstrip()


def notation(points: Sequence[int]) -> str:
    """U+ notation, with repeats, groups of up to three, and runs folded."""
    tokens = []
    position = 0
    while position < len(points):
        here = points[position:]
        times, unit = max((repeats(here, unit), unit) for unit in (1, 2, 3))
        run = max(run_length(here, 1), run_length(here, -1))
        if times > 3:
            one = " ".join(f"U+{c:04X}" for c in here[:unit])
            tokens.append(f"{one}*{times}" if unit == 1 else f"({one})*{times}")
            position += times * unit
        elif run > 3:
            tokens.append(f"U+{here[0]:04X}..U+{here[run - 1]:04X}")
            position += run
        else:
            tokens.append(f"U+{here[0]:04X}")
            position += 1
    return " ".join(tokens) or '""'


def run_length(points: Sequence[int], step: int) -> int:
    """How many code points from the start on each differ by ``step`` from the one before."""
    length = 1
    while length < len(points) and points[length] - points[length - 1] == step:
        length += 1
    return length


def repeats(points: Sequence[int] | str, unit: int) -> int:
    """How often the first ``unit`` items stand one after the other."""
    times = 1
    while points[times * unit : (times + 1) * unit] == points[:unit]:
        times += 1
    return times


def encoded_side(encoded: str) -> Iterator[str]:
    """The encoded side, quoted; long repeats as maps."""
    pieces: list[str] = []
    plain = ""
    position = 0
    while position < len(encoded):
        here = encoded[position:]
        times, unit = max((repeats(here, unit), unit) for unit in (1, 2, 3))
        if times * unit < 24:
            plain += here[0]
            position += 1
            continue
        pieces += in_parts(plain)
        pieces.append(f"{{repeat: {quoted(here[:unit])}, times: {times}}}")
        plain = ""
        position += times * unit
    pieces += in_parts(plain)
    if len(pieces) == 1 and pieces[0][0] == '"':
        yield f"    encoded: {pieces[0]}"
    elif len(line := f"    encoded: [{', '.join(pieces)}]") <= WIDTH:
        yield line
    else:
        yield "    encoded:"
        yield from (f"      - {piece}" for piece in pieces)


def in_parts(text: str) -> list[str]:
    return [quoted(text[start : start + 70]) for start in range(0, len(text), 70)]


def quoted(text: str) -> str:
    """A double-quoted YAML scalar."""
    return '"' + "".join(escaped(c) for c in text) + '"'


def escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if " " <= c <= "~":
        return c
    return f"\\x{ord(c):02x}" if c < "\u0100" else f"\\u{ord(c):04x}" if c < "\U00010000" else f"\\U{ord(c):08x}"


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    stale = 0
    for file in FILES:
        path = HERE / f"generated-{file.name}.yaml"
        content = text_of(file).encode()
        if path.is_file() and path.read_bytes().replace(b"\r\n", b"\n") == content:
            continue
        stale += 1
        if check:
            sys.stderr.write(f"{path.name} is not what vectors/generate.py writes\n")
        else:
            path.write_bytes(content)
    return 1 if check and stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
