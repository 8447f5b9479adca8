"""Failures in groups: what is wrong in words, what the failed inputs share, and in which order people read them."""

from collections.abc import Sequence

import pytest

from punycode_conform.account.difference import difference, wrong
from punycode_conform.render.failure import groups
from punycode_conform.render.text import text
from punycode_conform.run.report import CaseResult, Cause, Observation, Report, Result
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Either, Expectation, Rejects, Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict

from .. import results
from ..suite.answers import points

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
HEADER = results.header(command=("conform", "run", "x"))
BEYOND = Either((0x110000,), "beyond-unicode", ("beyond-unicode",))
BUG = "time-grows-too-fast"  # the class of a vector, which says nothing about the codec


def case(name: str, given: str, expected: Expectation, got: Outcome, verdict: Verdict = Verdict.FAIL) -> CaseResult:
    call = Call(Operation(name.rpartition("/")[2]), points(given))
    return results.case(name, verdict, call=call, expected=expected, got=got, bug=BUG)


@pytest.mark.parametrize(
    ("operation", "given", "wanted", "got", "says"),
    [
        (ENCODE, "abc", "abc-", "abc", "it is the input as it was given"),
        (ENCODE, "Bü", "B-eha", "b-eha", "letters are in another case"),
        (ENCODE, "bücher", "bcher-kva", "bcher-kv", "its end is missing"),
        (ENCODE, "bücher", "bcher-kva", "bcher-kvb", ""),
        (DECODE, "x", "ab", "ba", "the code points are right, but not their order"),
        (DECODE, "x", "\ud83d\udca9", "\U0001f4a9", "two surrogates are joined to one code point"),
        (DECODE, "x", "a\ud800b", "a\ufffdb", "code points become U+FFFD"),
        (DECODE, "x", "a\U0001f4a9", "a\uf4a9", "only the low 16 bits of code points are kept"),
        (DECODE, "x", "BÜ", "bü", "upper case becomes lower case"),
        (DECODE, "x", "e\u0301", "\u00e9", "it is in form NFC"),
        (DECODE, "x", "bücher", "bäcler", ""),
        (DECODE, "x", "a\U00010000", "a\0", ""),
    ],
)
def test_a_wrong_result_is_described_by_its_difference(
    operation: Operation, given: str, wanted: str, got: str, says: str
) -> None:
    assert difference(operation, points(given), points(wanted), points(got)) == says


@pytest.mark.parametrize(
    ("given", "expected", "got", "says"),
    [
        ("a-b", Rejects("truncated"), Returned(()), "decode accepts input whose last digit is missing"),
        ("-", Rejects("bad-digit"), Returned(()), "decode drops a delimiter that has nothing before it"),
        ("-a", Rejects("bad-digit"), Returned((0x97,)), "decode accepts an ASCII character that is no digit"),
        ("a_", Rejects("bad-digit"), Returned(()), "decode accepts an underscore, which is no digit"),
        ("aｋ", Rejects("bad-digit"), Returned(()), "decode accepts a non-ASCII character, which is no digit"),
        ("ü-", Rejects("non-basic"), Returned(()), "decode accepts a non-ASCII character before the last delimiter"),
        ("ü-", Rejects("non-basic"), Returned(()), "encode accepts input that must be refused (non-basic)"),
        ("tda", Returns((0xFC,)), Rejected("no"), "decode refuses valid input"),
        ("tda", Returns((0xFC,)), Crashed("KeyError: 7"), "decode fails with KeyError on valid input"),
        ("tda", Returns((0xFC,)), Crashed("UTF-8: not valid"), "decode answers with ill-formed UTF-8 on valid input"),
        ("en32g", BEYOND, Crashed("OverflowError: 7"), "decode fails with OverflowError on valid input"),
        ("en32g", BEYOND, Crashed("Invalid code point -7"), "decode fails with Invalid code point … on valid input"),
        ("tda", Returns((0xFC,)), Crashed("killed by SIGSEGV"), "decode ends the process on valid input"),
        ("tda", Returns((0xFC,)), TimedOut(5), "decode does not answer valid input"),
        ("tda", Returns((0xFC,)), Unsupported(), "decode answers 'unsupported' to input that every string can hold"),
    ],
)
def test_what_is_wrong_is_seen_in_the_answer_alone(given: str, expected: Expectation, got: Outcome, says: str) -> None:
    assert wrong(*case(f"x/{says.partition(' ')[0]}", given, expected, got).answer) == says


