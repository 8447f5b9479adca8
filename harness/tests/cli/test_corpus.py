"""``conform vectors corpus``: what native fuzzers read."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ..conftest import Conform


def run(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a tool of another language."""
    return subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def needed(*programs: str) -> str:
    """The first of some programs that is there."""
    for program in programs:
        if found := shutil.which(program):
            return found
    if os.environ.get("CONFORM_REAL"):
        pytest.fail(f"none of these is installed: {programs}")
    pytest.skip(f"none of these is installed: {programs}")


@pytest.fixture
def made(conform: Conform, tmp_path: Path) -> Path:
    """An exported corpus."""
    done = conform("vectors", "corpus", "--output", tmp_path / "made")
    assert (done.status, done.err) == (0, "")
    return tmp_path / "made"


def test_inputs_are_bytes_named_by_their_hash(made: Path) -> None:
    labels = {path.read_bytes() for path in (made / "corpus" / "decode").iterdir()}
    texts = {path.read_bytes() for path in (made / "corpus" / "encode").iterdir()}

    assert {b"", b"-", b"a-", b"bcher-kva", b"3B-ww4c5e180e575a65lsy2b"} <= labels
    assert {"", "bücher", "3年b組金八先生"} <= {text.decode().casefold() for text in texts}


def test_the_dictionary_is_ascii_and_each_word_is_quoted(made: Path) -> None:
    first, *lines = (made / "punycode.dict").read_text(encoding="ascii").splitlines()

    assert first.startswith("#")
    assert [line for line in lines if not (line[0] == line[-1] == '"' and len(line) > 2)] == []
    assert {'"-"', '"\\xff"', '"xn--"'} <= set(lines)


def test_a_folder_that_is_not_empty_is_left_alone(conform: Conform, made: Path) -> None:
    done = conform("vectors", "corpus", "--output", made)

    assert (done.status, "not empty" in done.err) == (2, True)


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize(("extra", "passes"), [("", True), ('encoded = strings.TrimPrefix(encoded, "-")', False)])
def test_go_reads_its_testdata(made: Path, extra: str, passes: bool) -> None:
    """With a codec that is no Punycode but reversible, and with one that drops a leading delimiter."""
    go = needed("go")
    (made / "go" / "go.mod").write_text("module punycode\n\ngo 1.18\n")
    (made / "go" / "codec.go").write_text(
        'package punycode\n\nimport "strings"\n\nfunc Encode(text string) (string, error) { return text, nil }\n\n'
        "func Decode(encoded string) (string, error) {\n"
        f"\tencoded = strings.Clone(encoded)\n\t{extra}\n\treturn encoded, nil\n}}\n"
    )
    done = run(go, "test", "-v", "-run", "FuzzDecode", ".", cwd=made / "go")

    assert (done.returncode == 0) == passes, done.stdout + done.stderr
    assert done.stdout.count("FuzzDecode/") >= len(list((made / "corpus" / "decode").iterdir()))


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize(("skip", "passes"), [(0, True), (1, False)])
def test_the_stub_in_c_compiles_and_tells_right_from_wrong(made: Path, skip: int, passes: bool) -> None:
    cc = needed("clang", "gcc", "cc")
    (made / "c" / "mine.c").write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        "int my_decode(const char *s, size_t n, uint32_t *p, size_t *count) {\n"
        f"  size_t k = {skip} && n && *s == '-';\n"
        "  *count = n - k; for (size_t i = k; i < n; i++) p[i - k] = (unsigned char)s[i]; return 0; }\n"
        "int my_encode(const uint32_t *p, size_t count, char *s, size_t *n) {\n"
        "  *n = count; for (size_t i = 0; i < count; i++) s[i] = (char)p[i]; return 0; }\n"
    )
    (made / "c" / "main.c").write_text(
        "#include <stdint.h>\n#include <stdio.h>\nint LLVMFuzzerTestOneInput(const uint8_t *, size_t);\n"
        "int main(int argc, char **argv) { static uint8_t d[65536]; for (int i = 1; i < argc; i++) {\n"
        '  FILE *f = fopen(argv[i], "rb"); LLVMFuzzerTestOneInput(d, fread(d, 1, sizeof d, f)); fclose(f); } return 0; }\n'
    )
    built = run(cc, "-Wall", "-Wextra", "-Werror", "-o", "stub", "fuzz_punycode.c", "mine.c", "main.c", cwd=made / "c")
    assert built.returncode == 0, built.stderr
    done = run("./stub", *(made / "corpus" / "decode").iterdir(), cwd=made / "c")

    assert (done.returncode == 0) == passes
