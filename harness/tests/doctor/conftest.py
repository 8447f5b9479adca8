"""Checkups of adapters that run in this process: the same lines as over pipes, and nothing is waited for."""

import os
from collections.abc import Callable, Sequence
from typing import Protocol

import pytest

from punycode_conform.doctor.checks import CheckResult, Checkup
from punycode_conform.doctor.conversation import Conversation
from punycode_conform.doctor.inputs import LONG
from punycode_conform.targets.child import Ended
from punycode_conform.targets.name import Target

from ..fakes import odd_adapter, unsound_adapter

Examined = Callable[..., list[CheckResult]]


class Adapter(Protocol):
    """What :mod:`..fakes.unsound_adapter` describes."""

    outlives: bool

    def greet(self) -> list[str]: ...
    def read(self, lines: list[str]) -> list[str]: ...
    def end(self) -> list[str]: ...


class InProcess:
    """An adapter behind the methods of a child process that a conversation uses."""

    pid = os.getpid()

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._lines: list[bytes] = []
        self._greeted = self._ended = False

    def send(self, data: bytes) -> None:
        lines = data.decode().splitlines()
        if not self._greeted:
            self._greeted = True
            said = self._adapter.greet()
            self._ended = not said
        else:
            said = self._adapter.read(lines)
        self._lines += [line.encode() for line in said]

    def end_input(self) -> None:
        self._lines += [line.encode() for line in self._adapter.end()]
        self._ended = not self._adapter.outlives

    def receive(self, seconds: float) -> list[bytes]:
        lines, self._lines = self._lines, []
        if not lines and self._ended:
            raise Ended("it ended with exit status 0")
        return lines

    def stderr(self) -> str:
        return ""

    def last_words(self) -> str:
        return ""

    def close(self) -> None:
        pass


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> Examined:
    """A function that examines an adapter: the module of the fakes that has it, its behaviour, and more arguments."""

    def child(command: Sequence[str]) -> InProcess:
        module, behaviour, *more = command
        make: Callable[..., Adapter] = {"odd": odd_adapter.Adapter, "unsound": unsound_adapter.Adapter}[module]
        return InProcess(make(behaviour, *more))

    def run(module: str, *words: object, own: bool = False) -> list[CheckResult]:
        target = Target("fake", (module, *map(str, words)))
        return list(Checkup(Conversation(target, start=1, call=1, patience=20), own=own).results())

    monkeypatch.setattr("punycode_conform.doctor.conversation.Child", child)
    # The codecs here are as slow as they are short.
    monkeypatch.setattr("punycode_conform.doctor.checks.LONG", LONG[-2_000:])
    return run
