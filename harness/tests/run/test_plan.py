"""The plan: what globs and fields select, what is no selection at all, and the order in which cases are asked."""

from typing import Any

import pytest

from punycode_conform.errors import ConformError, NothingRan
from punycode_conform.run.plan import Plan, plan
from punycode_conform.suite import A_LABEL, PUNYCODE, oracle
from punycode_conform.suite.laws import LAWS
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector, cases

BOTH = ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


def pair(name: str, text: str, **more: Any) -> Vector:
    points = tuple(map(ord, text))
    return Vector(
        name, BOTH, points, "".join(map(chr, oracle.encode_fast(points))), bits={ENCODE: 26, DECODE: 26}, **more
    )


VECTORS = [
    pair("umlaut", "\u00fc", clause="6.2", bug="swap", file="some.yaml"),
    pair("umlaut-two", "\u00fc\u00fc", clause="6.3", level="should", file="other.yaml"),
    Vector("refused", BOTH[1:], None, "-", "bad-digit", bits={DECODE: 26}, clause="6.2", file="some.yaml"),
    pair("label", "b\u00fccher", layer=A_LABEL),
]

ALL = ["umlaut/encode", "umlaut/decode", "umlaut-two/encode", "umlaut-two/decode", "refused/decode"]


@pytest.mark.parametrize(
    ("only", "chosen", "laws", "unreported"),
    [
        ([], ALL, len(LAWS), 0),
        (["umlaut*/decode"], ["umlaut/decode", "umlaut-two/decode"], 0, 0),
        (["law/round-trip"], [], 1, 5),
    ],
)
def test_globs_select_cases_and_laws(only: list[str], chosen: list[str], laws: int, unreported: int) -> None:
    found = plan(VECTORS, layer=PUNYCODE, only=only)

    assert [case.id for case in found.cases] == chosen
    assert (len(found.laws), len(found.unreported), len(found.asked)) == (laws, unreported, len(chosen) + unreported)
    assert found.layer == PUNYCODE


@pytest.mark.parametrize(
    ("only", "error", "message"),
    [
        (["law/round-trop"], NothingRan, "--only 'law/round-trop' matches no case; did you mean law/round-trip?"),
        (["umlaut", "none", "nine"], ConformError, "--only 'none' matches no case"),
    ],
)
def test_a_glob_that_matches_nothing_is_an_error(only: list[str], error: type[ConformError], message: str) -> None:
    with pytest.raises(ConformError) as raised:
        plan(VECTORS, layer=PUNYCODE, only=only)

    assert type(raised.value) is error
    assert raised.value.message.startswith(message)


def test_very_long_cases_are_asked_last_from_short_to_long() -> None:
    long = [pair(f"long-{n}", "a" * n) for n in (9000, 7000, 8000)]
    found = Plan(cases([long[0], VECTORS[0], *long[1:], VECTORS[2]]), ())
    usual, last = found.order

    assert [found.asked[index].id for index in usual] == ["umlaut/encode", "umlaut/decode", "refused/decode"]
    lengths = [len(found.asked[index].vector.decoded or ()) for index in last]
    assert lengths == [7000, 7000, 8000, 8000, 9000, 9000]
    assert all(found.facts[case.call] == case.facts for case in found.asked)
