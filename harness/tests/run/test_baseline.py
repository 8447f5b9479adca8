"""The baseline: what is recorded against what a case does, and its file, in which a mistake has its line."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.run.baseline import FLAKY, Baseline, Entry, FindingCall, answer_line, new, parse
from punycode_conform.run.report import STABILITY, CaseResult, Report, Stale
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict

from ..results import case, header

PASSES = case("a/decode", Verdict.PASS, got=Returned((0xFC,)))
FAILS = case("a/decode", Verdict.FAIL, got=Returned((0xFC,)))
OTHER = case("a/decode", Verdict.FAIL, got=Returned((0xFD,)))
CRASHES = case("a/decode", Verdict.CRASH, got=Crashed("killed"))
SKIPPED = case("a/decode", Verdict.SKIP, got=Unsupported())
WARNED = case("a/decode", Verdict.PASS, warning=True)

RECORDED = "a/decode: {reason: R, got: returned U+00FC}\n"
PATTERN = "'*/decode': R\n"


def parsed(text: str) -> Baseline:
    return parse(Path("b.yaml"), text.encode())


@pytest.mark.parametrize(
    ("text", "did", "verdict", "known", "stale"),
    [
        ("", CRASHES, Verdict.CRASH, "", ""),
        (RECORDED, PASSES, Verdict.XPASS, "R", "passes"),
        (RECORDED, FAILS, Verdict.XFAIL, "R", ""),
        (RECORDED, OTHER, Verdict.XFAIL, "R", "differently than recorded: returned U+00FD, not returned U+00FC"),
        (RECORDED, SKIPPED, Verdict.SKIP, "", "is skipped"),
        (RECORDED, WARNED, Verdict.PASS, "", ""),
        (PATTERN, PASSES, Verdict.XPASS, "R", "the case passes; it is covered by */decode"),
        ("flaky: [a/decode]\n", PASSES, Verdict.PASS, "", ""),
        ("flaky: [a/d*]\n", FAILS, Verdict.XFAIL, FLAKY, ""),
        (f"{RECORDED}{STABILITY}: chance\n", PASSES, Verdict.PASS, "", ""),
    ],
)
def test_an_entry_is_compared_with_what_the_case_does(
    text: str, did: CaseResult, verdict: Verdict, known: str, stale: str
) -> None:
    judged, entry = parsed(text).judged(did)

    assert (judged.verdict, judged.known) == (verdict, known)
    assert bool(stale) == (entry is not None)
    if entry:
        assert (entry.id, entry.file) == ("a/decode", "b.yaml")
        assert stale in entry.why


def dropping(given: str, got: Outcome, verdict: Verdict = Verdict.FAIL) -> CaseResult:
    return case(f"{given}/decode", verdict, call=Call(Operation.DECODE, tuple(given.encode())), got=got)


FAULT = "fault/leading-delimiter-consumed"
DROPS = (dropping("-", Returned(())), dropping("-a", Returned((0x80,))))
REFUSES = dropping("-", Rejected(), Verdict.PASS)


@pytest.mark.parametrize(
    ("results", "verdicts", "stale"),
    [
        (DROPS, [Verdict.XFAIL] * 2, []),
        ((*DROPS, DROPS[0]), [Verdict.XFAIL] * 3, ["3 failed cases have the answer of this fault, 2 are recorded"]),
        ((*DROPS, dropping("-b", Returned((0x62,)))), [Verdict.XFAIL] * 2 + [Verdict.FAIL], []),
        ((REFUSES,), [Verdict.PASS], ["no failed cases have the answer of this fault, 2 are recorded"]),
    ],
)
def test_an_entry_for_a_fault_covers_its_answers_and_no_others(
    results: tuple[CaseResult, ...], verdicts: list[Verdict], stale: list[str]
) -> None:
    baseline = parsed(f"{FAULT}: {{reason: D, cases: 2}}\n")

    assert [baseline.judged(result)[0].verdict for result in results] == verdicts
    assert [entry.why for entry in baseline.miscounted()] == stale


def test_an_entry_for_a_single_case_overrides_those_for_several() -> None:
    one = "-/decode: one\n"

    for text, other in ((f"'*/decode': all\n{one}", "all"), (f"{FAULT}: D\n{one}", "D")):
        assert [parsed(text).judged(result)[0].known for result in DROPS] == ["one", other]


def test_an_entry_that_matches_nothing_is_reported() -> None:
    baseline = parsed(f"a/decode: x\nl*/x: x\n{FAULT}: x\nproperty/decode: x\nflaky: [c/decode, b*]\n")

    assert [entry.id for entry in baseline.unmatched({"b/decode"})] == ["a/decode", "l*/x", "c/decode"]


@pytest.mark.parametrize(
    ("got", "line"),
    [
        (Returned(()), "returned nothing"),
        (Returned((0x61, 0x2D)), 'returned "a-"'),
        (Returned((0x202E, 0xFC)), "returned U+202E U+00FC"),
        (Returned((0x4E00,) * 5000), "returned 5000 code points sha256 bdae5f7578ca"),
        (Rejected("at 0x7f0012"), "refused"),
        (TimedOut(5), "did not answer"),
    ],
)
def test_the_form_of_an_answer_is_a_stable_line(got: Outcome, line: str) -> None:
    assert answer_line(got) == line


@pytest.mark.parametrize(
    ("verdicts", "stale", "stopped", "status", "footer"),
    [
        ([Verdict.PASS], False, "", 0, "conforms"),
        ([Verdict.PASS, Verdict.XFAIL], False, "", 0, "conforms as the baseline expects"),
        ([Verdict.PASS, Verdict.XFAIL], True, "", 5, "the baseline is stale"),
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

    assert (report.status, report.verdict) == (status, footer)


# As the tool lays it out.
KEPT = """\
# Known failures of libfoo, each with its reason.

