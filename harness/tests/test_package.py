"""The wheel, built from the source distribution and run from an environment that has nothing else."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from punycode_conform import __version__

from .conftest import CHECKOUT


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run without what may point to this checkout."""
    words = [str(word) for word in command]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CONFORM"))}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_its_data_and_runs_from_a_clean_environment(tmp_path: Path) -> None:
    built = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, CHECKOUT, cwd=tmp_path)
    assert built.returncode == 0, built.stderr + built.stdout
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()

    assert {name.split("/")[0] for name in names} == {"punycode_conform", f"punycode_conform-{__version__}.dist-info"}
    for name in (
        "cli/__init__.py",
        "targets/worker.py",
        "py.typed",
        "data/vectors/punycode-vectors.json",
        "data/vectors/rfc-samples.yaml",
        "data/adapters/c/libidn.c",
        "data/reports/README.md",
        "data/reports/templates/site/index.html",
    ):
        assert f"punycode_conform/{name}" in names
    assert not [name for name in names if {"__pycache__", "tests"} & set(name.split("/"))]

    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    bin_folder = home / ("Scripts" if os.name == "nt" else "bin")
    installed = run(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr

    reference = run(bin_folder / "conform", "run", "punycode_conform.codec", cwd=tmp_path)
    registry = run(bin_folder / "conform", "run", "codec:punycode", "--html", "page.html", cwd=tmp_path)
    site = run(bin_folder / "conform", "matrix", "--site", "site", cwd=tmp_path)
    shown = run(bin_folder / "python", "-m", "punycode_conform", "vectors", "show", "rfc-sample-l", cwd=tmp_path)

    assert (reference.returncode, reference.stderr) == (0, "")
    assert (registry.returncode, registry.stderr) == (1, "")
    assert "3B-ww4c5e180e575a65lsy2b" in shown.stdout
    assert "<h1>Does not conform</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert (site.returncode, site.stderr) == (0, "")
    assert (tmp_path / "site" / "implementations" / "codec-punycode.html").exists()
