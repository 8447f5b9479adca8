"""Shared: calls and their answers, written as text, and the laws that such answers break."""

from collections.abc import Iterable, Sequence

from punycode_conform.suite import laws, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import Breach, Law
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned

Seen = dict[Call, Outcome]
UE, REFUSED = "\u00fc", Rejected("no")
LONG = "a" * 70


def points(text: str | Sequence[int]) -> tuple[int, ...]:
    return tuple(map(ord, text)) if isinstance(text, str) else tuple(text)


def encode(text: str) -> Call:
    return Call(Operation.ENCODE, points(text))


def decode(text: str) -> Call:
    return Call(Operation.DECODE, points(text))


def gives(text: str) -> Returned:
    return Returned(points(text))


def with_facts(seen: Seen, choices: Choices | None = None) -> Evidence:
    return Evidence(seen, {call: oracle.facts(call) for call in seen}, choices=choices or Choices())


def broken(
    seen: Seen, choices: Choices | None = None, again: Iterable[tuple[Call, Outcome]] = ()
) -> dict[Law, list[Breach]]:
    """The breached laws alone."""
    evidence = with_facts(seen, choices)
    for call, outcome in again:
        evidence.take(call, outcome)
    return {law: found for law, found in laws.check(evidence).items() if found}
