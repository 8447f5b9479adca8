"""``conform vectors export``, ``corpus`` and ``packages``: for other tools, as data, inputs of native fuzzers, packages."""

import argparse
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from .. import __version__, files, places
from ..errors import ConformError
from ..fuzz import dictionary
from ..notation import plain
from ..run.plan import narrow, plan
from ..suite import build
from ..suite.choices import Choices
from ..suite.outcome import Operation
from .output import check
from .vectors import load

_FIRST, _AFTER = "## The built JSON", "### The digest"  # of vectors/README.md, what someone with a package needs
_FIELDS = ("clause", "bug", "file", "level", "operation")


def export(options: argparse.Namespace) -> int:
    """Write the selected cases in the chosen format."""
    check("--output", options.output)
    choices = Choices()
    for name, side in options.choices:
        choices = choices.declare(name, side)
    known = load(options.vectors)
    chosen = plan(known.vectors, layer=options.layer, only=options.only).cases
    cases = narrow(chosen, {name: getattr(options, name) for name in _FIELDS})
    as_lines = options.format == "jsonl"
    _write(build.json_lines(cases, choices) if as_lines else [build.export(known, cases, choices)], options.output)
    return 0


def _write(content: Iterable[str], output: str) -> None:
    """Write UTF-8 with unchanged line ends on every platform and in every locale."""
    if output == "-":
        sys.stdout.flush()
        # To the buffer, since the text layer would use the encoding and line ends of the platform.
        sys.stdout.buffer.writelines(part.encode() for part in content)
        sys.stdout.buffer.flush()
        return
    files.write(Path(output), content)


def corpus(options: argparse.Namespace) -> int:
    """Write a corpus, a dictionary and stubs for native fuzzers into a new folder."""
    folder = _new(options.output)
    sides = {operation.value: list(dictionary.inputs(operation)) for operation in Operation}
    for side, contents in sides.items():
        dictionary.save(folder / "corpus" / side, iter(contents))
        dictionary.save(folder / "go" / "testdata" / "fuzz" / f"FuzzPunycode{side.title()}", _as_go(contents))
    files.write(folder / dictionary.NAME, dictionary.dictionary())
    shutil.copytree(places.FUZZ / "native", folder, dirs_exist_ok=True)
    print(f"{plain(str(folder), None)}: {len(sides['decode']):,} inputs to decode, {len(sides['encode']):,} to encode")
    return 0


def packages(options: argparse.Namespace) -> int:
    """Write the vectors as packages of other languages into a new folder."""
    folder, templates = _new(options.output), places.VECTORS / "packages"
    readme = (places.VECTORS / "README.md").read_text(encoding="utf-8")
    rules = re.sub(
        r"\[([^]]+)\]\([^)]*\)", r"\1", readme[readme.index(_FIRST) : readme.index(_AFTER)]
    )  # links lead nowhere
    for template in sorted(path for path in templates.iterdir() if path.is_dir()):
        package = folder / template.name
        shutil.copytree(template, package)
        for data in ("punycode-vectors.json", "punycode-vectors-short.json", "punycode-vectors.schema.json"):
            shutil.copy(places.VECTORS / data, package)
        for text in (places.VECTORS.parent / "LICENSE", templates / "README.md"):
            shutil.copy(text, package)
        files.write(package / "JUDGING.md", rules)
        for versioned in {"README.md", "package.json", "Cargo.toml"} & {path.name for path in package.iterdir()}:
            text = package / versioned
            files.write(text, text.read_text(encoding="utf-8").replace("{version}", __version__))
        print(plain(str(package), None))
    return 0


def _new(folder: Path | None) -> Path:
    """A folder that is not there or empty: a fuzzer reads each file of a corpus, and a package gets all that is there."""
    if folder is None:
        raise ConformError("no folder to write to", "name one: --output DIR")
    if folder.exists() and any(folder.iterdir()):
        raise ConformError(f"--output {folder}: it is not empty", "name a new folder")
    return folder


def _as_go(contents: list[bytes]) -> Iterator[bytes]:
    """Files for Go's testdata/fuzz: a version, and each argument as a Go literal."""
    for content in contents:
        yield f'go test fuzz v1\nstring("{dictionary.quoted(content)}")\n'.encode()
