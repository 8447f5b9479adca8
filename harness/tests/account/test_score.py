"""The score as a pure function of trials, and the table of the faults' answers."""

from pathlib import Path

import pytest

from punycode_conform.account.fault_answers import Table
from punycode_conform.faults import FAULTS
from punycode_conform.run.plan import Plan, plan
from punycode_conform.score import REGISTER, Questions, Score, Trial, outdated, table
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Operation, Returned


def trial(name: str, vectors: str = "", *laws: str, **alone: tuple[str, ...]) -> Trial:
    return Trial(name, f"{name}.", "6.2", tuple(vectors), laws, alone)


def score(*faults: Trial, control: str = "") -> Score:
    return Score(("a", "b", "c", "d"), faults, (trial("sound", control),))


def test_a_law_detects_too_and_controls_do_not_count() -> None:
    shown = score(trial("x", "ac"), trial("y", "", "stability"), control="b").text("", verbose=True)

    assert "  y, by law/stability: no reason is known\n" in shown
    assert "Vectors that detect no fault\n  b\n  d\n\n" in shown


@pytest.mark.parametrize(
    "name", ["leading-delimiter-consumed", "surrogates-refused-up-to-dffe", "none-returned", "i-wraps-32"]
)
def test_what_is_looked_up_is_what_asking_gives(name: str) -> None:
    asked = plan(corpus.suite().vectors, layer="punycode", only=["leading-*", "*surrogate*", "overflow-*", "rfc-*"])
    questions, fault = Questions(REGISTER, Plan(asked.cases, ())), FAULTS[name]
    looked_up = questions._looked_up(fault)

    assert looked_up == questions._asked(fault, fault.make, questions.plan)


def test_the_table_has_the_wrong_answers_of_each_fault_and_is_made_from_an_older_one(tmp_path: Path) -> None:
    asked = plan(corpus.suite().vectors, layer="punycode", only=["leading-delimiter-*", "rfc-sample-l/*"])
    whole = table(asked, Table((), {}))
    dropped, wrong = "leading-delimiter-consumed", Call(Operation.DECODE, tuple(b"-"))
    few = len(whole.calls) - 2
    rows = {
        name: {o: {number: answer for number, answer in row.items() if number < few} for o, row in of.items()}
        for name, of in whole.rows.items()
    }
    path = tmp_path / "table"
    path.write_bytes(whole.write())

    assert whole.gives(dropped, wrong, Returned(()))
    assert not whole.gives(dropped, wrong, Returned((0x61,)))
    assert (Table.read(path).calls, Table.read(path).rows) == (whole.calls, whole.rows)
    assert outdated(asked, whole) == set()
    assert table(asked, Table(whole.calls[:few], rows)).rows == whole.rows


def test_a_row_that_is_missing_or_wrong_is_outdated() -> None:
    asked = plan(corpus.suite().vectors, layer="punycode", only=["leading-delimiter-*"])
    whole = table(asked, Table((), {}))
    wrong = {Operation.DECODE: {0: 12345 << 2}}
    others = {name: rows for name, rows in whole.rows.items() if name != "base-35"}
    fewer = {**whole.rows, "leading-delimiter-consumed": {}}
    assert outdated(asked, Table(whole.calls, others)) == {"base-35"}
    assert outdated(asked, Table(whole.calls, fewer)) == {"leading-delimiter-consumed"}
    assert outdated(asked, Table(whole.calls, {**whole.rows, "base-35": wrong, "gone": wrong})) == {"base-35", "gone"}


def test_a_damaged_table_is_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(b"no table")

    assert Table.read(path).rows == {} == Table.read(tmp_path / "none").rows