b/decode: plain reason
# About delimiters.
# Both of them.
d/decode:
  reason: A long reason.
  issue: https://example.org/1
  date: 2026-05-01
  got: returned U+00FC
f/encode:
  reason: 'one: line'
  issue: 'libfoo#7'
  got: 'returned "a-"'

flaky:
  # Depends on the clock.
  - z/encode

findings:
  # One.
  'decode: crash':
    reason: x
    got: crashed
    calls: [decode: 'a-', encode: U+00FC]
"""
# As a person may have it.
FOUND = """\
# Known failures of libfoo, each with its reason.

# About delimiters.

# Both of them.
d/decode:
  # Not above an entry.
  reason: A long reason.
  issue: https://example.org/1
  date: 2026-05-01
  got: returned U+00FC
"f/encode": {reason: "one: line", got: 'returned "a-"', issue: libfoo#7}
b/decode: plain reason

# Depends on the clock.
flaky: [z/encode]
findings:
  # One.
  'decode: crash':
    reason: x  # Not above an entry.
    calls:
      - decode: 'a-'
      - encode: U+00FC
    got: crashed
"""


def test_an_entry_is_a_reason_or_a_mapping_and_knows_its_line() -> None:
    baseline = parsed(FOUND)
    finding = baseline.findings["decode: crash"]

    assert [(entry.id, entry.reason, entry.line, entry.got) for entry in baseline.known.values()] == [
        ("b/decode", "plain reason", 13, ""),
        ("d/decode", "A long reason.", 6, "returned U+00FC"),
        ("f/encode", "one: line", 12, 'returned "a-"'),
    ]
    assert [(entry.id, entry.line) for entry in baseline.flaky.values()] == [("z/encode", 16)]
    assert finding.line == 19
    assert finding.calls == (Call(Operation.DECODE, (0x61, 0x2D)), Call(Operation.ENCODE, (0xFC,)))
    assert baseline.target == "libfoo"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a/decode: x\na/decode: y\n", "b.yaml:2: key 'a/decode' appears twice"),
        ("a: x\n", "b.yaml:1: 'a' is not the id of a case, law or fault"),
        ("a/decode:\n", "b.yaml:1: a/decode: 'nothing' without quotes is not text to YAML"),
        ("a/decode:\n  got: crashed\n", "b.yaml:2: a/decode: no 'reason'"),
        ("a/decode:\n  reason: x\n  since: y\n", "b.yaml:3: a/decode: unknown key 'since'"),
        ("a/decode:\n  reason: x\n  date: May\n", "b.yaml:3: a/decode: date: must be a day, YYYY-MM-DD"),
        ("fault/base-35:\n  reason: x\n  cases: many\n", "b.yaml:3: fault/base-35: cases: must be a whole number"),
        ("fault/no-such: x\n", "b.yaml:1: no fault is named no-such"),
        ("findings:\n  'decode: x':\n    reason: x\n    calls: [decode]\n", "b.yaml:4: decode: x: calls: must be"),
    ],
)
def test_a_mistake_is_reported_with_file_and_line(text: str, says: str) -> None:
    with pytest.raises(DataError) as fault:
        parsed(text)

    assert fault.value.message.startswith(says)


def test_writing_keeps_what_people_wrote_and_the_comments_above_entries() -> None:
    assert parsed(FOUND).text == KEPT
    assert parsed(KEPT).text == KEPT
    assert parsed(new(Path("b.yaml"), "-- ./adapter").text).target == "-- ./adapter"


WORDS = ["it's", 'a "b": c', "- d", "# e", "1e3", "yes", "2026-05-01", " f ", "\\u0061", "g\nh", "i\x85j", "\u202e"]
CALLS = [Call(Operation.DECODE, tuple(map(ord, text))) for text in ("", "U+0061", "(U+", " -'\"\\", "a-\xfc")]
CALLS += [Call(Operation.ENCODE, points) for points in ((), (0x61, 0x20), (0x110000,))]


def test_whatever_is_written_is_read_back() -> None:
    entries = [Entry(words, got=words, id=f"{at:02}/decode") for at, words in enumerate(WORDS)]
    finding = Entry("x", finding_calls=tuple(map(FindingCall.of, CALLS)), id="decode: crash: a b")
    text = Baseline("b.yaml", entries, findings=[finding]).text
    read = parsed(text)

    assert [(entry.reason, entry.got) for entry in read.known.values()] == [(words, words) for words in WORDS]
    assert read.findings[finding.id].calls == tuple(CALLS)
    assert read.text == text
