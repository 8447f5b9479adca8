"""Collection of ``pytest --conform``: a collector for each target, with an item for each case, law and property."""

import shlex
from argparse import ArgumentTypeError
from collections.abc import Generator, Iterator
from functools import cached_property
from typing import Any

import pytest

from ..errors import ConformError
from ..run.setup import IN_PYTEST, ROWS, Setup, declared, usual_layer
from ..suite import corpus
from .judged import Judged, near


class Collection:
    """The plugin that is registered when a codec is named."""

    def __init__(self, config: pytest.Config) -> None:
        if config.option.conform_only:
            config.args = []  # nothing else is collected, nor imported
        self._properties = config.getini("conform_properties") and not config.option.conform_no_properties
        try:
            self._targets = [Judged(setup) for setup in _setups(config)]
        except ConformError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise pytest.UsageError(f"conform: {error.message}{hint}") from None

    def pytest_report_header(self) -> str:
        """The suite's version and digest, which a claim of conformance needs."""
        suite = corpus.suite()
        return f"conform: suite {suite.version} {suite.digest[:19]}"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the codecs to the session, after all other tests."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            codecs = [Codec.from_parent(collector, judged=each, tried=self._properties) for each in self._targets]
            report.result = [*report.result, *codecs]
        return report


class Codec(pytest.Collector):
    """A target, its cases and laws, and its properties if they are wanted."""

    def __init__(self, judged: Judged, tried: bool, **kwargs: Any) -> None:
        name = f"conform[{judged.setup.label}]"
        super().__init__(name, nodeid=name, **kwargs)
        self.judged, self._tried = judged, tried
        self.add_marker("conform")

    @cached_property
    def wanted(self) -> set[str]:
        """The ids of the items that were selected."""
        return {item.name for item in self.session.items if item.parent is self}

    def collect(self) -> Iterator["ConformItem"]:
        """All cases and laws, then all properties."""
        for name in [*self.judged.ids(), *(self.judged.properties() if self._tried else ())]:
            yield ConformItem.from_parent(self, name=name)


class ConformItem(pytest.Item):
    """A case, a law or a property, named by its id."""

    def runtest(self) -> None:
        """Finish with the result."""
        codec = self.parent
        assert isinstance(codec, Codec)
        again = [*codec.judged.setup.again_in_pytest(), "--conform-only", "-k", self.name]
        codec.judged.result(self.name, codec.wanted, shlex.join(again)).finish(self)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reason of a known failure: pytest would build a traceback, slowly, and not show it."""
        if isinstance(excinfo.value, pytest.xfail.Exception):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, None, str]:
        """The item's location, which is in no file of the user's."""
        return self.path, None, self.nodeid


def _setups(config: pytest.Config) -> list[Setup]:
    """The setups of the codecs that the command line and the configuration file name, each once."""
    option = config.option
    names = [*option.conform, *(f"-- {command}" for command in option.conform_command), *config.getini("conform")]
    names = list(dict.fromkeys(names))  # one codec twice would give two items with one id
    values = {name: getattr(option, f"conform_{name}") for name in IN_PYTEST}
    rest = {name: tuple(value) if ROWS[name].many else value for name, value in values.items() if value is not None}
    rest["choices"] = declared((*map(_side, config.getini("conform_choice")), *rest.get("choices", ())))
    rest["strict"] = option.conform_strict or config.getini("conform_strict")
    paths = [option.conform_baseline] if option.conform_baseline else list(config.getini("conform_baseline") or ())
    if len(paths) * len(names) > 1:
        hint = 'write a line for each in a test module: conformance("mylib.punycode", baseline="known.yaml")'
        raise ConformError("one baseline, but several codecs are named, or several baselines", hint)
    rest["baseline"] = near(paths[0]) if paths else None
    return [_setup(name, rest) for name in names]


def _side(text: str) -> tuple[str, str]:
    """A choice and its side, as a configuration of pytest declares it."""
    try:
        side: tuple[str, str] = ROWS["choices"].kind.value(text)
    except ArgumentTypeError as error:
        raise ConformError(f"conform_choice {error}") from None
    return side


def _setup(name: str, rest: dict[str, Any]) -> Setup:
    if not name.startswith("-- "):
        return Setup(name, **({"layer": usual_layer(name)} | rest))
    try:
        command = tuple(shlex.split(name.removeprefix("-- ")))
    except ValueError as error:
        raise ConformError(f"{name!r}: {error}") from None
    # These two apply to import paths only, and other codecs of this run may be such.
    return Setup(None, command, **(rest | {"python": None, "rejects": ()}))
