"""The published results are of adapters that are there, and complete; CI measures some of them again.

``conform matrix --since`` shows there whether they are the same.
"""

from punycode_conform import places
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results
from punycode_conform.matrix.result import Result
from punycode_conform.suite import corpus
from punycode_conform.suite.laws import EVERY
from punycode_conform.targets import adapter

PUBLISHED: dict[str, Result] = {one.target: one for one in results.read_all(places.RESULTS)}


def test_the_index_and_the_table_are_of_the_results() -> None:
    page = (places.RESULTS.parent / "README.md").read_text(encoding="utf-8")

    assert results.index(PUBLISHED.values()) == (places.RESULTS / results.INDEX).read_text(encoding="utf-8")
    assert results.inserted(page, results.markdown(PUBLISHED.values(), places.RESULTS.name)) == page
    assert {f"{one.slug}.json" for one in PUBLISHED.values()} | {results.INDEX} == {
        path.name for path in places.RESULTS.iterdir()
    }


def test_each_group_of_failures_says_which_clauses_make_them_faults() -> None:
    cited = {vector.clause for vector in corpus.suite().vectors} | {law.clause for law in EVERY}

    for one in PUBLISHED.values():
        for group in one.failures:
            assert group.clauses, (one.target, group.says)
            assert {*group.clauses} <= cited
            assert sum(group.clauses.values()) == sum(group.verdicts.values()) + len(group.laws)


def test_adapters_that_are_there_have_results_and_ci_runs_some_of_these() -> None:
    named = {f"adapter:{name}" for one in adapter.every() for name in one.names}

    assert {*PUBLISHED} - named == {"codec:punycode"}

    lines = (places.ADAPTERS.parents[1] / ".ci" / "implementations").read_text(encoding="utf-8").splitlines()
    always = [line for line in lines if not line.startswith("#")]

    assert {*always} <= PUBLISHED.keys() & {one.target for one in measurement.every()}
