"""What ``pytest --conform`` collects: a collector for each target, in it an item for each case and each law."""

import shlex
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from ..errors import ConformError
from ..suite import corpus
from .judged import Judged, Setup
from .verdicts import tell


class Collection:
    """The plugin that is registered when there is something to judge."""

    def __init__(self, config: pytest.Config) -> None:
        if config.option.conform_only:
            config.args = []  # nothing else is collected, nor imported
        try:
            self._judged = [Judged(setup) for setup in _setups(config)]
        except ConformError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise pytest.UsageError(f"conform: {error.message}{hint}") from None

    def pytest_report_header(self) -> str:
        """What a claim of conformance needs."""
        suite = corpus.suite()
        return f"conform: suite {suite.version} {suite.digest[:19]}"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the codecs to what the session holds, after all else."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result = [*report.result, *(Codec.from_parent(collector, judged=one) for one in self._judged)]
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Remember what was selected."""
        for item in session.items:
            if isinstance(item, Case):
                item.codec.wanted.add(item.name)


class Codec(pytest.Collector):
    """A target.

    Attributes:
        judged: its verdicts.
        wanted: the ids of the cases that were selected.
    """

    def __init__(self, judged: Judged, **kwargs: Any) -> None:
        name = f"conform[{judged.setup.label()}]"
        super().__init__(name, nodeid=name, **kwargs)
        self.judged = judged
        self.wanted: set[str] = set()
        self.add_marker("conform")

    def collect(self) -> Iterator["Case"]:
        """All cases and laws."""
        for case in self.judged.ids():
            yield Case.from_parent(self, name=case)


class Case(pytest.Item):
    """A case or a law, named by its id."""

    @property
    def codec(self) -> Codec:
        """The target that it is asked of."""
        assert isinstance(self.parent, Codec)
        return self.parent

    def runtest(self) -> None:
        """Tell the verdict."""
        tell(self.codec.judged, self.name, self.codec.wanted, self)

    def reportinfo(self) -> tuple[Any, None, str]:
        """Where it stands: in no file of the user's."""
        return self.path, None, self.nodeid


def _setups(config: pytest.Config) -> list[Setup]:
    """What the command line names, and then the configuration file; each once."""
    option = config.option
    sides = [*config.getini("conform_choice"), *option.conform_choice]
    rest = {
        "python": option.conform_python,
        "rejects": tuple(option.conform_rejects),
        "choices": tuple(sides),
        "strict": option.conform_strict or config.getini("conform_strict"),
        "timeout": option.conform_timeout,
    }
    names = [*option.conform, *(f"-- {command}" for command in option.conform_command), *config.getini("conform")]
    return [_setup(name, rest) for name in dict.fromkeys(names)]


def _setup(name: str, rest: dict[str, Any]) -> Setup:
    if not name.startswith("-- "):
        return Setup(name, **rest)
    try:
        command = tuple(shlex.split(name.removeprefix("-- ")))
    except ValueError as error:
        raise ConformError(f"{name!r}: {error}") from None
    return Setup(None, command, **(rest | {"python": None, "rejects": ()}))
