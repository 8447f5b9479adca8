"""Words and seeds for fuzzers, made from the vectors; and the calls that native fuzzers made of a file."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import islice
from pathlib import Path

from .. import files
from ..suite import PUNYCODE, corpus
from ..suite.oracle import is_unicode
from ..suite.outcome import Call, Operation
from ..suite.vector import cases

NAME = "punycode.dict"
_LONGEST = 24  # bytes of a word; libFuzzer takes up to 64, but short ones combine better
_LONGEST_SEED = 1200  # of a vector that is varied; longer ones are slow and have been run as they are
_GO = b"go test fuzz v1\n"
_ESCAPE = re.compile(rb'\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|["\\abfnrtv])')
_WORDS = (*b"- -- -a a- xn-- 99999 999999b zzzzz kva tda".split(), b"\xff", b"\x80", b"\x00", b".")


def calls() -> tuple[Call, ...]:
    """The calls of the suite's Punycode vectors, each once."""
    made = cases([vector for vector in corpus.suite().vectors if vector.layer == PUNYCODE])
    return tuple(dict.fromkeys(case.call for case in made))


@cache
def seeds() -> tuple[Call, ...]:
    """The calls that are fit to be varied."""
    return tuple(call for call in calls() if len(call.input) <= _LONGEST_SEED)


def inputs(operation: Operation) -> Iterator[bytes]:
    """The vectors' inputs of an operation, as UTF-8, each once; those that UTF-8 cannot hold left out."""
    for call in calls():
        if call.operation is operation and is_unicode(call.input):
            yield "".join(map(chr, call.input)).encode()


def dictionary() -> str:
    """A few words for any fuzzer and the short labels of the vectors, in the form that libFuzzer and AFL++ read."""
    words = dict.fromkeys([*_WORDS, *(label for label in inputs(Operation.DECODE) if 0 < len(label) <= _LONGEST)])
    return "# Made by conform from the vectors.\n" + "".join(f'"{quoted(word)}"\n' for word in words)


def quoted(word: bytes) -> str:
    """Octets with escapes that dictionaries and Go's string literals have."""
    return "".join(chr(c) if 0x20 <= c < 0x7F and c not in b'"\\' else f"\\x{c:02x}" for c in word)


def replayed(content: bytes) -> tuple[Call, Call]:
    """The calls that the stubs of fuzz/native make of the content of a file, which may be one of Go's corpus."""
    if content.startswith(_GO):
        literal = content[content.find(b'"') + 1 : content.rfind(b'"')]
        content = _ESCAPE.sub(lambda escape: _octets(escape[0]), literal)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode("latin-1")  # an octet that is no ASCII is no digit either, whatever it stands for
    return Call(Operation.DECODE, tuple(map(ord, text))), Call(Operation.ENCODE, tuple(_points(content)))


def _octets(escape: bytes) -> bytes:
    return escape.decode("unicode_escape").encode("latin-1" if escape.startswith(b"\\x") else "utf-8")


def _points(content: bytes) -> Iterator[int]:
    """The code points that the stub in C reads: UTF-8 with surrogates and up to 32 bits, and errors as they come."""
    octets = iter(content)
    for first in octets:
        more = min(7 - (first ^ 0xFF).bit_length(), 6) if first >= 0xC0 else 0  # octets after it
        following = (octet & 0x3F for octet in islice(octets, more))
        yield reduce(lambda c, six: (c << 6 | six) & 0xFFFFFFFF, following, first & (0x3F >> more if more else 0xFF))


def save(folder: Path, contents: Iterable[bytes]) -> list[Path]:
    """Write each content to a file named by its hash, as fuzzers do; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    named = {folder / hashlib.sha1(content, usedforsecurity=False).hexdigest(): content for content in contents}
    for path, content in named.items():
        if not path.exists():
            files.write(path, content)
    return [*named]
