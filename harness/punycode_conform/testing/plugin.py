"""The pytest plugin: ``pytest --conform mylib.punycode``.

Every run of pytest in an environment with this package loads this module, so it defines options and a marker, and nothing
of the suite is imported before a target is named.
"""

import math

import pytest

from ..run.setup import ROWS


def pytest_addoption(parser: pytest.Parser) -> None:
    """Define the options, and their counterparts in pytest's configuration file."""
    group = parser.getgroup("conform", "conformance of Punycode (RFC 3492) codecs")
    add, ini = group.addoption, parser.addini

    def repeatable(option: str, metavar: str, about: str) -> None:
        add(option, action="append", default=[], metavar=metavar, help=f"{about}; repeatable")

    repeatable("--conform", "TARGET", "test this codec, as conform run does")
    repeatable("--conform-command", "COMMAND", "test this adapter")
    add("--conform-python", metavar="PATH", help="the interpreter for import paths")
    repeatable(
        "--conform-rejects", "CLASS", "an exception class that counts as a refusal, or None if the codec returns None"
    )
    add(
        "--conform-lacks",
        metavar="HEX",
        default="",
        help="code points that your codec cannot be given, such as 2e,3002",
    )
    ROWS["choices"].add(add, "--conform-")
    repeatable("--conform-vectors", "PATH", "your own vectors, in place of the suite's")
    layer = "punycode, or a-label for a codec that only takes xn-- labels; default punycode, or the adapter's layer"
    add("--conform-layer", choices=("punycode", "a-label"), metavar="LAYER", help=layer)
    add("--conform-baseline", metavar="FILE", help="the known failures, in YAML")
    add("--conform-strict", action="store_true", help="breaking a SHOULD of RFC 3492 is a failure too")
    add(
        "--conform-timeout",
        type=seconds,
        metavar="S",
        help="seconds for each call; default 5, but for short strings only",
    )
    add("--conform-no-properties", action="store_true", help="only cases and laws, no properties")
    add("--conform-only", action="store_true", help="collect no other tests")
    ini("conform", "codecs to test in every run; a line that begins with -- is an adapter's command", type="linelist")
    ini("conform_choice", "declared sides, NAME=SIDE", type="linelist")
    ini("conform_baseline", "the known failures, in YAML; relative to this file's folder", type="paths")
    ini("conform_strict", "breaking a SHOULD of RFC 3492 is a failure too", type="bool", default=False)
    ini("conform_properties", "test properties with inputs from Hypothesis too", type="bool", default=True)


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


def seconds(text: str) -> float:
    """A time limit, as ``conform run`` reads it."""
    value = float(text)
    if not 0 < value < math.inf:  # NaN fails both comparisons
        raise ValueError
    return value
