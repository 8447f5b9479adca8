"""Collection of ``pytest --conform``: a collector for each target, with an item for each case, law and property."""

import shlex
from collections.abc import Generator, Iterator
from functools import cached_property
from typing import Any

import pytest

from ..errors import ConformError
from ..run.setup import IN_PYTEST, Setup
from ..suite import corpus
from .judged import Judged, near


class Collection:
    """The plugin that is registered when a codec is named."""

    def __init__(self, config: pytest.Config) -> None:
        if config.option.conform_only:
            config.args = []  # nothing else is collected, nor imported
        self._properties = not config.option.conform_no_properties
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


def _setups(config: pytest.Config) -> Iterator[Setup]:
    """The setups of the codecs that the options name, each once."""
    option = config.option
    targets, commands = (list(dict.fromkeys(names)) for names in (option.conform, option.conform_command))
    values: dict[str, Any] = {name: getattr(option, f"conform_{name}") for name in IN_PYTEST}
    if path := option.conform_baseline:
        if len(targets) + len(commands) > 1:
            hint = 'write a line for each in a test module: conformance("mylib.punycode", baseline="known.yaml")'
            raise ConformError("one baseline, but several codecs are named", hint)
        values["baseline"] = near(path)
    yield from (Setup.of(target, **values) for target in targets)
    for command in commands:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ConformError(f"{command!r}: {error}") from None
        # These two apply to import paths only, and other codecs of this run may be such.
        yield Setup.of(None, words, **(values | {"python": None, "rejects": ()}))
