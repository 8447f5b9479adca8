"""The example in each language finds in a right and in a wrong codec what ``conform run`` finds in such codecs."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from punycode_conform import files

from .conftest import TARGETS, Conform, needed, run_tool, verdicts

EXAMPLES = files.VECTORS / "examples"
CODECS = TARGETS / "examples"
JARS = ":".join(f"/usr/share/java/{name}.jar" for name in ("gson", "junit-platform-console-standalone"))
JANSSON = "$(pkg-config --cflags --libs jansson)"
DATA = files.BUILT_VECTORS.name


@dataclass(frozen=True, slots=True)
class Language:
    """How an example is built and run, beside a codec."""

    files: dict[str, str]  # the example, the codec, the vectors, and the folder of the test that each goes into
    build: tuple[str, ...]  # commands; the first word is the program that is needed
    run: str
    failed: str  # finds the names of failed cases in the output


LANGUAGES = {
    "c": Language(
        {"vectors_test.c": "", "punycode.c": "", "punycode.h": "", DATA: ""},
        (f"cc -O1 -Wall -Wextra -Werror vectors_test.c punycode.c -o vectors_test {JANSSON}",),
        "./vectors_test",
        r"FAILED (\S+):",
    ),
    "go": Language(
        {"vectors_test.go": "", "punycode.go": "", DATA: ""},
        ("go mod init example.org/punycode", "go vet ."),
        "go test",
        r"--- FAIL: TestVectors/(\S+)",
    ),
    "java": Language(
        {"VectorsTest.java": "", "Punycode.java": "", DATA: ""},
        (f"javac -Xlint:all -Werror -cp {JARS} VectorsTest.java Punycode.java",),
        f"java -cp .:{JARS} org.junit.platform.console.ConsoleLauncher --select-class VectorsTest --details summary",
        r":vectors\(\):(\S+)$",
    ),
    "javascript": Language(
        {"vectors.test.mjs": "", "punycode.js": "", DATA: ""},
        ("node --version",),
        "node --test --test-reporter=tap vectors.test.mjs",
        r"^ *not ok \d+ - (\S+/(?:encode|decode))$",
    ),
    "ruby": Language(
        {"vectors_test.rb": "", "punycode.rb": "", DATA: ""},
        ("ruby -wc vectors_test.rb",),
        "ruby vectors_test.rb",
        r"VectorsTest#test_(\S+?/(?:encode|decode))",
    ),
    "rust": Language(
        {"vectors.rs": "tests", "punycode.rs": "src/lib.rs", DATA: "tests"},
        ("cargo init --quiet --lib --vcs none --name punycode .", "cargo add --quiet --dev serde_json"),
        "cargo test --quiet --test vectors",
        r"FAILED (\S+):",
    ),
}  # fmt: skip


def test_there_is_an_example_for_each_language_and_none_is_long() -> None:
    examples = [path for path in EXAMPLES.iterdir() if path.suffix != ".md"]

    assert {path.name for path in examples} == {next(iter(language.files)) for language in LANGUAGES.values()}
    assert [path.name for path in examples if path.read_text(encoding="utf-8").count("\n") > 100] == []


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return run_tool("bash", "-c", command, cwd=folder)


def laid_out(language: Language, folder: Path) -> None:
    for name, place in language.files.items():
        source = next(path for path in (EXAMPLES / name, CODECS / name, files.VECTORS / name) if path.exists())
        target = folder / place if Path(place).suffix else folder / place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    if "punycode.js" in language.files:  # the example imports a module
        script = (folder / "punycode.js").read_text(encoding="utf-8")
        (folder / "punycode.mjs").write_text(script.replace("module.exports =", "export"), encoding="utf-8")


def built(language: Language, folder: Path) -> None:
    needed(language.build[0].split()[0])
    # Rust's tool makes a package only where there is none of its files.
    commands = list(language.build)
    if commands[0].startswith("cargo init"):
        assert shell(commands.pop(0), folder).returncode == 0
    laid_out(language, folder)
    for command in commands:
        done = shell(command, folder)
        assert done.returncode == 0, done.stderr


def bad_cases(conform: Conform, report: Path) -> dict[str, str]:
    """The cases that a codec with the faults of the examples' one fails in a run, with their verdicts."""
    assert conform("run", "faulty_codec:wrong_as_the_examples", "--report", report).status == 1
    return {case: bad for case, bad in verdicts(report).items() if bad in ("fail", "crash") and "law/" not in case}


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.usefixtures("in_targets")
@pytest.mark.parametrize("name", LANGUAGES)
def test_an_example_finds_what_conform_finds(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    language = LANGUAGES[name]
    built(language, tmp_path)
    right = shell(language.run, tmp_path)
    monkeypatch.setenv("PUNYCODE_WRONG", "1")
    wrong = shell(language.run, tmp_path)
    bad = bad_cases(conform, tmp_path / "report.jsonl")

    assert (right.returncode, {*re.findall(language.failed, right.stdout + right.stderr, re.M)}) == (0, set()), (
        right.stdout[-2000:]
    )
    assert wrong.returncode != 0
    assert [line for line in wrong.stdout.splitlines() if len(line) > 1000 and " " in line] == []
    assert {*re.findall(language.failed, wrong.stdout + wrong.stderr, re.M)} == set(bad), wrong.stdout[-2000:]
    assert set(bad.values()) == {"fail", "crash"}
