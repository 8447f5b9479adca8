"""``conform init``: the workflow that it writes gates, a skeleton runs as it is, and strings reach a codec unchanged."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from punycode_conform.cli.init import WORKFLOW, Skeleton, address, find, requirement, skeletons

from ..conftest import Conform, run_tool, vector_files

LANGUAGES = [key for key in skeletons() if " " not in key]
WITH_ADAPTER = [key for key in LANGUAGES if skeletons()[key].run]
COMMIT = "0123456789abcdef0123456789abcdef01234567"
CRATE = '[package]\nname = "my-puny"\nversion = "1.0.0"\nedition = "2021"\n'


def initialised(conform: Conform, language: str, folder: Path) -> Skeleton:
    assert conform("init", language, "--output", folder, "--target", "my-codec").status == 0
    return find(language, folder)


def build(skeleton: Skeleton, folder: Path) -> None:
    """Build what was written; skip without the language's tools, but not in CI, which has all that Debian has."""
    for command in filter(None, (skeleton.build, skeleton.run)):
        program = shlex.split(command)[0]
        needed = os.environ.get("CONFORM_REAL") and program != "dotnet"
        if not program.startswith("./") and shutil.which(program) is None and not needed:
            pytest.skip(f"no {program}")
    if skeleton.build:
        done = run_tool(*shlex.split(skeleton.build), cwd=folder)

        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_ADAPTER)
