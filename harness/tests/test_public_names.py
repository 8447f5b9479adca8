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
MODULES = ("codec", "codec.trace", "strategies", "testing")


def test_the_readme_lists_each_module_with_public_names() -> None:
    assert list(LISTED) == ["punycode_conform", *(f"punycode_conform.{name}" for name in MODULES)]


@pytest.mark.parametrize("module", LISTED)
def test_all_is_what_the_readme_lists_and_documented(module: str) -> None:
    public = importlib.import_module(module)

    assert sorted(public.__all__) == sorted(LISTED[module])
    assert all(inspect.getdoc(getattr(public, name)) for name in public.__all__ if name != "__version__")


def test_the_readmes_example_of_the_vectors_runs() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", SECTION, re.M | re.S)
    exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize(("module", "absent"), [("codec", "punycode_conform.suite"), ("strategies", "hypothesis")])
def test_an_import_loads_no_more_than_it_needs(module: str, absent: str) -> None:
    code = f"import punycode_conform.{module}, sys; sys.exit({absent!r} in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
