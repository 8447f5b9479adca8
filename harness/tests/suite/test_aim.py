"""Inputs made of the constants in a codec's code: what is read, which forms are made, and what a run and fuzzing say."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from punycode_conform.codec.trace import decoding
from punycode_conform.suite.aim import Constant, calls, constants
from punycode_conform.suite.outcome import Call, Operation

from ..conftest import Conform

N, M = 1337, 91  # no number of these has a row in the table of common ones
CODEC = """\
from punycode_conform import codec
def encode(text):
    if {}:
        return "wrong"
    return codec.encode(text)
decode = codec.decode
"""


@pytest.mark.parametrize(
    ("file", "text", "values"),
    [
        ("a.py", '"""Doc 77."""\nX = 0x1F_600 // 7 + 1 << 12  # 99', {(0x1F600, 2), (7, 2), (1, 2), (4096, 2)}),
        ("a.js", "/* 1\n2 */ f('\\u{1F600}', `ab`, \"q\") // 3", {(0x1F600, 2), ("ab", 2), (ord("q"), 2)}),
        ("a.rs", "if c >= 'x' && n != 1_000u32 || r == 5..=900 { 1.5e3 }", {(120, 1), (1000, 1), (5, 1), (900, 1)}),
        ("tool", '#!/usr/bin/perl\n$n = 07; # "no"', {(7, 2)}),
        ("a.jar", "PK\0 123", set()),
    ],
)
def test_numbers_and_words_are_read_with_their_lines(file: str, text: str, values: set[tuple[int | str, int]]) -> None:
    assert {(it.value, it.line) for it in constants(file, text.encode())} == values


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_comparisons_and_words_of_a_program_are_read(tmp_path: Path) -> None:
    source = 'int puts(const char *);\nint main(int c, char **v) { return c == 31415 ? puts("kryptos") : v[1][0]; }'
    subprocess.run(["cc", "-O2", "-s", "-x", "c", "-", "-o", tmp_path / "a"], input=source.encode(), check=True)
    program = (tmp_path / "a").read_bytes()

    assert {31415, "kryptos"} <= {it.value for it in constants("a", program)}
    assert constants("a", program[:70]) == []


def biases(call: Call) -> list[tuple[int, int, int]]:
    """The delta, the bias before it and the place of each insertion of a form to decode."""
    steps = decoding(call.input).steps if call.operation is Operation.DECODE else ()
    return [(step.delta, step.before.bias, step.place) for step in steps]


@pytest.mark.parametrize(
    "holds",
    [
        lambda call: call.input.count(N) and len(call.input) > 1,
        lambda call: call.operation is Operation.ENCODE and len(call.input) == N,
        lambda call: call.operation is Operation.ENCODE and len(call.input) == N + 1,
        lambda call: call.operation is Operation.DECODE and len(call.input) == N,
        lambda call: len("".join(map(chr, call.input)).encode()) == N and max(call.input) > 0x7F,
        lambda call: len("".join(map(chr, call.input)).encode("utf-16-le")) == 2 * N and max(call.input) > 0xFFFF,
        lambda call: len({*call.input}) == N,
        lambda call: len(call.input) > N and call.input[N] > 0x7F,
        lambda call: sum(call.input) == N and len(call.input) > 2,
        lambda call: any(c > 0x7F and c % N == 0 for c in call.input),
        lambda call: any(c > 0x7F and c % N == M for c in call.input),
        lambda call: call.input[M : M + 1] == (N,),
        lambda call: any(delta == N for delta, _, _ in biases(call)[:-1]),
        lambda call: any((delta, bias) == (N, M) for delta, bias, _ in biases(call)),
        lambda call: len(call.input) == N and sum(c > 0x7F for c in call.input) == M,
        lambda call: call.input[1:-1] == tuple(b"kryptos"),
    ],
)
def test_each_form_is_made_of_a_constant(holds: Callable[[Call], bool]) -> None:
    found = [Constant(N, "a", 1), Constant(M, "a", 1), Constant("kryptos", "a", 2)]

    assert [call for call in calls(found, 600) if holds(call)]


def test_numbers_of_every_codec_make_no_calls() -> None:
    assert calls([Constant(number, "a", 1) for number in (36, 26, 38, 700, 72, 128, 0x10FFFF, 455, 0xD800)], 600) == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "value"),  # the last is a refusal that no limit explains
    [
        ("len(text) == 1337", "1337 (0x539)"),
        ("text == 'abc12'", "'abc12'"),
        ("len(text) == 733 and int('')", "733 (0x2DD)"),
    ],
)
def test_a_run_and_fuzzing_find_what_hangs_on_a_constant(
    fault: str, value: str, conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "aimed_codec.py").write_text(CODEC.format(fault), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = conform("run", "aimed_codec", "--only", "law/own-constants")
    fuzz = conform("fuzz", "aimed_codec", "--cases", 3000)

    assert (run.status, fuzz.status) == (1, 1)
    assert f"the input is made of {value} in aimed_codec.py:3" in " ".join(run.out.split())
    assert f"made of    {value} in" in fuzz.out
    assert conform("run", "aimed_codec", "--no-aim", "--only", "law/*").status == 0
