"""Each digit in each place."""

from collections.abc import Iterator

from .delta import DIGITS, cycled, with_digit, written
from .vector import MAX_UNICODE, File, Vector, from_encoded, from_points


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


def pairs_of_digits() -> Iterator[Vector]:
    """Each pair of first digits where the bias is 0 and every threshold 26: a figure, which does not end a delta, and any
    digit. A delta of 0 before each sets the bias to 0 again. As labels, which no choice lets be refused."""
    for first in range(26, 36):
        for part in (range(12), range(12, 24), range(24, 36)):
            # After a second figure the delta needs a letter; that a b is another value than no digit shows.
            deltas = [d for second in part for d in (0, first + 10 * second + 100 * (second > 25))]
            name = f"digit-pairs-{DIGITS[first]}{DIGITS[part[0]]}-to-{DIGITS[first]}{DIGITS[part[-1]]}"
            yield from_encoded(name, written("abc", deltas), clause="3.3")


def nine_digits() -> Iterator[Vector]:
    yield from_points(
        "digit-position-8", [*[0x80] * 260, MAX_UNICODE], clause="6.4", note="The last delta has nine digits."
    )


FILE = File(
    "digits",
    "Each digit-value in both cases, in the places that a delta has: first, last, and between. With the initial bias "
    "the thresholds are 1, 1, 26, 26 and so on.",
    "5",
    "digit-value-wrong",
    (
        digits_in_first_place,
        digits_in_last_place,
        digits_that_do_not_end,
        digits_in_each_position,
        nine_digits,
        pairs_of_digits,
    ),
)
