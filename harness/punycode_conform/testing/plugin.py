"""The pytest plugin: ``pytest --conform mylib.punycode``.

Every run of pytest in an environment with this package loads this module, so it defines options and a marker, and nothing
of the suite is imported before a target is named.
"""

import pytest

from ..run.setup import IN_PYTEST, ROWS


def pytest_addoption(parser: pytest.Parser) -> None:
    """Define the options; ``addopts`` in pytest's configuration file takes them too."""
    group = parser.getgroup("conform", "conformance of Punycode (RFC 3492) codecs")
    add, names = group.addoption, {"action": "append", "default": []}
    add("--conform", **names, metavar="TARGET", help="test this codec, as conform run does; repeatable")
    add("--conform-command", **names, metavar="COMMAND", help="test this adapter; repeatable")
    for name in IN_PYTEST:
        ROWS[name].add(add, "--conform-")
    add("--conform-no-properties", action="store_true", help="only cases and laws, no properties")
    add("--conform-only", action="store_true", help="collect no other tests")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the collection if a codec is named."""
    config.addinivalue_line("markers", "conform: a case, law or property of the Punycode conformance suite")
    option = config.option
    if not (option.conform or option.conform_command):
        if option.conform_only:
            raise pytest.UsageError("--conform-only: no codec is named; name one with --conform TARGET")
        return
    from .judged import Collection  # start-up time, see the module

    config.pluginmanager.register(Collection(config), "conform-collection")
