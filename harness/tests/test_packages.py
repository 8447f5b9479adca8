"""The vectors as packages: each is built by its own tool, and the example of its language finds the same with it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from punycode_conform import __version__, places

from .conftest import Conform
from .test_examples import LANGUAGES, built, failed_in, put, shell

FILES = {
    "JUDGING.md",
    "LICENSE",
    "README.md",
    "punycode-vectors-short.json",
    "punycode-vectors.json",
    "punycode-vectors.schema.json",
}
# A language's package: its folder, what builds it, what makes it known, and the example's line that reads the file.
USES: dict[str, tuple[str, str, str, str, Callable[[str], str]]] = {
    "go": (
        "go",
        "go vet .",
        "go mod edit -require=github.com/OWNER/punycode-conform/vectors@v0.0.0"
        " -replace=github.com/OWNER/punycode-conform/vectors={package}",
        "vectors_test.go",
        lambda text: put('os.ReadFile("punycode-vectors.json")', "vectors.All, error(nil)")(
            put('import (\n', 'import (\n\t"github.com/OWNER/punycode-conform/vectors"\n')(text.replace('\t"os"\n', ""))
        ),
    ),
    "javascript": (
        "npm",
        "npm pack --silent",
        "npm install --silent --no-audit --no-fund --offline {package}/punycode-conform-vectors-*.tgz",
        "vectors.test.mjs",
        put(
            'JSON.parse(readFileSync(new URL("punycode-vectors.json", import.meta.url)))',
            '(await import("node:module")).createRequire(import.meta.url)("punycode-conform-vectors")',
        ),
    ),
    "rust": (
        "crate",
        "cargo package --quiet --allow-dirty --offline",
        "cargo add --quiet --dev --offline --path {package}",
        "tests/vectors.rs",
        put('include_str!("punycode-vectors.json")', "punycode_conform_vectors::ALL"),
    ),
}  # fmt: skip


def test_each_package_has_the_vectors_the_rules_and_its_version(conform: Conform, tmp_path: Path) -> None:
    assert conform("vectors", "packages", "--output", tmp_path / "new").status == 0

    packages = {path.name: path for path in (tmp_path / "new").iterdir()}
    assert set(packages) == {"crate", "go", "npm"}
    for package in packages.values():
        assert {path.name for path in package.iterdir()} > FILES
        assert (package / "punycode-vectors.json").read_bytes() == places.BUILT_VECTORS.read_bytes()
        rules = (package / "JUDGING.md").read_text(encoding="utf-8")
        assert "for vector in file" in rules
        assert "](" not in rules
        assert f"punycode-conform, {__version__}:" in (package / "README.md").read_text(encoding="utf-8")
    assert json.loads((packages["npm"] / "package.json").read_bytes())["version"] == __version__
    assert f'version = "{__version__}"' in (packages["crate"] / "Cargo.toml").read_text(encoding="utf-8")


def test_packages_go_into_a_new_folder(conform: Conform, tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    done = conform("vectors", "packages", "--output", tmp_path)

    assert (done.status, [path.name for path in tmp_path.iterdir()]) == (2, ["old"])
    assert done.err.splitlines()[0] == f"conform: --output {tmp_path}: it is not empty"


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("name", USES)
def test_an_example_finds_the_same_with_the_package(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert conform("vectors", "packages", "--output", tmp_path / "packages").status == 0
    folder, builds, knows, example, change = USES[name]
    package, home = tmp_path / "packages" / folder, tmp_path / "home"
    home.mkdir()
    built(LANGUAGES[name], home)
    monkeypatch.setenv("PUNYCODE_WRONG", "1")
    with_file = shell(LANGUAGES[name].run, home)

    for command, place in ((builds, package), (knows.format(package=package), home)):
        done = shell(command, place)
        assert done.returncode == 0, done.stderr
    for copy in home.rglob("punycode-vectors.json"):
        if not copy.is_relative_to(home / "node_modules"):
            copy.unlink()
    text = (home / example).read_text(encoding="utf-8")
    (home / example).write_text(change(text), encoding="utf-8")
    with_package = shell(LANGUAGES[name].run, home)

    wrong = failed_in(with_file.stdout + with_file.stderr, LANGUAGES[name])
    assert failed_in(with_package.stdout + with_package.stderr, LANGUAGES[name]) == wrong != set(), with_package.stderr
    shutil.rmtree(home)
