"""Explanations of strings and numbers: golden texts, sums that are true, the direction of each label, refusals and HTML."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.codec import arithmetic
from punycode_conform.codec.trace import encoding
from punycode_conform.explain import number
from punycode_conform.explain.algorithm import explanation
from punycode_conform.explain.blocks import Block, Marked, Paragraph, Pointer, Sums, Table, columns, html, text
from punycode_conform.explain.label import labels
from punycode_conform.explain.number import Notation
from punycode_conform.explain.tables import walk
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Operation

from ..codec.samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"
VECTORS = {vector.id: vector for vector in corpus.suite().vectors}
HOSTILE = "<script>alert(1)</script>&amp;\"'\u202eü\x1b[31m\x00é\u0301שלום\x9b\u2066"


def worked(name: str) -> str:
    return "".join(map(chr, VECTORS[f"worked-{name}"].decoded or ()))


def blocks(string: str, operation: str = "", *, brief: bool = False, scan: bool = True) -> list[Block]:
    asked = Operation(operation) if operation else None
    return list(explanation(labels(tuple(map(ord, string)), asked), brief=brief, scan=scan))


def explained(string: str, operation: str = "", *, brief: bool = False, scan: bool = False, width: int = 80) -> str:
    return text(blocks(string, operation, brief=brief, scan=scan), width=width)


# Each was checked by hand against the RFC's arithmetic. After a change of words, write the file anew, and read it.
TEXTS: dict[str, Any] = {
    "decode-l": lambda: explained("3B-ww4c5e180e575a65lsy2b"),
    "encode-l": lambda: explained("3年B組金八先生"),
    "encode-worked-latin-around-hiragana": lambda: explained(worked("latin-around-hiragana"), scan=True),
    "encode-worked-javascript": lambda: explained(worked("javascript"), "encode"),
    "decode-truncated": lambda: explained("bcher-kv"),
    "decode-domain": lambda: explained("xn--bcher-kva.例え.www", brief=True),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_the_golden_one(name: str) -> None:
    assert TEXTS[name]() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


STATES = re.compile(
    r"n × (\d+) \+ i, state <(\d+), (\d+)> is (\d+ = \w+)\. After (\d+ = \w+) state changes <(\d+), (\d+)> is "
    r"(\d+ = \w+): .*?(?:insertion, (\d+), the difference is (\d+)|$)"
)


def formulas(shown: Iterable[Block]) -> Iterator[str]:
    """The formulas of an explanation: those of its sums, those in its tables, and its states as numbers."""
    for block in shown:
        if isinstance(block, Paragraph) and (states := STATES.search(block.text)):
            size, n, i, begin, changes, m, j, end, last, apart = states.groups()
            yield from (f"{n} × {size} + {i} = {begin}", f"{m} × {size} + {j} = {end}")
            yield f"({m} - {n}) × {size} + {j} - {i} = {changes}"
            yield from (f"{m} × {size} + {j} - {last} = {apart}", f"{apart} - 1 = {changes}") if last else ()
        if isinstance(block, Sums):
            yield from (formula for formula, _ in block.lines)
        if isinstance(block, Table):
            cells = (cell.text if isinstance(cell, Marked) else cell for row in block.rows for cell in row)
            yield from (c.partition(":")[0] for c in cells if isinstance(c, str) and re.search(r"\d (?:=|<|>=) \d", c))
            if ">weight" in block.columns:
                for row in block.rows:
                    yield f"{row[2]} × {row[4]} = {row[5]}"


def true(formula: str) -> bool:
    if compared := re.fullmatch(r"(\d+) (<|>=) (\d+)", formula):
        return (int(compared[1]) < int(compared[3])) == (compared[2] == "<")
    sides = (side.replace("×", "*").replace("div", "//").replace("mod", "%") for side in formula.split(" = "))
    return len({eval(side) for side in sides if re.fullmatch(r"[0-9A-Fx +*/%()-]+", side)}) == 1


def test_every_sum_of_the_worked_strings_and_samples_is_true() -> None:
    pairs = [("".join(map(chr, v.decoded or ())), v.encoded or "") for v in VECTORS.values() if "worked-" in v.id]
    pairs += [("".join(chr(int(c[2:], 16)) for c in points.split()), encoded) for points, encoded in SAMPLES.values()]
    sums = [formula for pair in pairs for o in Operation for formula in formulas(blocks(pair[o == "decode"], o))]

    assert len(sums) > 12_000
    assert {"12354 × 6 + 4 = 74128 = 0x12190", "3 - 1 = 2 = 0x2", "13 - 1 = 12 = 0xC"} <= {*sums}
    assert [formula for formula in sums if not true(formula)] == []
    wrong = ["d = 5 div 2 = 3", "142 = 35 × 4 + 1", "12 >= 13", "1 + 2 mod 3 = 4", "3 = (1 + 1)"]
    assert [formula for formula in wrong if true(formula)] == []


@given(st.text("\x80\x81\x83ab\u3042", max_size=12))
def test_the_places_that_the_state_table_passes_over_are_the_deltas(string: str) -> None:
    steps = encoding(tuple(map(ord, string))).steps
    passed, deltas, inserted = 0, [], []
    for row in walk(steps):
        for first, last, c in row.runs:
            passed += row.rounds * (last - first + 1)
            if c is not None:
                deltas.append(passed - 1)
                passed = 0  # one more state change follows an insertion, which no delta counts
                inserted.append((c, first))

    assert deltas == [step.delta for step in steps]
    assert inserted == [(step.code_point, step.place) for step in steps]
    assert [state for row in walk(steps) for state in row.absolute] == [step.absolute for step in steps]


@pytest.mark.parametrize(
    ("string", "operation", "kinds"),
    [
        ("bücher", None, "encode"),
        ("bcher-kva", None, "decode"),
        ("xn--bücher", None, "decode xn--"),  # only an encoded label has the prefix; the decoder says what is wrong
        ("", None, "decode"),
        ("-> $1.00 <--", None, "decode"),  # its dot is no dot of a domain
        ("bücher.xn--bcher-kva.example.", None, "encode xn--, decode xn--, kept"),
        ("例え。テスト", None, "encode xn--, encode xn--"),
        ("ü..example", None, "encode"),  # an empty label: no domain
        ("bcher-kva", Operation.ENCODE, "encode"),
        ("bü-kva", Operation.DECODE, "decode"),
        ("xn--bcher-kva.bücher", Operation.DECODE, "decode xn--, kept"),
    ],
)
def test_each_label_has_a_direction(string: str, operation: Operation | None, kinds: str) -> None:
    names = {"Decoding": "decode", "Encoding": "encode", "NoneType": "kept"}
    found = labels(tuple(map(ord, string)), operation)

    assert ", ".join(names[type(one.trace).__name__] + " xn--" * one.prefixed for one in found) == kinds
    assert len(labels(tuple(map(ord, string)), raw=True)) == 1


@pytest.mark.parametrize(
    ("encoded", "at", "says"),
    [
        ("-", 0, "a delimiter with nothing before it"),
        ("-tda", 0, "fail if it has none"),
        ("bcher-kv", 8, "21 >= 1, so the delta goes on"),
        ("bcher-k!va", 7, '"!" (U+0021) is no digit'),
        ("bü-kva", 1, '"ü" (U+00FC) is in the literal part'),
        ("en32g", 4, "n becomes 1114112, and Unicode"),
    ],
)
def test_a_refusal_has_its_clause_and_a_caret(encoded: str, at: int, says: str) -> None:
    (pointer,) = [block for block in blocks(encoded, "decode") if isinstance(block, Pointer)]
    lines = text([pointer]).splitlines()

    assert pointer.at == at
    assert says in pointer.says
    assert lines[0][lines[1].index("^") :][:1] == encoded[at : at + 1]


def test_a_long_string_is_cut_around_the_place() -> None:
    lines = explained("abcdefghijklmnopqrstuvwxyz-" * 3 + "ü-0123456789" * 3, "encode").splitlines()
    broken = explained("a" * 90 + "-!", "decode").splitlines()
    (at,) = [number for number, line in enumerate(broken) if "^ place 91" in line]

    assert [line for line in lines if line.startswith("   1  ") and "…" in line and "z-[ü]-0" in line]
    assert broken[at - 1][broken[at].index("^")] == "!"


@pytest.mark.parametrize(
    "string", ["한국어ü", "שלוםü", "👩\u200d👧ü", "abcdefghijklmnopqrstuvwxyz-" * 4 + "ü", HOSTILE]
)
def test_eighty_columns_are_enough_and_nothing_acts_on_the_terminal(string: str) -> None:
    shown = explained(string, "encode", scan=True)

    assert [line for line in shown.splitlines() if columns(line) > 80] == []
    assert not {"\x1b", "\u202e", "\x9b", "\u2066"} & set(shown)


@pytest.mark.parametrize("string", ["3B-ww4c5e180e575a65lsy2b", "bücher.example", "-", HOSTILE, "", "en32g"])
def test_the_page_is_valid_html_that_escapes_and_loads_nothing(string: str) -> None:
    page = html(f"Punycode: {string!r}", blocks(string, "encode" if string == HOSTILE else ""))
    document = pytest.importorskip("html5lib").HTMLParser(strict=True).parse(page)

    assert document.find(".//{http://www.w3.org/1999/xhtml}main") is not None
    assert not re.search(r"""<script>|(?:src|href)=["'](?!#)|url\(|@import|[\u202e\x1b\x00]""", page)


