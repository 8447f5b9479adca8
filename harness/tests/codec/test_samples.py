"""The samples of RFC 3492 section 7.1, both ways, in any case of digits, and with their annotation (appendix A)."""

from collections.abc import Callable

import pytest

from punycode_conform.codec import (
    decode,
    decode_annotated,
    decode_code_points,
    encode,
    encode_annotated,
    encode_code_points,
)

from .samples import SAMPLES, annotations, code_points


def upper_digits(encoded: str) -> str:
    literal, delimiter, digits = encoded.rpartition("-")
    return literal + delimiter + digits.upper()


def alternating_digits(encoded: str) -> str:
    literal, delimiter, digits = encoded.rpartition("-")
    return literal + delimiter + "".join(c.upper() if place % 2 else c.lower() for place, c in enumerate(digits))


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_encode_with_lower_case_digits(sample: str) -> None:
    expected = SAMPLES[sample][1]
    if sample == "I":  # printed with one annotated digit, D
        expected = "b1abfaaepdrnnbgefbadotcwatmq2g4l"

    assert expected == encode_code_points(code_points(sample))
    assert expected == encode("".join(map(chr, code_points(sample))))


@pytest.mark.parametrize("change", [str, upper_digits, alternating_digits])
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_decode_whatever_the_case_of_their_digits(sample: str, change: Callable[[str], str]) -> None:
    encoded = change(SAMPLES[sample][1])

    assert code_points(sample) == decode_code_points(encoded)
    assert "".join(map(chr, code_points(sample))) == decode(encoded)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_rfcs_samples_carry_their_annotation_both_ways(sample: str) -> None:
    encoded = SAMPLES[sample][1]

    assert encoded == encode_annotated(code_points(sample), annotations(sample))
    assert (code_points(sample), annotations(sample)) == decode_annotated(encoded)


def test_twenty_six_bits_do_for_the_rfcs_samples() -> None:
    for sample, (_, encoded) in SAMPLES.items():
        assert encode_code_points(code_points(sample), bits=26) == encode_code_points(code_points(sample))
        assert code_points(sample) == decode_code_points(encoded, bits=26)
