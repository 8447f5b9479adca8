"""Faults that fewer than two vectors detect, and the reason. At least two should detect every other fault."""

from collections.abc import Mapping

RARELY_DETECTED: Mapping[str, str] = (
    dict.fromkeys(
        (
            "high-surrogates-refused",
            "low-surrogates-refused",
            "surrogates-refused-from-d880",
            "surrogates-refused-from-d801",
            "surrogates-refused-up-to-dffe",
            "surrogates-refused-up-to-dfef",
            "surrogates-refused-at-the-start",
        ),
        "choice surrogates allows each answer; only together are they incoherent",
    )
    | dict.fromkeys(
        (
            "index-error-for-empty",
            "zero-division-for-empty",
            "empty-refused",
            "empty-refused-encoder",
            "empty-refused-decoder",
            "empty-becomes-delimiter",
        ),
        "only one input shows it: the empty string",
    )
    | dict.fromkeys(
        ("great-numbers-rounded", "signs-lost", "dates-read"),
        "there is one text of each kind of number that programs read",
    )
    | {"kaktovik-numerals-refused": "each block of Unicode is in one vector of its own"}
    | dict.fromkeys(
        ("delimiter-alone-accepted", "type-error-for-delimiter-alone", "hangs-at-delimiter-alone"),
        "only one input shows it: a single delimiter",
    )
    | dict.fromkeys(
        ("wrong-after-empty", "first-call-wrong", "one-in-500"),
        "which call goes wrong depends on the calls before it, not on its input",
    )
    | dict.fromkeys(
        (
            "place-in-16-bits",
            "encoded-cut-at-65535",
            "decoded-cut-at-65535",
            "bias-at-most-199",
            "w-wraps-32",
            "adapts-in-32-bits",
            "distinct-cut-at-1024",
            "insertions-cut-at-4096",
        ),
        "only long strings show it, and a second one would cost every run more time than it is worth",
    )
)
