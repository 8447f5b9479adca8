"""The Hypothesis strategies: they make what they say, and shrink to the plainest."""

from hypothesis import given, settings

from punycode_conform import codec
from punycode_conform.codec import second
from punycode_conform.strategies import labels, near_labels

quick = settings(deadline=None, derandomize=True, database=None)


@quick
@given(labels())
def test_labels_are_valid_and_canonical(encoded: str) -> None:
    assert codec.encode(codec.decode(encoded)) == encoded


@quick
@given(near_labels())
def test_near_labels_are_decoded_or_refused_alike_by_both_codecs(encoded: str) -> None:
    def outcome(decode: object) -> object:
        assert callable(decode)
        try:
            return decode(encoded)
        except ValueError:
            return None

    first = outcome(lambda s: codec.decode_code_points(s, max_code_point=0x10FFFF))
    other = outcome(lambda s: second.decode_code_points(s, max_code_point=0x10FFFF))

    assert first == other
