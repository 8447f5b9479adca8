"""The public Python API: the README lists it, ``__all__`` says the same, and all of it is there and documented."""

import importlib
import inspect
import re
import subprocess
import sys

import pytest

from .test_documents import README

SECTION = README.partition("\n## Python API\n")[2].partition("\n## ")[0]
LISTED = {
    module: re.findall(r"`(\w+)`", names)
    for module, names in re.findall(r"^\| `(punycode_conform[\w.]*)` \| (.*?) \|", SECTION, re.M)
}


def test_the_readme_lists_these_modules() -> None:
    modules = [
        "punycode_conform",
        *(f"punycode_conform.{name}" for name in ("codec", "codec.trace", "strategies", "testing")),
    ]

    assert list(LISTED) == modules


@pytest.mark.parametrize("module", LISTED)
def test_all_is_what_the_readme_lists(module: str) -> None:
    assert sorted(importlib.import_module(module).__all__) == sorted(LISTED[module])


@pytest.mark.parametrize(("module", "name"), [(module, name) for module, names in LISTED.items() for name in names])
def test_a_public_name_is_there_and_documented(module: str, name: str) -> None:
    thing = getattr(importlib.import_module(module), name)

    assert name == "__version__" or inspect.getdoc(thing)


def test_the_readmes_example_of_the_vectors_runs() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", SECTION, re.M | re.S)

    exec(compile(example, "README.md", "exec"), {})


def test_importing_the_package_reads_no_vectors() -> None:
    code = "import punycode_conform, sys; print([name for name in sys.modules if name.startswith('punycode_conform.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "['punycode_conform.errors']\n"