def encoded(name: str, text: str, verdict: Verdict = Verdict.FAIL) -> CaseResult:
    return case(f"{name}/encode", text, Returns(points(f"{text}-")), Rejected(), verdict)


def shown(results: Sequence[Result], *causes: Cause) -> list[tuple[str, list[str]]]:
    report = Report(HEADER, [*results])
    report.causes = list(causes)
    return [(group.heading, [one.id for one in group.results]) for group in groups(report)]


def test_what_a_cause_explains_is_under_it_and_the_rest_by_what_is_wrong() -> None:
    some: list[Result] = [
        encoded("one", "bb-b"),
        encoded("two", "b-b"),
        case("three/decode", "t", Rejects("truncated"), Returned(())),
        results.law("round-trip", Breach((), "this")),
        results.law("decode-uniqueness", Breach((), "that")),
        encoded("fine", "b", Verdict.PASS),
    ]
    cause = Cause("a", "It is wrong.", "6.2", 1, 3, cases=("three/decode", "law/round-trip"))
    assert shown(some, cause) == [
        ("Encode refuses valid input.", ["two/encode", "one/encode"]),
        ("It is wrong. (RFC 3492 section 6.2)", ["three/decode", "law/round-trip"]),
        ("1 law broken by calls that are none of the cases above.", ["law/decode-uniqueness"]),
    ]
    made, of_above = Report(HEADER, some[:3]), "Other failures, perhaps of a mistake above."
    made.unstable, made.observations = True, [Observation("Y.", "", ("one/encode",), ("x",))]
    assert [group.heading for group in groups(made)][::2] == ["Y.", of_above]
    assert text(made).count("again: ") == 2  # the observation's, and the whole run
    names, line = ("one/encode", "three/decode"), 'RFC 3492 has "a" (5).'
    made.causes = [Cause("a", "It is wrong.", "6.2", 1, 3, cases=(name,), line=line) for name in names]
    assert text(made, width=300).count(line) == 1
    some = [case(f"{n}/decode", "a", Returns(points("\x80")), Returned(points("xy"))) for n in range(101)]
    some.append(case("case/decode", "wca7d", Returns(points("üÜ")), Returned(points("üü"))))
    assert [heading for heading, _ in shown(some)] == ["Decode gives a wrong result."]
    accepted = case("cut/decode", "t", Rejects("truncated"), Returned(()))
    refused = [case(f"r{n}/decode", "b", Rejects("truncated"), Rejected(), Verdict.PASS) for n in range(2)]
    of_one = Cause("a", "It is wrong.", "6.2", 1, 3, cases=("0/decode",))
    assert shown([*some, accepted, *refused], of_one)[-1] == (of_above, ["cut/decode"])
    some = [some[-1], *[case(f"{n}/decode", "tda", Returns(points("ü")), Rejected()) for n in range(101)]]
    assert len(shown(some)) == 2  # refusals have no words that fit


def test_broken_stability_comes_first_then_the_group_with_the_most_cases() -> None:
    accepted = [case(f"a{n}/decode", "t" * n, Rejects("truncated"), Returned(())) for n in range(1, 4)]
    some: list[Result] = [encoded("one", "b"), *accepted, results.law("stability", Breach((), "this"))]
    cause = Cause("a", "It is wrong.", "6.2", 1, 3, cases=("one/encode",))
    assert [heading for heading, _ in shown(some, cause)] == [
        "Answers are not always the same.",
        "Decode accepts input whose last digit is missing.",
        "It is wrong. (RFC 3492 section 6.2)",
    ]


def test_examples_are_short_readable_and_unlike() -> None:
    results = [encoded(name, text) for name, text in (("c", "\x01"), ("b", "b"), ("a", "a"), ("d", "abc"), ("e", "ab"))]
    (group,) = groups(Report(HEADER, [*results]))

    assert [one.id for one in group.examples] == ["b/encode", "e/encode"]
