"""A report as a result to publish: what is counted, and what is not published; and the results that are."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punycode_conform import files
from punycode_conform.account.difference import BUGS
from punycode_conform.errors import ConformError
from punycode_conform.growth import Growing
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results_of
from punycode_conform.matrix.result import Result, summarize
from punycode_conform.run.report import CaseResult, Cause, Header, LawResult, Report, Suite, Target
from punycode_conform.suite import catalogue
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Rejects
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Returned, TimedOut
from punycode_conform.suite.verdict import Verdict, judge
from punycode_conform.targets import adapter

from ..results import case, law

BAD_DIGIT = Rejects("bad-digit")


def wrong(name: str, got: Outcome, bug: str = "", encoded: str = "a+b") -> CaseResult:
    call = Call(Operation.DECODE, tuple(map(ord, encoded)))
    judgement = judge(BAD_DIGIT, got, call.operation)
    return CaseResult(f"{name}/decode", call, BAD_DIGIT, got, judgement, "6.2", bug)


def result(*results: CaseResult | LawResult, causes: tuple[Cause, ...] = ()) -> Result:
    header = Header(
        1, Suite("0.1.0", "sha256:0"), Target("codec", "1", "C", "adapter:x"), {"length": "none"}, lacks=(0x2E,)
    )
    report = Report(header, [*results])
    report.causes, report.observed = list(causes), {"surrogates": "accept"}
    return summarize(report, "About.", "sha256:1", "2026-01-31", 1.3)


PASSED = case("plain/decode", Verdict.PASS, bug="delta-of-zero")
QUADRATIC = Growing("encode", "mixed", 2.01, 1.98, 2.1, 112.5, steep=True, hostile=True)
LATE = Growing("decode", "digits", None, None, None, None, steep=True, hostile=True)


def test_a_result_has_the_counts_of_its_report() -> None:
    refused = wrong("refused", Crashed("IndexError"), "undeclared-error", "a+bc")
    found = result(PASSED, refused, wrong("alone", TimedOut(5.0, "stderr")), law("round-trip", Breach((), "shows")))

    assert (found.tally, found.failed, found.seconds) == ({"pass": 1, "crash": 1, "timeout": 1}, 2, 1.3)
    assert (found.laws, found.broken, found.conforms) == ({"round-trip": "fail"}, ["round-trip"], False)
    assert found.classes["delta-of-zero"] == {"pass": 1}
    assert (found.classes["section 6.2"], found.classes["undeclared-error"]) == ({"timeout": 1}, {"crash": 1})
    assert found.clauses == {"6.2": {"crash": 1, "pass": 1, "timeout": 1}}
    assert [(one.verdicts, one.laws, one.clauses) for one in found.failures][-1] == ({}, ("round-trip",), {"6": 1})
    assert [one.clauses for one in found.failures][:-1] == [{"6.2": 1}] * (len(found.failures) - 1)
    assert sum(sum(one.verdicts.values()) for one in found.failures) == 2


@pytest.mark.parametrize(
    ("got", "withheld"),
    [
        (Returned((0x61,)), False),
        (Crashed("IndexError: list index out of range"), False),
        (TimedOut(5.0), False),
        (Crashed("killed by SIGSEGV"), True),
        (Crashed("it ended with exit status 0xc0000005"), True),
        (Crashed("it ended with exit status 1"), False),
    ],
)
def test_inputs_that_kill_a_process_are_withheld(got: Outcome, withheld: bool) -> None:
    (group,) = result(wrong("secret-id", got, "fixed-buffer"), PASSED).failures

    assert group.withheld == withheld
    assert (group.cases, group.example is None) == (((), True) if withheld else (("secret-id/decode",), False))
    assert sum(group.verdicts.values()) == 1


def test_a_cause_that_is_withheld_is_not_named() -> None:
    cause = Cause("f", "Decode dies of +", "5", 1, 1, bug="process-aborted", cases=("a/decode",))
    (group,) = result(wrong("a", Crashed("killed by SIGABRT")), PASSED, causes=(cause,)).failures

    assert (group.withheld, group.bug, group.fault) == (True, "process-aborted", "")
    # The name and the words of a cause may describe the input; the title of the class does not.
    assert group.says == catalogue.bugs()["process-aborted"].title + "."


def test_what_is_wrong_shows_the_class_whatever_the_vector_looks_for() -> None:
    (group,) = result(wrong("a", Returned((0x369,)), "fixed-buffer", "-kva"), PASSED).failures

    assert (group.bug, group.says) == (
        "leading-delimiter-dropped",
        "Decode drops a delimiter that has nothing before it.",
    )
    assert catalogue.bugs().keys() >= {*BUGS.values()}


@pytest.mark.parametrize(
    ("message", "published"),
    [
        ("fault Error: bad at /usr/share/perl5/URI/_punycode.pm line 60", "fault Error: bad at _punycode.pm line 60"),
        ("/home/me/.cache/conform/x-1/a.js:5: boom", "a.js:5: boom"),
        (r"C:\Users\me\a.py: boom", "a.py: boom"),
        ("1/2 of a/b is no path", "1/2 of a/b is no path"),
    ],
)
def test_an_example_has_nothing_of_the_machine(message: str, published: str) -> None:
    (group,) = result(wrong("a", Crashed(message, "stderr of /root")), PASSED).failures

    assert group.case is not None
    assert group.case.outcome == Crashed(published)


def test_a_long_example_is_left_out_and_a_broken_law_has_its_breach() -> None:
    (long,) = result(wrong("a", Returned((0x61,)), encoded="a" * 1001)).failures
    (unstable,) = result(PASSED, law("stability", Breach((), "shows"))).failures

    assert (long.example, long.cases) == (None, ("a/decode",))
    assert unstable.breaches == {"stability": "shows"}


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = result(wrong("a", Returned((0x61,))), wrong("b", Crashed("x"), "fixed-buffer"), PASSED)
    found = replace(found, growth=(QUADRATIC, LATE))
    path = results_of.write(tmp_path, found)
    (tmp_path / results_of.INDEX).write_text(results_of.index([found]), encoding="utf-8")

    assert path.name == "x.json"
    assert replace(found, target="a/../b.c:d").slug == "a-..-b.c-d"  # never a path
    assert results_of.read_all(tmp_path) == [found]
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(ConformError, match=r"x.json: Invalid enum value 2 - at `\$.format`"):
        results_of.read(path)


def test_the_steepest_growth_is_a_hostile_one_and_what_was_not_answered_in_time_is_worst() -> None:
    def steepest(*growth: Growing) -> Growing | None:
        return replace(result(PASSED), growth=growth).steepest

    linear = replace(QUADRATIC, exponent=3.0, steep=False, hostile=False)  # too uncertain an exponent
    assert steepest() is steepest(linear) is None
    assert steepest(linear, QUADRATIC) == QUADRATIC
    assert steepest(QUADRATIC, replace(QUADRATIC, exponent=3.0, hostile=False)) == QUADRATIC
    assert steepest(QUADRATIC, LATE) == LATE


def test_a_result_is_a_row() -> None:
    broken = result(PASSED, law("round-trip", Breach((), "shows")))
    one = replace(broken, tally={"pass": 5_001, "fail": 2}, name="a|b", version="<1>", layer="a-label")
    row = results_of.markdown([one], "results").splitlines()[-1]

    assert row == (
        "| [`adapter:x`](results/x.json) | a&#124;b &#60;1&#62; | C (a-label) | does not | 5,001 | 2 | 0 | 0 | 0 | 1 "
        "| surrogates accept |"
    )


PUBLISHED: dict[str, Result] = {one.target: one for one in results_of.read_all(files.RESULTS)}


def test_the_index_and_the_table_are_of_the_results() -> None:
    page = (files.RESULTS.parent / "README.md").read_bytes()

    assert results_of.index(PUBLISHED.values()) == (files.RESULTS / results_of.INDEX).read_text(encoding="utf-8")
    assert results_of.inserted(page, results_of.markdown(PUBLISHED.values(), files.RESULTS.name)) == page
    assert {f"{one.slug}.json" for one in PUBLISHED.values()} | {results_of.INDEX} == {
        path.name for path in files.RESULTS.iterdir()
    }


def test_adapters_that_are_there_have_results_and_ci_runs_some_of_these() -> None:
    named = {f"adapter:{name}" for one in adapter.every() for name in one.names}

    assert {*PUBLISHED} - named == {"codec:punycode"}
    lines = (files.ADAPTERS.parents[1] / ".ci" / "implementations").read_text(encoding="utf-8").splitlines()
    always = [line for line in lines if not line.startswith("#")]

    assert {*always} <= PUBLISHED.keys() & {one.target for one in measurement.every()}
