"""The layer of a target, by its answers: an IDNA codec is recognised, and a codec that is wrong by the prefix is not."""

from collections.abc import Callable, Mapping

import pytest

from punycode_conform.suite import A_LABEL, PUNYCODE
from punycode_conform.suite.oracle import other_layer as other
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned

BOTH = (Operation.ENCODE, Operation.DECODE)
Codec = Mapping[Operation, Callable[[str], str | None]]


def encode(text: str) -> str:
    return text.encode("punycode").decode()


def decode(text: str) -> str:
    return text.encode().decode("punycode")


def to_ascii(text: str) -> str:
    return text if text.isascii() else f"xn--{encode(text)}"


def to_unicode(text: str) -> str:
    return decode(text[4:]) if text.lower().startswith("xn--") else text


RAW: Codec = {Operation.ENCODE: encode, Operation.DECODE: decode}
IDNA: Codec = {Operation.ENCODE: to_ascii, Operation.DECODE: to_unicode}
# Codecs that must be judged, as they are no IDNA: they add or drop the prefix, or refuse what has none.
ADDS: Codec = {Operation.ENCODE: lambda text: f"xn--{encode(text)}", Operation.DECODE: decode}
DROPS: Codec = {Operation.ENCODE: encode, Operation.DECODE: lambda text: decode(text.removeprefix("xn--"))}
BOTH_WAYS: Codec = {Operation.ENCODE: ADDS[Operation.ENCODE], Operation.DECODE: DROPS[Operation.DECODE]}
HALF: Codec = {Operation.ENCODE: to_ascii, Operation.DECODE: decode}
SHOUTS: Codec = {Operation.ENCODE: lambda text: to_ascii(text).upper(), Operation.DECODE: to_unicode}
STRICT: Codec = {
    Operation.ENCODE: to_ascii,
    Operation.DECODE: lambda text: to_unicode(text) if text.startswith("xn--") else None,
}
BROKEN: Codec = {Operation.ENCODE: lambda text: str(1 // 0), Operation.DECODE: lambda text: None}


def asker(codec: Codec, asked: list[Call]) -> Callable[[Call], Outcome]:
    def ask(call: Call) -> Outcome:
        asked.append(call)
        try:
            found = codec[call.operation]("".join(map(chr, call.input)))
        except ZeroDivisionError as error:
            return Crashed(str(error))
        return Rejected() if found is None else Returned(tuple(map(ord, found)))

    return ask


@pytest.mark.parametrize(
    ("codec", "operations", "layer", "shown"),
    [
        (RAW, BOTH, PUNYCODE, ""),
        (BOTH_WAYS, BOTH, PUNYCODE, ""),
        (HALF, BOTH, PUNYCODE, ""),
        (BROKEN, BOTH, PUNYCODE, ""),
        (ADDS, BOTH[:1], PUNYCODE, ""),
        (DROPS, BOTH[1:], PUNYCODE, ""),
        (IDNA, BOTH, PUNYCODE, 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (SHOUTS, BOTH, PUNYCODE, 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (STRICT, BOTH, PUNYCODE, 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (IDNA, BOTH[:1], PUNYCODE, 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (IDNA, BOTH[1:], PUNYCODE, 'an IDNA codec, not raw Punycode: decode of "xn--bcher-kva" gives "bücher"'),
        (IDNA, BOTH, A_LABEL, ""),
        (BOTH_WAYS, BOTH, A_LABEL, ""),
        (RAW, BOTH, A_LABEL, 'a codec of raw Punycode, without xn--: encode of "bücher" gives "bcher-kva"'),
        (RAW, BOTH[1:], A_LABEL, 'a codec of raw Punycode, without xn--: decode of "bcher-kva" gives "bücher"'),
    ],
)
def test_a_layer_is_another_only_if_every_operation_shows_it_twice(
    codec: Codec, operations: tuple[Operation, ...], layer: str, shown: str
) -> None:
    assert other(layer, operations, asker(codec, [])) == shown


def test_a_codec_of_the_right_layer_is_asked_once() -> None:
    asked: list[Call] = []

    assert other(PUNYCODE, BOTH, asker(RAW, asked)) == ""
    assert len(asked) == 1
