"""The score as a pure function of trials."""

import json
from pathlib import Path

import pytest

from punycode_conform.account.fault_answers import Table
from punycode_conform.run.plan import plan
from punycode_conform.score import Score, Trial, outdated, report, table, text
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Operation, Returned

VECTORS = ("a", "b", "c", "d")


def trial(name: str, vectors: str = "", *laws: str) -> Trial:
    return Trial(name, f"{name}.", "6.2", tuple(vectors), laws)


def score(*faults: Trial, controls: tuple[Trial, ...] = ()) -> Score:
    return Score(VECTORS, faults, controls)


def names(trials: list[Trial]) -> list[str]:
    return [trial.name for trial in trials]


def test_a_fault_is_detected_by_a_vector_or_a_law_and_survives_otherwise() -> None:
    scored = score(trial("by-vector", "a"), trial("by-law", "", "stability"), trial("by-none"))

    assert names(scored.lists["survivors"]) == ["by-none"]


def test_weak_are_those_detected_by_fewer_than_two_vectors() -> None:
    scored = score(trial("two", "ab"), trial("one", "a", "stability"), trial("law", "", "stability"), trial("none"))

    assert names(scored.lists["weak"]) == ["one", "law"]


def test_half_survivors_are_those_of_which_a_side_is_not_detected_alone() -> None:
    both, half, survivor = ({"encode": (a,) if a else (), "decode": ()} | {"decode": ("b",)} for a in ("a", "", ""))
    scored = score(
        Trial("both", "", "6.2", ("a", "b"), (), both),
        Trial("half", "", "6.2", ("b",), (), half),
        Trial("none", "", "6.2", (), (), survivor),
    )

    assert [(trial.name, trial.hidden) for trial in scored.lists["half_survivors"]] == [("half", ["encode"])]
    assert not score(Trial("half", "", "6.2", ("b",), (), half)).good


@pytest.mark.parametrize(
    ("faults", "controls", "good"),
    [
        ([trial("x", "a")], [trial("sound")], True),
        ([trial("x")], [trial("sound")], False),
        ([trial("x", "a")], [trial("sound", "b")], False),
        ([trial("x", "a")], [trial("sound", "", "coherence")], False),
        ([], [trial("sound")], True),
    ],
)
def test_a_score_is_good_without_survivors_and_false_alarms(
    faults: list[Trial], controls: list[Trial], good: bool
) -> None:
    assert Score(VECTORS, tuple(faults), tuple(controls)).good is good


def test_idle_vectors_detect_no_fault_and_controls_do_not_count() -> None:
    assert score(trial("x", "ac"), controls=(trial("sound", "b"),)).idle_and_cover()[0] == ["b", "d"]


@pytest.mark.parametrize(
    ("detected_by", "cover"),
    [
        ([], []),
        (["a", "b"], ["a", "b"]),
        (["ab", "bc", "b"], ["b"]),
        (["", "cd"], ["c"]),  # what no vector detects asks for none; the first of equals is taken
        (["ad", "bd", "cd", "a"], ["d", "a"]),
    ],
)
def test_the_cover_takes_what_detects_most_of_the_rest(detected_by: list[str], cover: list[str]) -> None:
    scored = score(*(trial(f"fault-{number}", vectors) for number, vectors in enumerate(detected_by)))

    assert scored.idle_and_cover()[1] == cover


def test_every_fault_is_counted_once_by_the_number_of_vectors_that_detect_it() -> None:
    trials = [Trial("x", "", "", tuple(map(str, range(n)))) for n in (0, 0, 1, 2, 9, 10, 99, 100, 5000)]
    shown = text(Score(tuple(map(str, range(5000))), tuple(trials), ()), suite="").splitlines()

    assert [line.split("#")[0].split()[-1] for line in shown[1:6]] == ["2", "1", "2", "2", "2"]


def test_the_report_shows_how_far_the_samples_go_alone() -> None:
    vectors = ("rfc-sample-a", "b")
    scored = Score(vectors, (Trial("x", "x.", "6.2", vectors, ()), trial("y", "b")), ())
    made = json.loads(json.dumps(report(scored, version="1", digest="sha256:0")))

    assert made["samples"] == {"vectors": 1, "detected": ["x"]}
    assert made["faults"][0] == {
        "name": "x",
        "says": "x.",
        "clause": "6.2",
        "detected": True,
        "vectors": [*vectors],
        "laws": [],
        "alone": {},
        "stopped": False,
    }
    assert report(score(trial("x", "a")), version="1", digest="sha256:0")["samples"] is None


def test_the_table_has_the_wrong_answers_of_each_fault_and_is_made_from_an_older_one(tmp_path: Path) -> None:
    asked = plan(corpus.suite().vectors, layer="punycode", only=["leading-delimiter-*", "rfc-sample-l/*"])
    whole = table(asked, Table((), {}))
    dropped, wrong = "leading-delimiter-consumed", Call(Operation.DECODE, tuple(b"-"))
    few = len(whole.calls) - 2
    rows = {
        name: {
            operation: {number: answer for number, answer in row.items() if number < few}
            for operation, row in of.items()
        }
        for name, of in whole.rows.items()
    }
    path = tmp_path / "table"
    path.write_bytes(whole.write())

    assert whole.gives(dropped, wrong, Returned(()))
    assert not whole.gives(dropped, wrong, Returned((0x61,)))
    assert not whole.gives(dropped, wrong._replace(input=(0x61,)), Returned(()))
    assert (Table.read(path).calls, Table.read(path).rows) == (whole.calls, whole.rows)
    assert outdated(asked, whole) == set()
    assert table(asked, Table(whole.calls[:few], rows)).rows == whole.rows


def test_a_row_that_is_missing_or_wrong_is_outdated() -> None:
    asked = plan(corpus.suite().vectors, layer="punycode", only=["leading-delimiter-*"])
    whole = table(asked, Table((), {}))
    wrong = {Operation.DECODE: {0: 12345 << 2}}
    others = {name: rows for name, rows in whole.rows.items() if name != "base-35"}

    assert outdated(asked, Table(whole.calls, others)) == {"base-35"}
    assert outdated(asked, Table(whole.calls, {**whole.rows, "base-35": wrong, "gone": wrong})) == {"base-35", "gone"}


def test_a_damaged_table_is_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(b"no table")

    assert Table.read(path).rows == {} == Table.read(tmp_path / "none").rows
