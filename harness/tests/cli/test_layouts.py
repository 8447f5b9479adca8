"""Where ``conform init`` puts an adapter: where the project of its codec can build it, and is not disturbed by it."""

from pathlib import Path
from typing import NamedTuple

import pytest

from punycode_conform.cli import skeletons

from ..conftest import Conform

CRATE = '[package]\nname = "my-puny"\nversion = "1.0.0"\nedition = "2021"\n'


class Layout(NamedTuple):
    """A project's files, and what follows from them."""

    language: str
    project: dict[str, str]
    file: str
    build: str
    codec: str


LAYOUTS = [
    Layout("go", {}, "conform-adapter/main.go", "./conform-adapter/main.go", "mylib"),
    Layout(
        "go", {"go.mod": "module example.org/puny // x\n"}, "conform-adapter/main.go", "go build", "example.org/puny"
    ),
    Layout(
        "go", {"../go.mod": "go 1.22\nmodule example.org/all\n"}, "conform-adapter/main.go", "", "example.org/all/here"
    ),
    Layout("go", {"go.mod": "module */ bad\n"}, "conform-adapter/main.go", "", "mylib"),
    Layout("rust", {}, "conform-adapter.rs", "rustc", "mylib"),
    Layout("rust", {"Cargo.toml": CRATE}, "examples/conform-adapter.rs", "cargo build --release --example", "my_puny"),
    Layout("rust", {"Cargo.toml": f'{CRATE}[lib]\nname = "puny"\n'}, "examples/conform-adapter.rs", "cargo", "puny"),
    Layout("rust", {"Cargo.toml": "[package\n"}, "conform-adapter.rs", "rustc", "mylib"),
    Layout("java", {}, "ConformAdapter.java", "javac", "mylib"),
    Layout("java", {"pom.xml": ""}, "src/test/java/ConformAdapter.java", "mvn --quiet --batch-mode test-comp", "mylib"),
    Layout(
        "java", {"build.gradle.kts": ""}, "src/test/java/ConformAdapter.java", "gradle --quiet testClasses", "mylib"
    ),
    Layout("java", {"build.gradle": "", "gradlew": ""}, "src/test/java/ConformAdapter.java", "./gradlew", "mylib"),
    Layout("c#", {}, "conform-adapter/ConformAdapter.cs", "dotnet build", ""),
    Layout(
        "dotnet", {"src/P/P&Q.csproj": ""}, "conform-adapter/ConformAdapter.cs", "dotnet", '"../src/P/P&amp;Q.csproj"'
    ),
    Layout("c#", {"P.csproj": ""}, ".conform-adapter/ConformAdapter.cs", ".conform-adapter/build", '"../P.csproj"'),
    Layout("c#", {"test/P.Tests.csproj": ""}, "conform-adapter/ConformAdapter.cs", "dotnet", ""),
    Layout("mono", {"P.csproj": ""}, "ConformAdapter.cs", "mcs", "mylib"),
    Layout("js", {"package.json": '{"type": "module"}'}, "conform-adapter.mjs", "", "mylib"),
]


def made(folder: Path, project: dict[str, str]) -> Path:
    """The folder ``here`` with a project's files in it."""
    here = folder / "here"
    here.mkdir()
    for name, text in project.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text, encoding="utf-8")
    return here


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.language} {' '.join(layout.project)}")
def test_an_adapter_is_where_its_project_builds_it(tmp_path: Path, layout: Layout) -> None:
    found = skeletons.find(layout.language, made(tmp_path, layout.project))
    written = found.files("my-codec")

    assert found.adapter.as_posix() == layout.file
    assert layout.build in found.build
    assert layout.codec in found.codec
    assert found.adapter in written
    assert [text for text in written.values() if "@NAME@" in text or "@CODEC@" in text] == []


@pytest.mark.parametrize(
    ("language", "project", "line"),
    [
        ("go", {"go.mod": "module a\n"}, "  (add /conform-adapter/conform-adapter to .gitignore)"),
        ("go", {"go.mod": "module a\n", ".gitignore": "*.o\n conform-adapter/conform-adapter \n"}, None),
        ("c", {".gitignore": "conform-adapter.log\n"}, "  (add /conform-adapter to .gitignore)"),
        ("rust", {"Cargo.toml": CRATE, ".gitignore": "/target\n"}, None),
        ("rust", {"Cargo.toml": CRATE}, "  (add /target/ to .gitignore)"),
        ("java", {"pom.xml": "", ".gitignore": "target/\n"}, None),
        ("c#", {}, "  (add /conform-adapter/build/ and /conform-adapter/obj/ to .gitignore)"),
        ("ruby", {}, None),
    ],
)
def test_what_is_built_is_named_if_the_project_does_not_ignore_it(
    conform: Conform, tmp_path: Path, language: str, project: dict[str, str], line: str | None
) -> None:
    done = conform("init", language, "--output", made(tmp_path, project))

    assert next((one for one in done.out.splitlines() if ".gitignore" in one), None) == line
