"""The example in each language finds in a right and in a wrong codec what ``conform run`` finds in them."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from punycode_conform import places

from .conftest import TARGETS, Conform, files

EXAMPLES = places.VECTORS / "examples"
CODECS = TARGETS / "examples"
JARS = ":".join(f"/usr/share/java/{name}.jar" for name in ("gson", "junit-platform-console-standalone"))
JANSSON = "$(pkg-config --cflags --libs jansson)"
DATA = places.BUILT_VECTORS.name


@dataclass(frozen=True, slots=True)
class Language:
    """How an example is built and run, beside a codec, and how the same codec is run by conform.

    Attributes:
        files: from its own folder to that of the test: the example, the codec, the vectors.
        skeleton: of the adapter, with what is filled in and where it goes.
        build: commands that build both, a word each; the first is the program that is needed.
        run, adapter: the commands.
        failed: finds the names of failed cases in the output.
    """

    files: dict[str, str]
    skeleton: tuple[str, str, Callable[[str], str]]
    build: tuple[str, ...]
    run: str
    adapter: str
    failed: str


def put(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change


def filled_go(text: str) -> str:
    text = put(
        '	return "", errUnsupported\n',
        '	if operation == "encode" {\n		return puny.Encode(input)\n	}\n	return puny.Decode(input)\n',
    )(text)
    return put("import (\n", 'import (\n	puny "example.org/punycode"\n')(text)


def filled_javascript(text: str) -> str:
    text = put("const codec = null;", 'import * as codec from "./punycode.mjs";')(text)
    return put("(error) => false", "(error) => error instanceof RangeError")(text)


def filled_ruby(text: str) -> str:
    text = put('"encode" => nil', '"encode" => Punycode.method(:encode)')(text)
    text = put('"decode" => nil', '"decode" => Punycode.method(:decode)')(text)
    return put('require "erb"', 'require "erb"\nrequire_relative "punycode"')(
        put("[Rejected]", "[ArgumentError]")(text)
    )


RUST = """\
    let done = if operation == "encode" { punycode::encode(input) } else { punycode::decode(input) };
    done.map_err(|_| Refusal::Rejected("no".to_string()))
"""
JAVA = """\
try {
            return operation.equals("encode") ? Punycode.encode(input) : Punycode.decode(input);
        } catch (IllegalArgumentException e) {
            throw new Rejected(e.getMessage());
        }
