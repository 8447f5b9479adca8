"""A C extension of Python under the sanitizers that atheris brings along, as fuzz/README.md shows it."""

import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from ..conftest import TARGETS
from .test_native import needed, run

FUZZ = Path(__file__).resolve().parents[3] / "fuzz"
pytestmark = [pytest.mark.real, pytest.mark.slow]


def extension(folder: Path, fault: int, sanitizer: str) -> dict[str, str]:
    """Build it into a folder; gives the environment that it needs."""
    if find_spec("atheris") is None:
        if os.environ.get("CONFORM_REAL"):
            pytest.fail("atheris is not installed: pip install atheris")
        pytest.skip("atheris is not installed; it has wheels for x86-64 Linux only")
    flags = [f"-fsanitize={sanitizer},fuzzer-no-link", "-fno-sanitize-recover=undefined", f"-DFAULT={fault}"]
    name = f"mycodec{sysconfig.get_config_var('EXT_SUFFIX')}"
    words = ["-g", "-O1", "-fPIC", "-shared", *flags, f"-I{sysconfig.get_path('include')}", "-o", name]
    built = run(needed("clang"), *words, TARGETS / "native" / "extension.c", cwd=folder)
    assert built.returncode == 0, built.stderr
    short = {"address": "asan", "undefined": "ubsan"}[sanitizer]
    place = run(sys.executable, "-c", "import atheris; print(atheris.path())", cwd=folder).stdout.strip()
    return {
        "LD_PRELOAD": f"{place}/{short}_with_fuzzer.so",
        "ASAN_OPTIONS": "detect_leaks=0:print_legend=0",
        "CONFORM_CACHE": str(folder / "cache" / "adapters"),
    }


def alone(folder: Path, environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """A target by itself."""
    return run(sys.executable, FUZZ / "fuzz_differential.py", "mycodec", *words, cwd=folder, **environment)


@pytest.mark.parametrize(
    ("fault", "sanitizer", "sign"),
    [
        (2, "address", "SUMMARY: AddressSanitizer: heap-buffer-overflow"),
        (3, "address", "SUMMARY: AddressSanitizer: heap-buffer-overflow"),
        (6, "undefined", "runtime error: signed integer overflow"),
    ],
    ids=["write", "read", "signed"],
)
def test_a_fault_that_python_cannot_see_is_found(fault: int, sanitizer: str, sign: str, tmp_path: Path) -> None:
    """And leaves an input that shows it again."""
    environment = extension(tmp_path, fault, sanitizer)
    found = alone(tmp_path, environment, "-runs=4000", "-seed=1")
    (left,) = tmp_path.glob("crash-*")
    again = alone(tmp_path, environment, left.name)

    assert (found.returncode != 0, again.returncode != 0) == (True, True)
    assert (sign in found.stderr, sign in again.stderr) == (True, True)


def test_a_right_extension_is_led_by_its_own_branches_and_conforms(tmp_path: Path) -> None:
    environment = extension(tmp_path, 0, "address")
    found = alone(tmp_path, environment, "-runs=2000", "-seed=1")
    words = ["-m", "punycode_conform", "run", "mycodec", "--quiet"]
    judged = run(sys.executable, *words, cwd=tmp_path, **environment)

    assert "no findings in 2,000 runs" in found.stderr
    assert "inline 8-bit counters" in found.stderr
    assert judged.stdout.startswith("CONFORMS: ")
