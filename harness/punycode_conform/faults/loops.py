"""Faults in the main loops: the order of insertions, their places, and code points that occur again (3.2, 6.2, 6.3)."""

import operator
import struct
from collections.abc import Callable
from functools import partial
from itertools import groupby, islice
from typing import Any

from .fault import Row, replacing, row
from .integers import integers
from .malleable import characters, refusing

_encoder = partial(row, clause="6.3", side="encode")
_basic = replacing("is_basic", "5", "literal-part-altered")
_first = replacing("first", "6.3", "first-time-test-wrong", side="encode")
_counts = replacing("counts", "6.3")
_jump = replacing("jump", "6.3")
# A code point that comes too late makes delta negative, which wraps as unsigned integers do.
_order = replacing("order", "6.3", "sorted-in-a-wrong-order", side="encode", fit=integers(32, "delta"))


def _sorted(says: str, key: Callable[[int], Any]) -> Row:
    return _order(says, lambda points: sorted(points, key=key))


_repeated = partial(row, clause="6.3", bug="repeated-code-points-lost")
_points = replacing("points", "6.3", "repeated-code-points-lost")
_place = partial(row, clause="3.2", bug="inserted-in-a-wrong-place")
_carry = replacing("carry", "3.2", "inserted-in-a-wrong-place")
_carry_float = replacing("carry", "3.2", "digits-by-floating-point")
_insert = replacing("insert", "3.2", "inserted-in-a-wrong-place")


def _without_last(text: str) -> str:
    """A text with basic and other code points without the greatest, if that is in it once."""
    last = max(text, default="")
    return text.replace(last, "") if text and min(text) <= "\x7f" < last and text.count(last) == 1 else text


def _recurs(text: str) -> bool:
    """Whether a non-basic code point occurs again after another one."""
    runs = [c for c, _ in groupby(filter(lambda c: c > "\x7f", text))]
    return len(runs) > len({*runs})


def _utf16(c: int) -> bytes:
    return chr(c).encode("utf-16-be", "surrogatepass")


def _overwrite(output: list[int], i: int, n: int) -> None:
    output[i : i + 1] = [n]


def _move_octets(output: list[int], i: int, n: int) -> None:
    """Insert as C does that moves as many octets as there are integers of 32 bits behind i, into memory that was 0."""
    octets, count = bytearray(struct.pack(f"<{len(output) + 1}I", *output, 0)), len(output) - i
    octets[4 * i + 4 : 4 * i + 4 + count] = octets[4 * i : 4 * i + count]
    output[:] = struct.unpack(f"<{len(output) + 1}I", octets)
    output[i] = n


def _defer(output: list[Any], i: int, n: int) -> None:
    """Keep an insertion with its place for later; of those before, the ones at its place are not moved."""
    output[:] = [(c[0] + 1, c[1]) if isinstance(c, tuple) and c[0] > i else c for c in output]
    output.append((i, n))


def _merged(output: list[Any]) -> str:
    """The basic code points with the insertions that were kept."""
    rest, text = iter([c for c in output if not isinstance(c, tuple)]), list[int]()
    for place, n in sorted((c for c in output if isinstance(c, tuple)), key=operator.itemgetter(0)):
        text += [*islice(rest, max(0, place - len(text))), n]
    return characters([*text, *rest])


def place(says: str, change: Callable[[int, int], int]) -> Row:
    """A place of insertion computed from i and the number of code points."""
    return _insert(says, lambda output, i, n: output.insert(change(i, len(output)), n))


