"""The vectors as packages: each is built by its own tool."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from punycode_conform import __version__, files

from .conftest import Conform

FILES = {
    "JUDGING.md",
    "LICENSE",
    "README.md",
    "punycode-vectors-short.json",
    "punycode-vectors.json",
    "punycode-vectors.schema.json",
}


def test_each_package_has_the_vectors_the_rules_and_its_version(conform: Conform, tmp_path: Path) -> None:
    assert conform("vectors", "packages", "--output", tmp_path / "new").status == 0

    packages = {path.name: path for path in (tmp_path / "new").iterdir()}
    assert set(packages) == {"crate", "go", "npm"}
    for package in packages.values():
        assert {path.name for path in package.iterdir()} > FILES
        assert (package / "punycode-vectors.json").read_bytes() == files.BUILT_VECTORS.read_bytes()
        rules = (package / "JUDGING.md").read_text(encoding="utf-8")
        assert "for vector in file" in rules
        assert "](" not in rules
        # What the files name is in the package, and explains the keys.
        schema = json.loads((package / "punycode-vectors.schema.json").read_bytes())
        assert schema["description"].startswith("JUDGING.md in a package")
        assert [key for key in schema["properties"] if f"`{key}`" not in rules] == []
        assert set(re.findall(r"(?<!/)\b[\w-]+(?:\.[\w-]+)*\.(?:md|json)\b", rules)) <= FILES
        assert f"punycode-conform, {__version__}:" in (package / "README.md").read_text(encoding="utf-8")
    assert json.loads((packages["npm"] / "package.json").read_bytes())["version"] == __version__
    assert f'version = "{__version__}"' in (packages["crate"] / "Cargo.toml").read_text(encoding="utf-8")


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "command"),
    [("go", "go vet ."), ("npm", "npm pack --silent"), ("crate", "cargo package --quiet --allow-dirty --offline")],
)
def test_each_package_is_built_by_its_own_tool(conform: Conform, tmp_path: Path, package: str, command: str) -> None:
    assert conform("vectors", "packages", "--output", tmp_path / "packages").status == 0
    done = subprocess.run(command.split(), cwd=tmp_path / "packages" / package, capture_output=True, check=False)

    assert done.returncode == 0, done.stderr
