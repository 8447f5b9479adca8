"""The second codec against the first, with which it shares no algorithm.

``CONFORM_PAIRS=1000000`` in the environment compares a million pairs.
"""

import os
import random
from collections import Counter
from types import ModuleType

from punycode_conform.codec import BootstringError, punycode, second

PAIRS = int(os.environ.get("CONFORM_PAIRS", "5000"))
RANGES = [(0, 0x7F), (0x80, 0x17F), (0x3041, 0x30FF), (0x4E00, 0x4E20), (0xD7F0, 0xE00F), (0x10FFF0, 0x11000F)]
RANGES += [(0, 0x10FFFF), (0, 2**70)]


def answer(codec: ModuleType, encoded: str, limit: int | None = None) -> object:
    """The code points, or why and where the codec refuses."""
    try:
        return codec.decode_code_points(encoded, max_code_point=limit)
    except BootstringError as error:
        return error.reason, error.position


def damaged(encoded: str, pick: random.Random) -> str:
    """An encoded side with up to two faults: cut, changed, put in, another case, another delimiter."""
    for _ in range(pick.randint(0, 2)):
        place = pick.randrange(len(encoded) + 1)
        digit, other = pick.choice("abcxyz059"), pick.choice("-_ \x7fü\u212a１")
        before, after = encoded[:place], encoded[place:]
        faults = before, before + digit + after[1:], before + other + after, before + after.upper(), before + after[1:]
        encoded = pick.choice((*faults, encoded.replace("-", "", 1), encoded + digit * 3))
    return encoded


def test_the_codecs_agree_on_random_and_damaged_strings() -> None:
    pick = random.Random(3492)
    kinds: Counter[type] = Counter()
    for _ in range(PAIRS):
        few = [pick.randint(*pick.choice(RANGES)) for _ in range(pick.choice((1, 2, 30)))]
        points = [pick.choice((*few, 0x61)) for _ in range(pick.choice((1, 3, 8, 24)))]
        encoded = punycode.encode_code_points(points)
        wrong = damaged(encoded, pick)
        kinds[type(answer(punycode, wrong))] += 1

        assert encoded == second.encode_code_points(points)
        assert points == answer(punycode, encoded) == answer(second, encoded)
        for limit in (None, 0x10FFFF):
            assert answer(punycode, wrong, limit) == answer(second, wrong, limit)

    # The damage is such that a good part is still decoded, and a good part refused.
    assert min(kinds[list], kinds[tuple]) > PAIRS // 5
