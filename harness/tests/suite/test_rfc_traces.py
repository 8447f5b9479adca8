"""The vectors of the RFC's traces say in their notes what sections 7.2 and 7.3 say."""

import pytest

from punycode_conform.suite import corpus

from ..codec import rfc_traces

NOTES = {vector.id: vector.note or "" for vector in corpus.suite().vectors}


@pytest.mark.parametrize(("example", "last"), [("B", 9), ("L", 6)])
def test_each_state_has_its_delta_and_bias_and_the_sample_has_all(example: str, last: int) -> None:
    traced = rfc_traces.decoding(example)
    sample = NOTES[f"rfc-sample-{example.lower()}"]

    assert len(traced) == last
    assert f"the deltas are {', '.join(str(one.delta) for one in traced)};" in sample
    assert f"the bias is 72, then becomes {', '.join(str(one.bias) for one in traced)}." in sample
    for count, one in enumerate(traced[:-1], 1):
        note = NOTES[f"rfc-trace-{example.lower()}-after-{count}"]
        assert note == f'The last delta is {one.delta}, "{one.digits}"; bias becomes {one.bias}.'


def test_the_states_are_encoded_as_the_rfc_traces_them() -> None:
    by_id = {vector.id: vector for vector in corpus.suite().vectors}
    for example in "BL":
        encoded = "3B-" if example == "L" else ""
        for count, one in enumerate(rfc_traces.decoding(example)[:-1], 1):
            encoded += one.digits
            vector = by_id[f"rfc-trace-{example.lower()}-after-{count}"]

            assert (vector.encoded, vector.decoded) == (encoded, one.after)
