"""Faults in the main loops: the order of insertions, their places, and code points that occur again (3.2, 6.2, 6.3)."""

from functools import partial
from itertools import groupby

from .fault import bent
from .integers import integers

_encoder = partial(bent, clause="6.3", side="encode")
# A code point that comes too late makes delta negative, which wraps as unsigned integers do.
_order = partial(bent, clause="6.3", bug="sorted-in-a-wrong-order", side="encode", fit=integers(32, "delta"))
_repeated = partial(bent, clause="6.3", bug="repeated-code-points-lost", side="encode")
_place = partial(bent, clause="3.2", bug="inserted-in-a-wrong-place", side="decode")


def _utf16(c: int) -> bytes:
    return chr(c).encode("utf-16-be", "surrogatepass")


def _overwrite(output: list[int], i: int, n: int) -> None:
    output[i : i + 1] = [n]


ENCODER = (
    _encoder("n-not-advanced", "n is not increased after a pass.", next_n=lambda n: n),
    _encoder("delta-not-incremented", "delta is not increased after a pass.", next_delta=lambda delta: delta),
    _encoder("delta-incremented-twice", "delta is increased by 2 after a pass.", next_delta=lambda delta: delta + 2),
    _encoder("delta-cleared-after-pass", "delta is set to 0 after a pass.", next_delta=lambda delta: 0),
    _repeated("delta-not-cleared", "delta is not set to 0 after an insertion.", reset=lambda delta: delta),
    _encoder("delta-restarts-at-1", "delta is set to 1 after an insertion.", reset=lambda delta: 1),
    _encoder("equal-counts", "delta grows for c <= n, not for c < n.", counts=lambda c, n: c <= n),
    _encoder("basics-not-counted", "delta does not grow for basic code points.", counts=lambda c, n: 0x80 <= c < n),
    _encoder("only-basics-counted", "delta grows for basic code points only.", counts=lambda c, n: c < 0x80),
    _encoder("del-not-counted", "delta does not grow for U+007F.", counts=lambda c, n: c < n and c != 0x7F),
    _encoder("nul-not-counted", "delta does not grow for U+0000.", counts=lambda c, n: 0 < c < n),
    _encoder("predecessor-not-counted", "delta does not grow for n - 1.", counts=lambda c, n: c < n - 1),
    _encoder(
        "successor-passed-over",
        "The minimum is looked for above n + 1, so the code point after the one just handled is left out.",
        bug="repeated-code-points-lost",
        order=lambda points: [c for c in sorted(points) if c - 1 not in points],
    ),
    _encoder("jump-of-h", "m - n is multiplied by h, not h + 1.", jump=lambda steps, h, b: steps * h),
    _encoder("jump-of-h-plus-2", "m - n is multiplied by h + 2.", jump=lambda steps, h, b: steps * (h + 2)),
    _encoder("jump-of-b", "m - n is multiplied by b + 1, not h + 1.", jump=lambda steps, h, b: steps * (b + 1)),
    _encoder("jump-of-1", "m - n is not multiplied.", jump=lambda steps, h, b: steps),
    _encoder("jump-one-more", "delta grows by (m - n + 1) * (h + 1).", jump=lambda steps, h, b: (steps + 1) * (h + 1)),
    _encoder(
        "jump-h-in-an-octet",
        "h is kept in 8 bits in (m - n) * (h + 1).",
        jump=lambda steps, h, b: steps * (h % 256 + 1),
    ),
    _encoder(
        "first-is-h-zero",
        "The encoder tests h = 0 in place of h = b.",
        bug="first-time-test-wrong",
        first=lambda first, place, n, b: first and b == 0,
    ),
    _encoder(
        "first-is-n-initial",
        "The encoder damps as long as n is 128.",
        bug="first-time-test-wrong",
        first=lambda first, place, n, b: n == 0x80,
    ),
    # Order
    _order(
        "sorted-as-numerals",
        "Code points are sorted as decimal numerals.",
        like="Mojolicious before 2026-02, mojolicious/mojo#2287",
        order=lambda points: sorted(points, key=str),
    ),
    _order(
        "sorted-as-utf16",
        "Code points are sorted as UTF-16, astral ones before U+E000.",
        order=lambda points: sorted(points, key=_utf16),
    ),
    _order(
        "sorted-as-signed-16",
        "Code points are sorted as signed 16-bit integers.",
        order=lambda points: sorted(points, key=lambda c: (c + 0x8000) % 0x10000 if c < 0x10000 else c),
    ),
    _order(
        "sorted-by-low-octet",
        "Code points are sorted by their lowest 8 bits.",
        order=lambda points: sorted(points, key=lambda c: c & 0xFF),
    ),
    _order(
        "sorted-without-case",
        "Code points are sorted without regard to case.",
        order=lambda points: sorted(points, key=lambda c: chr(c).lower()),
    ),
    _order(
        "sorted-downwards",
        "Code points are sorted from the greatest to the least.",
        order=lambda points: sorted(points, reverse=True),
    ),
    _order("not-sorted", "Code points are taken in the order of a set of integers.", order=list),
    _order(
        "last-two-swapped",
        "From 17 different code points on the last two change places.",
        order=lambda points: [*(s := sorted(points))[:-2], *reversed(s[-2:])] if len(points) > 16 else sorted(points),
    ),
    # Repeated code points
    _repeated(
        "each-once",
        "A non-basic code point that occurs again is dropped.",
        points=lambda text: [ord(c) for i, c in enumerate(text) if c < "\x80" or c not in text[:i]],
    ),
    _repeated(
        "basics-each-once",
        "A basic code point that occurs again is dropped.",
        points=lambda text: [ord(c) for i, c in enumerate(text) if c >= "\x80" or c not in text[:i]],
    ),
    _repeated(
        "runs-collapsed",
        "A run of one non-basic code point becomes one.",
        points=lambda text: [ord(c) for c, run in groupby(text) for _ in (run if c < "\x80" else (0,))],
    ),
    _repeated(
        "runs-of-three",
        "Of more than three equal non-basic code points in a row three are kept.",
        points=lambda text: [ord(c) for c, run in groupby(text) for _ in (run if c < "\x80" else list(run)[:3])],
    ),
    _repeated(
        "astral-passed-twice",
        "An astral code point gets a second pass.",
        order=lambda points: sorted([*points, *[c for c in points if c > 0xFFFF]]),
    ),
    # What is basic
    _encoder(
        "basic-up-to-80",
        "U+0080 is treated as basic.",
        clause="5",
        bug="literal-part-altered",
        is_basic=lambda c: c <= 0x80,
    ),
    _encoder(
        "basic-below-7f",
        "U+007F is treated as non-basic.",
        clause="5",
        bug="literal-part-altered",
        is_basic=lambda c: c < 0x7F,
    ),
    _encoder(
        "basic-latin-1",
        "Latin-1 is treated as basic.",
        clause="5",
        bug="literal-part-altered",
        is_basic=lambda c: c <= 0xFF,
    ),
)
DECODER = (
    _place(
        "wraps-at-length",
        "i is divided by the length without the new code point.",
        carry=lambda n, i, length: (n + i // max(length - 1, 1), i % max(length - 1, 1)),
    ),
    _place(
        "wraps-past-length",
        "i is divided by the length plus 1.",
        carry=lambda n, i, length: (n + i // (length + 1), i % (length + 1)),
    ),
    _place(
        "n-without-carry",
        "n does not grow by i div length: i is reduced first.",
        carry=lambda n, i, length: (n + i % length // length, i % length),
    ),
    _place(
        "n-from-start",
        "n is 128 + i div length for each delta.",
        carry=lambda n, i, length: (0x80 + i // length, i % length),
    ),
    _place(
        "carry-once", "i wraps once at most.", carry=lambda n, i, length: (n + 1, i - length) if i >= length else (n, i)
    ),
    _place(
        "carry-late",
        "i = length does not wrap.",
        carry=lambda n, i, length: (n, i) if i == length else (n + i // length, i % length),
    ),
    _place(
        "carry-rounds",
        "i div length is rounded to the nearest.",
        bug="digits-by-floating-point",
        carry=lambda n, i, length: (n + round(i / length), i % length),
    ),
    _place(
        "carry-by-reciprocal",
        "i div length is the product with a rounded reciprocal, cut to an integer.",
        bug="digits-by-floating-point",
        carry=lambda n, i, length: (n + int(i * (1 / length)), i % length),
    ),
    _place("i-not-advanced", "i is not increased after an insertion.", next_i=lambda i: i),
    _place("i-advanced-twice", "i is increased by 2 after an insertion.", next_i=lambda i: i + 2),
    _place("i-set-to-zero", "i is set to 0 after an insertion.", next_i=lambda i: 0),
    _place("inserted-at-the-end", "The code point goes to the end.", insert=lambda output, i, n: output.append(n)),
    _place(
        "prepended-at-1",
        "A code point for place 1 goes to place 0.",
        insert=lambda output, i, n: output.insert(0 if i == 1 else i, n),
    ),
    _place(
        "from-the-end",
        "Places are counted from the end.",
        insert=lambda output, i, n: output.insert(len(output) - i, n),
    ),
    _place("inserted-over", "The code point replaces the one at its place.", insert=_overwrite),
    _place("place-in-an-octet", "The place is kept in 8 bits.", insert=lambda output, i, n: output.insert(i & 0xFF, n)),
    _place(
        "last-place-missed",
        "A code point for the end is inserted before the last one, from 32 on.",
        insert=lambda output, i, n: output.insert(i - (i == len(output) >= 32), n),
    ),
    _place(
        "at-most-200-insertions",
        "The 201st insertion and later ones are left out.",
        insert=lambda output, i, n: output.insert(i, n) if sum(c > 0x7F for c in output) < 200 else None,
    ),
)
FAULTS = ENCODER + DECODER
