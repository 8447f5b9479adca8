"""Named faulty codecs: they score the vectors, help to diagnose a failing target, and test the fuzzer.

Each is :class:`.Malleable`, the procedures of RFC 3492 section 6 written out, with a step or two replaced, or a correct
codec in faulty surroundings. Each differs from the reference on some input in a way that no choice of the suite allows.
Controls are independent correct codecs. Each module beside this one has one theme: a row for each fault.

``getattr`` with a name gives a fresh codec, so that the worker finds each as ``punycode_conform.faults:NAME``.
"""

from collections.abc import Mapping

from . import code_points, delimiters, digits, endless, integers, layers, loops, parameters, refusals, sizes, state
from .controls import CONTROLS
from .fault import Codec, Fault, together
from .rarely_detected import RARELY_DETECTED

THEMES = (parameters, loops, delimiters, digits, integers, code_points, layers, sizes, refusals, state, endless)
FAULTS: Mapping[str, Fault] = {name: row(name) for theme in THEMES for name, row in theme.FAULTS.items()}

__all__ = ["CONTROLS", "FAULTS", "RARELY_DETECTED", "Codec", "Fault", "together"]


def __getattr__(name: str) -> Codec:
    fault = FAULTS.get(name) or CONTROLS.get(name)
    if fault is None:
        raise AttributeError(f"no fault is named {name}")
    return fault.make()
