"""Words and seeds for byte fuzzers, made from the vectors."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from .. import files
from ..suite import corpus
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation
from ..suite.vector import cases

NAME = "punycode.dict"
_LONGEST = 24  # bytes of a word; libFuzzer takes up to 64, but short ones combine better
_WORDS = (*b"- -- -a a- xn-- 99999 999999b zzzzz kva tda".split(), b"\xff", b"\x80", b"\x00", b".")


def calls() -> list[Call]:
    """The calls of the suite's Punycode vectors."""
    return [case.call for case in cases([v for v in corpus.suite().vectors if v.layer == "punycode"])]


def inputs(operation: Operation) -> Iterator[bytes]:
    """The vectors' inputs of an operation, as UTF-8, each once; those that UTF-8 cannot hold left out."""
    for call in dict.fromkeys(calls()):
        if call.operation is operation and not any(0xD800 <= c <= 0xDFFF or c > MAX_UNICODE for c in call.input):
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
