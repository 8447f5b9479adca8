"""Conformance in one's own pytest suite: one line makes a test of every case and every law.

    from punycode_conform.testing import conformance

    test_conforms = conformance("mylib.punycode")

Without a file of tests: ``pytest --conform mylib.punycode``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def conformance(
    target: str | None = None,
    *,
    command: Sequence[str] = (),
    python: str | None = None,
    rejects: Sequence[str] = (),
    choices: Mapping[str, str] | None = None,
    strict: bool = False,
    timeout: float = 5.0,
) -> Callable[..., None]:
    """A test function for a module of tests, parametrized by the ids of all cases and laws and marked ``conform``.

    The target runs once, when the first of its tests does, and is asked only what the selected tests need.

    Args:
        target: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``.
        command: a program and its arguments, in place of a target.
        python: the interpreter for an import path.
        rejects: exception classes that count as a refusal, for an import path.
        choices: declared sides by choice.
        strict: whether what RFC 3492 says SHOULD be gates too.
        timeout: for each call, in seconds.

    Raises:
        ConformError: the target, a choice or a side is not known.
    """
    import pytest  # not at the top, as what follows: the plugin is loaded from this package in every run of pytest

    from .judged import Judged, Setup
    from .verdicts import tell

    sides = tuple(map("=".join, (choices or {}).items()))
    judged = Judged(Setup(target, tuple(command), python, tuple(rejects), sides, strict, timeout))

    wanted: set[str] = set()

    @pytest.mark.conform
    @pytest.mark.parametrize("conform_case", judged.ids())
    def test(conform_case: str, request: pytest.FixtureRequest) -> None:
        if not wanted:
            items: list[Any] = [item for item in request.session.items if getattr(item, "function", None) is test]
            wanted.update(item.callspec.params["conform_case"] for item in items)
        tell(judged, conform_case, wanted, request.node)

    return test
