"""Parameters of section 4 that an answer seems to have wrong: the answer is right under another value of one of them."""

from collections.abc import Sequence
from functools import cache

from ..codec import PUNYCODE, Bootstring, BootstringError
from ..suite.outcome import Operation

# Those that make the bias show as another bias, and many mistakes look like one of them in a case or two.
_TRIED = {"base": (35, 37), "tmin": (0, 2), "tmax": (25, 27), "initial_n": (127, 129)}
_NAMES = {"initial_n": "the initial n"}


def parameter(operation: Operation, given: Sequence[int], got: tuple[int, ...]) -> str:
    """A sentence on the one parameter that explains an answer; empty if none does, or several do.

    Args:
        operation, given: what was asked.
        got: the wrong answer, digits in lower case.
    """
    found = [(name, value) for name, value, codec in _codecs() if _answer(codec, operation, given) == got]
    if len(found) != 1:
        return ""
    name, value = found[0]
    return f"The answer is right for {_NAMES.get(name, name)} {value}; it is {getattr(PUNYCODE, name)} (section 5)."


@cache
def _codecs() -> list[tuple[str, int, Bootstring]]:
    return [(name, value, _changed(name, value)) for name, values in _TRIED.items() for value in values]


def _changed(name: str, value: int) -> Bootstring:
    names = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "basic", "delimiter", "digits"
    parameters = {one: getattr(PUNYCODE, one) for one in names} | {name: value}
    # A digit that no string has, for a base that is too great.
    parameters["digits"] = [*PUNYCODE.digits, (0x7F,)][: parameters["base"]]
    return Bootstring(**parameters)


def _answer(codec: Bootstring, operation: Operation, given: Sequence[int]) -> tuple[int, ...] | None:
    try:
        return tuple(codec.encode(given)) if operation is Operation.ENCODE else tuple(codec.decode(given)[0])
    except BootstringError:
        return None
