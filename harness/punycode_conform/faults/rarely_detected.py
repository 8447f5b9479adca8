"""Faults that fewer than two vectors detect, and the reason. At least two should detect every other fault."""

from collections.abc import Mapping

_REASONS = {
    "choice surrogates allows each answer; only together are they incoherent": (
        "high-surrogates-refused low-surrogates-refused surrogates-refused-from-d880 surrogates-refused-from-d801 "
        "surrogates-refused-up-to-dffe surrogates-refused-up-to-dfef surrogates-refused-at-the-start"
    ),
    "only one input shows it: the empty string": (
        "index-error-for-empty zero-division-for-empty empty-refused empty-refused-encoder empty-refused-decoder "
        "empty-becomes-delimiter"
    ),
    "there is one text of each kind of number that programs read": "great-numbers-rounded signs-lost dates-read",
    "one vector alone has code points of this block of Unicode, next to those of other blocks": "kaktovik-numerals-refused",
    "only one input shows it: a single delimiter": (
        "delimiter-alone-accepted type-error-for-delimiter-alone hangs-at-delimiter-alone"
    ),
    "which call goes wrong depends on the calls before it, not on its input": (
        "wrong-after-empty first-call-wrong one-in-500"
    ),
    "only long strings show it, and a second one would cost every run more time than it is worth": (
        "place-in-16-bits encoded-cut-at-65535 decoded-cut-at-65535 bias-at-most-199 w-wraps-32 adapts-in-32-bits "
        "distinct-cut-at-1024 insertions-cut-at-4096"
    ),
}
RARELY_DETECTED: Mapping[str, str] = {name: reason for reason, names in _REASONS.items() for name in names.split()}
