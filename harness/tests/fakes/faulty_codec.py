"""Python codecs as targets of an import path, named by what they do."""

import os
import sys
import time
import unicodedata
from typing import ClassVar

from punycode_conform import codec


class Refusal(Exception):
    """An exception of the codec's own package, and no ValueError."""


class sound:
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


class in_bytes:
    """bytes at both ends, as some old libraries have it."""

    def encode(self, text: bytes) -> bytes:
        return codec.encode(text.decode("utf-8", "surrogatepass")).encode()

    def decode(self, encoded: bytes) -> bytes:
        return codec.decode(encoded.decode("utf-8", "surrogatepass")).encode("utf-8", "surrogatepass")


class in_bytes_and_sure_of_it:
    """bytes at both ends: an empty input is given back unseen, and anything else is asserted to be bytes."""

    def encode(self, text: bytes) -> bytes:
        assert not text or isinstance(text, bytes)
        return in_bytes().encode(text) if text else b""

    def decode(self, encoded: bytes) -> bytes:
        assert not encoded or isinstance(encoded, bytes)
        return in_bytes().decode(encoded) if encoded else b""


class raises_own_exception:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        try:
            return codec.decode(encoded)
        except ValueError:
            raise Refusal("no") from None


class raises_index_error:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        try:
            return codec.decode(encoded)
        except ValueError:
            raise IndexError("list index out of range") from None


class returns_none_on_error:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str | None:
        try:
            return codec.decode(encoded)
        except ValueError:
            return None


class prints:
    """What a codec prints must not get into the protocol."""

    @staticmethod
    def encode(text: str) -> str:
        print("7 ok 61")
        sys.stdout.flush()
        return codec.encode(text)

    @staticmethod
    def decode(encoded: str) -> str:
        sys.stdin.readline()
        return codec.decode(encoded)


class quits:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        sys.exit(0)


class remembers:
    """State: after a refusal the next decoding is wrong."""

    broken = False

    def encode(self, text: str) -> str:
        return codec.encode(text)

    def decode(self, encoded: str) -> str:
        was, self.broken = self.broken, False
        try:
            decoded = codec.decode(encoded)
        except ValueError:
            self.broken = True
            raise
        return decoded + "x" if was else decoded


class tires:
    """State: of what is longer than 70 characters, as a limit of length allows, it decodes each once."""

    encode = staticmethod(codec.encode)
    seen: ClassVar[set[str]] = set()

    @classmethod
    def decode(cls, encoded: str) -> str:
        if len(encoded) > 70:
            if encoded in cls.seen:
                raise ValueError("again")
            cls.seen.add(encoded)
        return codec.decode(encoded)


class eats_memory:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        return "x" * (1 << 36)  # at once, since filling memory bit by bit would only take longer


class never_returns:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        while True:
            time.sleep(1)


class whole_labels:
    """A sound target of the A-label layer: ToASCII and ToUnicode of one label, with no more than the rules for A-labels."""

    @staticmethod
    def encode(text: str) -> str:
        if not text.isascii() and text[:4].lower() == "xn--":
            raise ValueError(text)
        return text if text.isascii() else "xn--" + codec.encode(text)

    @staticmethod
    def decode(label: str) -> str:
        if label[:4].lower() != "xn--":
            return label
        decoded = codec.decode(label[4:])
        mapped = unicodedata.normalize("NFKC", decoded.lower()) != decoded
        if decoded.isascii() or mapped or any("\ud800" <= c <= "\udfff" for c in decoded):
            raise ValueError("not an A-label")
        return decoded


class has_no_decode:
    encode = staticmethod(codec.encode)


class aborts_at_capitals:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        if encoded != encoded.lower():
            os.abort()
        return codec.decode(encoded)


class hangs_at_nul:
    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        while "\0" in encoded:
            time.sleep(1)
        return codec.decode(encoded)


class hoards:
    """A buffer far larger than any input needs, given back at once: only the peak tells."""

    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        if encoded[:2] == "aa":
            bytearray(b"x") * (300 << 20)
        return codec.decode(encoded)


class dawdles:
    """Slow at one character, as a pattern with nested repetitions is."""

    decode = staticmethod(codec.decode)

    @staticmethod
    def encode(text: str) -> str:
        if text.startswith("\u00df"):
            time.sleep(0.4)
        return codec.encode(text)


class drops_leading_delimiter_and_reads_underscore:
    """Two faults: that of Python's own codec, and an underscore at the end that is a digit of value 0."""

    encode = staticmethod(codec.encode)

    @staticmethod
    def decode(encoded: str) -> str:
        if encoded.endswith("_"):
            encoded = encoded[:-1] + "a"
        return encoded.encode().decode("punycode")
