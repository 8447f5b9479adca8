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
from punycode_conform.targets.local import Local

Codec = Callable[[str], str]


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


def test_few_cases_show_nothing() -> None:
    assert Alike.of(cases(refuses, refuses, ("leading-delimiter-*",))[0]) == ""
    assert Alike.of([]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CONTROLS][:3])
def test_a_right_codec_is_never_stopped(name: str) -> None:
    codec = CONTROLS[name].make()

    assert not cases(codec.encode, codec.decode)[1].alike
