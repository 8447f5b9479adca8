"""The adapters that ``conform init`` writes: a language, and where a project in it keeps such a program.

A file in the wrong place breaks its project: a second package in a folder of Go, a ``Main`` that a C# project compiles too.
In a project of a known build tool the adapter is where it can import the codec, and the tool's own command builds it.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from .. import places
from ..errors import ConformError

FOLDER = places.ADAPTERS / "skeletons"


class Skeleton(Struct, frozen=True):
    """An adapter to be written, and how it is built and run in the project's folder."""

    language: str  # as people write it, and as a handshake has it
    source: str = ""  # the adapter's template; empty if the language needs no adapter
    build: str = ""
    run: str = ""  # the words after `--`
    set_up: tuple[str, ...] = ()  # lines of a workflow's steps that install the language
    file: str = ""  # where the adapter is written; the template's name if empty
    codec: str = "mylib"  # how the adapter imports the codec, if the project says so
    needs: str = ""  # what of the codec's must be added to the commands
    project: str = ""  # the template of a build file beside the adapter
    built: tuple[str, ...] = ()  # what the build leaves in the project's folder, as lines of a .gitignore

    @property
    def adapter(self) -> Path:
        """The adapter's path below the project's folder."""
        return Path(self.file or self.source)

    def files(self, name: str) -> dict[Path, str]:
        """The files to write, for a codec of this name: letters, digits and ``._-`` only, so that it is safe in code."""
        values = {"@NAME@": name, "@LANGUAGE@": self.language.replace("#", "%23"), "@CODEC@": self.codec}
        found = {self.adapter: self.source} if self.source else {}
        found |= {self.adapter.parent / self.project: self.project} if self.project else {}
        return {path: _filled(FOLDER / template, values) for path, template in found.items()}

    def unignored(self, folder: Path) -> list[str]:
        """Lines that the ``.gitignore`` of a project's folder lacks for what the build leaves there."""
        there = {line.strip().strip("/") for line in _text(folder / ".gitignore").splitlines()}
        return [line for line in self.built if line.strip("/") not in there]


def _filled(template: Path, values: Mapping[str, str]) -> str:
    text = template.read_text(encoding="utf-8")
    for mark, value in values.items():
        text = text.replace(mark, value)
    return text


def _action(name: str, **inputs: str) -> tuple[str, ...]:
    return (f"- uses: {name}", "  with:", *(f'    {key.replace("_", "-")}: "{value}"' for key, value in inputs.items()))


def _apt(*packages: str) -> tuple[str, ...]:
    return (f"- run: sudo apt-get update && sudo apt-get install -y {' '.join(packages)}",)


