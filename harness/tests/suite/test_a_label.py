"""Layer a-label: IDNA2003, IDNA2008 and UTS 46 pass and keep its laws; to decode a label that is no A-label is wrong."""

from collections.abc import Callable, Iterable
from functools import partial

import pytest

from punycode_conform import codec
from punycode_conform.suite import A_LABEL, corpus, follow_up, laws
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence, observe
from punycode_conform.suite.laws import Law
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import BAD, judge

from ..fakes import faulty_codec

Convert = Callable[[str], str]
CASES = cases([vector for vector in corpus.suite().vectors if vector.layer == A_LABEL])
strict = faulty_codec.to_unicode  # by the rules that all versions of IDNA share


def error(label: str) -> str:
    raise ValueError(label)


def to_unicode(label: str, fails: Convert = str) -> str:
    try:
        return strict(label)
    except ValueError:
        return fails(label)


def to_ascii(text: str, fails: Convert = str) -> str:
    if text.isascii() and text[:4].lower() == "xn--" and not to_unicode(text, lambda label: ""):
        return fails(text)
    return faulty_codec.to_ascii(text)


def limited(label: str) -> str:
    return label if len(label) <= 59 else error(label)


def without_leading_delimiter(label: str) -> str:
    dropped = label[4:].rfind("-") == 0
    return strict(label[:4] + label[4 + dropped :])


def of_ascii(other: Convert, label: str) -> str:
    """The text of a label of ASCII, as older revisions of UTS 46 give it."""
    text = label[4:-1]
    return text if label.lower() in (f"xn--{text.lower()}-" * bool(text), "xn--") and text != "-" else other(label)


strict_to_ascii = partial(to_ascii, fails=error)
# Functions, what they do with labels that are no A-labels (empty if they are wrong there), and the laws that they break.
CODECS: dict[str, tuple[Convert, Convert, str, set[Law]]] = {
    "IDNA2003": (to_ascii, to_unicode, "unchanged", set()),
    "IDNA2008, UTS 46": (strict_to_ascii, strict, "error", set()),
    "UTS 46, errors marked": (strict_to_ascii, partial(to_unicode, fails=lambda _: "\ufffd"), "marked", set()),
    "UTS 46 before revision 33": (partial(of_ascii, strict_to_ascii), partial(of_ascii, strict), "error", set()),
    "upper case": (lambda text: to_ascii(text).upper(), lambda label: to_unicode(label.lower()), "", set()),
    "59 octets at most": (lambda text: limited(to_ascii(text)), lambda label: limited(to_unicode(label)), "", set()),
    "the prefix is taken off": (to_ascii, partial(to_unicode, fails=lambda s: s[4:]), "", {laws.label_uniqueness}),
    "a leading delimiter is dropped": (to_ascii, without_leading_delimiter, "", {laws.label_uniqueness}),
    "an A-label is encoded again": (
        lambda text: f"xn--{codec.encode(text)}" if text.startswith("xn--") else to_ascii(text),
        strict,
        "",
        {laws.label_idempotence},
    ),
    "long text is cut": (to_ascii, lambda s: to_unicode(s)[:30], "", {laws.label_round_trip, laws.label_uniqueness}),
}


@pytest.mark.parametrize("name", CODECS)
def test_each_version_of_idna_passes_and_keeps_the_laws_and_each_law_is_broken(name: str) -> None:
    encode, decode, errors, broken = CODECS[name]
    evidence = Evidence({}, {case.call: case.facts for case in CASES})

    def ask(calls: Iterable[Call]) -> None:
        for call in calls:
            convert = encode if call.operation is Operation.ENCODE else decode
            try:
                outcome: Outcome = Returned(tuple(map(ord, convert("".join(map(chr, call.input))))))
            except ValueError:
                outcome = Rejected()
            evidence.take(call, outcome)

    ask([*(case.call for case in CASES), *follow_up.label_lengths()])
    ask(follow_up.of_labels(evidence))
    choices = Choices().declare("a-label-errors", errors) if errors else Choices()
    judged = [
        judge(case.expectation(choices), evidence.seen[case.call], case.operation, should=case.vector.level == "should")
        for case in CASES
    ]

    assert {law for law, breaches in laws.check(evidence, A_LABEL).items() if breaches} == broken
    assert all(judgement.verdict not in BAD for judgement in judged) is bool(errors)
    assert {"a-label-errors": errors, "a-label-errors.decode": errors}.items() & observe(evidence).items() or not errors