FAULTS: dict[str, Row] = {
    # The encoder's loops
    "n-not-advanced": _encoder("n is not increased after a pass.", next_n=lambda n: n),
    "delta-not-incremented": _encoder("delta is not increased after a pass.", next_delta=lambda delta: delta),
    "delta-incremented-twice": _encoder("delta is increased by 2 after a pass.", next_delta=lambda delta: delta + 2),
    "delta-cleared-after-pass": _encoder("delta is set to 0 after a pass.", next_delta=lambda delta: 0),
    "delimiter-counted": _encoder(
        "h and b count the delimiter, too, so the last pass may be left out.",
        text=_without_last,
        jump=lambda m, h, b: m * (h + 1 + (b > 0)),
        numpoints=lambda n, b: n + (b > 0),
        about="is_basic",
    ),
    "pass-ends-at-last-n": _encoder(
        "A pass ends at the last n: delta does not grow for what follows it.",
        next_delta=lambda delta: 1,
        about="counts",
    ),
    "recurring-refused": _repeated(
        "The encoder refuses a non-basic code point that occurs again after another one, as if it dropped repetitions "
        "before it sorts.",
        text=refusing(_recurs),
    ),
    "delta-not-cleared": _repeated("delta is not set to 0 after an insertion.", reset=lambda delta: delta),
    "delta-restarts-at-1": _encoder("delta is set to 1 after an insertion.", reset=lambda delta: 1),
    "equal-counts": _counts("delta grows for c = n, too, not only for c < n.", lambda c, n: c <= n),
    "basics-not-counted": _counts("delta does not grow for basic code points.", lambda c, n: 0x80 <= c < n),
    "only-basics-counted": _counts("Of the code points below n, delta counts basic ones only.", lambda c, n: c < 0x80),
    "del-not-counted": _counts("delta does not grow for U+007F.", lambda c, n: c < n and c != 0x7F),
    "nul-not-counted": _counts("delta does not grow for U+0000.", lambda c, n: 0 < c < n),
    "predecessor-not-counted": _counts("delta does not grow for n - 1.", lambda c, n: c < n - 1),
    "successor-passed-over": _encoder(
        "A code point is left out if the one before it in Unicode is in the text, too.",
        bug="repeated-code-points-lost",
        order=lambda points: [c for c in sorted(points) if c - 1 not in points],
    ),
    "jump-of-h": _jump("m - n is multiplied by h, not h + 1.", lambda m, h, b: m * h),
    "jump-of-h-plus-2": _jump("m - n is multiplied by h + 2.", lambda m, h, b: m * (h + 2)),
    "jump-of-h-and-1": _jump("delta grows by (m - n) * h + 1: brackets are missing.", lambda m, h, b: m * h + 1),
    "jump-of-b": _jump("m - n is multiplied by b + 1, not h + 1.", lambda m, h, b: m * (b + 1)),
    "jump-of-1": _jump("m - n is not multiplied.", lambda m, h, b: m),
    "delta-of-code-points": _jump(
        "delta is the difference of code points, whatever their places.",
        lambda m, h, b: m,
        counts=lambda c, n: False,
        next_delta=lambda delta: 0,
        next_n=lambda n: n,
    ),
    "jump-one-more": _jump("delta grows by (m - n + 1) * (h + 1).", lambda m, h, b: (m + 1) * (h + 1)),
    "jump-h-in-an-octet": _jump("h is kept in 8 bits in (m - n) * (h + 1).", lambda m, h, b: m * (h % 256 + 1)),
    "first-is-h-zero": _first("The encoder tests h = 0 in place of h = b.", lambda first, i, n, b: first and b == 0),
    "first-is-n-initial": _first(
        "The encoder damps deltas of U+0080, not the first delta.", lambda first, i, n, b: n == 0x80
    ),
    # Order
    "sorted-as-numerals": _sorted("Code points are sorted as decimal numerals.", str),
    "sorted-as-utf16": _sorted("Code points are sorted as UTF-16, astral ones before U+E000.", _utf16),
    "sorted-as-signed-16": _sorted(
        "U+8000 to U+FFFF are sorted before other non-basic code points, as signed 16-bit integers are.",
        lambda c: (c + 0x8000) % 0x10000 if c < 0x10000 else c,
    ),
    "sorted-by-low-octet": _sorted("Code points are sorted by their lowest 8 bits.", lambda c: c & 0xFF),
    "sorted-without-case": _sorted("Code points are sorted without regard to case.", lambda c: chr(c).lower()),
    "sorted-downwards": _sorted("Code points are sorted from the greatest to the least.", operator.neg),
    "not-sorted": _order("Code points are taken in the order of a hash table, as of Python's set of integers.", list),
    "last-two-swapped": _order(
        "From 17 different non-basic code points on, the two greatest are encoded in the wrong order.",
        lambda points: [*(s := sorted(points))[:-2], *reversed(s[-2:])] if len(points) > 16 else sorted(points),
    ),
    # Repeated code points
    "each-once": _points(
        "A non-basic code point that occurs again is dropped.",
        lambda text: [ord(c) for i, c in enumerate(text) if c < "\x80" or c not in text[:i]],
    ),
    "basics-each-once": _points(
        "A basic code point that occurs again is dropped.",
        lambda text: [ord(c) for i, c in enumerate(text) if c >= "\x80" or c not in text[:i]],
    ),
    "runs-collapsed": _points(
        "A run of one non-basic code point becomes one.",
        lambda text: [ord(c) for c, run in groupby(text) for _ in (run if c < "\x80" else (0,))],
    ),
    "runs-of-three": _points(
        "Of more than three equal non-basic code points in a row three are kept.",
        lambda text: [ord(c) for c, run in groupby(text) for _ in (run if c < "\x80" else list(run)[:3])],
    ),
    "astral-passed-twice": _repeated(
        "An astral code point gets a second pass.",
        order=lambda points: sorted([*points, *[c for c in points if c > 0xFFFF]]),
    ),
    # What is basic
    "basic-up-to-80": _basic("U+0080 is treated as basic.", lambda c: c <= 0x80),
    "basic-below-7f": _basic("U+007F is treated as non-basic.", lambda c: c < 0x7F),
    "basic-latin-1": _basic("Latin-1 is treated as basic.", lambda c: c <= 0xFF),
    # The decoder's loop
    "wraps-at-length": _carry(
        "i is divided by length(output).",
        lambda n, i, k: (n + i // max(k - 1, 1), i % max(k - 1, 1)),
    ),
    "wraps-past-length": _carry("i is divided by length(output) + 2.", lambda n, i, k: (n + i // (k + 1), i % (k + 1))),
    "n-without-carry": _carry(
        "n does not grow by i div (length(output) + 1), as if i were reduced before.",
        lambda n, i, k: (n + i % k // k, i % k),
    ),
    "n-from-start": _carry("n is 128 + i div length for each delta.", lambda n, i, k: (0x80 + i // k, i % k)),
    "carry-once": _carry("i wraps once at most.", lambda n, i, k: (n + 1, i - k) if i >= k else (n, i)),
    "carry-late": _carry(
        "i = length(output) + 1 does not wrap.", lambda n, i, k: (n, i) if i == k else (n + i // k, i % k)
    ),
    "carry-rounds": _carry_float("i div length is rounded to the nearest.", lambda n, i, k: (n + round(i / k), i % k)),
    "carry-by-reciprocal": _carry_float(
        "i div length is the product with a rounded reciprocal, cut to an integer.",
        lambda n, i, k: (n + int(i * (1 / k)), i % k),
    ),
    "i-not-advanced": _place("i is not increased after an insertion.", next_i=lambda i: i),
    "i-advanced-twice": _place("i is increased by 2 after an insertion.", next_i=lambda i: i + 2),
    "i-set-to-zero": _place("i is set to 0 after an insertion.", next_i=lambda i: 0),
    "inserted-at-the-end": _insert("The code point goes to the end.", lambda output, i, n: output.append(n)),
    "prepended-at-1": place("A code point for place 1 goes to place 0.", lambda i, size: 0 if i == 1 else i),
    "from-the-end": place("Places are counted from the end.", lambda i, size: size - i),
    "inserted-over": _insert("The code point replaces the one at its place.", _overwrite),
    "inserted-twice-over": _insert(
        "The code point is there twice: it is also written over the one that was at its place.",
        lambda output, i, n: operator.setitem(output, slice(i, i + 1), [n, n] if i < len(output) else [n]),
    ),
    "moved-by-octets": _insert(
        "An insertion moves as many octets as there are code points after it, not the octets of all these.",
        _move_octets,
    ),
    "deferred-not-moved": _insert(
        "Insertions are made at the end, and one moves those before it only if they are behind its place, not at it.",
        _defer,
        joined=_merged,
    ),
    "place-in-an-octet": place("The place is kept in 8 bits.", lambda i, size: i & 0xFF),
    "last-place-missed": place(
        "From 32 code points on, an insertion at the end comes before the last.", lambda i, size: i - (i == size >= 32)
    ),
    "at-most-200-insertions": _insert(
        "The 201st insertion and later ones are left out.",
        lambda output, i, n: output.insert(i, n) if sum(c > 0x7F for c in output) < 200 else None,
    ),
}
