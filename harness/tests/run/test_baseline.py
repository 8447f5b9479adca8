"""The baseline's judgement, as a table: what is recorded against what a case does."""

import pytest

from punycode_conform.errors import ConformError
from punycode_conform.run.baseline import FLAKY, Baseline, Entry, KnownFailures, form
from punycode_conform.run.report import Report, Stale
from punycode_conform.run.result import STABILITY, CaseResult
from punycode_conform.suite.oracle import Expectation
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict

from ..results import RIGHT, case, header

PASSES = case("a/decode", Verdict.PASS, got=Returned((0xFC,)))
FAILS = case("a/decode", Verdict.FAIL, got=Returned((0xFC,)))
FAILS_OTHERWISE = case("a/decode", Verdict.FAIL, got=Returned((0xFD,)))
REFUSES = case("a/decode", Verdict.FAIL, got=Rejected("no"))
CRASHES = case("a/decode", Verdict.CRASH, got=Crashed("killed"))
HANGS = case("a/decode", Verdict.TIMEOUT, got=TimedOut(5))
SKIPPED = case("a/decode", Verdict.SKIP, got=Unsupported())
WARNED = case("a/decode", Verdict.PASS, warning=True)

NOTHING = Baseline()
RECORDED = Baseline("b.yaml", {"a/decode": Entry("a/decode", "R", "b.yaml", 3, got="returned U+00FC")})
ANY_FAILURE = Baseline("b.yaml", {"a/decode": Entry("a/decode", "R", "b.yaml", 3)})
IS_FLAKY = Baseline("b.yaml", {}, {"a/decode": Entry("a/decode", "flaky", "b.yaml", 3)})
FLAKY_PATTERN = Baseline("b.yaml", {}, {"a/d*": Entry("a/d*", "flaky", "b.yaml", 3)})
VARIES = Entry(STABILITY, "chance", "b.yaml", 4)
VARYING = Baseline("b.yaml", {**RECORDED.known, STABILITY: VARIES})
VARYING_NOW_AND_THEN = Baseline("b.yaml", RECORDED.known, {"law/*": VARIES})


@pytest.mark.parametrize(
    ("baseline", "did", "verdict", "known", "stale"),
    [
        (NOTHING, HANGS, Verdict.TIMEOUT, "", ""),
        (RECORDED, PASSES, Verdict.XPASS, "R", "passes"),
        (RECORDED, FAILS, Verdict.XFAIL, "R", ""),
        (
            RECORDED,
            FAILS_OTHERWISE,
            Verdict.XFAIL,
            "R",
            "differently than recorded: returned U+00FD, not returned U+00FC",
        ),
        (RECORDED, REFUSES, Verdict.XFAIL, "R", "differently than recorded: refused"),
        (RECORDED, CRASHES, Verdict.XFAIL, "R", "differently than recorded: crashed"),
        (RECORDED, HANGS, Verdict.XFAIL, "R", "differently than recorded: did not answer"),
        (RECORDED, SKIPPED, Verdict.SKIP, "", "is skipped"),
        (RECORDED, WARNED, Verdict.PASS, "", ""),
        (ANY_FAILURE, PASSES, Verdict.XPASS, "R", "passes"),
        (ANY_FAILURE, FAILS, Verdict.XFAIL, "R", ""),
        (ANY_FAILURE, CRASHES, Verdict.XFAIL, "R", ""),
        (ANY_FAILURE, SKIPPED, Verdict.SKIP, "", "is skipped"),
        (IS_FLAKY, PASSES, Verdict.PASS, "", ""),
        (IS_FLAKY, FAILS, Verdict.XFAIL, FLAKY, ""),
        (IS_FLAKY, HANGS, Verdict.XFAIL, FLAKY, ""),
        (IS_FLAKY, SKIPPED, Verdict.SKIP, "", ""),
        (FLAKY_PATTERN, PASSES, Verdict.PASS, "", ""),
        (FLAKY_PATTERN, FAILS, Verdict.XFAIL, FLAKY, ""),
        (VARYING, PASSES, Verdict.PASS, "", ""),
        (VARYING, FAILS_OTHERWISE, Verdict.XFAIL, "R", ""),
        (VARYING_NOW_AND_THEN, PASSES, Verdict.PASS, "", ""),
        (VARYING_NOW_AND_THEN, CRASHES, Verdict.XFAIL, "R", ""),
    ],
)
def test_an_entry_is_compared_with_what_the_case_does(
    baseline: Baseline, did: CaseResult, verdict: Verdict, known: str, stale: str
) -> None:
    judged, entry = baseline.judged(did)

    assert (verdict, known) == (judged.verdict, judged.known)
    assert bool(stale) == (entry is not None)
    if entry:
        assert (entry.id, entry.file, entry.line) == ("a/decode", "b.yaml", 3)
        assert stale in entry.why


DROPPED = Entry("fault/leading-delimiter-consumed", "D", "b.yaml", 3, cases=2)


def dropping(given: str, got: Outcome, verdict: Verdict = Verdict.FAIL, expected: Expectation = RIGHT) -> CaseResult:
    call = Call(Operation.DECODE, tuple(given.encode()))
    return case(f"{given}/decode", verdict, call=call, expected=expected, got=got)


DROPS = (dropping("-", Returned(())), dropping("-a", Returned((0x80,))))


