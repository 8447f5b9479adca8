"""The adapter skeletons by language: their files, how they are built and run, here and in a workflow."""

from collections.abc import Mapping
from dataclasses import dataclass

from .. import places

FOLDER = places.ADAPTERS / "skeletons"


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What ``conform init`` writes for a language.

    Attributes:
        language: as people write it, and as a handshake has it.
        file: the adapter's name, empty if the language needs none.
        build: the command that builds it, or empty.
        run: the command that runs it, as words after ``--``.
        set_up: lines of a workflow's steps that install the language, where the forge's machine may lack it.
    """

    language: str
    file: str = ""
    build: str = ""
    run: str = ""
    set_up: tuple[str, ...] = ()


def _apt(*packages: str) -> tuple[str, ...]:
    return (f"- run: sudo apt-get update && sudo apt-get install -y {' '.join(packages)}",)


def _action(name: str, **inputs: str) -> tuple[str, ...]:
    return (f"- uses: {name}", "  with:", *(f'    {key.replace("_", "-")}: "{value}"' for key, value in inputs.items()))


_C = "{} -O2 -Wall -o conform-adapter conform-adapter.{}"
SKELETONS: Mapping[str, Skeleton] = {
    "python": Skeleton("Python"),
    "c": Skeleton("C", "conform-adapter.c", _C.format("cc", "c"), "./conform-adapter"),
    "c++": Skeleton("C++", "conform-adapter.cpp", _C.format("c++ -std=c++11", "cpp"), "./conform-adapter"),
    "rust": Skeleton("Rust", "conform-adapter.rs", "rustc -O conform-adapter.rs", "./conform-adapter"),
    "go": Skeleton(
        "Go",
        "conform-adapter.go",
        "go build -o conform-adapter conform-adapter.go",
        "./conform-adapter",
        _action("actions/setup-go@v5", go_version="stable"),
    ),
    "java": Skeleton(
        "Java",
        "ConformAdapter.java",
        "javac ConformAdapter.java",
        "java ConformAdapter",
        _action("actions/setup-java@v4", distribution="temurin", java_version="21"),
    ),
    "javascript": Skeleton(
        "JavaScript",
        "conform-adapter.js",
        "",
        "node conform-adapter.js",
        _action("actions/setup-node@v4", node_version="lts/*"),
    ),
    "ruby": Skeleton(
        "Ruby", "conform-adapter.rb", "", "ruby conform-adapter.rb", _action("ruby/setup-ruby@v1", ruby_version="3.3")
    ),
    "php": Skeleton("PHP", "conform-adapter.php", "", "php conform-adapter.php", _apt("php-cli", "php-mbstring")),
    "perl": Skeleton("Perl", "conform-adapter.pl", "", "perl conform-adapter.pl"),
    "c#": Skeleton(
        "C#",
        "ConformAdapter.cs",
        "mcs -out:ConformAdapter.exe ConformAdapter.cs",
        "mono ConformAdapter.exe",
        _apt("mono-mcs", "mono-runtime"),
    ),
    "shell": Skeleton("shell", "conform-adapter.sh", "", "sh conform-adapter.sh"),
}
ALIASES: Mapping[str, str] = {
    "py": "python", "cpp": "c++", "cxx": "c++", "rs": "rust", "golang": "go", "js": "javascript", "node": "javascript",
    "rb": "ruby", "pl": "perl", "csharp": "c#", "cs": "c#", "sh": "shell", "bash": "shell",
}  # fmt: skip


def adapter(skeleton: Skeleton, name: str) -> str:
    """The adapter's source, for a codec of this name (of letters, digits and ``._-`` only, so that it stands anywhere)."""
    source = (FOLDER / skeleton.file).read_text(encoding="utf-8")
    return source.replace("@NAME@", name).replace("@LANGUAGE@", skeleton.language.replace("#", "%23"))


def workflow(skeleton: Skeleton, target: str) -> str:
    """The workflow for a forge that runs GitHub's: doctor, then the suite, with the results kept."""
    build = (f"- run: {skeleton.build}",) if skeleton.build else ()
    doctor = (f"- run: conform doctor {target}",) if skeleton.run else ()
    package = () if skeleton.run else ("- run: pip install .",)
    steps = (
        "- uses: actions/checkout@v4",
        *_action("actions/setup-python@v5", python_version="3.13"),
        *skeleton.set_up,
        "- run: pip install punycode-conform",
        *package,
        *build,
        *doctor,
        f"- run: conform run --junit punycode.xml {target}",
        "- uses: actions/upload-artifact@v4",
        "  if: always()",
        "  with:",
        "    name: punycode",
        "    path: punycode.xml",
    )
    return _HEAD + "".join(f"      {line}\n" for line in steps)


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