"""
C = """\
#include "punycode.h"
static char label[1 << 20];
static enum status encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    size_t made = sizeof label;
    if (punycode_encode(length, input, &made, label) != 0) return REJECTED;
    if (made > *count) return TOO_SMALL;
    for (size_t i = 0; i < made; i++) output[i] = (unsigned char)label[i];
    *count = made;
    return OK;
}
static enum status decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    size_t octets;
    char *text = utf8(input, length, &octets);
    int refused = punycode_decode(octets, text, count, output);
    free(text);
    return refused ? REJECTED : OK;
}
"""


def filled_c(text: str) -> str:
    head, _, rest = text.partition("static enum status encode(")
    _, mark, tail = rest.partition("/* Whether your codec's strings")
    assert head
    assert mark
    return head + C + mark + tail


NOT_FILLED_IN = 'throw new Unsupported("not filled in");'
RUST_LINES = '    let _ = (operation, input);\n    Err(Refusal::Unsupported("not filled in".to_string()))\n'
LANGUAGES = {
    "c": Language(
        {"vectors_test.c": "", "punycode.c": "", "punycode.h": "", DATA: ""},
        ("conform-adapter.c", "", filled_c),
        (f"cc -O1 -Wall -Wextra -Werror vectors_test.c punycode.c -o vectors_test {JANSSON}",
         "cc -O1 conform-adapter.c punycode.c -o conform-adapter"),
        "./vectors_test",
        "./conform-adapter",
        r"FAILED (\S+):",
    ),
    "go": Language(
        {"vectors_test.go": "", "punycode.go": "", DATA: ""},
        ("conform-adapter.go", "conform-adapter", filled_go),
        ("go mod init example.org/punycode", "go vet .", "go build -o conform ./conform-adapter"),
        "go test",
        "./conform",
        r"--- FAIL: TestVectors/(\S+)",
    ),
    "java": Language(
        {"VectorsTest.java": "", "Punycode.java": "", DATA: ""},
        ("ConformAdapter.java", "", put(NOT_FILLED_IN, JAVA)),
        (f"javac -Xlint:all -Werror -cp {JARS} VectorsTest.java Punycode.java", "javac ConformAdapter.java"),
        f"java -cp .:{JARS} org.junit.platform.console.ConsoleLauncher --select-class VectorsTest --details summary",
        "java ConformAdapter",
        r":vectors\(\):(\S+)$",
    ),
    "javascript": Language(
        {"vectors.test.mjs": "", "punycode.js": "", DATA: ""},
        ("conform-adapter.mjs", "", filled_javascript),
        ("node --version",),
        "node --test --test-reporter=tap vectors.test.mjs",
        "node conform-adapter.mjs",
        r"^ *not ok \d+ - (\S+/(?:encode|decode))$",
    ),
    "ruby": Language(
        {"vectors_test.rb": "", "punycode.rb": "", DATA: ""},
        ("conform-adapter.rb", "", filled_ruby),
        ("ruby -wc vectors_test.rb",),
        "ruby vectors_test.rb",
        "ruby conform-adapter.rb",
        r"VectorsTest#test_(\S+?/(?:encode|decode))",
    ),
    "rust": Language(
        {"vectors.rs": "tests", "punycode.rs": "src/lib.rs", DATA: "tests"},
        ("conform-adapter.rs", "examples", put(RUST_LINES, RUST)),
        ("cargo init --quiet --lib --vcs none --name punycode .", "cargo add --quiet --dev serde_json",
         "cargo build --quiet --example conform-adapter"),
        "cargo test --quiet --test vectors",
        "target/debug/examples/conform-adapter",
        r"FAILED (\S+):",
    ),
}  # fmt: skip


def test_there_is_an_example_for_each_language_and_none_is_long() -> None:
    examples = [path for path in EXAMPLES.iterdir() if path.suffix != ".md"]

    assert {path.name for path in examples} == {next(iter(language.files)) for language in LANGUAGES.values()}
    assert [path.name for path in examples if path.read_text(encoding="utf-8").count("\n") > 100] == []


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, errors="replace", timeout=300, check=False
    )


def laid_out(language: Language, folder: Path) -> None:
    for name, place in language.files.items():
        source = next(path for path in (EXAMPLES / name, CODECS / name, places.VECTORS / name) if path.exists())
        target = folder / place if Path(place).suffix else folder / place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    name, place, fill = language.skeleton
    (folder / place).mkdir(exist_ok=True)
    skeleton = (places.ADAPTERS / "skeletons" / name).read_text(encoding="utf-8")
    (folder / place / name).write_text(fill(skeleton), encoding="utf-8")
    if "punycode.js" in language.files:  # the example imports a module
        script = (folder / "punycode.js").read_text(encoding="utf-8")
        (folder / "punycode.mjs").write_text(put("module.exports =", "export")(script), encoding="utf-8")


def built(language: Language, folder: Path) -> None:
    if shutil.which(language.build[0].split()[0]) is None and not os.environ.get("CONFORM_REAL"):
        pytest.skip(f"no {language.build[0].split()[0]}")
    # Rust's tool makes a package only where there is none of its files.
    commands = list(language.build)
    if commands[0].startswith("cargo init"):
        assert shell(commands.pop(0), folder).returncode == 0
    laid_out(language, folder)
    for command in commands:
        done = shell(command, folder)
        assert done.returncode == 0, done.stderr


def failed_in(output: str, language: Language) -> set[str]:
    return set(re.findall(language.failed, output, re.MULTILINE))


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_an_example_finds_what_conform_finds(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    language = LANGUAGES[name]
    built(language, tmp_path)
    monkeypatch.chdir(tmp_path)
    # The right one is judged by its example on all vectors; that conform agrees on all is seen with the wrong one.
    for wrong, some in ((False, files("delimiter", "overflow", "rfc-samples", "surrogates")), (True, [])):
        if wrong:
            monkeypatch.setenv("PUNYCODE_WRONG", "1")
        example = shell(language.run, tmp_path)
        run = conform("run", *some, "--report", "report.jsonl", "--", *language.adapter.split())
        results = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text(encoding="utf-8").splitlines()]
        bad = {r["case"]: r["verdict"] for r in results if r.get("verdict") in ("fail", "crash") and "case" in r}
        bad = {case: verdict for case, verdict in bad.items() if not case.startswith("law/")}

        assert failed_in(example.stdout + example.stderr, language) == set(bad), example.stdout[-2000:]
        assert (example.returncode != 0, run.status) == (wrong, int(wrong)), run.out[-2000:]
        assert set(bad.values()) == ({"fail", "crash"} if wrong else set())
