"""The rules of the house that a machine can check: import direction, who reads YAML, module size."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import punycode_conform
from punycode_conform import places

PACKAGE = Path(punycode_conform.__file__).parent
# A room may import from itself and from those before it.
ROOMS = [
    "errors",
    "places",
    "codec",
    "faults",
    "suite",
    "targets",
    "run",
    "render",
    "sweep",
    "score",
    "doctor",
    "fuzz",
    "strategies",
    "cli",
    "testing",
]
MODULES = sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The package's modules that a file imports, as dotted names below the package."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]
            module = (*base, *(node.module or "").split("."))
            names = [".".join(filter(None, module))] if node.module else []
            yield from names or [".".join((*base, alias.name)) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("punycode_conform"):
            yield (node.module or "").partition(".")[2]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_in_one_direction(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if room in ("__init__", "__main__"):
        return
    assert room in ROOMS
    allowed = set(ROOMS[: ROOMS.index(room) + 1]) | {"", "__version__"}
    found = {name.split(".")[0] for name in imports(path)}

    assert found <= allowed


def test_the_check_of_imports_sees_imports() -> None:
    assert "errors" in set(imports(PACKAGE / "targets" / "name.py"))
    assert "suite.outcome" in set(imports(PACKAGE / "targets" / "session.py"))
    assert "codec" in set(imports(PACKAGE / "suite" / "oracle.py"))


def test_the_architecture_names_every_room_in_its_order() -> None:
    text = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| .* \|$", text, re.MULTILINE)

    assert [room for named in rows for room in re.findall(r"`(\w+)/?`", named)] == ROOMS


def test_yaml_is_imported_in_one_place() -> None:
    users = [path.name for path in MODULES if "import yaml" in path.read_text(encoding="utf-8")]

    assert users == ["strict_yaml.py"]


def test_the_worker_needs_nothing_but_the_standard_library() -> None:
    worker = ast.parse((PACKAGE / "targets" / "worker.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    roots = {
        name.split(".")[0]
        for node in ast.walk(worker)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    import sys

    assert roots <= set(sys.stdlib_module_names)


def test_no_module_passes_300_lines() -> None:
    others = [path for folder in (Path(__file__).parent, places.VECTORS) for path in folder.rglob("*.py")]
    long = [path.name for path in (*MODULES, *others) if len(path.read_text(encoding="utf-8").splitlines()) > 300]

    assert long == []
