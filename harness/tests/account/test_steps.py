"""The first wrong step of an answer: what is said, and where nothing is said."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.account.steps import first_wrong
from punycode_conform.codec import PUNYCODE, encode
from punycode_conform.codec.arithmetic import clamped, write
from punycode_conform.codec.trace import State, encoding
from punycode_conform.suite.oracle import Rejects, Returns, light_facts
from punycode_conform.suite.outcome import Call, Operation, Returned

from ..suite.answers import points

JAPANESE = "3年B組金八先生"


def says(operation: str, given: str | Sequence[int], got: str | Sequence[int]) -> str:
    """The sentence for an answer; the expectation is the oracle's."""
    call = Call(Operation(operation), points(given))
    facts = light_facts(call)
    expectation = Rejects(facts.reason) if facts.value is None else Returns(facts.value)
    return first_wrong(call, expectation, Returned(points(got))).says


def written(text: str, bias: Callable[[State], int]) -> str:
    """A text encoded with wrong biases; takes the decoder's state before each delta."""
    made = encoding(points(text))
    digits = "".join(map(chr, made.literal)) + "-" * bool(made.literal)
    for step in made.steps:
        values = write(step.delta, 36, clamped(36, 1, 26, bias(step.before)))
        digits += "".join(chr(PUNYCODE.digits[value][0]) for value in values)
    return digits


@pytest.mark.parametrize(
    ("bias", "sentence"),
    [
        (lambda _: 72, "Delta 2 was written as if the bias were 72; it is 27."),
        (lambda state: state.bias + 3 * (state.length > 4), "Delta 4 was written as if the bias were 70; it is 67."),
    ],
)
def test_a_wrong_bias_is_named(bias: Callable[[State], int], sentence: str) -> None:
    assert says("encode", JAPANESE, written(JAPANESE, bias)) == sentence


WRONG = [
    ("encode", "bücher", "bcherkva", "The delimiter after the literal part is missing (6.3)."),
    ("encode", "ü", "-tda", "A delimiter is written, but no basic code point comes before it (6.3)."),
    ("encode", "Bücher", "bcher-kva", 'The literal part is "bcher-", and it must be "Bcher-" (3.1). The deltas are right.'),
    ("encode", "Ü", "U-wca", 'The literal part is "U-", and it must be "" (3.1). The deltas are right.'),
    ("encode", "bücher", "bcher-kv", "The answer ends inside delta 1 of 1, after 2 of its 3 digits."),
    ("encode", "bücher", "bcher-kv{", 'The digit 0 at index 8 is written as "{", which is no digit (section 5).'),
    ("encode", "\U0001f4a9\U0001f4aa", encode("\uf4a9\uf4aa"),
     "U+1F4A9 at index 0 becomes U+F4A9: only the low 16 bits of code points are kept."),
    # One code point shows no rule; nor does a text that two changes explain, or that is in another order.
    ("encode", "ab\U0001f4a9", "ab-wc7m", "U+1F4A9 at index 2 becomes U+F4A9."),
    ("encode", "e\u0301\u0323", encode("e\u0323\u0301"), "In the answer, insertion"),
    ("encode", "a-ü", encode("a-ü").replace("--", "-"), "A hyphen is missing: the last of the literal part, or "),
    ("encode", "bücher", "bcher-hva", 'Delta 1 differs first: RFC 3492 reads "hva" as 742; it must be 745, which is "kva".'),
    ("encode", "üaé", "a-bga0d", "In the answer, insertion 2 of 2 places U+00FC at index 1; it belongs at index 0."),
    ("encode", "迿中\x80", "ajq6a391s", 'Delta 2 differs first: it is "jq6a", as if the bias were 71 or more, not 0;'),
    ("decode", "üa-tda", "¾a", "U+00FC at index 0 is before the delimiter and is not basic (6.2); the answer leaves it"),
    ("decode", "3B-ww4c5e180e575a65lsy2b", "3B八先", "The answer equals the string after insertion 2 of 6."),
    ("decode", "bcher-kva", "bcher", "The answer equals the literal part alone."),
    ("decode", "-tda", "ü", "The hyphen at index 0 has nothing before it"),
    ("decode", "bcher-k!a", "bcher", '"!" at index 7 is no digit (6.2); the answer equals the literal part alone.'),
    ("decode", "bcher-kv!", "bücher", '"!" at index 8 is no digit (6.2); the answer is that for the digit 0 in its place.'),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "given", "got", "sentence"), WRONG)
def test_the_first_wrong_step(operation: str, given: str, got: str, sentence: str) -> None:
    assert says(operation, given, got).startswith(sentence)
    assert sentence.endswith(".") <= (says(operation, given, got) == sentence)


@pytest.mark.parametrize(
    ("operation", "given", "got"),
    [
        ("encode", "bücher", "bücher"),  # the heading says that the input came back
        ("encode", "bücher", "bcher-kvA"),  # digits have no case
        ("decode", "a", (0,)),  # cut to 7 bits, or memory that nobody has written
        ("decode", "zban", "ÃÃ"),  # the second insertion may have written over the first
        ("decode", "43902716a", (0xFC,)),  # the answer itself shows the change
        ("decode", "dm", "ÿą"),  # that the end is missing, the refusal says
    ],
)
def test_nothing_is_said_rather_than_guessed(operation: str, given: str, got: str) -> None:
    assert not says(operation, given, got)
