"""Layer a-label: IDNA2003, IDNA2008 and UTS 46 all pass, and whatever decodes a label that is no A-label fails."""

import unicodedata
from collections.abc import Callable
from functools import cache

import pytest

from punycode_conform import codec
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Operation, Outcome, Rejected, Returned
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


def by_length(label: str) -> str:
    return label if len(label) % 2 else error(label)


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


def upper(label: str) -> str:
    return label.encode().upper().decode()  # ASCII letters only


def unprefixed(label: str) -> str:
    return label[4:]


def decoded(label: str) -> str:
    return codec.decode(label[4:])


STYLES: dict[str, tuple[Fails, Fails, dict[str, str] | None]] = {
    # ToASCII and ToUnicode of what is no A-label, and what is observed; None for styles that are wrong.
    "IDNA2003": (str, str, {"a-label-errors": "unchanged"}),
    "IDNA2008, UTS 46": (error, error, {"a-label-errors": "error"}),
    "registration": (error, registration, {"a-label-errors": "error", "a-label-case": "reject"}),
    "CPython": (str, error, {"a-label-errors.encode": "unchanged", "a-label-errors.decode": "error"}),
    "okhttp and ToUnicode of RFC 3490": (
        error,
        str,
        {"a-label-errors.encode": "error", "a-label-errors.decode": "unchanged"},
    ),
    "upper-cased": (upper, upper, {"a-label-errors": "unchanged"}),
    "by label": (by_length, by_length, {}),
    "the prefix is taken off": (error, unprefixed, None),
    "decoded": (error, decoded, None),
    "empty": (error, lambda label: "", None),
    "empty to ASCII": (lambda label: "", error, None),
    "encoded again": (lambda label: "xn--" + codec.encode(label), str, None),
    "cut": (error, lambda label: label[:3], None),
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


@pytest.mark.parametrize("operation", Operation)
def test_a_declared_side_is_hard(operation: Operation) -> None:
    errors = {case.id for case in suite() if case.vector.right is not None and case.operation is operation}
    for style, side in (("IDNA2003", "error"), ("IDNA2008, UTS 46", "unchanged")):
        assert set(failed(style, Choices().declare(f"a-label-errors.{operation}", side))) == errors
    assert len(errors) > 50
