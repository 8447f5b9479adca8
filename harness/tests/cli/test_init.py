"""``conform init``: what it writes is valid, and each skeleton runs as it is."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from punycode_conform.cli.init import WORKFLOW
from punycode_conform.cli.origin import requirement
from punycode_conform.cli.skeletons import FOLDER, SKELETONS, Skeleton

from ..conftest import Conform, files

WITH_ADAPTER = [name for name, skeleton in SKELETONS.items() if skeleton.run]
ICU = Path("/usr/share/java/icu4j.jar")


def example(source: str, number: int) -> str:
    """An example in a comment of the C skeleton, as code; the first is numbered 0."""
    found = re.findall(r"^ \*\n((?: \* {5}.*\n)+)", source, re.MULTILINE)
    code: str = re.sub(r"^ \* {5}", "    ", found[number], flags=re.MULTILINE)
    return code


def between(source: str, start: str, end: str, code: str) -> str:
    """A source with what stands from ``start`` to before ``end`` replaced."""
    head, _, rest = source.partition(start)
    _, mark, tail = rest.partition(end)
    assert head
    assert mark
    return head + code + mark + tail


def filled_c(source: str) -> str:
    """The C skeleton with the code that it shows for libidn."""
    to_fill = "    (void)input, (void)length, (void)output, (void)count;\n    return NOT_FILLED_IN;\n"
    filled = source.replace(to_fill, example(source, 0), 1).replace(to_fill, example(source, 1), 1)
    return filled.replace("#include <stdint.h>", "#include <punycode.h>\n#include <stdint.h>", 1)


def filled_javascript(source: str) -> str:
    source = source.replace("const codec = null", 'import * as codec from "node:punycode"')
    return source.replace("(error) => false", "(error) => error instanceof RangeError")


def filled_java(source: str) -> str:
    call = """
        try {
            return operation.equals("encode") ? com.ibm.icu.impl.Punycode.encode(input, null)
                    : com.ibm.icu.impl.Punycode.decode(input, null);
        } catch (com.ibm.icu.text.StringPrepParseException | com.ibm.icu.util.ICUInputTooLongException e) {
            throw new Rejected(e.getMessage());
        }
    """
    return source.replace('throw new Unsupported("not filled in");', call)


# What is filled in, and what the commands need besides.
FILLED: dict[str, tuple[Callable[[str], str], str, str]] = {
    "c": (filled_c, " -lidn", ""),
    "javascript": (filled_javascript, "", "--no-deprecation "),
    "java": (filled_java, f" -cp {ICU}", f"-cp .:{ICU} "),
}


# The adapters of the same codecs, which are not made from a skeleton.
ADAPTERS = {"c": "adapter:libidn", "javascript": "adapter:node-punycode", "java": "adapter:icu4j@72.1"}


def initialised(conform: Conform, language: str, folder: Path) -> Skeleton:
    done = conform("init", language, "--output", folder, "--target", "my-codec")

    assert done.status == 0
    return SKELETONS[language]


def ask(skeleton: Skeleton, folder: Path, lines: str) -> "subprocess.CompletedProcess[str]":
    """The built adapter at its end, after these lines."""
    return subprocess.run(
        shlex.split(skeleton.run),
        input=lines,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def build(skeleton: Skeleton, folder: Path, more: str = "") -> None:
    """Build what was written; skip without the language's tools, but not in CI, which has all that Debian has."""
    for command in filter(None, (skeleton.build, skeleton.run)):
        program = shlex.split(command)[0]
        needed = os.environ.get("CONFORM_REAL") and program != "dotnet"
        if not program.startswith("./") and shutil.which(program) is None and not needed:
            pytest.skip(f"no {program}")
    if skeleton.build:
        done = subprocess.run(
            shlex.split(skeleton.build + more), cwd=folder, capture_output=True, text=True, timeout=300, check=False
        )

        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_ADAPTER)
