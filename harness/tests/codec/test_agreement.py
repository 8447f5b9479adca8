"""Both codecs on a great number of inputs that are made with the algorithm in mind.

Ten thousand by default. ``CONFORM_PAIRS=1000000 pytest -s harness/tests/codec/test_agreement.py`` takes a million.
"""

import os
import random
import time
from collections import Counter

import pytest

from punycode_conform.codec import BootstringError, punycode, second

PAIRS = int(os.environ.get("CONFORM_PAIRS", "10000"))
SEED = 3492
DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
BLOCKS = [
    (0x80, 0xFF),
    (0x370, 0x3FF),
    (0x400, 0x4FF),
    (0x5D0, 0x6FF),
    (0x3041, 0x30FF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
]
EDGES = [
    0x7F,
    0x80,
    0x7FF,
    0x800,
    0xD7FF,
    0xD800,
    0xDFFF,
    0xE000,
    0xFFFF,
    0x10000,
    0x10FFFF,
    0x110000,
    2**31,
    2**32,
    2**64,
]


def code_points(pick: random.Random) -> list[int]:
    """A decoded side: literals, neighbours, one script, astral, repeated, edges, long; or some of all that."""
    (length,) = pick.choices((pick.randrange(9), pick.randrange(24), 63, 200, 1000), (800, 180, 15, 4.5, 0.5))
    match pick.randrange(7):
        case 0:  # a label of one script
            low, high = pick.choice(BLOCKS)
            return [pick.randint(low, high) if pick.random() < 0.8 else pick.choice(b"abz-09") for _ in range(length)]
        case 1:  # deltas that are as small as can be
            here = pick.randrange(0x80, 0x3000)
            return [here := max(0x80, here + pick.randint(-1, 2)) for _ in range(length)]
        case 2:
            few = [pick.randrange(0x110000) for _ in range(pick.randint(1, 3))]
            return [pick.choice(few) for _ in range(length)]
        case 3:
            return [pick.randrange(0x10000, 0x110000) for _ in range(length)]
        case 4:
            return [max(0, pick.choice(EDGES) + pick.randint(-1, 1)) for _ in range(length)]
        case 5:
            return [pick.randrange(0x80) for _ in range(length)]
        case _:
            return [
                pick.choice((pick.randrange(0x80), pick.randrange(0x3000), pick.randrange(0x110000)))
                for _ in range(length)
            ]


def damaged(encoded: str, pick: random.Random) -> str:
    """An encoded side with up to two faults: cut, changed, put in, another case, another delimiter."""
    for _ in range(pick.randint(0, 2)):
        place = pick.randrange(len(encoded) + 1)
        match pick.randrange(6):
            case 0:
                encoded = encoded[:place]
            case 1:
                encoded = encoded[:place] + pick.choice(DIGITS) + encoded[place + 1 :]
            case 2:
                encoded = encoded[:place] + pick.choice("-_ \x7fü\u212a１") + encoded[place:]
            case 3:
                encoded = encoded[:place] + encoded[place:].upper()
            case 4:
                encoded = encoded.replace("-", "", 1)
            case _:
                encoded += "".join(pick.choices(DIGITS, k=pick.randint(1, 12)))
    return encoded


def answer(codec: object, encoded: str, limit: int | None) -> tuple[object, ...]:
    """The code points, or why and where the codec refuses."""
    try:
        return "decoded", codec.decode_code_points(encoded, max_code_point=limit)  # type: ignore[attr-defined]  # a module
    except BootstringError as error:
        return "refused", error.reason, error.position


@pytest.mark.slow
def test_both_codecs_agree_on_pairs_and_on_damaged_strings() -> None:
    pick = random.Random(SEED)
    seen: Counter[str] = Counter()
    started = time.monotonic()
    for number in range(PAIRS):
        points = code_points(pick)
        encoded = punycode.encode_code_points(points)
        wrong = damaged(encoded, pick)
        limit = pick.choice((None, 0x10FFFF))
        first = answer(punycode, wrong, limit)
        seen[str(first[0])] += 1
        where = f"pair {number} of seed {SEED}"

        assert encoded == second.encode_code_points(points), where
        assert points == punycode.decode_code_points(encoded) == second.decode_code_points(encoded), where
        assert first == answer(second, wrong, limit), where
    print(f"{PAIRS:,} pairs agree, and {dict(seen)} damaged strings; {time.monotonic() - started:.0f} s")

    # The damage is such that a good part is still decoded, and a good part refused.
    assert min(seen["decoded"], seen["refused"]) > PAIRS // 5