@pytest.mark.parametrize(
    ("results", "verdicts", "stale"),
    [
        (DROPS, [Verdict.XFAIL] * 2, ""),
        (
            (*DROPS, dropping("-", Returned(()))),
            [Verdict.XFAIL] * 3,
            "3 failed cases have the answer of this fault",
        ),
        (DROPS[:1], [Verdict.XFAIL], "1 failed cases have the answer of this fault, 2 are recorded"),
        ((*DROPS, dropping("-b", Returned((0x62,)))), [Verdict.XFAIL] * 2 + [Verdict.FAIL], ""),
        ((*DROPS, dropping("-b", Crashed("KeyError"), Verdict.CRASH)), [Verdict.XFAIL] * 2 + [Verdict.CRASH], ""),
        ((dropping("-", Rejected(), Verdict.PASS),), [Verdict.PASS], "no failed case has the answer of this fault"),
    ],
)
def test_an_entry_for_a_fault_covers_its_answers_and_no_others(
    results: tuple[CaseResult, ...], verdicts: list[Verdict], stale: str
) -> None:
    known = KnownFailures(Baseline("b.yaml", {DROPPED.id: DROPPED}))

    assert [known.judged(result)[0].verdict for result in results] == verdicts
    assert [one.why.partition(",")[0] for one in known.miscounted()] == ([stale.partition(",")[0]] if stale else [])


def test_an_entry_for_a_single_case_overrides_those_for_several() -> None:
    one, pattern = Entry("-/decode", "one", "b.yaml", 1, got="returned nothing"), Entry("*/decode", "all", "b.yaml", 2)
    known = KnownFailures(Baseline("b.yaml", {entry.id: entry for entry in (pattern, one)}))
    only_faults = KnownFailures(Baseline("b.yaml", {entry.id: entry for entry in (DROPPED, one)}))

    assert [known.judged(result)[0].known for result in DROPS] == ["one", "all"]
    assert [only_faults.judged(result)[0].known for result in DROPS] == ["one", "D"]


@pytest.mark.parametrize("baseline", [RECORDED, IS_FLAKY])
@pytest.mark.parametrize(
    ("ids", "retired", "why"),
    [
        ({"a/decode"}, set(), []),
        ({"b/decode"}, set(), ["no case or law has this id"]),
        ({"b/decode"}, {"a"}, ["the vector is retired"]),
        ({"a/encode"}, {"b"}, ["no case or law has this id"]),
    ],
)
def test_an_entry_that_matches_nothing_is_reported(
    baseline: Baseline, ids: set[str], retired: set[str], why: list[str]
) -> None:
    assert why == [one.why for one in baseline.unmatched(ids, retired)]


@pytest.mark.parametrize(
    ("got", "line"),
    [
        (Returned(()), "returned nothing"),
        (Returned((0x61, 0x2D)), 'returned "a-"'),
        (Returned((0x61, 0x20)), "returned U+0061 U+0020"),
        (Returned((0x202E, 0xFC)), "returned U+202E U+00FC"),
        (Rejected("at 0x7f0012"), "refused"),
        (Crashed("at 0x7f0012"), "crashed"),
        (TimedOut(5), "did not answer"),
    ],
)
def test_the_form_of_an_answer_is_a_stable_line(got: Outcome, line: str) -> None:
    assert line == form(case("a/decode", Verdict.FAIL, got=got))


def test_the_form_of_a_long_answer_is_short_and_differs_from_others() -> None:
    one, other = ([0x4E00 + i for i in range(5000)] for _ in range(2))
    other[2500] += 1
    forms = {form(case("a/decode", Verdict.FAIL, got=Returned(tuple(points)))) for points in (one, other)}

    assert len(forms) == 2
    assert all(line.startswith("returned 5000 code points sha256 ") and len(line) < 60 for line in forms)


@pytest.mark.parametrize(
    ("verdicts", "stale", "stopped", "status", "footer"),
    [
        ([Verdict.PASS], False, "", 0, "conforms"),
        ([Verdict.PASS, Verdict.XFAIL], False, "", 0, "conforms as the baseline expects"),
        ([Verdict.PASS, Verdict.XFAIL], True, "", 5, "the baseline is stale"),
        ([Verdict.XPASS], True, "", 5, "the baseline is stale"),
        ([Verdict.PASS], True, "", 5, "the baseline is stale"),
        ([Verdict.XFAIL, Verdict.FAIL], False, "", 1, "does not conform"),
        ([Verdict.XPASS, Verdict.CRASH], True, "", 1, "does not conform"),
        ([Verdict.XFAIL], False, "broke down", 1, "does not conform"),
    ],
)
def test_a_failure_outweighs_a_stale_entry(
    verdicts: list[Verdict], stale: bool, stopped: str, status: int, footer: str
) -> None:
    report = Report(header(), [case("a/decode", v) for v in verdicts], stopped=stopped)
    report.stale = [Stale("a/decode", "b.yaml", 3, "it passes")] if stale else []

    assert (status, footer) == (report.status, report.verdict)


@pytest.mark.parametrize(
    ("of", "label", "same"),
    [
        ("", "mylib", True),
        ("mylib.punycode", "mylib.punycode:encode,decode", True),
        ("mylib.punycode", "otherlib.punycode", False),
        ("codec:punycode", "codec:idna", False),
        ("codec:punycode", "codec:punycode", True),
        ("-- ./adapter", "-- /srv/build/adapter", True),
        ("-- python3 a/adapter.py", "-- .venv/bin/python adapter.py --fast", True),
        ("-- node first.js", "-- node second.js", False),
        ("-- ./one", "-- ./two", False),
        ("mylib", "-- ./two", False),
    ],
)
def test_a_baseline_knows_whose_it_is(of: str, label: str, same: bool) -> None:
    baseline = Baseline("b.yaml", of=of)
    if same:
        baseline.refuse_other(label)
        return
    with pytest.raises(ConformError, match=f"b.yaml: the baseline of {of}, not of {label}"):
        baseline.refuse_other(label)
