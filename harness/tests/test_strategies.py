"""The Hypothesis strategies: they make what they say, and shrink to the plainest."""

import subprocess
import sys

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings

from punycode_conform import codec
from punycode_conform.codec import second
from punycode_conform.strategies import code_points, labels, near_labels

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


def least(strategy: hypothesis.strategies.SearchStrategy[object], shows: object) -> object:
    assert callable(shows)
    hasty = settings(max_examples=2000, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    return hypothesis.find(strategy, lambda value: bool(shows(value)), settings=hasty)


def refused(reason: codec.Reason) -> object:
    def shows(encoded: str) -> bool:
        try:
            codec.decode(encoded)
        except codec.BootstringError as error:
            return error.reason is reason
        return False

    return shows


@pytest.mark.slow
def test_they_shrink_to_the_plainest() -> None:
    assert least(code_points(), lambda points: any(c >= 0x80 for c in points)) == [0x80]
    assert least(code_points(surrogates=True), lambda points: any(0xD800 <= c <= 0xDFFF for c in points)) == [0xD800]
    assert least(labels(), lambda encoded: len(encoded) > 1) in ("a-", "aa", "ba")
    assert len(str(least(near_labels(), refused(codec.Reason.TRUNCATED)))) <= 2
    assert least(near_labels(), lambda encoded: encoded.startswith("-")) in ("-", "--")


def test_hypothesis_is_imported_by_those_who_call_a_strategy() -> None:
    code = "import sys, punycode_conform.strategies; sys.exit('hypothesis' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