_C, _RUN = "-O2 -Wall -o conform-adapter", "./conform-adapter"
_BESIDE = "conform-adapter"  # a folder of its own, for languages in which a folder is a unit
_SOURCES = "its sources or its library to the next command"
_JARS = "the jars that it needs, if any, to the class path (-cp)"
_BUILT = ("/conform-adapter",)
_C_SHARP = Skeleton("C#", "ConformAdapter.cs")
_JAVA = Skeleton(
    "Java",
    "ConformAdapter.java",
    "javac ConformAdapter.java",
    "java ConformAdapter",
    _action("actions/setup-java@v4", distribution="temurin", java_version="21"),
    needs=_JARS,
    built=("/ConformAdapter*.class",),
)
SKELETONS: Mapping[str, Skeleton] = {
    "python": Skeleton("Python"),
    "c": Skeleton("C", "conform-adapter.c", f"cc {_C} conform-adapter.c", _RUN, needs=_SOURCES, built=_BUILT),
    "c++": Skeleton(
        "C++", "conform-adapter.cpp", f"c++ -std=c++11 {_C} conform-adapter.cpp", _RUN, needs=_SOURCES, built=_BUILT
    ),
    "rust": Skeleton("Rust", "conform-adapter.rs", "rustc -O conform-adapter.rs", _RUN, needs=_SOURCES, built=_BUILT),
    "go": Skeleton(
        "Go",
        "conform-adapter.go",
        # By its file, so that it is built without a module too.
        f"go build -o {_BESIDE}/conform-adapter ./{_BESIDE}/main.go",
        f"./{_BESIDE}/conform-adapter",
        _action("actions/setup-go@v5", go_version="stable"),
        f"{_BESIDE}/main.go",
        built=(f"/{_BESIDE}/conform-adapter",),
    ),
    "java": _JAVA,
    "javascript": Skeleton(
        "JavaScript",
        "conform-adapter.mjs",
        "",
        "node conform-adapter.mjs",
        _action("actions/setup-node@v4", node_version="lts/*"),
    ),
    "ruby": Skeleton(
        "Ruby",
        "conform-adapter.rb",
        "",
        "ruby -Ilib conform-adapter.rb",
        _action("ruby/setup-ruby@v1", ruby_version="3.3"),
    ),
    "php": Skeleton("PHP", "conform-adapter.php", "", "php conform-adapter.php", _apt("php-cli", "php-mbstring")),
    "perl": Skeleton("Perl", "conform-adapter.pl", "", "perl -Ilib conform-adapter.pl"),
    "c#": replace(
        _C_SHARP,
        file=f"{_BESIDE}/ConformAdapter.cs",
        project="conform-adapter.csproj",
        build=f"dotnet build --configuration Release --output {_BESIDE}/build {_BESIDE}",
        run=f"dotnet {_BESIDE}/build/conform-adapter.dll",
        set_up=_action("actions/setup-dotnet@v4", dotnet_version="8.0.x"),
        codec="",
        built=(f"/{_BESIDE}/build/", f"/{_BESIDE}/obj/"),
    ),
    "mono": replace(
        _C_SHARP,
        build="mcs -out:ConformAdapter.exe ConformAdapter.cs",
        run="mono ConformAdapter.exe",
        set_up=_apt("mono-mcs", "mono-runtime"),
        needs=_SOURCES,
        built=("/ConformAdapter.exe",),
    ),
    "shell": Skeleton("shell", "conform-adapter.sh", "", "sh conform-adapter.sh"),
}
_ALIASES: Mapping[str, str] = {
    "py": "python", "cpp": "c++", "cxx": "c++", "rs": "rust", "golang": "go", "js": "javascript", "node": "javascript",
    "rb": "ruby", "pl": "perl", "csharp": "c#", "cs": "c#", "dotnet": "c#", ".net": "c#", "sh": "shell", "bash": "shell",
}  # fmt: skip


def find(language: str, folder: Path) -> Skeleton:
    """The skeleton of a language, as the project in a folder needs it.

    Raises:
        ConformError: there is none for the language.
    """
    wanted = _ALIASES.get(language.lower(), language.lower())
    if wanted not in SKELETONS:
        hint = f"languages: {', '.join(SKELETONS)}; for another, let it write one that you can read, and translate it"
        raise ConformError(f"no skeleton for the language {language!r}", hint)
    plain = SKELETONS[wanted]
    fit = {"go": _in_a_module, "rust": _in_a_crate, "java": _in_a_java_project, "c#": _beside_a_csproj}.get(wanted)
    return fit(plain, folder) if fit else plain


def _in_a_module(go: Skeleton, folder: Path) -> Skeleton:
    """The adapter of a Go module: with the import path of the package in this folder."""
    inside: tuple[str, ...] = ()
    for above in _up(folder):
        if found := re.search(r"^module\s+\"?([^\s\"]+)", _text(above / "go.mod"), re.MULTILINE):
            return replace(go, codec=_or_mylib("/".join([found[1], *inside])))
        inside = (above.name, *inside)
    return go


