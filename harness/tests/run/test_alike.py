"""Answers that are all alike: said once, and never of a codec that is only partly wrong."""

from collections.abc import Callable, Iterator

import pytest

from punycode_conform.codec import decode, encode
from punycode_conform.faults import CONTROLS
from punycode_conform.run.alike import Alike
from punycode_conform.run.plan import Plan, plan
from punycode_conform.run.result import CaseResult
from punycode_conform.run.run import Run
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.oracle import Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict
from punycode_conform.targets.local import Local

from ..results import case

Codec = Callable[[str], str]
DECODE = Operation.DECODE


def cases(encoder: Codec | None, decoder: Codec | None, only: tuple[str, ...] = ()) -> tuple[list[CaseResult], Run]:
    chosen = plan(corpus.suite().vectors, layer="punycode", only=only)
    local = Local(encoder, decoder, "made.up")
    going = Run(Plan(chosen.cases, ()), Choices(), False, local, ends=True)
    return [result for result in going.results() if isinstance(result, CaseResult)], going


def refuses(text: str) -> str:
    raise ValueError(text)


def breaks(text: str) -> str:
    raise NameError("name 'punycode' is not defined")


@pytest.mark.parametrize(
    ("codec", "says"),
    [
        (refuses, "is refused"),
        (breaks, "fails with NameError"),
        (lambda text: "", "gives nothing"),
        (lambda text: "x", 'gives "x"'),
        (lambda text: text, "gives its input back"),
    ],
)
def test_a_target_that_always_says_one_thing_is_asked_no_more(codec: Codec, says: str) -> None:
    results, going = cases(codec, codec)

    assert Alike.of(results) == says
    assert going.alike
    assert len(results) < 1200
    assert going.stopped == f"all answers are alike; {len(going.plan.cases) - len(results):,} cases were not run"


def _partly(results: list[CaseResult]) -> Iterator[str]:
    yield Alike.of(results)
    yield Alike.of([result for result in results if result.id.endswith("/decode")])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoder", "decoder", "parts"),
    [
        (encode, decode, ["", ""]),
        (encode, refuses, ["", "is refused"]),
        (breaks, refuses, ["", "is refused"]),
        (lambda text: encode(text) if len(text) < 40 else breaks(text), decode, ["", ""]),
    ],
)
def test_a_codec_with_a_right_side_is_asked_to_the_end(encoder: Codec, decoder: Codec, parts: list[str]) -> None:
    results, going = cases(encoder, decoder)

    assert (going.alike, going.stopped) == (False, "")
    assert list(_partly(results)) == parts


def failed(*answers: Outcome, verdict: Verdict = Verdict.FAIL, first: int = 0) -> list[CaseResult]:
    """Results that give these answers, each to a call with a right answer of its own."""
    return [
        case("x/decode", verdict, call=Call(DECODE, (0x61, n)), expected=Returns((0x100 + n,)), got=answer)
        for n, answer in enumerate(answers, first)
    ]


@pytest.mark.parametrize(
    ("results", "says"),
    [
        (failed(*[Rejected("a"), Rejected("b")] * 4), "is refused"),
        (failed(*[Rejected()] * 7), ""),
        (failed(*[Rejected()] * 8, verdict=Verdict.PASS), ""),
        (failed(*[Rejected()] * 7, TimedOut(5)), ""),
        (failed(TimedOut(5), *[Rejected()] * 8), ""),
        (failed(*[Unsupported()] * 3, verdict=Verdict.SKIP) + failed(*[Rejected()] * 8), "is refused"),
        (failed(*[Returned((0x7A,))] * 8), 'gives "z"'),
        (failed(*[Returned((0x7A,))] * 8, Returned((0x79,))), ""),
        (failed(*[Returned(())] * 8, Returned((0x79,))), ""),
        (failed(*[Returned(())] * 8), "gives nothing"),
        (failed(*[Returned((0x61, n)) for n in range(8)]), "gives its input back"),
        (failed(*[Returned((0x61, n)) for n in range(7)], Returned((0x61, 0))), ""),
        (failed(*[Crashed("E: a"), Crashed("E: b")] * 4), "fails with E"),
        (failed(*[Crashed("E: a"), Crashed("F: a")] * 4), ""),
        (failed(Returned((0x61,))) + failed(*[Rejected()] * 8), ""),
    ],
)
def test_answers_that_are_alike(results: list[CaseResult], says: str) -> None:
    assert Alike.of(results) == says


def test_an_empty_input_says_nothing_of_an_answer() -> None:
    empty = case("x/decode", Verdict.PASS, call=Call(DECODE, ()), got=Returned(()))

    assert Alike.of([empty, *failed(*[Rejected()] * 8)]) == "is refused"


def test_a_thousand_answers_are_enough_if_they_should_be_eight() -> None:
    found, few = Alike(), Alike()
    for result in failed(*[Rejected()] * 1000):
        assert not found.enough
        assert found.take(result)
    assert found.enough
    assert all(map(few.take, failed(*[Rejected()] * 7) * 200))
    assert not few.enough
    assert few.take(failed(Rejected(), first=7)[0])
    assert few.enough


def test_few_cases_show_nothing() -> None:
    assert Alike.of(cases(refuses, refuses, ("leading-delimiter-*",))[0]) == ""
    assert Alike.of([]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CONTROLS][:3])
def test_a_right_codec_is_never_stopped(name: str) -> None:
    codec = CONTROLS[name].make()

    assert not cases(codec.encode, codec.decode)[1].alike