def test_a_skeleton_runs(conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    skeleton = initialised(conform, language, tmp_path)
    build(skeleton, tmp_path)
    monkeypatch.chdir(tmp_path)
    done = conform("doctor", "--", *shlex.split(skeleton.run))
    lines = done.out.splitlines()

    assert done.status == 1
    assert f"name=my-codec  version=unknown  language={skeleton.name}  ops=encode,decode" in done.out
    assert [line for line in lines if line.startswith(("not ok", "unclear", "note"))] == [
        "not ok  calls the codec: ordinary strings such as bücher are encoded and decoded"
    ]
    assert any(line.startswith("          no request is answered with ok: ") for line in lines)
    assert conform("run", "--quiet", *vector_files("rfc-samples"), "--", *shlex.split(skeleton.run)).status == 4


@pytest.mark.parametrize(
    ("language", "project", "file", "build"),
    [
        ("golang", "", "conform-adapter/main.go", "go build"),
        ("ruby", "Gemfile", "conform-adapter.rb", ""),
        ("rust", "", "conform-adapter.rs", "rustc"),
        ("rs", "Cargo.toml", "examples/conform-adapter.rs", "cargo build --release --example"),
        ("java", "", "ConformAdapter.java", "javac"),
        ("java", "pom.xml", "src/test/java/ConformAdapter.java", "mvn --quiet --batch-mode"),
        ("java", "build.gradle.kts", "src/test/java/ConformAdapter.java", "./gradlew"),
        (".NET", "", ".conform-adapter/ConformAdapter.cs", "dotnet build"),
        ("mono", "", "ConformAdapter.cs", "mcs"),
    ],
)
def test_an_adapter_is_where_its_project_builds_it(
    tmp_path: Path, language: str, project: str, file: str, build: str
) -> None:
    if project:
        (tmp_path / project).write_text(CRATE, encoding="utf-8")
    skeleton = find(language, tmp_path)

    assert skeleton.adapter.as_posix() == file
    assert skeleton.build.startswith(build)
    assert "YOUR CODEC" in skeleton.texts("my-codec")[skeleton.adapter]
    assert not any("@NAME@" in text or "@LANGUAGE@" in text for text in skeleton.texts("my-codec").values())


def test_every_workflow_fits_the_forges_schema_and_installs_the_suite_from_one_address(
    conform: Conform, tmp_path: Path
) -> None:
    for language in LANGUAGES:
        target = "mylib.punycode" if language == "python" else "my-codec"
        conform("init", language, "--output", tmp_path / language, "--target", target)

    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    paths = [tmp_path / language / WORKFLOW for language in LANGUAGES]
    done = run_tool(*check, *paths, cwd=tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, "ok -- validation done")
    for path in paths:
        assert [line for line in path.read_text(encoding="utf-8").splitlines() if "CONFORM" in line] == [
            f'  CONFORM: "{requirement()}"',
            '      - run: pip install "$CONFORM"',
        ]


def gate(project: Path) -> int:
    """Run the steps of a project's workflow in its folder as a forge does; the status of the first that fails."""
    workflow: dict[str, Any] = yaml.safe_load((project / WORKFLOW).read_text(encoding="utf-8"))
    pip = project / "bin" / "pip"  # it would only install the suite again
    pip.parent.mkdir(exist_ok=True)
    pip.write_text("#!/bin/sh\ncase $* in install\\ *) ;; *) exit 9 ;; esac\n", encoding="utf-8")
    pip.chmod(0o755)
    path = os.pathsep.join([str(pip.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    failed = 0
    for step in workflow["jobs"]["conform"]["steps"]:
        if "run" in step and bool(failed) == (step.get("if") == "failure()"):
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            env = {**os.environ, **workflow["env"], "PATH": path}
            failed = failed or subprocess.run(command, cwd=project, env=env, check=False).returncode
    return failed


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX bash")
def test_a_workflow_is_red_for_a_wrong_codec_and_green_where_its_failures_are_known(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "def encode(text): return text.encode('punycode').decode()\ndef decode(text): return text\n"
    codec = tmp_path / "mycodec.py"
    codec.write_text(wrong, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    conform("init", "python", "--target", "mycodec")
    red = gate(tmp_path)
    conform("init", "python", "--target", "mycodec", "--baseline", "known.yaml", "--force")
    conform("baseline", "--baseline", "known.yaml", "mycodec")
    expected = gate(tmp_path)
    codec.write_text("from punycode_conform.codec import decode, encode\n", encoding="utf-8")
    stale = gate(tmp_path)
    conform("baseline", "--baseline", "known.yaml", "mycodec")

    assert [red, expected, stale, gate(tmp_path)] == [1, 0, 5, 0]


@pytest.mark.parametrize(
    ("url", "commit", "words"),
    [
        ("https://me:secret@example.org/p.git", COMMIT, f"git+https://example.org/p.git@{COMMIT}"),
        ("https://example.org/p.whl", "", "https://example.org/p.whl"),
        ("file:///p", COMMIT, f"git+file:///p@{COMMIT}"),
        ("file:///no/such%20place", "", "file:///no/such%20place"),
    ],
)
def test_the_suite_is_installed_from_where_this_copy_came_from(url: str, commit: str, words: str) -> None:
    assert address(url, commit) == words


@pytest.mark.parametrize(
    ("remote", "words"),
    [
        ("https://me:secret@example.org/o/p", "git+https://example.org/o/p"),
        ("git@example.org:o/p.git", "git+https://example.org/o/p.git"),
        ("ssh://git@example.org/o/p.git", "git+ssh://example.org/o/p.git"),
        ("", "{here}"),
    ],
)
def test_a_checkout_names_its_repository_without_a_password(tmp_path: Path, remote: str, words: str) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    if remote:
        subprocess.run(["git", "remote", "add", "origin", remote], cwd=tmp_path, check=True)

    assert address(tmp_path.as_uri()) == words.format(here=tmp_path.as_uri())


# In each: encode gives its input back; decode, asked for one letter, gives a surrogate (s), a number above 10FFFF (b) or
# octets that are no UTF-8 (x), as far as its strings hold them, and refuses in the language's way what is anything else.
C = """\
static enum status encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    memcpy(output, input, length * sizeof *input);
    *count = length;
    return OK;
}
static enum status decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    if (length > 1) {
        size_t octets;
        char *text = utf8(input, length, &octets);
        if (octets > *count) return free(text), TOO_SMALL;
        for (*count = 0; *count < octets; ++*count) output[*count] = (unsigned char)text[*count];
        return free(text), OK;
    }
    if (length != 1 || (*input != 's' && *input != 'b')) return REJECTED;
    *output = *input == 's' ? 0xD800 : 0x110000;
    *count = 1;
    return OK;
}
"""
CPP = """\
    if (operation == "encode") return input;
    if (input.size() > 1) {
        std::u32string octets;
        for (unsigned char octet : utf8(input)) octets += octet;
        if (code_points(utf8(input)) != input) throw std::runtime_error("another text is read");
        return octets;
    }
    static const char *const results[] = {"s\\xED\\xA0\\x80", "b\\xF4\\x90\\x80\\x80", "xa\\xFF", "l\\xC1\\x81"};
    for (const char *result : results)
        if (input == code_points(std::string(result, 1))) return code_points(result + 1);
    throw Rejected("no");
"""
GO = """\
	results := map[string]string{"s": "\\xed\\xa0\\x80", "b": "\\xf4\\x90\\x80\\x80", "x": "a\\xff", "l": "\\xc1\\x81"}
	if result, ok := results[input]; ok || operation == "encode" {
		return map[bool]string{true: result, false: input}[ok && operation == "decode"], nil
	}
	return "", errors.New("no")
"""
PHP = """\
    $results = ['s' => "\\xED\\xA0\\x80", 'b' => "\\xF4\\x90\\x80\\x80", 'x' => "a\\xFF", 'l' => "\\xC1\\x81"];
    return $operation === 'encode' ? $input : $results[$input] ?? throw new Rejected('no');
"""
RUBY = """\
  "encode" => ->(text) { text },
  "decode" => lambda do |text|
    results = { "s" => "\\xED\\xA0\\x80", "b" => "\\xF4\\x90\\x80\\x80", "x" => "a\\xFF", "l" => "\\xC1\\x81" }
    results[text] || raise(Rejected, "nil")
  end,
"""
RUST = """\
    if operation == "encode" { Ok(input.to_string()) } else { Err(Refusal::Rejected("no".to_string())) }
"""
JAVA = """\
        if (operation.equals("encode")) return input;
        if (input.equals("s")) return "\\ud800";
        throw new Rejected("no");
"""
CSHARP = JAVA.replace(".equals", ".Equals")
JAVASCRIPT = """{
    encode: (text) => text,
    decode: (text) => ({ s: "\\ud800" })[text] ?? refuse("no"),
}"""
PERL = """\
    encode => sub { $_[0] },
    decode => sub { {s => chr 0xD800, b => chr 0x110000}->{$_[0]} // die 'refused' },
"""
SHELL = """\
    case "$*" in
    encode*) shift; echo ok "$@" ;;
    "decode 73") echo "ok d800" ;;
    *) echo "reject no" ;;
    esac
"""


def between(source: str, start: str, end: str, code: str) -> str:
    """A source with other code from ``start`` to ``end``."""
    head, _, rest = source.partition(start)
    _, mark, tail = rest.partition(end)
    assert head
    assert mark
    return head + code + mark + tail


def answers(skeleton: Skeleton, folder: Path, *requests: str) -> list[str]:
    """The answers of the built adapter, without their numbers."""
    lines = "conform 1\n" + "".join(f"{number} {request}\n" for number, request in enumerate(requests))
    command = shlex.split(skeleton.run)
    done = subprocess.run(command, input=lines, cwd=folder, stdout=-1, encoding="utf-8", timeout=60, check=False)
    return [line.split(" ", 1)[1] for line in done.stdout.splitlines()][1:]


RUST_EMPTY = '    let _ = (operation, input);\n    Err(Refusal::Unsupported("not filled in".to_string()))\n'
CPP_EMPTY = '    (void)operation, (void)input;\n    throw Unsupported("not filled in");\n'
NOT_FILLED_IN = 'throw new Unsupported("not filled in");'
FILL: Mapping[str, Callable[[str], str]] = {
    "c": lambda text: between(text, "static enum status encode(", "/* Whether your codec's strings", C),
    "c++": lambda text: text.replace(CPP_EMPTY, CPP),
    "c#": lambda text: text.replace(NOT_FILLED_IN, CSHARP),
    "mono": lambda text: text.replace(NOT_FILLED_IN, CSHARP),
    "go": lambda text: text.replace('	return "", errUnsupported\n', GO),
    "java": lambda text: text.replace(NOT_FILLED_IN, JAVA),
    "javascript": lambda text: text.replace("codec = null", f"codec = {JAVASCRIPT}"),
    "perl": lambda text: text.replace("    encode => undef,\n    decode => undef,\n", PERL).replace("(?!)", "refused"),
    "php": lambda text: text.replace("    throw new Unsupported('not filled in');\n", PHP),
    "ruby": lambda text: text.replace('  "encode" => nil,\n  "decode" => nil,\n', RUBY),
    "rust": lambda text: text.replace(RUST_EMPTY, RUST),
    "shell": lambda text: text.replace('    echo "unsupported not filled in"\n', SHELL),
}
# What strings hold: the words of the answers to encode D800, D83D DCA9 and 110000, and to decode s, b, x and l. None is
# where a language has no such result.
OCTETS = ["unsupported", "unsupported", "unsupported", "ok d800", "ok 110000", "fault", "fault"]
UTF16 = ["ok d800", "unsupported", "unsupported", "ok d800", "reject", "reject", "reject"]
INTEGERS = ["ok d800", "ok d83d dca9", "ok 110000", "ok d800", "ok 110000", "reject", "reject"]
HELD = {
    **dict.fromkeys(["go", "php", "ruby"], OCTETS),
    **dict.fromkeys(["c#", "mono", "java", "javascript"], UTF16),
    **dict.fromkeys(["c", "perl"], INTEGERS),
    "c++": [*INTEGERS[:5], *OCTETS[5:]],
    "rust": [*["unsupported"] * 3, *["reject"] * 4],
    "shell": [*INTEGERS[:4], *["reject"] * 3],
}
REQUESTS = ["encode d800", "encode d83d dca9", "encode 110000", *(f"decode {ord(letter):x}" for letter in "sbxlz")]
# All code points, many in a request. Those that UTF-8 does not have come last; in this order none of them is half of a pair.
SURROGATES = [*range(0xDC00, 0xE000), *range(0xD800, 0xDC00)]
SCALARS = [*range(0xD800), *range(0xE000, 0x110000)]
CHUNKS = [" ".join(f"{c:x}" for c in SCALARS[at : at + 4096]) for at in range(0, len(SCALARS), 4096)]


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_ADAPTER)
def test_what_strings_hold_is_passed_and_nothing_else_is_unsupported(
    conform: Conform, tmp_path: Path, language: str
) -> None:
    skeleton = initialised(conform, language, tmp_path)
    source = tmp_path / skeleton.adapter
    before = source.read_text(encoding="utf-8")
    source.write_text(FILL[language](before), encoding="utf-8")
    build(skeleton, tmp_path)
    surrogates = " ".join(f"{c:x}" for c in SURROGATES)
    every = [f"encode {points}" for points in (*CHUNKS, surrogates)]
    octets = [f"decode {points}" for points in CHUNKS if language in ("c", "c++")]
    seen = answers(skeleton, tmp_path, *REQUESTS, *every, *octets)
    held, seen = seen[: len(REQUESTS)], seen[len(REQUESTS) :]

    assert FILL[language](before) != before
    assert [answer if answer.startswith("ok") else answer.split()[0] for answer in held] == [*HELD[language], "reject"]
    assert [answer == f"ok {points}" for answer, points in zip(seen, CHUNKS, strict=False)] == [True] * len(CHUNKS)
    # Surrogates in the other order are no pairs.
    last = seen[len(CHUNKS)]
    assert last == f"ok {surrogates}" if HELD[language][0] == "ok d800" else last.startswith("unsupported")
    # The helpers for codecs whose strings are UTF-8.
    given = bytes(int(octet, 16) for answer in seen[len(every) :] for octet in answer.split()[1:])
    assert given == ("".join(map(chr, SCALARS)).encode() if octets else b"")
