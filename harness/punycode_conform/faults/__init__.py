"""Named faulty codecs: they score the vectors, help to diagnose a failing target, and test the fuzzer.

Each is :class:`.Malleable`, the procedures of RFC 3492 section 6 written out, with a step or two replaced, or a correct
codec in faulty surroundings. Each differs from the reference on some input in a way that no choice of the suite allows.
Controls are independent correct codecs. Each module beside this one has one theme.

``getattr`` with a name gives a fresh codec, so that the worker finds each as ``punycode_conform.faults:NAME``.
"""

from collections.abc import Mapping

from . import (
    bias,
    case,
    code_points,
    constants,
    delimiters,
    digits,
    endless,
    integers,
    layers,
    loops,
    published,
    refusals,
    sizes,
    state,
    thresholds,
    words,
)
from .controls import CONTROLS
from .fault import Codec, Fault, together
from .rarely_detected import RARELY_DETECTED

THEMES = (
    constants,
    bias,
    thresholds,
    loops,
    delimiters,
    digits,
    case,
    integers,
    code_points,
    layers,
    words,
    sizes,
    refusals,
    published,
    state,
    endless,
)
FAULTS: Mapping[str, Fault] = {fault.name: fault for theme in THEMES for fault in theme.FAULTS}

__all__ = ["CONTROLS", "FAULTS", "RARELY_DETECTED", "Codec", "Fault", "together"]


def __getattr__(name: str) -> Codec:
    found = FAULTS.get(name) or CONTROLS.get(name)
    if found is None:
        raise AttributeError(f"no fault is named {name}")
    return found.make()
