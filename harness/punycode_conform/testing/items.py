"""Collection of ``pytest --conform``: a collector for each target, with an item for each case, law and property."""

import shlex
from argparse import ArgumentTypeError
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..errors import ConformError
from ..run.setup import IN_PYTEST, ROWS, Setup, declared, usual_layer
from ..run.started import started
from ..suite import corpus
from .judged import Judged, near
from .tried import IDS, Tried


class Collection:
    """The plugin that is registered when a codec is named."""

    def __init__(self, config: pytest.Config) -> None:
        if config.option.conform_only:
            config.args = []  # nothing else is collected, nor imported
        properties = config.getini("conform_properties") and not config.option.conform_no_properties
        try:
            self._targets = [(Judged(setup), Tried(setup) if properties else None) for setup in _setups(config)]
        except ConformError as error:
            raise _usage(error) from None

    def pytest_report_header(self) -> str:
        """The suite's version and digest, which a claim of conformance needs."""
        suite = corpus.suite()
        return f"conform: suite {suite.version} {suite.digest[:19]}"

    @pytest.hookimpl(tryfirst=True)  # before pytest-xdist starts its workers
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Check that the targets can be run; under pytest-xdist this is done once here, and not in each worker."""
        if session.config.pluginmanager.hasplugin("dsession") and not session.config.option.collectonly:
            _try([judged.setup for judged, _ in self._targets])

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the codecs to the session, after all other tests."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            codecs = (Codec.from_parent(collector, judged=judged, tried=tried) for judged, tried in self._targets)
            report.result = [*report.result, *codecs]
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Remember what was selected, and check that the targets can be run: if not, the error is shown once."""
        codecs = {item.codec: None for item in session.items if isinstance(item, ConformItem)}
        for item in session.items:
            if isinstance(item, ConformItem):
                item.codec.wanted.add(item.name)
        # In a worker of pytest-xdist the check was made before it was started.
        if not session.config.option.collectonly and not hasattr(session.config, "workerinput"):
            _try([codec.judged.setup for codec in codecs])


class Codec(pytest.Collector):
    """A target, its cases and laws, and its properties if they are wanted."""

    def __init__(self, judged: Judged, tried: Tried | None, **kwargs: Any) -> None:
        name = f"conform[{judged.setup.label}]"
        super().__init__(name, nodeid=name, **kwargs)
        self.judged = judged
        self.tried = tried
        self.wanted: set[str] = set()  # the ids of the cases that were selected
        self.add_marker("conform")

    def collect(self) -> Iterator["ConformItem"]:
        """All cases and laws, then all properties."""
        for name in [*self.judged.ids(), *(self.tried.ids() if self.tried else ())]:
            yield ConformItem.from_parent(self, name=name)


class ConformItem(pytest.Item):
    """A case, a law or a property, named by its id."""

    @property
    def codec(self) -> Codec:
        """The target that it is asked of."""
        assert isinstance(self.parent, Codec)
        return self.parent

    def runtest(self) -> None:
        """Finish with the result."""
        codec = self.codec
        if codec.tried and self.name in IDS:
            words = [*codec.tried.setup.again_in_pytest(), "--conform-only", "-k", self.name]
            result = codec.tried.result(self.name, shlex.join(words))
        else:
            result = codec.judged.result(self.name, codec.wanted)
        result.finish(self)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reason of a known failure: pytest would build a traceback, slowly, and not show it."""
        if isinstance(excinfo.value, pytest.xfail.Exception):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, None, str]:
        """The item's location, which is in no file of the user's."""
        return self.path, None, self.nodeid


def _try(setups: list[Setup]) -> None:
    """Start each target, and end it."""
    try:
        for setup in setups:
            with started(setup) as target:
                target.check_layer(setup.layer)
    except ConformError as error:
        raise _usage(error) from None


def _usage(error: ConformError) -> pytest.UsageError:
    hint = f" ({error.hint})" if error.hint else ""
    return pytest.UsageError(f"conform: {error.message}{hint}")


def _setups(config: pytest.Config) -> list[Setup]:
    """The setups of the codecs that the command line and the configuration file name, each once."""
    option = config.option
    names = [*option.conform, *(f"-- {command}" for command in option.conform_command), *config.getini("conform")]
    names = list(dict.fromkeys(names))  # one codec twice would give two items with one id
    values = {name: getattr(option, f"conform_{name}") for name in IN_PYTEST}
    rest = {name: tuple(value) if ROWS[name].many else value for name, value in values.items() if value is not None}
    rest["choices"] = declared((*map(_side, config.getini("conform_choice")), *rest.get("choices", ())))
    rest["strict"] = option.conform_strict or config.getini("conform_strict")
    rest["baseline"] = _baseline(config, len(names))
    return [_setup(name, rest) for name in names]


def _side(text: str) -> tuple[str, str]:
    """A choice and its side, as a configuration of pytest declares it."""
    try:
        side: tuple[str, str] = ROWS["choices"].kind.value(text)
    except ArgumentTypeError as error:
        raise ConformError(f"conform_choice {error}") from None
    return side


def _baseline(config: pytest.Config, targets: int) -> Path | None:
    """The baseline that the command line names, or else the configuration file."""
    named = config.option.conform_baseline
    paths = [named] if named else list(config.getini("conform_baseline") or ())
    if len(paths) > 1:
        raise ConformError("conform_baseline names several files", "name one")
    if paths and targets > 1:
        hint = 'write a line for each in a test module: conformance("mylib.punycode", baseline="known.yaml")'
        raise ConformError("one baseline, but several codecs are named", hint)
    return near(paths[0]) if paths else None


def _setup(name: str, rest: dict[str, Any]) -> Setup:
    if not name.startswith("-- "):
        return Setup(name, **({"layer": usual_layer(name)} | rest))
    try:
        command = tuple(shlex.split(name.removeprefix("-- ")))
    except ValueError as error:
        raise ConformError(f"{name!r}: {error}") from None
    # These two apply to import paths only, and other codecs of this run may be such.
    return Setup(None, command, **(rest | {"python": None, "rejects": ()}))
