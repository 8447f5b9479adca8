"""The rules of the house that a machine can check: import direction, who reads YAML, module size."""

import ast
import re
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

import punycode_conform
from punycode_conform import files

PACKAGE = Path(punycode_conform.__file__).parent
# The rooms and their lines. A room imports from itself and those before it. To raise a number takes a reason beside it.
ROOMS = {
    "errors": 58,
    "files": 109,  # with the places of the data, and all files under a folder
    "notation": 119,
    "terminal": 88,
    "yaml": 167,
    "data": 186,
    "codec": 1010,
    "faults": 3118,  # misreadings, the line of each fault, and mistakes that authors of unseen codecs made again and again
    "suite": 2715,  # inputs made of the constants in a codec's code, alone and in twos; widths beside wrong answers
    "account": 2262,  # earlier calls that matter to both operations; misreadings; sets of code points; exceptions, counted
    "targets": 1844,  # the files of a target's code; time by the processor on a busy machine; integers of any type
    "run": 2163,  # inputs made of constants: asked, judged as a law, refusals at one length; what observations leave
    "render": 1060,  # nothing is said twice; a law under wrong answers that break it; few without a reason of their own
    "growth": 269,  # shown family by family
    "matrix": 820,  # one matrix with what shows each failure, by language, versions, files to take away, findings
    "explain": 961,  # the state before each insertion, and the scan's end
    "score": 263,
    "doctor": 575,
    "fuzz": 2028,  # the constant from which a finding was made; what native fuzzers left
    "strategies": 89,
    "cli": 2242,  # cases made of constants come first; targets for native fuzzers
    "testing": 473,
}
ORDER = list(ROOMS)
MODULES = sorted(PACKAGE.rglob("*.py"))

# Limits of the whole, comments and docstrings included, kept like those of the rooms.
LINES = 19_548  # of the package beside `faults`; the last 177 explain new wrong codecs, and say nothing twice
NODES = 176_777  # of its syntax tree, so that packing lines does not help; 10,700 for codecs not known
COUNT = 110  # modules beside `faults`
TESTS = 12_000  # lines of Python in the tests
MARKDOWN = 2_363  # lines of all documents
FOLDERS = ("harness", "vectors", "fuzz", "reports", ".github")

# A module under 40 lines is usually half of another noun. These are whole, each for its reason.
SHORT = {
    "errors.py": "what all rooms raise",
    "faults/rarely_detected.py": "a table about faults of all themes",
    "testing/plugin.py": "options only, since every run of pytest loads it",
}


def room(path: Path) -> str:
    """The room of a module; a module in no folder is one by itself."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """The rooms from which a module imports: ``from .suite import laws`` and ``from . import suite`` are from ``suite``."""
    package = ".".join((PACKAGE.name, *path.relative_to(PACKAGE).parent.parts))
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            names = [f"{resolve_name(source, package)}.{alias.name}".split(".") for alias in node.names]
            rooms |= {name[1] for name in names if name[0] == PACKAGE.name}
    return rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_in_one_direction(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    assert here in ROOMS

    assert imported_rooms(path) <= {*ORDER[: ORDER.index(here) + 1], "__version__"}


def test_the_architecture_names_every_room_in_its_order() -> None:
    text = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| .* \|$", text, re.MULTILINE)

    assert [room for named in rows for room in re.findall(r"`(\w+)/?`", named)] == ORDER


def test_yaml_is_imported_in_one_place() -> None:
    users = [path.name for path in MODULES if re.search("^ *import yaml", path.read_text("utf-8"), re.MULTILINE)]

    assert users == ["yaml.py"]


@pytest.mark.parametrize("name", ["worker", "function"])
def test_the_worker_needs_nothing_but_the_standard_library(name: str) -> None:
    half = ast.parse((PACKAGE / "targets" / f"{name}.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    roots = set()
    for node in ast.walk(half):
        if isinstance(node, ast.Import):
            roots |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            roots.add((node.module or ".").split(".")[0])

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
    others = [path for folder in (Path(__file__).parent, files.VECTORS) for path in folder.rglob("*.py")]

    assert [path.name for path in (*MODULES, *others) if length(path) > 400] == []


def test_a_module_under_40_lines_has_a_reason() -> None:
    whole = [path for path in MODULES if path.name not in ("__init__.py", "__main__.py")]
    short = {path.relative_to(PACKAGE).as_posix() for path in whole if length(path) < 40}

    assert short <= SHORT.keys()


def test_an_import_inside_a_function_says_why() -> None:
    """In a comment on its line or above it, or it follows an import that does."""
    bare = []
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        for node in (node for each in functions for node in ast.walk(each)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                above, line = source.splitlines()[node.lineno - 2 : node.lineno]
                reason = "#" in above + line or re.match(r" +(import|from) ", above)
                bare += [] if reason else [f"{path.name}:{node.lineno}"]

    assert bare == []
