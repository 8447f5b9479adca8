"""Words and seeds for fuzzers, made from the vectors."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from .. import files
from ..suite import PUNYCODE, corpus
from ..suite.oracle import is_unicode
from ..suite.outcome import Call, Operation
from ..suite.vector import cases

NAME = "punycode.dict"
_LONGEST = 24  # bytes of a word; libFuzzer takes up to 64, but short ones combine better
_LONGEST_SEED = 1200  # of a vector that is varied; longer ones are slow and have been run as they are
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


def save(folder: Path, contents: Iterable[bytes]) -> list[Path]:
    """Write each content to a file named by its hash, as fuzzers do; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    named = {folder / hashlib.sha1(content, usedforsecurity=False).hexdigest(): content for content in contents}
    for path, content in named.items():
        if not path.exists():
            files.write(path, content)
    return [*named]
