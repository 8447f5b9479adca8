"""The reference codec: Punycode as RFC 3492 defines it, and the Bootstring algorithm beneath it.

Read it beside the RFC, bottom up: :mod:`.arithmetic` is sections 3.3, 3.4 and 6.1, :mod:`.bootstring` 3.1, 3.2, 4, 6.2 and
6.3, :mod:`.punycode` section 5 and appendix A. :mod:`.trace` is the codec with a listener. :mod:`.second` is a second codec
with another algorithm, by which every expected value of the suite is derived once more.
"""

from .arithmetic import BootstringError, ParameterError, Reason
from .bootstring import Bootstring
from .punycode import (
    PUNYCODE,
    decode,
    decode_annotated,
    decode_code_points,
    encode,
    encode_annotated,
    encode_code_points,
)

__all__ = [
    "PUNYCODE",
    "Bootstring",
    "BootstringError",
    "ParameterError",
    "Reason",
    "decode",
    "decode_annotated",
    "decode_code_points",
    "encode",
    "encode_annotated",
    "encode_code_points",
]
