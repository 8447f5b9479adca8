"""A measured result beside the published one, and both as rows of a table."""

import pytest
from msgspec.structs import replace

from punycode_conform.matrix import table
from punycode_conform.matrix.measurement import Failure, changes
from punycode_conform.matrix.result import Result
from punycode_conform.run.report import Suite

from .test_summary import PASSED, result


def published(digest: str = "now", observed: str = "accept", **classes: int) -> Result:
    tallies = {name: {"fail": count, "pass": 1} for name, count in classes.items()}
    plain = replace(result(PASSED), suite=Suite("1", digest), classes=tallies, observed={"surrogates": observed})
    return replace(plain, verdict="does not conform", laws={"round-trip": "fail", "stability": "pass"})


@pytest.mark.parametrize(
    ("measured", "differences"),
    [
        (published(wraps=2, cut=1), []),
        (published(wraps=3, cut=1), ["fail: wraps: 2 published, 3 measured"]),
        (published(wraps=2, cut=1, new=1), ["fail: new: 0 published, 1 measured"]),
        (published(wraps=2), ["fail: cut: 1 published, 0 measured"]),
        (published("now", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
        # A vector was added: it may show more failures, and hides none.
        (published("later", wraps=3, cut=1, new=1), []),
        (published("later", wraps=1, cut=1), ["fail: wraps: 2 published, 1 measured"]),
        (published("later", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
        (
            replace(published(wraps=2, cut=1), laws={"round-trip": "pass", "stability": "fail"}),
            ["broken law: round-trip: 1 published, 0 measured", "broken law: stability: 0 published, 1 measured"],
        ),
    ],
)
def test_a_measured_result_differs_from_the_published_one(measured: Result, differences: list[str]) -> None:
    assert changes(published(wraps=2, cut=1), measured) == differences


def test_a_verdict_that_changes_is_a_change_also_where_answers_vary() -> None:
    before, varied = published(wraps=2), published(wraps=5)
    conforms = replace(result(PASSED), suite=Suite("1", "now"))

    assert changes(before, varied, fickle="it is slow") == []
    assert changes(before, conforms, fickle="it is slow") == ["verdict: does not conform published, conforms measured"]
    assert changes(None, varied, fickle="it is slow") == ["not published yet"]


def test_a_result_is_a_row() -> None:
    one = replace(published(wraps=2), tally={"pass": 5_001, "fail": 2}, name="a|b", version="<1>", layer="a-label")
    row = table.markdown([one], "results").splitlines()[-1]

    assert row == (
        "| [`adapter:x`](results/x.json) | a&#124;b &#60;1&#62; | C (a-label) | does not | 5,001 | 2 | 0 | 0 | 0 | 1 "
        "| surrogates accept |"
    )


def test_the_table_is_inserted_between_its_comments() -> None:
    page = f"head\n{table.BEGIN}old\n{table.END}tail\n"

    assert table.inserted(page, "new\n") == f"head\n{table.BEGIN}new\n{table.END}tail\n"
    assert table.inserted("no table\n", "new\n") == "no table\n"


def test_a_line_says_the_verdict_or_why_there_is_none() -> None:
    one = replace(published(wraps=2), tally={"pass": 5_001, "fail": 2})

    assert table.line(one, 10) == (
        "adapter:x   does not conform: 2 of 5,003 cases failed, laws broken: 1 (codec 1, 1.3 s)"
    )
    assert table.line(replace(result(PASSED), name="\x1b[1m"), 9).startswith("adapter:x  conforms (")
    assert "\x1b" not in table.line(Failure("x", "bad\x1b\n"), 1)
