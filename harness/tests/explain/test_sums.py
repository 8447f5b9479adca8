"""Every sum in an explanation is true, and those of a digit table too."""

import re
from collections.abc import Iterable, Iterator

import pytest

from punycode_conform.explain.blocks import Block, Marked, Sums, Table
from punycode_conform.suite import corpus

from ..codec.samples import SAMPLES
from ..codec.test_bootstring import TINY
from .shown import blocks

WORKED = [v for v in corpus.suite().vectors if v.id.startswith("worked-")]


def formulas(shown: Iterable[Block]) -> Iterator[str]:
    """The formulas of an explanation: those of its sums and those in its tables."""
    for block in shown:
        if isinstance(block, Sums):
            yield from (formula for formula, _ in block.lines)
        if isinstance(block, Table):
            cells = (cell.text if isinstance(cell, Marked) else cell for row in block.rows for cell in row)
            for cell in cells:
                if isinstance(cell, str) and re.search(r"\d (?:=|<|>=) \d", cell):
                    yield cell.partition(":")[0]
            yield from _products(block)


def _products(table: Table) -> Iterator[str]:
    """Value times weight, and the growing sum, of a digit table."""
    if ">weight" in table.columns:
        columns = [table.columns.index(name) for name in (">value", ">weight", ">value × weight", ">sum")]
        before = "0"
        for row in table.rows:
            value, weight, product, total = (str(row[column]) for column in columns)
            yield f"{value} × {weight} = {product}"
            yield f"{before} + {product} = {total}"
            before = total


def number(side: str) -> int | None:
    """The value of a side of an equation; None for a name."""
    expression = side.replace("×", "*").replace("div", "//").replace("mod", "%")
    return int(eval(expression)) if re.fullmatch(r"[0-9 +*/%()-]+", expression) else None


def check(found: Iterable[str]) -> int:
    """Compute each formula again; the number of them."""
    count = 0
    for formula in found:
        if compared := re.fullmatch(r"(\d+) (<|>=) (\d+)", formula):
            left, sign, right = compared.groups()
            assert (int(left) < int(right)) == (sign == "<"), formula
        else:
            numbers = [value for side in formula.split(" = ") if (value := number(side)) is not None]
            assert len(set(numbers)) == 1, formula
        count += 1
    return count


@pytest.mark.parametrize("operation", ["encode", "decode"])
def test_every_sum_of_the_worked_strings_and_samples_is_true(operation: str) -> None:
    pairs = [("".join(map(chr, v.decoded or ())), v.encoded or "") for v in WORKED]
    pairs += [("".join(chr(int(c[2:], 16)) for c in points.split()), encoded) for points, encoded in SAMPLES.values()]
    count = 0
    for text, encoded in pairs:
        count += check(formulas(blocks(text if operation == "encode" else encoded, operation)))

    assert count > 5000


@pytest.mark.parametrize("name", TINY)
def test_every_sum_under_another_profile_is_true(name: str) -> None:
    codec = TINY[name]
    text = "".join(map(chr, (c for c in (4, 9, 60, 9, 700) if c in codec.basic or c >= codec.initial_n)))

    assert check(formulas(blocks(text, "encode", codec=codec))) > 10


@pytest.mark.parametrize("wrong", ["d = 5 div 2 = 3", "142 = 35 × 4 + 1", "12 >= 13", "1 + 2 mod 3 = 4", "3 = (1 + 1)"])
def test_the_check_of_sums_sees_a_wrong_one(wrong: str) -> None:
    with pytest.raises(AssertionError):
        check([wrong])


def test_the_check_of_sums_sees_all_kinds() -> None:
    found = list(formulas(blocks("ü", "encode")))

    assert found == [
        "n = 252",
        "i = 0",
        "(252 - 128) × 1 = 124",
        "delta = 124 + 0 - 0 = 124",
        "124 >= 1",
        "1 + 123 mod 35 = 19",
        "123 div 35 = 3",
        "3 >= 1",
        "1 + 2 mod 35 = 3",
        "2 div 35 = 0",
        "0 < 26",
        "d = 124 div 700 = 0",
        "d = 0 + 0 div 1 = 0",
        "c = 0",
        "bias = 36 × 0 + (36 × 0) div (0 + 38) = 0",
    ]
    assert "22 × 35 = 770" in list(formulas(blocks("3B-ww4c")))
