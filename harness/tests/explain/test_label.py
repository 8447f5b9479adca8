"""The direction and the labels of a string."""

import pytest

from punycode_conform.codec.trace import Decoding, Encoding
from punycode_conform.explain.label import labels
from punycode_conform.suite.outcome import Operation

KINDS = {None: "kept", Decoding: "decode", Encoding: "encode"}


def read(string: str, operation: Operation | None = None, *, raw: bool = False) -> list[str]:
    """What becomes of each label, and with what prefix."""
    found = labels(list(map(ord, string)), operation, raw=raw)
    return [KINDS[type(label.trace) if label.trace else None] + " xn--" * label.prefixed for label in found]


@pytest.mark.parametrize(
    ("string", "kinds"),
    [
        ("bücher", ["encode"]),
        ("bcher-kva", ["decode"]),
        ("xn--bcher-kva", ["decode xn--"]),
        ("XN--BCHER-KVA", ["decode xn--"]),
        ("xn--bücher", ["decode xn--"]),  # only an encoded label has the prefix; the decoder says what is wrong
        ("", ["decode"]),
        ("-", ["decode"]),
        ("-> $1.00 <--", ["decode"]),  # its dot is no dot of a domain
        ("xn--bcher-kva.example", ["decode xn--", "kept"]),
        ("bücher.xn--bcher-kva.example.", ["encode xn--", "decode xn--", "kept"]),
        ("例え。テスト", ["encode xn--", "encode xn--"]),
        ("www.example", ["kept", "kept"]),
        ("ü..example", ["encode"]),  # an empty label: no domain
        ("ü.b c", ["encode"]),
        ("ü.", ["encode"]),  # a single label, and the root
    ],
)
def test_the_direction_is_found(string: str, kinds: list[str]) -> None:
    assert read(string) == kinds


@pytest.mark.parametrize(
    ("string", "operation", "kinds"),
    [
        ("bcher-kva", Operation.ENCODE, ["encode"]),
        ("bü-kva", Operation.DECODE, ["decode"]),
        ("xn--bcher-kva", Operation.ENCODE, ["encode"]),
        ("xn--bcher-kva.bücher", Operation.DECODE, ["decode xn--", "kept"]),
        ("xn--bcher-kva.bücher", Operation.ENCODE, ["kept", "encode xn--"]),
    ],
)
def test_a_direction_that_is_given_counts(string: str, operation: Operation, kinds: list[str]) -> None:
    assert read(string, operation) == kinds


def test_a_raw_string_has_neither_labels_nor_prefix() -> None:
    assert read("bücher.example", raw=True) == ["encode"]
    assert read("xn--bcher-kva", raw=True) == ["decode"]
    (label,) = labels(list(map(ord, "xn--bcher-kva")), raw=True)
    assert isinstance(label.trace, Decoding)
    assert label.trace.literal == tuple(map(ord, "xn--bcher"))


def test_both_forms_of_a_domain() -> None:
    found = labels(list(map(ord, "xn--bcher-kva.bücher.example")))

    assert ["".join(map(chr, label.text)) for label in found] == ["bücher", "bücher", "example"]
    assert ["".join(map(chr, label.encoded)) for label in found] == ["xn--bcher-kva", "xn--bcher-kva", "example"]


def test_annotation_folds_the_text() -> None:
    (label,) = labels(list(map(ord, "BÜCHER")), annotate=True)

    assert "".join(map(chr, label.encoded)) == "BCHER-kvA"
    assert label.annotated


def test_code_points_above_unicode_are_kept_or_refused() -> None:
    (refused,) = labels(list(map(ord, "en32g")))
    (kept,) = labels(list(map(ord, "en32g")), unicode=False)

    assert refused.trace is not None
    assert refused.trace.error is not None
    assert kept.text == (0x110000,)
