"""The rules of the house that a machine can check: import direction, who reads YAML, module size."""

import ast
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

import punycode_conform
from punycode_conform import places

PACKAGE = Path(punycode_conform.__file__).parent
# The rooms and their lines. A room may import from itself and from those before it. A change may lower a number;
# raising one takes a reason beside it.
ROOMS = {
    "errors": 58,
    "places": 16,
    "files": 97,
    "notation": 119,
    "terminal": 88,
    "yaml": 167,
    "data": 186,
    "codec": 1010,
    "faults": 2515,
    "suite": 2347,
    "account": 1949,
    "targets": 1727,
    "run": 2088,
    "render": 873,
    "growth": 266,
    "matrix": 744,
    "explain": 954,
    "score": 265,
    "doctor": 578,
    "fuzz": 2110,
    "strategies": 89,
    "cli": 2208,
    "testing": 486,
}
ORDER = list(ROOMS)
MODULES = sorted(PACKAGE.rglob("*.py"))

# Limits of the whole, comments and docstrings included, kept like those of the rooms.
LINES = 18_472  # of the package beside `faults`
NODES = 161_242  # of its syntax tree, so that packing lines does not help
COUNT = 113  # modules beside `faults`
TESTS = 12_523  # lines of Python in the tests
MARKDOWN = 2_479  # lines of all documents
FOLDERS = ("harness", "vectors", "fuzz", "reports", ".github")


# A module under 40 lines is usually half of another noun. These are whole, each for its reason.
SHORT = {
    "errors.py": "what all rooms raise",
    "faults/rarely_detected.py": "a table about faults of all themes",
    "places.py": "where the data is: the one module that knows",
    "testing/plugin.py": "options only, since every run of pytest loads it",
}


def dotted(path: Path) -> str:
    """A module's name below the package; the package itself is the empty string."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def room(path: Path) -> str:
    """The room of a module; a module in no folder is one by itself."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


NAMES = {dotted(path): path for path in MODULES}


def imports(path: Path) -> Iterator[str]:
    """The package's modules that a file imports, as dotted names below the package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        yield from imported(path, node)


def imported(path: Path, node: ast.AST) -> Iterator[str]:
    """The package's modules that one statement of a file imports: ``from .suite import laws`` is ``suite.laws``."""
    if isinstance(node, ast.ImportFrom):
        names = "." * node.level + (node.module or "")
        absolute = names if not node.level else resolve_name(names, package(path))
        if absolute.partition(".")[0] == PACKAGE.name:
            below = absolute.partition(".")[2]
            for alias in node.names:
                submodule = f"{below}.{alias.name}".lstrip(".")
                yield submodule if submodule in NAMES else below


def package(path: Path) -> str:
    """The package to which a module's relative imports belong."""
    return ".".join((PACKAGE.name, *path.relative_to(PACKAGE).parent.parts))


def bare_imports(source: str) -> list[int]:
    """The lines of imports inside functions that have no comment on their line or directly above their group."""
    lines = ["", *source.splitlines()]
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    nodes = {node for each in functions for node in ast.walk(each) if isinstance(node, ast.Import | ast.ImportFrom)}
    bare: list[int] = []
    explained = 0  # the last line of the last import that has a reason
    for node in sorted(nodes, key=lambda node: node.lineno):
        above = lines[node.lineno - 1].strip()
        if "#" in lines[node.lineno] or above.startswith("#") or explained == node.lineno - 1:
            explained = node.end_lineno or node.lineno
        else:
            bare.append(node.lineno)
    return bare


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_in_one_direction(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    assert here in ROOMS
    allowed = set(ORDER[: ORDER.index(here) + 1]) | {"", "__version__"}
    found = {name.split(".")[0] for name in imports(path)}

    assert found <= allowed


def test_the_architecture_names_every_room_in_its_order() -> None:
    text = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| .* \|$", text, re.MULTILINE)

    assert [room for named in rows for room in re.findall(r"`(\w+)/?`", named)] == ORDER


def test_yaml_is_imported_in_one_place() -> None:
    users = [
        path.name for path in MODULES if re.search(r"^ *import yaml", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]

    assert users == ["yaml.py"]


@pytest.mark.parametrize("name", ["worker", "function"])
def test_the_worker_needs_nothing_but_the_standard_library(name: str) -> None:
    half = ast.parse((PACKAGE / "targets" / f"{name}.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    roots = {
        name.split(".")[0]
        for node in ast.walk(half)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    import sys

    assert roots <= {*sys.stdlib_module_names, "function"}


def length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def sizes() -> dict[str, tuple[int, int]]:
    """What is limited: how much there is, and its limit."""
    checkout = Path(__file__).parents[2]
    house = [path for path in MODULES if room(path) != "faults"]
    documents = [*checkout.glob("*.md"), *(path for folder in FOLDERS for path in (checkout / folder).glob("**/*.md"))]
    rooms = {name: sum(length(path) for path in MODULES if room(path) == name) for name in ROOMS}
    nodes = sum(1 for path in house for _ in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {name: (lines, ROOMS[name]) for name, lines in rooms.items()} | {
        "lines": (sum(map(length, house)), LINES),
        "nodes": (nodes, NODES),
        "modules": (len(house), COUNT),
        "tests": (sum(map(length, Path(__file__).parent.rglob("*.py"))), TESTS),
        "documents": (sum(map(length, documents)), MARKDOWN),
    }


def test_nothing_grows() -> None:
    assert {name: size for name, (size, limit) in sizes().items() if size > limit} == {}


def test_a_limit_is_lowered_with_what_it_limits() -> None:
    assert {name: size for name, (size, limit) in sizes().items() if size < limit * 0.95 - 10} == {}


def test_no_module_passes_400_lines() -> None:
    others = [path for folder in (Path(__file__).parent, places.VECTORS) for path in folder.rglob("*.py")]

    assert [path.name for path in (*MODULES, *others) if length(path) > 400] == []


def test_a_module_under_40_lines_has_a_reason() -> None:
    whole = [path for path in MODULES if path.name not in ("__init__.py", "__main__.py")]
    short = {path.relative_to(PACKAGE).as_posix() for path in whole if length(path) < 40}

    assert short <= SHORT.keys()


def test_an_import_inside_a_function_says_why() -> None:
    found = {path: bare_imports(path.read_text(encoding="utf-8")) for path in MODULES}

    assert [f"{dotted(path)}:{line}" for path, bare in found.items() for line in bare] == []
