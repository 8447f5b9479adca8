"""Layer a-label: IDNA2003, IDNA2008 and UTS 46 pass and keep its laws; to decode a label that is no A-label is wrong."""

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, partial

import pytest

from punycode_conform import codec
from punycode_conform.suite import A_LABEL, corpus, follow_up, laws
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence, observe
from punycode_conform.suite.laws import Law
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge

Fails = Callable[[str], str]
REFUSED = Rejected()


@cache
def suite() -> tuple[Case, ...]:
    return tuple(cases([vector for vector in corpus.suite().vectors if vector.layer == "a-label"]))


def mapped(text: str) -> str:
    return unicodedata.normalize("NFKC", text.lower())


def valid(label: str) -> str:
    """The U-label of an A-label, by the rules that all versions of IDNA share."""
    decoded = codec.decode(label[4:])
    if decoded.isascii() or any("\ud800" <= c <= "\udfff" for c in decoded) or mapped(decoded) != decoded:
        raise ValueError("no A-label")
    return decoded


def error(label: str) -> str:
    raise ValueError(label)


def registration(label: str) -> str:
    """As RFC 5891 section 4, which maps nothing."""
    raise ValueError(label)


def to_unicode(label: str, fails: Fails) -> str:
    if label[:4].lower() != "xn--":
        return label
    if fails is registration and label != label.lower():
        return fails(label)
    try:
        return valid(label)
    except ValueError:
        return fails(label)


def to_ascii(text: str, fails: Fails) -> str:
    if not text.isascii():
        return error(text) if text[:4].lower() == "xn--" else "xn--" + codec.encode(text)
    return text if text[:4].lower() != "xn--" or to_unicode(text, lambda label: "") else fails(text)


def unprefixed(label: str) -> str:
    return label[4:]


STYLES: dict[str, tuple[Fails, Fails, dict[str, str] | None]] = {
    # ToASCII and ToUnicode of what is no A-label, and what is observed; None for styles that are wrong.
    "IDNA2003": (str, str, {"a-label-errors": "unchanged"}),
    "IDNA2008, UTS 46": (error, error, {"a-label-errors": "error"}),
    "the prefix is taken off": (error, unprefixed, None),
    "encoded again": (lambda label: "xn--" + codec.encode(label), str, None),
}


def answer(case: Case, style: str) -> Outcome:
    encodes, decodes, _ = STYLES[style]
    text = "".join(map(chr, case.call.input))
    try:
        result = to_ascii(text, encodes) if case.operation is Operation.ENCODE else to_unicode(text, decodes)
    except ValueError:
        return REFUSED
    return Returned(tuple(map(ord, result)))


def failed(style: str, choices: Choices) -> list[str]:
    said = {case.id: judge(case.expectation(choices), answer(case, style), case.operation) for case in suite()}
    return [name for name, judgement in said.items() if judgement.verdict in BAD]


@pytest.mark.parametrize("style", STYLES)
def test_only_decoding_a_label_that_is_no_a_label_is_wrong(style: str) -> None:
    observed = observe(
        Evidence({case.call: answer(case, style) for case in suite()}, {c.call: c.facts for c in suite()})
    )
    observed.pop("digit-case", None)

    expected = STYLES[style][2]
    assert bool(failed(style, Choices())) == (expected is None)
    if expected is not None:
        assert observed == {"a-label-case": "accept"} | expected
        assert failed(style, Choices().declare_all(expected)) == []


Convert = Callable[[str], str]


def broken(encode: Convert, decode: Convert) -> set[Law]:
    """The laws that two functions break, by all that a run asks."""
    evidence = Evidence()

    def ask(calls: Iterable[Call]) -> None:
        for call in calls:
            convert = encode if call.operation is Operation.ENCODE else decode
            try:
                outcome: Outcome = Returned(tuple(map(ord, convert("".join(map(chr, call.input))))))
            except ValueError:
                outcome = REFUSED
            evidence.take(call, outcome)

    ask([*(case.call for case in suite()), *follow_up.label_lengths()])
    ask(follow_up.of_labels(evidence))
    return {law for law, breaches in laws.check(evidence, A_LABEL).items() if breaches}


def limited(label: str) -> str:
    return label if len(label) <= 59 else error(label)


def encodes(text: str) -> str:
    return to_ascii(text, str)


def decodes(label: str) -> str:
    return to_unicode(label, str)


def without_leading_delimiter(label: str) -> str:
    dropped = label[4:].rfind("-") == 0
    return to_unicode(label[:4] + label[4 + dropped :], error)


CODECS: dict[str, tuple[Convert, Convert, set[Law]]] = {
    "IDNA2003": (encodes, decodes, set()),
    "IDNA2008, UTS 46": (partial(to_ascii, fails=error), partial(to_unicode, fails=error), set()),
    "upper case": (lambda text: encodes(text).upper(), lambda label: decodes(label.lower()), set()),
    "59 octets at most": (lambda text: limited(encodes(text)), lambda label: limited(decodes(label)), set()),
    "a leading delimiter is dropped": (encodes, without_leading_delimiter, {laws.label_uniqueness}),
    "an A-label is encoded again": (
        lambda text: f"xn--{codec.encode(text)}" if text.startswith("xn--") else encodes(text),
        partial(to_unicode, fails=error),
        {laws.label_idempotence},
    ),
    "long text is cut": (encodes, lambda s: decodes(s)[:30], {laws.label_round_trip, laws.label_uniqueness}),
}


@pytest.mark.parametrize("name", CODECS)
def test_right_implementations_of_each_version_keep_the_laws_and_each_law_is_broken(name: str) -> None:
    encode, decode, law = CODECS[name]

    assert broken(encode, decode) == law
