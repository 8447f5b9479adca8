"""Laws of whole labels: right implementations of each version of IDNA keep them, and each is broken by what it forbids."""

import unicodedata
from collections.abc import Callable

import pytest

from punycode_conform import codec
from punycode_conform.suite import A_LABEL, corpus, follow_up
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import LABEL_IDEMPOTENCE, LABEL_LAWS, LABEL_ROUND_TRIP, LABEL_UNIQUENESS, Law, check
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases

Convert = Callable[[str], str]
CALLS = [case.call for case in cases([one for one in corpus.suite().vectors if one.layer == "a-label"])]


def refuse(label: str) -> str:
    raise ValueError(label)


def valid(label: str) -> str:
    text = codec.decode(label[4:])
    if text.isascii() or unicodedata.normalize("NFKC", text.lower()) != text:
        raise ValueError("no A-label")
    return text if not any("\ud800" <= c <= "\udfff" for c in text) else refuse(label)


def to_unicode(fails: Convert) -> Convert:
    def convert(label: str) -> str:
        if label[:4].lower() != "xn--":
            return label
        try:
            return valid(label)
        except ValueError:
            return fails(label)

    return convert


def to_ascii(fails: Convert) -> Convert:
    def convert(text: str) -> str:
        if text.isascii():
            return text if text[:4].lower() != "xn--" or to_unicode(str.upper)(text) != text.upper() else fails(text)
        return refuse(text) if text[:4].lower() == "xn--" else f"xn--{codec.encode(text)}"

    return convert


def gathered(encode: Convert, decode: Convert) -> Evidence:
    """The evidence of a run, in its order."""
    evidence = Evidence()

    def ask(calls: list[Call]) -> None:
        for call in calls:
            evidence.take(call, answer(call, encode if call.operation is Operation.ENCODE else decode))

    ask([*CALLS, *follow_up.label_lengths()])
    ask(follow_up.of_labels(evidence))
    return evidence


def answer(call: Call, convert: Convert) -> Outcome:
    try:
        return Returned(tuple(map(ord, convert("".join(map(chr, call.input))))))
    except ValueError:
        return Rejected()


def broken(encode: Convert, decode: Convert) -> set[Law]:
    return {law for law, breaches in check(gathered(encode, decode), A_LABEL).items() if breaches}


RIGHT: dict[str, tuple[Convert, Convert]] = {
    "IDNA2003": (to_ascii(str), to_unicode(str)),
    "IDNA2008, UTS 46": (to_ascii(refuse), to_unicode(refuse)),
    "ToUnicode never fails": (to_ascii(refuse), to_unicode(str)),
    "lower case": (lambda text: to_ascii(str)(text).lower(), lambda label: to_unicode(str)(label.lower())),
    "upper case": (lambda text: to_ascii(str)(text).upper(), lambda label: to_unicode(str)(label.lower())),
    "59 octets at most": (lambda text: limited(to_ascii(str)(text)), lambda label: limited(to_unicode(str)(label))),
}


def limited(label: str) -> str:
    return label if len(label) <= 59 else refuse(label)


def without_leading_delimiter(label: str) -> str:
    dropped = label[4:].rfind("-") == 0
    return to_unicode(refuse)(label[:4] + label[4 + dropped :])


def prefix_taken_off(label: str) -> str:
    return label[4:] if label.endswith("-") else to_unicode(str)(label)


def encoded_again(text: str) -> str:
    return f"xn--{codec.encode(text)}" if text.startswith("xn--") else to_ascii(str)(text)


def kept_if_long(text: str) -> str:
    return text if len(text) > 40 else to_ascii(str)(text)


def cut_at_thirty(label: str) -> str:
    return to_unicode(str)(label)[:30]


WRONG: list[tuple[str, Convert, Convert, set[Law]]] = [
    ("a leading delimiter is dropped", to_ascii(refuse), without_leading_delimiter, {LABEL_UNIQUENESS}),
    ("the prefix is taken off", to_ascii(refuse), prefix_taken_off, {LABEL_UNIQUENESS}),
    ("an A-label is encoded again", encoded_again, to_unicode(refuse), {LABEL_IDEMPOTENCE}),
    ("long text is left as it is", kept_if_long, to_unicode(refuse), {LABEL_IDEMPOTENCE}),
    ("long text is cut", to_ascii(str), cut_at_thirty, {LABEL_ROUND_TRIP, LABEL_UNIQUENESS}),
]


@pytest.mark.parametrize("name", RIGHT)
def test_right_implementations_of_each_version_keep_all_laws(name: str) -> None:
    assert broken(*RIGHT[name]) == set()


@pytest.mark.parametrize(("encode", "decode", "laws"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_law_is_broken_by_what_it_forbids(encode: Convert, decode: Convert, laws: set[Law]) -> None:
    assert broken(encode, decode) == laws


def test_each_law_but_stability_is_broken_by_some_mistake() -> None:
    assert {law for case in WRONG for law in case[3]} == {*LABEL_LAWS[:-1]}


def test_labels_of_each_length_are_asked_and_none_is_too_long() -> None:
    asked = {len(f"xn--{codec.encode(''.join(map(chr, call.input)))}") for call in follow_up.label_lengths()}

    assert asked == {*range(7, 64)}
