"""Faults in the parameters of section 5. Wrong on both sides alike, they survive every round trip.

An initial bias from 71 to 82 gives the thresholds of 72, so it is no fault.
"""

from collections.abc import Iterator
from typing import Any

from .fault import Fault, bent

_WRONG = (
    ("base", 35),
    ("base", 37),
    ("tmin", 2),
    ("tmax", 25),
    ("tmax", 27),
    ("skew", 37),
    ("skew", 39),
    ("damp", 699),
    ("damp", 701),
    ("initial_bias", 70),
    ("initial_bias", 83),
    ("initial_n", 0x7F),
    ("initial_n", 0x81),
)


def _faults() -> Iterator[Fault]:
    for field, value in _WRONG:
        name = field.replace("_", "-") + f"-{value}"
        says = f"{field.replace('_', ' ')} is {value}"
        bug = "" if field == "initial_n" else "bias-adaptation"
        wrong: dict[str, Any] = {field: value}
        yield bent(name, f"{says} on both sides.", "5", bug=bug, **wrong)
        yield bent(f"{name}-encoder", f"{says} in the encoder.", "5", bug=bug, side="encode", **wrong)
        yield bent(f"{name}-decoder", f"{says} in the decoder.", "5", bug=bug, side="decode", **wrong)


FAULTS = tuple(_faults())
