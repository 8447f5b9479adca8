"""The stubs for native fuzzers, and the templates for fuzzing services: what they do with right and wrong codecs.

Where a tool is not installed they are skipped; with CONFORM_REAL set, as in CI, that is a failure.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.cli import main
from punycode_conform.fuzz.cases import ALPHABET, BOUNDARIES, Domain, in_order, numbered
from punycode_conform.fuzz.dictionary import calls
from punycode_conform.suite import oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Operation

from ..conftest import CHECKOUT, ONE_FAULT, TARGETS, needed
from ..conftest import run_tool as run

CODECS = TARGETS / "native"
pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported corpus, not to be written to."""
    folder = tmp_path_factory.mktemp("exported") / "corpus"
    assert main(["vectors", "corpus", "--output", str(folder)]) == 0
    return folder


def fuzz(program: Path, exported: Path, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """libFuzzer, as the documents show it: all seeds as they are."""
    seeds = [exported / "corpus" / side for side in ("decode", "encode")]
    return run(program, "-runs=0", *flags, *seeds, cwd=program.parent, **environment)


def built_in_c(exported: Path, folder: Path, *words: object) -> Path:
    """The stub in C with a codec, under libFuzzer and sanitizers."""
    sanitizers = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=undefined"]
    stub = exported / "c" / "fuzz_punycode.c"
    command = [needed("clang"), "-g", "-O1", "-Wall", "-Wextra", "-Werror", *sanitizers, "-o", "fuzz", stub, *words]
    done = run(*command, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "fuzz"


@pytest.mark.parametrize(
    ("fault", "sign"),
    [
        (0, "Done 63"),
        (1, "AddressSanitizer: heap-buffer-overflow"),
        (2, "AddressSanitizer: heap-buffer-overflow"),
        (4, 'FAULT: an invalid input is accepted\n    decode     "-'),
        (5, "FAULT: the result is wrong\n    decode "),
        (6, "runtime error: signed integer overflow"),
    ],
)
def test_the_seeds_distinguish_right_from_wrong_in_c(fault: int, sign: str, exported: Path, tmp_path: Path) -> None:
    done = fuzz(built_in_c(exported, tmp_path, f"-DFAULT={fault}", CODECS / "codec.c"), exported)

    assert sign in done.stderr
    assert (done.returncode != 0) == bool(fault)


def test_the_generator_finds_a_fault_in_c_and_the_file_becomes_a_vector(exported: Path, tmp_path: Path) -> None:
    """By libFuzzer and by the loop, which leave files that conform minimises; the right codec passes."""
    sources = [exported / "c" / "punycode_generator.c", CODECS / "codec.c"]
    fuzzed, loop = built_in_c(exported, tmp_path, "-DFAULT=4", *sources), ["-fsanitize=address", "-DLOOP", "-o", "loop"]
    assert run(fuzzed, "-runs=100000", "-seed=1", "-artifact_prefix=crash-", cwd=tmp_path).returncode != 0
    for fault in (0, 4):
        words = [f"-DFAULT={fault}", *loop, exported / "c" / "fuzz_punycode.c", *sources]
        assert run(needed("clang"), *words, cwd=tmp_path).returncode == 0
        assert (run(tmp_path / "loop", "20000", cwd=tmp_path).returncode != 0) == bool(fault)
    (tmp_path / "crash-go").write_text('go test fuzz v1\nstring("\\x2d")\n')
    left, findings = sorted(tmp_path.glob("crash-*")), str(tmp_path / "findings")

    assert [main(["fuzz", ONE_FAULT, "--replay", str(file), "--out", findings]) for file in left] == [1, 1, 1]
    assert [path.name for path in Path(findings).glob("*.yaml")] == ["fuzz-decode-accepted-95504ddb.yaml"]
    assert main(["run", ONE_FAULT, "--vectors", findings, "--quiet"]) == 1


@pytest.fixture(scope="module")
def in_rust(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stub in Rust with a codec, by the flags of cargo-fuzz for a stable compiler; libFuzzer itself is clang's."""
    folder = tmp_path_factory.mktemp("rust")
    library = run(needed("clang"), "--print-file-name=libclang_rt.fuzzer-x86_64.a", cwd=folder).stdout.strip()
    (folder / "src").mkdir()
    (folder / "Cargo.toml").write_text('[package]\nname = "mylib"\nversion = "0.0.0"\nedition = "2021"\n')
    shutil.copy(CODECS / "codec.rs", folder / "src" / "lib.rs")
    assert main(["init", "rust", "--fuzz", "--output", str(folder)]) == 0
    manifest, stub = (folder / "punycode-fuzz" / name for name in ("Cargo.toml", "fuzz_targets/punycode.rs"))
    manifest.write_text(manifest.read_text().replace("# mylib", "mylib"))
    stub.write_text(re.sub(r"let _ = .*; // (.*)\.ok\(\)\n    None", r"\1", stub.read_text()))
    coverage = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
    flags = ["--cfg fuzzing -Cpasses=sancov-module", *(f"-Cllvm-args=-sanitizer-coverage-{flag}" for flag in coverage)]
    environment = {"CUSTOM_LIBFUZZER_PATH": library, "CUSTOM_LIBFUZZER_STD_CXX": "stdc++", "RUSTFLAGS": " ".join(flags)}
    machine = f"{platform.machine()}-unknown-linux-gnu"  # named, or else build scripts get these flags too
    words = ["build", "--quiet", "--release", "--target", machine, "--target-dir", "built"]
    done = run(needed("cargo"), *words, cwd=manifest.parent, **environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return manifest.parent / "built" / machine / "release" / "punycode"


@pytest.fixture
def in_go(exported: Path, tmp_path: Path) -> Path:
    """The stub in Go beside a codec."""
    shutil.copytree(exported / "go" / "testdata", tmp_path / "testdata")
    shutil.copy(CODECS / "codec.go", tmp_path)
    (tmp_path / "go.mod").write_text("module punycode\n\ngo 1.21\n")
    assert main(["init", "go", "--fuzz", "--output", str(tmp_path)]) == 0
    stub = tmp_path / "punycode_fuzz_test.go"
    filled = r"\1code(\2 \3{ return \1code(\2) }"
    stub.write_text(re.sub(r'(De|En)code\((\w+) (.*)\{ return "".* }', filled, stub.read_text()))
    return tmp_path


@pytest.mark.parametrize("language", ["rust", "go"])
@pytest.mark.parametrize(
    ("fault", "sign"),
    [
        ("", "Done 63|PASS: FuzzPunycodeDecode/"),
        ("delimiter", 'FAULT: an invalid input is accepted\\s+decode "-'),
        ("damp", "FAULT: the result is wrong"),
        ("truncated", "index out of (range|bounds)"),
    ],
)
def test_the_seeds_distinguish_right_from_wrong(
    fault: str, sign: str, language: str, exported: Path, request: pytest.FixtureRequest
) -> None:
    built = request.getfixturevalue(f"in_{language}")
    if language == "go":
        done = run(needed("go"), "test", "-vet=off", "-v", ".", cwd=built, FAULT=fault)
    else:
        done = fuzz(built, exported, FAULT=fault)

    assert re.search(sign, done.stdout + done.stderr)
    assert (done.returncode != 0) == bool(fault)


UNICODE = {"surrogates": "reject", "beyond-unicode": "reject"}  # the choices of strings that hold nothing else
DECLARED = "-DORACLE_SURROGATES=2 -DORACLE_BEYOND_UNICODE=2 -DORACLE_INTEGERS=32 -DORACLE_LENGTH=200"  # 2: refused
C = "clang -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined oracle.c -o oracle"


@pytest.mark.parametrize(
    ("build", "choices", "command"),
    [
        (C, {}, "./oracle"),
        (f"{C} {DECLARED}", UNICODE | {"integers": "32", "length": "200"}, "./oracle"),
        ("rustc --edition 2021 -C overflow-checks=on -D warnings oracle.rs", UNICODE, "./oracle"),
        ("go test -c -o oracle oracle_line_test.go punycode_oracle_test.go", UNICODE, "./oracle -test.run=Oracle"),
    ],
)
def test_an_oracle_is_the_reference(build: str, choices: dict[str, str], command: str, tmp_path: Path) -> None:
    """On all vectors, generated cases and a small domain: the right answer, the width of integers, and what is due."""
    for path in (files.FUZZ / "native").glob("*/punycode_oracle*"):
        shutil.copy(path, tmp_path)
    for suffix, name in (("c", "oracle.c"), ("rs", "oracle.rs"), ("go", "oracle_line_test.go")):
        shutil.copy(CODECS / f"oracle.{suffix}", tmp_path / name)
    (tmp_path / "go.mod").write_text("module punycode\n\ngo 1.21\n")
    compiler, *words = build.split()
    done = run(needed(compiler), *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    domains = (Domain(Operation.DECODE, ALPHABET, 2), Domain(Operation.ENCODE, BOUNDARIES, 2))
    asked = [*calls(), *(numbered(5, number) for number in range(1500))]
    asked += [in_order(domains, number) for number in range(sum(domain.size for domain in domains))]
    sides = Choices().declare_all(choices)
    holds = oracle.is_unicode if choices == UNICODE else lambda text: not max(text, default=0) >> 32
    asked = [call for call in asked if holds(call.input)]
    lines = "".join(f"{call.operation.value}{''.join(f' {c:x}' for c in call.input)}\n" for call in asked)
    done = subprocess.run(command.split(), input=lines, cwd=tmp_path, capture_output=True, text=True, check=True)
    answers = [line for line in done.stdout.splitlines() if line[:1].isdigit()]

    compared = ((call, line, right(call, sides, holds)) for call, line in zip(asked, answers, strict=True))
    assert [each for each in compared if each[1] != each[2]] == []


def right(call: Call, choices: Choices, holds: Callable[[Sequence[int]], bool]) -> str:
    """The line of an oracle by the reference: what is due, the bits of integers, and the answer if a string holds it."""
    facts = oracle.facts(call)
    if facts.value is None or not holds(facts.value):
        return "2"
    due = (oracle.Either, oracle.Returns, oracle.Rejects).index(type(oracle.expect(facts, choices)))
    return " ".join([f"{due} {min(facts.bits, 64)}:", *(f"{c:x}" for c in facts.value)])


@pytest.mark.parametrize("service", ["fuzz/oss-fuzz", ".clusterfuzzlite"])
def test_the_build_script_for_a_service_makes_targets_that_find_a_fault(service: str, tmp_path: Path) -> None:
    """With a stand-in for the image's command, which only copies, and without the installation of the package."""
    needed("zip")
    folders = {name: tmp_path / name.lower() for name in ("BIN", "OUT", "WORK", "SRC")}
    for folder in folders.values():
        folder.mkdir()
    stubs = {
        "compile_python_fuzzer": f'cp "$1" "$OUT/"; shift; echo "$@" > {tmp_path}/options\n',
        "python3": f'[ "$2" = pip ] || exec {sys.executable} "$@"\n',
    }
    for name, content in stubs.items():
        (folders["BIN"] / name).write_text(f"#!/bin/bash\n{content}")
        (folders["BIN"] / name).chmod(0o755)
    (folders["SRC"] / "punycode-conform").symlink_to(CHECKOUT)
    environment = {
        **{name: str(folder) for name, folder in folders.items()},
        "PATH": f"{folders['BIN']}:{os.environ['PATH']}",
        "PUNYCODE_TARGET": "codec:punycode",
        "CONFORM_CACHE": str(tmp_path / "cache" / "adapters"),
    }
    built = run(CHECKOUT / service / "build.sh", cwd=CHECKOUT, **environment)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(folders["OUT"] / "fuzz_differential_seed_corpus.zip") as seeds:
        assert len(seeds.namelist()) > 500

    targets = sorted(folders["OUT"].glob("*.py"))
    assert sorted(path.stem for path in folders["OUT"].glob("*.dict")) == [path.stem for path in targets]
    assert "--hidden-import encodings.punycode --hidden-import atheris" in (tmp_path / "options").read_text()
    for target in targets if find_spec("atheris") else []:
        ran = run(sys.executable, target, "-runs=3000", "-seed=1", cwd=tmp_path, **environment)
        assert ran.returncode == 77, (target, ran.stderr)
        assert "decode accepts" in ran.stdout + ran.stderr
