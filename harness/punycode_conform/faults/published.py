"""Codecs as people published them, each with several faults at once (6.2, 6.3)."""

from functools import partial

from .digits import compared_signed
from .fault import Around, Codec, Fault
from .integers import integers
from .malleable import Malleable, same, stop


class _Stub:
    """Interfaces are there, and nothing behind them."""

    encode = staticmethod(same)
    decode = staticmethod(same)


def _of_a_page() -> Codec:
    """Lower-cases both inputs, tests a digit without looking at its sign, and tests nothing else."""
    unchecked = Malleable(
        value=partial(compared_signed, other=36), basic=same, ended=stop, code_point=lambda n: n % (0x10FFFF + 1)
    )
    return Around(codec=unchecked, text=str.lower, to_decode=str.lower)


def _of_a_library() -> Codec:
    """Takes a delimiter off wherever it is, ends a delta where the input ends, and lets integers wrap."""
    return Malleable(
        split=lambda encoded, delimiter: encoded.rpartition(delimiter)[::2],
        ended=stop,
        fit=integers(32, "i w n"),
    )


FAULTS = (
    Fault(
        "input-always-returned",
        "Both sides return their input: a stub.",
        "6.3",
        _Stub,
        "input-returned-on-error",
    ),
    Fault(
        "nothing-checked",
        "Both inputs are lower-cased, a hyphen is the digit 23, and nothing is refused.",
        "6.2",
        _of_a_page,
        "no-error-path",
        "a demonstration page in JavaScript",
    ),
    Fault(
        "delimiter-end-and-overflow",
        "A leading delimiter is dropped, the end of the input ends a delta, and integers wrap at 32 bits.",
        "6.2",
        _of_a_library,
        "no-error-path",
        "SoftLib",
        sides=("decode",),
    ),
)
