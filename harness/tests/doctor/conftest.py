"""Checkups of adapters that run in this process: the same lines as over pipes, and nothing is waited for."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.doctor.checks import CheckResult, Checkup
from punycode_conform.doctor.conversation import Conversation
from punycode_conform.targets.child import Ended
from punycode_conform.targets.name import Target
from punycode_conform.targets.session import Limits

from ..fakes.adapter import Adapter

Examined = Callable[..., list[CheckResult]]


class InProcess:
    """The fake adapter behind the methods of a child process that a conversation uses."""

    def __init__(self, command: Sequence[str]) -> None:
        self._adapter = Adapter(*command)
        self._lines: list[bytes] = []
        self._greeted = self._ended = False

    def send(self, data: bytes) -> None:
        try:
            lines = self._adapter.read(data.decode().splitlines()) if self._greeted else self._adapter.greet()
        except SystemExit:
            lines, self._ended = [], True
        self._greeted = True
        self._lines += [line.encode() for line in lines]

    def end_input(self) -> None:
        self._lines += [line.encode() for line in self._adapter.end()]
        self._ended = not self._adapter.outlives

    def receive(self, seconds: float) -> list[bytes]:
        lines, self._lines = self._lines, []
        if not lines and self._ended:
            raise Ended("it ended with exit status 0")
        return lines

    def stderr_suffix(self) -> str:
        return ""

    def close(self) -> None:
        pass


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> Examined:
    """A function that examines the fake adapter with a behaviour and more arguments."""

    def run(*words: object, own: bool = False, restarts: int = 20) -> list[CheckResult]:
        target = Target("fake", tuple(map(str, words)))
        return list(Checkup(Conversation(target, Limits(1, 1, restarts)), own=own).results())

    monkeypatch.setattr("punycode_conform.doctor.conversation.Child", InProcess)
    return run
