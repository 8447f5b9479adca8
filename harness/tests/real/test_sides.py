"""The sides of choices that runs on real codecs show are those that are known of them.

What runs show is taken from the published results; test_implementations.py holds that they are got again, but by the two
whose wrong answers vary.

The table is typed from a study of these codecs, made before this suite with calls of its own; None: the study found no
side, since the codec gives wrong answers there, or its strings cannot hold the question.
"""

import pytest

from .test_implementations import PUBLISHED

ACCEPT, REJECT, INTEGER, NONE = "accept", "reject", "integer", "none"
# surrogates, integers, length, beyond-unicode
KNOWN: dict[str, tuple[str | None, str | None, str | None, str | None]] = {
    "adapter:python-codec": (ACCEPT, "unbounded", NONE, REJECT),
    # Refuses D800..DBFF only.
    "adapter:libidn": ("incoherent", "2^32", NONE, REJECT),
    "adapter:rust-idna": (REJECT, "2^32", NONE, REJECT),
    "adapter:erlang-idna": (ACCEPT, "2^32", NONE, INTEGER),
    # Merges pairs, which is wrong; a lone surrogate is given.
    "adapter:npm-punycode": (ACCEPT, "2^31", NONE, REJECT),
    "adapter:node-punycode": (ACCEPT, "2^31", NONE, REJECT),
    # The narrower of both operations is told: 2^31 to decode, and a wider one to encode.
    "adapter:nim": (ACCEPT, "2^31", NONE, INTEGER),
    # Surrogates and what is beyond Unicode come out as U+FFFD, or as nothing.
    "adapter:go-commonmark": (None, "2^31", NONE, None),
    "adapter:php-symfony": (None, "2^31", NONE, None),
    # Refuses both with an error of the runtime, not of its own: to us that is a crash, and shows no side.
    "adapter:ruby-simpleidn": (None, "2^31", NONE, None),
    # The study counts 1,023 code points to decode, before the last; here the encoded form counts: 1,025 times U+00FC have
    # 1,027 characters, and are too many. Behind that the width of its decoder is hidden, and its encoder shows it.
    "adapter:go-xnet": (None, "2^31", "1026", REJECT),
    # The study counts 999 UTF-16 units to encode: 512 emoji are too long, and the longest form below theirs has 514
    # characters. It found the width of integers hidden; decoding takes 2,000 characters, and with them shows it.
    "adapter:icu4j": (REJECT, "2^31", "514", REJECT),
    # The study: 256, and wrong answers from there on; the width is hidden.
    "adapter:jdk": (REJECT, None, "256", REJECT),
    # The same. What strings cannot hold it gives as octets that are no UTF-8, which the adapter reads as integers; the
    # study lists its results beyond Unicode, and not its surrogates.
    "adapter:ruby-addressable": (ACCEPT, None, "256", INTEGER),
    # The study: right to 2^31, then wrong answers. A wrong answer takes no side here, so no width is told.
    "adapter:perl-net-idn": (ACCEPT, None, NONE, INTEGER),
    # The study: 64 bits, and wrong answers past them; as above.
    "adapter:perl-uri": (ACCEPT, None, NONE, INTEGER),
}


@pytest.mark.parametrize("target", KNOWN)
def test_the_sides_of_a_real_codec_are_inferred(target: str) -> None:
    sides = dict(zip(("surrogates", "integers", "length", "beyond-unicode"), KNOWN[target], strict=True))

    # Every codec of the study writes digits in lower case.
    assert {name: side for name, side in sides.items() if side} | {"digit-case": "lower"} == PUBLISHED[target][
        "observed"
    ]
