"""Right codecs of different make: no vector and no law may tell them from the reference, but for what a choice allows."""

from ... import codec
from .. import second
from .fault import Fault
from .malleable import Malleable


class _Second:
    """The codec by the other algorithm."""

    def encode(self, text: str) -> str:
        return second.encode_code_points(map(ord, text))

    def decode(self, encoded: str) -> str:
        return "".join(map(chr, second.decode_code_points(encoded, max_code_point=0x10FFFF)))


CONTROLS = (
    Fault("reference-codec", "The reference codec.", "", lambda: codec),
    Fault("second-codec", "The second codec, which sorts insertions and counts places in a tree.", "", _Second),
    Fault("malleable-codec", "The codec that faults are made from, unchanged.", "", Malleable),
)
