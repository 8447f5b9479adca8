"""Why a codec refuses: the error conditions that RFC 3492 section 6.2 names, and the limits of Unicode."""

from enum import StrEnum


class Reason(StrEnum):
    """The reason for a refusal. The first six are the reasons that a vector may give."""

    BAD_DIGIT = "bad-digit"  # 6.2: "let digit = the code point's digit-value, fail if it has none"
    TRUNCATED = "truncated"  # 6.2: "consume a code point, or fail if there was none to consume"
    OVERFLOW = "overflow"  # 6.2, 6.3: "fail on overflow", under a bound on integers
    NON_BASIC = "non-basic"  # 6.2: "fail on any non-basic code point" before the last delimiter
    BEYOND_UNICODE = "beyond-unicode"  # the caller's limit on code points, 10FFFF for text (section 5)
    SURROGATE = "surrogate"  # D800..DFFF, where the caller does not take them (section 5)
    BASIC_DELTA = "basic-delta"  # 6.2, in braces: "if n is a basic code point then fail"; not reachable in Punycode
    BELOW_INITIAL_N = "below-initial-n"  # 6.3, in braces: "a non-basic code point < n"; in Punycode: negative


class BootstringError(ValueError):
    """A string that cannot be encoded or decoded.

    Attributes:
        reason: which rule it breaks.
        position: index into the input of the code point at which that shows; the length of the input if it ended
            too early.
    """

    def __init__(self, reason: Reason, position: int) -> None:
        super().__init__(f"{reason} at position {position}")
        self.reason = reason
        self.position = position


class ParameterError(ValueError):
    """Bootstring parameters that break a constraint of RFC 3492 section 4; the message names it."""
