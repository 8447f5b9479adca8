"""The stubs for native fuzzers, and the templates for fuzzing services: what they do with right and wrong codecs.

Where a tool is not installed they are skipped; with CONFORM_REAL set, as in CI, that is a failure.
"""

import os
import platform
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from punycode_conform.cli import main

from ..conftest import CHECKOUT, TARGETS, needed
from ..conftest import run_tool as run

CODECS = TARGETS / "native"
pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported corpus, not to be written to."""
    folder = tmp_path_factory.mktemp("exported") / "corpus"
    assert main(["vectors", "corpus", "--output", str(folder)]) == 0
    return folder


def fuzz(program: Path, exported: Path, *, runs: int = 20_000, **environment: str) -> subprocess.CompletedProcess[str]:
    """libFuzzer, as the documents show it."""
    (program.parent / "found").mkdir(exist_ok=True)
    seeds = [exported / "corpus" / side for side in ("decode", "encode")]
    flags = [f"-dict={exported / 'punycode.dict'}", "-max_len=1200", "-use_value_profile=1", f"-runs={runs}", "-seed=1"]
    return run(program, *flags, "found", *seeds, cwd=program.parent, **environment)


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
        (0, "Done 20000 runs"),
        (1, "AddressSanitizer: heap-buffer-overflow"),
        (2, "AddressSanitizer: heap-buffer-overflow"),
        (4, 'FAULT: decodes to what encodes to something else: "-'),
        (5, "FAULT: a sample is not encoded as it must be"),
        (6, "runtime error: signed integer overflow"),
    ],
    ids=["right", "decode-overruns", "encode-overruns", "delimiter", "damp", "signed"],
)
def test_libfuzzer_distinguishes_right_from_wrong_in_c(fault: int, sign: str, exported: Path, tmp_path: Path) -> None:
    done = fuzz(built_in_c(exported, tmp_path, f"-DFAULT={fault}", CODECS / "codec.c"), exported)

    assert sign in done.stderr
    assert (done.returncode != 0) == bool(fault)


@pytest.fixture(scope="module")
def in_rust(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stub in Rust with a codec, by the flags of cargo-fuzz for a stable compiler; libFuzzer itself is clang's."""
    folder = tmp_path_factory.mktemp("rust")
    library = run(needed("clang"), "--print-file-name=libclang_rt.fuzzer-x86_64.a", cwd=folder).stdout.strip()
    (folder / "codec" / "src").mkdir(parents=True)
    package = '[package]\nname = "{}"\nversion = "0.0.0"\nedition = "2021"\n'
    (folder / "codec" / "Cargo.toml").write_text(package.format("my_punycode"))
    shutil.copy(CODECS / "codec.rs", folder / "codec" / "src" / "lib.rs")
    (folder / "Cargo.toml").write_text(
        f'{package.format("fuzz")}\n[dependencies]\nlibfuzzer-sys = "0.4"\nmy_punycode = {{ path = "codec" }}\n'
        '[[bin]]\nname = "punycode"\npath = "punycode.rs"\n'
    )
    shutil.copy(exported / "rust" / "punycode.rs", folder)
    coverage = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
    flags = ["--cfg fuzzing -Cpasses=sancov-module", *(f"-Cllvm-args=-sanitizer-coverage-{flag}" for flag in coverage)]
    environment = {"CUSTOM_LIBFUZZER_PATH": library, "CUSTOM_LIBFUZZER_STD_CXX": "stdc++", "RUSTFLAGS": " ".join(flags)}
    machine = f"{platform.machine()}-unknown-linux-gnu"  # named, or else build scripts get these flags too
    words = ["build", "--quiet", "--release", "--target", machine, "--target-dir", "built"]
    done = run(needed("cargo"), *words, cwd=folder, **environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder / "built" / machine / "release" / "punycode"


@pytest.mark.parametrize(
    ("fault", "sign"),
    [
        ("", "Done 20000 runs"),
        ("delimiter", '"-" is decoded to "", which is encoded to Some("")'),
        ("damp", "is encoded to Some("),
        ("truncated", "index out of bounds"),
    ],
)
def test_libfuzzer_distinguishes_right_from_wrong_in_rust(fault: str, sign: str, in_rust: Path, exported: Path) -> None:
    done = fuzz(in_rust, exported, FAULT=fault)

    assert sign in done.stderr
    assert (done.returncode != 0) == bool(fault)


@pytest.fixture
def in_go(exported: Path, tmp_path: Path) -> Path:
    """The stub in Go beside a codec."""
    shutil.copytree(exported / "go", tmp_path / "go")
    shutil.copy(CODECS / "codec.go", tmp_path / "go")
    (tmp_path / "go" / "go.mod").write_text("module punycode\n\ngo 1.21\n")
    return tmp_path / "go"


@pytest.mark.parametrize(
    ("fault", "sign"),
    [
        ("", "--- PASS: FuzzPunycodeDecode/"),
        ("delimiter", '"-" is decoded to "", which is encoded to ""'),
        ("damp", "--- FAIL: TestPunycodeSamples"),
        ("truncated", "index out of range"),
    ],
)
def test_go_runs_the_vectors(fault: str, sign: str, in_go: Path) -> None:
    done = run(needed("go"), "test", "-vet=off", "-v", ".", cwd=in_go, FAULT=fault)

    assert sign in done.stdout
    assert (done.returncode != 0) == bool(fault)


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
