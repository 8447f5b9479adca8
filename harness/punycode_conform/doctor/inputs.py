"""The doctor's inputs: strings of code points by kind, and the calls that have them as input or as result."""

from functools import cache

from ..codec import encode_code_points
from ..suite.outcome import Call, Operation, Rejected, Unsupported

Points = tuple[int, ...]
Allowed = tuple[type[Rejected | Unsupported], ...]

BUECHER: Points = tuple(map(ord, "bücher"))
ORDINARY = (BUECHER, (0x61, 0x62, 0x63), (0x4E2D, 0x6587), (0xE9,), (0x61, 0x3B1, 0x62))

# Each must be refused, for different reasons: a codec that wrongly accepts one, or crashes, does not do so for all.
REFUSED = (
    "\xfc",
    "a-\xfc",
    "\xfc-a",
    "99999999999",
    "zzzzzzzzzzzz",
    "bcher-kv!",
    "a-b.",
    "bcher-:va",
    "k@a",
    "bcher-kv",
)
# Each must be refused too, but decodes if an adapter cuts, trims or maps it.
LOOK_ALIKES = ("\u0161-", "\U00010061-", "bcher-kv\u0161", "\u212a-", "tda\u3000", "tda\0")

CJK = ((0x4E2D, 0x6587), (0x3042, 0xAC00))
# An interface that splits domains does so at these too; it may declare the ASCII dot alone.
DOTS = ((0x61, 0x3002), (0xFF0E, 0x62), (0x63, 0xFF61))

# The kinds of code points: name, strings of them, and what is allowed beside a result, for some strings cannot hold them and
# some codecs refuse them.
KINDS: tuple[tuple[str, tuple[Points, ...], Allowed], ...] = (
    ("the empty string", ((),), ()),
    ("ASCII in either case", (tuple(map(ord, "aZ-9.~")), (0x41, 0xFC)), ()),
    ("Latin-1", ((0xE9,), (0x62, 0xFF, 0xA0)), ()),
    ("other letters of the BMP", ((0x3B1, 0x416), (0x61, 0x5D0, 0x200D, 0x915)), ()),
    ("Chinese, Japanese and Korean", (*CJK, *DOTS), ()),
    ("code points above U+FFFF", ((0x1F4A9,), (0x61, 0x20000, 0x10FFFD)), ()),
    ("noncharacters", ((0xFFFE,), (0xFFFF,), (0x61, 0xFDD0), (0x1FFFF,), (0x10FFFF,)), ()),
    ("private use characters", ((0xE000,), (0xF8FF, 0xF0000)), ()),
    ("control characters", ((0xFC, 1, 0x1B, 0x7F), (0x61, 0x85)), ()),
    ("combining marks", ((0x65, 0x301), (0xE9, 0x41, 0x30A), (0x212B,), (0x1100, 0x1161)), ()),
    ("spaces, tabs and line ends", ((0x20, 0xFC, 9), (0xFC, 0xA), (0xFC, 0xD, 0xA, 0x62), (0x2028, 0x61)), ()),
    ("U+FEFF at the beginning", ((0xFEFF, 0x61), (0xFEFF,)), ()),
    ("NUL", ((0x61, 0, 0xFC), (0, 0xFC)), (Unsupported, Rejected)),
    ("surrogates", ((0xD800,), (0x61, 0xDFFF), (0xD83D, 0xDCA9)), (Unsupported, Rejected)),
    ("numbers above U+10FFFF", ((0x110000,), (0x100000061,), ((1 << 63) - 1,)), (Unsupported, Rejected)),
    # Longer than the buffers that people choose: 255, 1,024, 4,096.
    ("5,000 code points at once", ((0x61,) * 4999 + (0xFC,),), (Rejected,)),
)
# As many as a request may have: here an adapter shows that adds its numbers to an ever longer string.
LONG: Points = (0x61,) * 99_999 + (0xFC,)
# More than a session has open at once. Far from each other: a codec that is wrong by a little must not give the answer to
# another request.
PIPELINED: tuple[Points, ...] = tuple((0x4E00 + 37 * index, 0x61) for index in range(500))


@cache
def encoded(points: Points) -> Points:
    """The encoded form by the reference codec."""
    return tuple(map(ord, encode_code_points(points)))


def calls(points: Points) -> tuple[Call, Call]:
    """The calls whose inputs or results are these code points: encode, decode."""
    return Call(Operation.ENCODE, points), Call(Operation.DECODE, encoded(points))