def test_the_page_has_the_tables_and_marks_the_place_of_an_error() -> None:
    page, broken = html("L", blocks("3B-ww4c5e180e575a65lsy2b")), html("", blocks("bcher-kv", "decode"))

    assert '<span class="box new"><small>2</small><bdi>先</bdi></span>' in page  # the string so far
    assert "3B<mark>八</mark>先" in page  # the insertion table
    assert page.count("<section>") == 6 + 4  # a card for each delta, and the rules, split, tables, result
    assert '<span class="box wrong"><bdi>end</bdi></span>' in broken


# --- Integers alone (section 3.3)

OCTAL = Notation(8, (2, 3, 5))


def values(digits: str, notation: Notation) -> list[int]:
    return [integer[-1].sum for integer in number.read(digits, notation)]


def test_digits_that_do_not_end_are_no_integer_and_digits_of_both_cases_are_read() -> None:
    shown = text(number.decode("77", OCTAL))

    assert "7 >= 3: the integer has no end" in shown
    assert shown.endswith("no integer\n")
    assert (values("WW4c", Notation(36, (1, 1, 26))), values("", OCTAL)) == ([62042], [])


@pytest.mark.parametrize(
    ("base", "thresholds", "says"),
    [
        (1, (1,), "base must be from 2 to 36"),
        (8, (8,), "from 0 to 7"),
        (8, (), "from 0 to 7"),
        (8, (2, 0), "never end"),
    ],
)
def test_impossible_notations_are_refused(base: int, thresholds: tuple[int, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Notation(base, thresholds)


def test_a_character_that_is_no_digit_and_an_integer_with_too_many_digits_are_refused() -> None:
    with pytest.raises(ValueError, match="'é' is no digit"):
        number.read("7é", OCTAL)
    with pytest.raises(ValueError, match="more than 1,000 digits"):
        number.write(10**9, Notation(2, (1,)))


@given(st.data(), st.integers(2, 36), st.lists(st.integers(0, 900), min_size=1, max_size=3))
def test_what_is_written_is_read_and_is_the_codecs(data: st.DataObject, base: int, integers: list[int]) -> None:
    thresholds = [*data.draw(st.lists(st.integers(0, base - 1), max_size=3)), data.draw(st.integers(1, base - 1))]
    notation = Notation(base, tuple(thresholds))
    digits = [one.value for value in integers for one in number.write(value, notation)]

    assert digits == [digit for value in integers for digit in arithmetic.write(value, base, thresholds)]
    assert values("".join(notation.alphabet[digit] for digit in digits), notation) == integers
