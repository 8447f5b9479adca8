"""The templates for fuzzing services: as far as they run without their image."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = [ROOT / "fuzz" / "oss-fuzz" / "build.sh", ROOT / ".clusterfuzzlite" / "build.sh"]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("zip") or not shutil.which("bash"), reason="bash and zip are needed")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.parent.name)
def test_the_build_script_makes_targets_that_find_a_fault(script: Path, tmp_path: Path) -> None:
    """With a stand-in for the image's command, which only copies, and without the installation of the package."""
    for name in ("bin", "out", "work", "src"):
        (tmp_path / name).mkdir()
    stubs = {
        "compile_python_fuzzer": f'cp "$1" "$OUT/"; shift; echo "$@" > {tmp_path}/options\n',
        "python3": f'[ "$2" = pip ] || exec {sys.executable} "$@"\n',
    }
    for name, content in stubs.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\n{content}")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "src" / "punycode-conform").symlink_to(ROOT)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        **{name.upper(): str(tmp_path / name) for name in ("out", "work", "src")},
        "PUNYCODE_TARGET": "codec:punycode",
        "CONFORM_CACHE": str(tmp_path / "cache" / "adapters"),
    }
    built = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    out = tmp_path / "out"
    with zipfile.ZipFile(out / "fuzz_differential_seed_corpus.zip") as seeds:
        assert len(seeds.namelist()) > 500

    assert sorted(path.name for path in out.glob("*.dict")) == [
        f"{path.stem}.dict" for path in sorted(out.glob("*.py"))
    ]
    assert "--hidden-import encodings.punycode --hidden-import atheris" in (tmp_path / "options").read_text()
    if find_spec("atheris") is None:
        return
    for target in out.glob("*.py"):
        words = [sys.executable, str(target), "-runs=3000", "-seed=1"]
        ran = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 77, (target, ran.stderr)
        assert "decode accepts" in ran.stdout + ran.stderr
