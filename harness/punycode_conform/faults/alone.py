"""Faults that two vectors cannot detect, and why. Every other fault is wanted detected by two at least."""

from collections.abc import Mapping

ALONE: Mapping[str, str] = (
    dict.fromkeys(
        (
            "high-surrogates-refused",
            "low-surrogates-refused",
            "surrogates-refused-from-d880",
            "surrogates-refused-from-d801",
            "surrogates-refused-up-to-dffe",
            "surrogates-refused-up-to-dfef",
            "surrogates-refused-in-pairs",
            "surrogates-refused-at-the-start",
        ),
        "choice surrogates allows each answer alone; only together they are incoherent",
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
        "it shows at one input, the empty string",
    )
    | dict.fromkeys(
        ("delimiter-alone-accepted", "type-error-for-delimiter-alone", "hangs-at-delimiter-alone"),
        "it shows at one input, the delimiter alone",
    )
    | dict.fromkeys(
        ("wrong-after-empty", "first-call-wrong", "one-in-500"),
        "which call goes wrong depends on the calls before it, not on its input",
    )
    | dict.fromkeys(
        (
            "numpoints-in-16-bits",
            "place-in-16-bits",
            "encoded-cut-at-65535",
            "decoded-cut-at-65535",
            "bias-at-most-199",
            "w-wraps-32",
            "distinct-cut-at-1024",
            "insertions-cut-at-4096",
        ),
        "it shows in long strings only, and a second one would cost every run more time than it is worth",
    )
)
