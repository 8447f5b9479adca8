"""The pytest plugin: ``pytest --conform mylib.punycode``.

Every run of pytest in an environment with this package loads this module, so it defines options and a marker, and nothing
of the suite is imported before a target is named.
"""

import pytest

from ..run.setup import IN_PYTEST, ROWS


def pytest_addoption(parser: pytest.Parser) -> None:
    """Define the options, and their counterparts in pytest's configuration file."""
    group = parser.getgroup("conform", "conformance of Punycode (RFC 3492) codecs")
    add, ini = group.addoption, parser.addini
    add(
        "--conform",
        action="append",
        default=[],
        metavar="TARGET",
        help="test this codec, as conform run does; repeatable",
    )
    add("--conform-command", action="append", default=[], metavar="COMMAND", help="test this adapter; repeatable")
    for name in IN_PYTEST:
        ROWS[name].add(add, "--conform-")
    add("--conform-no-properties", action="store_true", help="only cases and laws, no properties")
    add("--conform-only", action="store_true", help="collect no other tests")
    ini("conform", "codecs to test in every run; a line that begins with -- is an adapter's command", type="linelist")
    ini("conform_choice", "declared sides, NAME=SIDE", type="linelist")
    ini("conform_baseline", "the known failures, in YAML; relative to this file's folder", type="paths")
    ini("conform_strict", "breaking a SHOULD of RFC 3492 is a failure too", type="bool", default=False)
    ini("conform_properties", "test properties with generated inputs too", type="bool", default=True)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the collection if a codec is named."""
    config.addinivalue_line("markers", "conform: a case, law or property of the Punycode conformance suite")
    option = config.option
    if not (option.conform or option.conform_command or config.getini("conform")):
        if option.conform_only:
            raise pytest.UsageError("--conform-only: no codec is named; name one with --conform TARGET")
        return
    from .items import Collection  # start-up time, see the module

    config.pluginmanager.register(Collection(config), "conform-collection")