def test_a_skeleton_runs_as_it_is(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    skeleton = initialised(conform, language, tmp_path)
    build(skeleton, tmp_path)
    monkeypatch.chdir(tmp_path)
    done = conform("doctor", "--", *shlex.split(skeleton.run))
    lines = done.out.splitlines()

    assert done.status == 1
    assert f"name=my-codec  version=unknown  language={skeleton.language}  ops=encode,decode" in done.out
    assert [line for line in lines if line.startswith(("not ok", "unclear", "note"))] == [
        "not ok  calls the codec: ordinary strings such as bücher are encoded and decoded"
    ]
    assert "          it answers unsupported to everything" in lines
    assert conform("run", "--quiet", *files("rfc-samples"), "--", *shlex.split(skeleton.run)).status == 4


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", FILLED)
def test_a_skeleton_with_a_codec_filled_in_is_sound(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    fill, build_more, run_more = FILLED[language]
    skeleton = initialised(conform, language, tmp_path)
    source = tmp_path / skeleton.adapter
    before = source.read_text(encoding="utf-8")
    source.write_text(fill(before), encoding="utf-8")
    build(skeleton, tmp_path, build_more)
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(skeleton.run)
    command = [program, *shlex.split(run_more), *arguments]

    assert fill(before) != before
    doctor = conform("doctor", "--strict", "--", *command)

    assert doctor.status == 0, doctor.out
    some = files(
        "case", "delimiter", "non-ascii", "overflow", "rfc-samples", "surrogates", "text-fidelity", "truncation"
    )
    results = [conform("run", "--quiet", *some, *words).out for words in ([ADAPTERS[language]], ["--", *command])]

    assert len({re.sub(r"^.*\): |, [\d.]+ s .*", "", line) for line in results}) == 1, results


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "empty", "codec", "answer"),
    [
        ("perl", "encode => undef", "encode => sub { undef }", "1 fault the codec returned undef"),
        ("ruby", '"encode" => nil', '"encode" => ->(_) { raise "bad \\xFF" }', "1 fault RuntimeError: bad �"),
        ("javascript", "codec = null", "codec = { encode: () => undefined }", "1 fault "),
    ],
)
def test_a_skeleton_bears_a_codec_that_returns_nothing_or_raises_anything(
    conform: Conform, tmp_path: Path, language: str, empty: str, codec: str, answer: str
) -> None:
    skeleton = initialised(conform, language, tmp_path)
    build(skeleton, tmp_path)
    source = tmp_path / skeleton.adapter
    before = source.read_text(encoding="utf-8")
    source.write_text(before.replace(empty, codec), encoding="utf-8")
    asked = ask(skeleton, tmp_path, "conform 1\n1 encode 61\n")

    assert empty in before
    assert asked.stdout.splitlines()[1].startswith(answer)


def test_every_workflow_fits_the_forges_schema(conform: Conform, tmp_path: Path) -> None:
    for language in SKELETONS:
        initialised_as = "mylib.punycode" if language == "python" else "my-codec"
        conform("init", language, "--output", tmp_path / language, "--target", initialised_as)

    assert fits_the_schema(*(tmp_path / language / WORKFLOW for language in SKELETONS)) == (
        0,
        "ok -- validation done",
    )


def fits_the_schema(*workflows: Path) -> tuple[int, str]:
    """What the check of workflows by the forge's schema says, and its status."""
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*check, *map(str, workflows)], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout.strip()


def test_python_needs_a_workflow_and_no_adapter(conform: Conform, tmp_path: Path) -> None:
    done = conform("init", "python", "--output", tmp_path, "--target", "mylib.punycode")
    (written,) = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert done.status == 0
    assert "- run: conform run --junit punycode.xml mylib.punycode\n" in written.read_text(encoding="utf-8")
    assert "doctor -- " not in done.out


def test_it_tells_the_next_commands(conform: Conform, tmp_path: Path) -> None:
    done = conform("init", "c", "--output", tmp_path)

    shown = [
        line for line in done.out.splitlines() if "was installed from" not in line and "   set CONFORM" not in line
    ]

    assert shown[-4:] == [
        "  cc -O2 -Wall -o conform-adapter conform-adapter.c",
        "  (add /conform-adapter to .gitignore)",
        "  conform doctor -- ./conform-adapter",
        "  conform run -- ./conform-adapter",
    ]


