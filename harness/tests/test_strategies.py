"""The Hypothesis strategies: they make what they say, and shrink to the plainest."""

from hypothesis import given, settings

from punycode_conform import codec
from punycode_conform.codec import punycode, second
from punycode_conform.strategies import labels, near_labels

from .codec.test_second import answer

quick = settings(deadline=None, derandomize=True, database=None)


@quick
@given(labels())
def test_labels_are_valid_and_canonical(encoded: str) -> None:
    assert codec.encode(codec.decode(encoded)) == encoded


@quick
@given(near_labels())
def test_near_labels_are_decoded_or_refused_alike_by_both_codecs(encoded: str) -> None:
    assert answer(punycode, encoded, 0x10FFFF) == answer(second, encoded, 0x10FFFF)
