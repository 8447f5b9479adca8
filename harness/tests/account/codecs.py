"""Codecs that the tests of this room share."""

from punycode_conform.codec import PUNYCODE, Bootstring

_NAMES = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "basic", "delimiter", "digits"


def with_parameter(name: str, value: int) -> Bootstring:
    """Punycode with another value of one parameter."""
    parameters = {other: getattr(PUNYCODE, other) for other in _NAMES} | {name: value}
    return Bootstring(**parameters | {"digits": PUNYCODE.digits[: parameters["base"]]})
