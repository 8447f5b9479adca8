"""Words and seeds for byte fuzzers, made from the vectors."""

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from .. import files
from ..suite import corpus
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation
from ..suite.vector import cases
from .generator import SCHEME, seeds

NAME = "punycode.dict"
_STEP = 16  # every 16th vector is a seed: conform run asks the others anyway
_LONGEST = 24  # bytes of a word; libFuzzer takes up to 64, but short ones combine better
_WORDS = (*b"- -- -a a- xn-- 99999 999999b zzzzz kva tda".split(), b"\xff", b"\x80", b"\x00", b".")


def calls() -> list[Call]:
    """The calls of the suite's Punycode vectors."""
    return [case.call for case in cases([v for v in corpus.suite().vectors if v.layer == "punycode"])]


def labels() -> Iterator[bytes]:
    """The vectors' inputs to decode, as UTF-8, each once; those with surrogates or past U+10FFFF left out."""
    for call in dict.fromkeys(calls()):
        if call.operation is Operation.DECODE and (text := _text(call)) is not None:
            yield text


def texts() -> Iterator[bytes]:
    """The vectors' inputs to encode, as UTF-8, each once; those with surrogates or past U+10FFFF left out."""
    for call in dict.fromkeys(calls()):
        if call.operation is Operation.ENCODE and (text := _text(call)) is not None:
            yield text


def _text(call: Call) -> bytes | None:
    if any(0xD800 <= c <= 0xDFFF or c > MAX_UNICODE for c in call.input):
        return None
    return "".join(map(chr, call.input)).encode()


def words() -> list[bytes]:
    """A few for any fuzzer, and the short labels of the vectors."""
    return list(dict.fromkeys([*_WORDS, *(label for label in labels() if 0 < len(label) <= _LONGEST)]))


def dictionary() -> str:
    """The words in the form that libFuzzer and AFL++ read."""
    return "# Made by conform from the vectors.\n" + "".join(f'"{_quoted(word)}"\n' for word in words())


def _quoted(word: bytes) -> str:
    return "".join(chr(c) if 0x20 <= c < 0x7F and c not in b'"\\' else f"\\x{c:02x}" for c in word)


def scheme_seeds() -> Iterator[bytes]:
    """Bytes that stand for the vectors themselves, when these are mixed in, by the generator's scheme."""
    count = len(seeds(calls()))
    width = 1 if count <= 256 else ((count - 1).bit_length() + 7) // 8
    for number in range(0, count, _STEP):
        # To the generator 10 means to vary a vector, and the 0 at the end to leave it as it is.
        yield b"\x0a" + number.to_bytes(width, "big") + b"\0"
    for kind in range(16):  # and some that begin each kind of case
        yield bytes([kind]) + hashlib.sha256(bytes([kind])).digest()


def save(folder: Path, contents: Iterator[bytes]) -> list[Path]:
    """Write each content to a file named by its hash, as fuzzers do; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for content in contents:
        path = folder / hashlib.sha1(content, usedforsecurity=False).hexdigest()
        if not path.exists():
            files.write(path, content)
        found.append(path)
    return found


def listed(folder: Path, *, bytes_only: bool) -> Path:
    """A file with the names of all seeds, which are written to a folder together with the dictionary."""
    folder.mkdir(parents=True, exist_ok=True)
    files.write(folder / NAME, dictionary())
    kind = "bytes" if bytes_only else f"scheme-{SCHEME}"  # to another scheme these bytes are other cases
    inputs = save(folder / kind, islice(labels(), 0, None, _STEP) if bytes_only else scheme_seeds())
    found = folder / f"{kind}.list"
    files.write(found, ",".join(map(str, inputs)))
    return found
