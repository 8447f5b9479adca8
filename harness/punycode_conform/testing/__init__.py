"""Conformance tests in your own pytest suite: one line tests every case and law, another line every property.

    from punycode_conform.testing import conformance, properties

    test_conforms = conformance("mylib.punycode")
    test_properties = properties("mylib.punycode")

Without a file of tests: ``pytest --conform mylib.punycode``.
"""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

    from ..run.setup import Setup
    from .result import ItemResult

__all__ = ["conformance", "properties"]

_Test = Callable[..., None]


def conformance(
    target: str | None = None,
    *,
    command: Sequence[str] = (),
    python: str | None = None,
    rejects: Sequence[str] = (),
    choices: Mapping[str, str] | None = None,
    strict: bool = False,
    timeout: float | None = None,
    vectors: Sequence[str | Path] = (),
    layer: str | None = None,
    baseline: str | Path | None = None,
) -> _Test:
    """Make a test function that tests a codec by all cases and laws; it is parametrized by their ids and marked ``conform``.

    The target runs once, with the first of its tests, and only for what the selected tests need. With a baseline, known
    failures are expected to fail, and one more test fails if entries of the baseline match nothing.

    Args:
        target: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``.
        command: a program and its arguments, in place of a target.
        python: the interpreter for an import path.
        rejects: exception classes that count as a refusal, for an import path.
        choices: declared sides by choice.
        strict: whether breaking a SHOULD of RFC 3492 is a failure too.
        timeout: for each call, in seconds; by default 5, which do not hold for very long strings.
        vectors: files or folders of vectors in place of the suite's, relative to the folder of the calling module.
        layer: ``punycode``, or ``a-label`` for a target that only takes ``xn--`` labels; by default what an adapter
            declares, and ``punycode`` for all other targets.
        baseline: the file of known failures, relative to the same folder.

    Raises:
        ConformError: the target, a choice or a side does not exist, or a file cannot be read.
    """
    from .judged import Judged  # start-up time, as all imports here: every run of pytest loads the plugin

    here = _folder()
    setup = _setup(target, command, python, rejects, choices, timeout, here / baseline if baseline else None)
    setup = setup._replace(strict=strict, vectors=tuple(here / path for path in vectors), layer=layer or setup.layer)
    judged = Judged(setup)
    wanted: set[str] = set()

    def result(case: str, request: "pytest.FixtureRequest", test: _Test) -> "ItemResult":
        if not wanted:
            items: list[Any] = [item for item in request.session.items if getattr(item, "function", None) is test]
            wanted.update(item.callspec.params["conform_case"] for item in items)
        return judged.result(case, wanted)

    return _test(judged.ids(), result)


def properties(
    target: str | None = None,
    *,
    command: Sequence[str] = (),
    python: str | None = None,
    rejects: Sequence[str] = (),
    choices: Mapping[str, str] | None = None,
    timeout: float | None = None,
    baseline: str | Path | None = None,
) -> _Test:
    """Make a test function that tests a codec by properties, with generated inputs; it is marked ``conform``.

    The inputs are the same in each run. See :func:`conformance` for the arguments and errors.
    """
    from .tried import Tried  # start-up time, see above

    file = _folder() / baseline if baseline else None
    tried = Tried(_setup(target, command, python, rejects, choices, timeout, file))

    def result(case: str, request: "pytest.FixtureRequest", test: _Test) -> "ItemResult":
        return tried.result(case, shlex.join(["pytest", request.node.nodeid]))

    return _test(tried.ids(), result)


def _test(ids: Sequence[str], result: Callable[[str, "pytest.FixtureRequest", _Test], "ItemResult"]) -> _Test:
    import pytest  # start-up time, see above

    @pytest.mark.conform
    @pytest.mark.parametrize("conform_case", ids)
    def test(conform_case: str, request: pytest.FixtureRequest) -> None:
        result(conform_case, request, test).finish(request.node)

    return test


def _setup(  # noqa: PLR0917  # the arguments that both functions have
    target: str | None,
    command: Sequence[str],
    python: str | None,
    rejects: Sequence[str],
    choices: Mapping[str, str] | None,
    timeout: float | None,
    baseline: Path | None,
) -> "Setup":
    # Start-up time, see above.
    from ..run.setup import Setup, declared, usual_layer
    from .judged import near

    return Setup(
        target,
        tuple(command),
        python,
        tuple(rejects),
        layer=usual_layer(target),
        choices=declared((choices or {}).items()),
        timeout=timeout,
        baseline=near(baseline) if baseline else None,
    )


def _folder() -> Path:
    """The folder of the module of tests that called the function that calls this."""
    return Path(sys._getframe(2).f_globals.get("__file__", "")).parent
