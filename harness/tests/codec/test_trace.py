"""The trace of the codec: the RFC's own traces, the steps of any string, and that the trace is the codec's."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.codec import PUNYCODE, Reason, arithmetic, encode_code_points, second
from punycode_conform.codec.arithmetic import adapt
from punycode_conform.codec.trace import Decoding, Step, decoding, encoding, scan

RFC = (Path(__file__).parent / "rfc-traces.txt").read_text(encoding="utf-8")
TEXTS = st.lists(st.sampled_from((0x2D, 0x61, 0x41, 0x80, 0xFC, 0x3042, 0x3044, 0x10FFFF)) | st.integers(0, 0x10FFFF))


def decoded(encoded: str) -> Decoding:
    return decoding(list(map(ord, encoded)))


def section(kind: str, example: str) -> str:
    """A trace in the RFC's own words."""
    rest = RFC.partition(f"{kind} trace of example {example} ")[2]
    return re.split(r"(?:Encoding|Decoding) trace of example", rest)[0]


@pytest.mark.parametrize(("example", "deltas"), [("B", 9), ("L", 6)])
def test_decoding_is_traced_as_in_section_7_2(example: str, deltas: int) -> None:
    words = section("Decoding", example)
    (encoded,) = re.findall(r'input is "(.*)"', words)
    found = re.findall(r'delta "(\w+)" decodes to (\d+)\n +bias becomes (\d+)\n +([0-9A-F *]+)\n', words)
    trace = decoded(encoded)
    ours = []
    for step, string in zip(trace.steps, [*trace.strings()][1:], strict=True):
        shown = [f"{c:04X}" for c in string]
        shown.insert(step.place + 1, "*")
        ours.append((encoded[step.start : step.end], str(step.delta), str(step.after.bias), " ".join(shown)))

    assert len(found) == deltas
    assert ours == found


@pytest.mark.parametrize("example", ["B", "L"])
def test_encoding_is_traced_as_in_section_7_3(example: str) -> None:
    words = section("Encoding", example)
    (shown,) = re.findall(r"input is:\n +([0-9A-F ]+)\n", words)
    points = [int(word, 16) for word in shown.split()]
    pattern = r'to insert is (\w+)\n +needed delta is (\d+), encodes as "(\w+)"\n +bias becomes (\d+)\n'
    trace = encoding(points)
    encoded = "".join(map(chr, trace.output))

    assert [
        (f"{points[index]:X}", str(step.delta), encoded[step.start : step.end], str(step.after.bias))
        for step, index in zip(trace.steps, trace.indices, strict=True)
    ] == re.findall(pattern, words)
    assert f'input is "{encoded}"' in section("Decoding", example)


@given(TEXTS)
def test_a_trace_is_of_the_codec_and_agrees_with_the_second_one(points: list[int]) -> None:
    trace = encoding(points)
    back = decoding(trace.output)

    assert "".join(map(chr, trace.output)) == encode_code_points(points)
    assert [step.delta for step in trace.steps] == list(second.deltas(points))
    assert (list(trace.steps), list(back.result)) == (list(back.steps), points)
    for step, index in zip(trace.steps, trace.indices, strict=True):
        check(step)
        assert step.code_point == points[index]
        assert step.absolute == step.code_point * (step.before.length + 1) + step.place
    inserted = [row.delta for one in scan(trace) for row in one.scanned if row.inserted]
    assert inserted == [step.delta for step in trace.steps]


def check(step: Step) -> None:
    """The intermediate numbers of a step lead to what the codec's own functions give."""
    state, base = step.before, PUNYCODE.base
    values = [digit.value for digit in step.digits]

    assert state.after(step.delta) == step.after
    assert arithmetic.write(step.delta, base, state.thresholds) == values == [one.value for one in step.divisions]
    assert [digit.last for digit in step.digits] == [False] * (len(values) - 1) + [True]
    assert step.digits[-1].sum == step.delta
    first = state.length == state.literal
    assert step.adaptation.bias == adapt(step.delta, state.length + 1, first, *PUNYCODE.adapt_parameters)
    assert step.adaptation.bias == step.after.bias


@pytest.mark.parametrize(
    ("encoded", "deltas", "reason", "position", "unfinished"),
    [
        ("tda\u00ff", [124], Reason.BAD_DIGIT, 3, []),
        ("a-k!a", [], Reason.BAD_DIGIT, 3, [10]),
        ("\u00fc-tda", [], Reason.NON_BASIC, 0, []),
    ],
)
def test_the_steps_before_an_error_are_in_the_trace(
    encoded: str, deltas: list[int], reason: Reason, position: int, unfinished: list[int]
) -> None:
    trace = decoded(encoded)

    assert [step.delta for step in trace.steps] == deltas
    assert trace.error is not None
    assert (trace.error.reason, trace.error.position) == (reason, position)
    assert [digit.value for digit in trace.unfinished] == unfinished
    assert not trace.refused