def test_nothing_is_overwritten_unless_forced(conform: Conform, tmp_path: Path) -> None:
    file = tmp_path / "conform-adapter.c"
    file.write_text("mine", encoding="utf-8")
    refused = conform("init", "c", "--output", tmp_path)

    assert refused.status == 2
    assert refused.err == (
        "conform: conform-adapter.c: already there; nothing was written\n  hint: --force overwrites\n"
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["conform-adapter.c"]
    assert file.read_text(encoding="utf-8") == "mine"
    assert conform("init", "c", "--output", tmp_path, "--force").status == 0
    assert file.read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    "arguments",
    [
        ["cobol"],
        ["c", "--target", 'x"; system("rm")'],
        ["python", "--target", "mylib; rm"],
        ["python", "--baseline", "a #b.yaml"],
        ["c", "--output", "/dev/null/there"],
    ],
)
def test_bad_arguments_are_told_in_a_line(conform: Conform, arguments: list[str]) -> None:
    done = conform("init", *arguments)

    assert done.status == 2
    assert done.err.startswith("conform: ")


def test_every_skeleton_has_its_marks() -> None:
    files: dict[str, Any] = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}

    assert set(files) == {SKELETONS[language].source for language in WITH_ADAPTER} | {"conform-adapter.csproj"}
    del files["conform-adapter.csproj"]
    for source in files.values():
        assert "YOUR CODEC" in source
        assert "@NAME@" in source
        assert "@LANGUAGE@" in source


def test_a_project_below_the_root_of_a_repository_has_its_workflow_there(conform: Conform, tmp_path: Path) -> None:
    project = tmp_path / "libs" / "my puny"
    (tmp_path / ".git").mkdir()
    project.mkdir(parents=True)
    (project / "go.mod").write_text("module example.org/puny\n", encoding="utf-8")
    done = conform("init", "go", "--output", project, "--baseline", "known.yaml")
    (written,) = (tmp_path / ".github").rglob("*.yml")
    job = yaml.safe_load(written.read_text(encoding="utf-8"))["jobs"]["conform"]

    assert done.status == 0
    assert f"wrote {written}" in done.out
    assert written.name == "conform-libs-my puny.yml"
    assert job["defaults"]["run"]["working-directory"] == "libs/my puny"
    assert job["steps"][-1]["with"]["path"] == "libs/my puny/punycode.xml"
    assert [path.name for path in project.iterdir() if path.name != "go.mod"] == ["conform-adapter"]
    assert conform("init", "go", "--output", project).status == 2  # both are there
    assert fits_the_schema(written) == (0, "ok -- validation done")


def test_where_the_suite_comes_from_is_one_line(conform: Conform, tmp_path: Path) -> None:
    conform("init", "go", "--output", tmp_path)
    lines = (tmp_path / WORKFLOW).read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if "CONFORM" in line] == [
        f'  CONFORM: "{requirement()}"',
        '      - run: pip install "$CONFORM"',
    ]


def test_a_baseline_is_in_the_workflow_and_in_the_next_commands(conform: Conform, tmp_path: Path) -> None:
    done = conform("init", "c", "--output", tmp_path, "--baseline", "known.yaml")
    written = (tmp_path / WORKFLOW).read_text(encoding="utf-8")

    assert done.status == 0
    assert "- run: conform run --junit punycode.xml --baseline known.yaml -- ./conform-adapter\n" in written
    assert "  conform baseline --baseline known.yaml -- ./conform-adapter\n" in done.out
    assert not (tmp_path / "known.yaml").exists()


@pytest.mark.parametrize("package", [True, False])
def test_a_python_project_is_installed_if_it_can_be(conform: Conform, tmp_path: Path, package: bool) -> None:
    if package:
        (tmp_path / "pyproject.toml").touch()
    conform("init", "python", "--output", tmp_path)

    assert ("- run: pip install .\n" in (tmp_path / WORKFLOW).read_text(encoding="utf-8")) == package