def _in_a_crate(rust: Skeleton, folder: Path) -> Skeleton:
    """The adapter of a Rust crate: an example, which cargo builds with the crate and never ships."""
    try:
        cargo = tomllib.loads(_text(folder / "Cargo.toml"))
    except tomllib.TOMLDecodeError:
        cargo = {}
    if "package" not in cargo:
        if "workspace" in cargo:
            raise _without_code("rust", folder / "Cargo.toml")
        return rust
    name = cargo.get("lib", {}).get("name") or str(cargo["package"].get("name", "")).replace("-", "_")
    # The folder is named since a workspace has another one.
    build = "cargo build --release --example conform-adapter --target-dir target"
    run = "./target/release/examples/conform-adapter"
    return replace(
        rust,
        file="examples/conform-adapter.rs",
        build=build,
        run=run,
        codec=_or_mylib(name),
        needs="",
        built=("/target/",),
    )


def _in_a_java_project(java: Skeleton, folder: Path) -> Skeleton:
    """The adapter of a project of Maven or Gradle: among its tests, which see the project's classes and are not shipped."""
    maven, gradle = folder / "pom.xml", next(folder.glob("build.gradle*"), None)
    if re.search(r"<packaging>\s*pom\s*</packaging>", _text(maven)):
        raise _without_code("java", maven)
    if maven.exists():
        # Java itself reads the star, so the shell must not.
        return _among_tests(
            java,
            "mvn --quiet --batch-mode test-compile dependency:copy-dependencies",
            "'target/classes:target/test-classes:target/dependency/*'",
            "/target/",
        )
    settings = next(folder.glob("settings.gradle*"), None)
    if settings and "include" in _text(settings) and not (folder / "src").exists():
        raise _without_code("java", settings)
    if not gradle:
        return java
    program = "./gradlew" if (folder / "gradlew").exists() else "gradle"
    classes = "build/classes/java/main:build/classes/java/test"
    found = _among_tests(java, f"{program} --quiet testClasses", classes, "/build/")
    return replace(found, needs=_JARS)


def _among_tests(java: Skeleton, build: str, classes: str, built: str) -> Skeleton:
    run = f"java -cp {classes} ConformAdapter"
    return replace(java, file="src/test/java/ConformAdapter.java", build=build, run=run, needs="", built=(built,))


def _without_code(language: str, file: Path) -> ConformError:
    hint = f"name the folder of the part that has the codec: conform init {language} --output DIR"
    return ConformError(f"{file}: a project of several parts, without code of its own", hint)


def _beside_a_csproj(c_sharp: Skeleton, folder: Path) -> Skeleton:
    """The adapter of a .NET project: a project of its own that refers to the one which is there."""
    projects = sorted(
        path for path in (*folder.glob("*.csproj"), *folder.glob("*/*.csproj"), *folder.glob("*/*/*.csproj"))
    )
    of_codec = [path for path in projects if "test" not in path.stem.lower() and path.stem != "conform-adapter"]
    if not of_codec:
        return c_sharp
    # A project compiles all that is below its folder, except for hidden folders.
    hidden = of_codec[0].parent == folder
    reference = escape("../" + of_codec[0].relative_to(folder).as_posix())
    found = replace(c_sharp, codec=f'\n  <ItemGroup>\n    <ProjectReference Include="{reference}" />\n  </ItemGroup>\n')
    if not hidden:
        return found
    name = f".{_BESIDE}"
    return replace(
        found,
        file=f"{name}/ConformAdapter.cs",
        build=f"dotnet build --configuration Release --output {name}/build {name}",
        run=f"dotnet {name}/build/conform-adapter.dll",
        built=(f"/{name}/build/", f"/{name}/obj/"),
    )


def _or_mylib(name: object) -> str:
    """A name that a project gives, if it is safe in code."""
    return name if isinstance(name, str) and re.fullmatch(r"[\w./~-]{1,200}", name, re.ASCII) else "mylib"


def _up(folder: Path) -> Iterator[Path]:
    """A folder and those above it."""
    whole = Path(os.path.realpath(folder))
    return iter((whole, *whole.parents))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
