"""Growth in words: the sentence about a steep row, the verdict line, the table and the plot."""

import pytest

from punycode_conform.growth.fit import Fit
from punycode_conform.growth.growth import Row
from punycode_conform.growth.plot import duration, plot
from punycode_conform.growth.series import Point, Series
from punycode_conform.growth.text import sentence, text, verdict
from punycode_conform.render.style import style
from punycode_conform.suite.outcome import Operation

from .asker import DECODE, ENCODE, family

PLAIN = style(False)


def row(
    exponent: float | None,
    seconds: float = 1.4,
    *,
    operation: Operation = ENCODE,
    size: int = 8000,
    name: str = "descending",
    late: int = 0,
    refused: bool = False,
    ended: str = "",
) -> Row:
    """A row whose longest input took that many seconds, and that grows with that exponent."""
    series = Series(operation, family(name), {size: Point(size, refused, seconds)}, 0.0, 3, ended, late)
    fit = Fit(exponent, exponent - 0.1, exponent + 0.1, seconds / size**exponent) if exponent else None
    return Row(series, fit, {})


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            row(2.0),
            "encode of distinct descending code points grows as n^2.0; 8,000 code points take 1.4 s. A label of 63 "
            "can't show it, a whole text field can: 6,800 cost a second, 65,536 take about 1.6 min.",
        ),
        (
            row(3.0, 2.0, size=128, operation=DECODE),
            "decode of distinct descending code points grows as n^3.0; 128 characters take 2 s. Even a label of 63 takes "
            "238 ms. In a text field 100 cost a second, 65,536 take about 74,565 h.",
        ),
        (
            row(2.0, 0.002),
            "encode of distinct descending code points grows as n^2.0; 8,000 code points take 2 ms. It does little harm: "
            "65,536 take about 134 ms.",
        ),
        (
            row(2.0, 4.0, size=65536, name="repeated"),
            "encode of one repeated code point grows as n^2.0; 65,536 code points take 4 s. A label of 63 can't show it, "
            "a whole text field can: 32,800 cost a second, 65,536 take 4 s.",
        ),
        (
            row(None, late=512, name="mixed"),
            "encode of mixed text: At 512 code points there was no answer within the time limit.",
        ),
    ],
)
def test_the_sentence_about_a_steep_row(found: Row, words: str) -> None:
    assert sentence(found) == words


@pytest.mark.parametrize(
    ("rows", "gate", "line"),
    [
        ([row(1.0), row(1.3)], None, "NEARLY LINEAR: mylib: 0 of 2 grow faster than n^1.5"),
        ([row(1.0), row(2.0, 0.002)], None, "STEEP: mylib: 1 of 2 grow faster than n^1.5"),
        (
            [row(1.0), row(2.0)],
            None,
            "HOSTILE: mylib: 1 of 2 grow faster than n^1.5; with 1, 65,536 characters cost more than a second",
        ),
        (
            [row(1.0), row(None, late=64)],
            None,
            "HOSTILE: mylib: 1 of 2 grow faster than n^1.5; with 1, 65,536 characters cost more than a second",
        ),
        ([row(1.0), row(None)], None, "NEARLY LINEAR: mylib: 0 of 1 grow faster than n^1.5; 1 too fast to measure"),
        ([row(None, refused=True)], None, "NEARLY LINEAR: mylib: 0 of 1 grow faster than n^1.5"),
        ([row(1.55)], None, "NEARLY LINEAR: mylib: 0 of 1 grow faster than n^1.5; 1 may, a longer --time shows it"),
        ([row(1.3)], 1.15, "TOO STEEP: mylib: 1 of 1 grow faster than n^1.15"),
        ([row(1.3)], 1.2, "WITHIN THE GATE: mylib: 0 of 1 grow faster than n^1.2; 1 may, a longer --time shows it"),
        ([row(2.0, 0.002)], 2.2, "WITHIN THE GATE: mylib: 0 of 1 grow faster than n^2.2"),
    ],
)
def test_the_verdict_line(rows: list[Row], gate: float | None, line: str) -> None:
    assert verdict(rows, "mylib", gate, PLAIN) == line


def test_the_whole_text() -> None:
    linear = row(1.0, 0.01, name="repeated", ended="is unsupported at 16,384")
    steep = row(2.0)
    refused = row(None, 0.001, operation=DECODE, refused=True)
    shown = text([linear, steep, refused], "mylib 1.0 (Python)", PLAIN, 80)
    lines = shown.splitlines()

    assert lines[0] == "mylib 1.0 (Python)"
    assert "  A repeated     n^1.00 ± 0.10    8,000: 10 ms" in lines
    assert "  C descending   ?                8,000: 1 ms, refused" in lines
    assert "! encode of distinct descending code points grows as n^2.0;" in shown
    assert "- encode repeated: is unsupported at 16,384, so nothing longer was asked." in lines
    assert max(map(len, lines)) <= 80


def test_a_plot_has_a_mark_for_each_point_and_a_line_of_dots_for_what_is_linear() -> None:
    linear = [(size, 1e-6 * size) for size in (16, 64, 256, 1024)]
    square = [(size, 1e-8 * size**2.5) for size in (16, 64, 256, 1024)]
    lines = plot([("A", linear), ("B", square)], 80)
    marks = "".join(line.partition("|")[2] for line in lines)

    assert (marks.count("A"), marks.count("B")) == (4, 4)
    assert marks.count(".") > 40
    assert lines[-1].split() == ["16", "1,024"]
    assert max(map(len, lines)) <= 80
    # The steeper law begins at the bottom, ends at the top, and crosses the other.
    above = [("B" in line, "A" in line) for line in lines if "A" in line or "B" in line]
    assert above[0] == (True, False)


@pytest.mark.parametrize("points", [[], [(16, 1e-6)]])
def test_one_point_is_no_plot(points: list[tuple[int, float]]) -> None:
    assert plot([("A", points)], 80) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (2e-7, "0.2 µs"),
        (1e-5, "10 µs"),
        (0.000123, "123 µs"),
        (0.0014, "1.4 ms"),
        (0.0996, "100 ms"),
        (1.0, "1 s"),
        (1.44, "1.4 s"),
        (94, "1.6 min"),
        (150, "2.5 min"),
        (1e4, "2.8 h"),
        (1e7, "2,778 h"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words
