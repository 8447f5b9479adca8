"""``conform vectors corpus``: the vectors as a corpus for native fuzzers, with a dictionary and stubs."""

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from .. import places
from ..errors import ConformError
from ..fuzz import dictionary

_STUBS = places.FUZZ / "native"


def corpus(options: argparse.Namespace) -> int:
    """Write it into a folder."""
    folder: Path = options.output
    if folder.exists() and any(folder.iterdir()):
        raise ConformError(f"--output {folder}: it is not empty", "name a new folder")
    sides = {"decode": list(dictionary.labels()), "encode": list(dictionary.texts())}
    try:
        for side, contents in sides.items():
            dictionary.save(folder / "corpus" / side, iter(contents))
            dictionary.save(folder / "go" / "testdata" / "fuzz" / f"FuzzPunycode{side.title()}", _as_go(contents))
        (folder / dictionary.NAME).write_text(dictionary.dictionary(), encoding="utf-8", newline="\n")
        shutil.copytree(_STUBS, folder, dirs_exist_ok=True)
    except OSError as error:
        raise ConformError(f"--output {folder}: cannot be written: {error.strerror}") from None
    print(f"{folder}: {len(sides['decode']):,} inputs to decode, {len(sides['encode']):,} to encode")
    return 0


def _as_go(contents: list[bytes]) -> Iterator[bytes]:
    """Files of Go's testdata/fuzz: a version, and each argument as a literal of Go."""
    for content in contents:
        quoted = "".join(chr(c) if 0x20 <= c < 0x7F and c not in b'"\\' else f"\\x{c:02x}" for c in content)
        yield f'go test fuzz v1\nstring("{quoted}")\n'.encode()
