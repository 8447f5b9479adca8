"""``conform init``: write an adapter skeleton to fill in, and a CI workflow that runs the suite."""

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .. import places
from ..errors import ConformError
from ..files import write, writing

FOLDER = places.ADAPTERS / "skeletons"
# These characters need no escape in the source of any language, nor in a handshake.
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
_IMPORT_PATH = re.compile(r"[\w.]+(:[\w.,]+)?")


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The files that ``conform init`` writes for a language, and how they are built and run.

    Attributes:
        language: as people write it, and as a handshake has it.
        file: the adapter's name, empty if the language needs none.
        build: the command that builds it, or empty.
        run: the command that runs it, as words after ``--``.
        set_up: lines of a workflow's steps that install the language, where a CI machine may lack it.
    """

    language: str
    file: str = ""
    build: str = ""
    run: str = ""
    set_up: tuple[str, ...] = ()

    def adapter(self, name: str) -> str:
        """The adapter's source, for a codec of this name: letters, digits and ``._-`` only, so that it is safe in code."""
        source = (FOLDER / self.file).read_text(encoding="utf-8")
        return source.replace("@NAME@", name).replace("@LANGUAGE@", self.language.replace("#", "%23"))

    def workflow(self, target: str) -> str:
        """A workflow for GitHub Actions: the doctor, then the suite, with the results kept."""
        steps = (
            "- uses: actions/checkout@v4",
            *_action("actions/setup-python@v5", python_version="3.13"),
            *self.set_up,
            "- run: pip install punycode-conform",
            # A Python codec is tested by its import path, so it must be installed.
            *(() if self.run else ("- run: pip install .",)),
            *((f"- run: {self.build}",) if self.build else ()),
            # For Python the tool brings the adapter, so there is none to check.
            *((f"- run: conform doctor {target}",) if self.run else ()),
            f"- run: conform run --junit punycode.xml {target}",
            "- uses: actions/upload-artifact@v4",
            "  if: always()",  # the results matter most when the run has failed
            "  with:",
            "    name: punycode",
            "    path: punycode.xml",
        )
        return _HEAD + "".join(f"      {line}\n" for line in steps)


def _apt(*packages: str) -> tuple[str, ...]:
    return (f"- run: sudo apt-get update && sudo apt-get install -y {' '.join(packages)}",)


def _action(name: str, **inputs: str) -> tuple[str, ...]:
    return (f"- uses: {name}", "  with:", *(f'    {key.replace("_", "-")}: "{value}"' for key, value in inputs.items()))


_C, _GO, _RUN = "-O2 -Wall -o conform-adapter", "go build -o conform-adapter conform-adapter.go", "./conform-adapter"
_SET_UP_GO = _action("actions/setup-go@v5", go_version="stable")
_SET_UP_JAVA = _action("actions/setup-java@v4", distribution="temurin", java_version="21")
_SET_UP_NODE = _action("actions/setup-node@v4", node_version="lts/*")
_SET_UP_RUBY = _action("ruby/setup-ruby@v1", ruby_version="3.3")
_MCS = "mcs -out:ConformAdapter.exe ConformAdapter.cs"
SKELETONS: Mapping[str, Skeleton] = {
    "python": Skeleton("Python"),
    "c": Skeleton("C", "conform-adapter.c", f"cc {_C} conform-adapter.c", _RUN),
    "c++": Skeleton("C++", "conform-adapter.cpp", f"c++ -std=c++11 {_C} conform-adapter.cpp", _RUN),
    "rust": Skeleton("Rust", "conform-adapter.rs", "rustc -O conform-adapter.rs", _RUN),
    "go": Skeleton("Go", "conform-adapter.go", _GO, _RUN, _SET_UP_GO),
    "java": Skeleton("Java", "ConformAdapter.java", "javac ConformAdapter.java", "java ConformAdapter", _SET_UP_JAVA),
    "javascript": Skeleton("JavaScript", "conform-adapter.js", "", "node conform-adapter.js", _SET_UP_NODE),
    "ruby": Skeleton("Ruby", "conform-adapter.rb", "", "ruby conform-adapter.rb", _SET_UP_RUBY),
    "php": Skeleton("PHP", "conform-adapter.php", "", "php conform-adapter.php", _apt("php-cli", "php-mbstring")),
    "perl": Skeleton("Perl", "conform-adapter.pl", "", "perl conform-adapter.pl"),
    "c#": Skeleton("C#", "ConformAdapter.cs", _MCS, "mono ConformAdapter.exe", _apt("mono-mcs", "mono-runtime")),
    "shell": Skeleton("shell", "conform-adapter.sh", "", "sh conform-adapter.sh"),
}
_ALIASES: Mapping[str, str] = {
    "py": "python", "cpp": "c++", "cxx": "c++", "rs": "rust", "golang": "go", "js": "javascript", "node": "javascript",
    "rb": "ruby", "pl": "perl", "csharp": "c#", "cs": "c#", "sh": "shell", "bash": "shell",
}  # fmt: skip
_HEAD = """\
# Whether the Punycode codec conforms to RFC 3492: https://www.rfc-editor.org/rfc/rfc3492
name: Punycode conformance

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  conform:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
"""


def init(options: argparse.Namespace) -> int:
    """Write the files for a language, and say what to do next."""
    skeleton = _skeleton(options.language)
    shape = _NAME if skeleton.run else _IMPORT_PATH
    name = options.target or ("my-punycode" if skeleton.run else "mylib.punycode")
    if not shape.fullmatch(name):
        wanted = "letters, digits, and . _ -" if skeleton.run else "an import path, such as mylib.punycode"
        raise ConformError(f"--target {name!r} is not {wanted}", "the name is written into the files")
    target = f"-- {skeleton.run}" if skeleton.run else name
    files = {Path(skeleton.file): skeleton.adapter(name)} if skeleton.run else {}
    files[Path(".github", "workflows", "conform.yml")] = skeleton.workflow(target)
    _write(options.output, files, options.force)
    print("\n".join(_next(skeleton, options.output, target)))
    return 0


def _skeleton(language: str) -> Skeleton:
    wanted = _ALIASES.get(language.lower(), language.lower())
    if wanted not in SKELETONS:
        hint = f"languages: {', '.join(SKELETONS)}; for another, translate one: the protocol is lines of text"
        raise ConformError(f"no skeleton for the language {language!r}", hint)
    return SKELETONS[wanted]


def _write(folder: Path, files: Mapping[Path, str], force: bool) -> None:
    """Write all files, or none if one of them exists."""
    there = [str(file) for file in files if (folder / file).exists()]
    if there and not force:
        raise ConformError(f"{', '.join(there)}: already there; nothing was written", "--force overwrites")
    for file, content in files.items():
        path = folder / file
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write(path, content)
        print(f"wrote {path}")


def _next(skeleton: Skeleton, folder: Path, target: str) -> list[str]:
    lines = ["", "Next:"]
    lines += [f"  cd {folder}"] if folder != Path() else []
    lines += [f"  (call your codec where {skeleton.file} says YOUR CODEC)"] if skeleton.run else []
    if skeleton.build:
        lines.append("  (add its sources or its library to the next command, here and in conform.yml)")
    commands = (skeleton.build, f"conform doctor {target}", f"conform run {target}")
    return [*lines, *(f"  {command}" for command in commands if command)]
