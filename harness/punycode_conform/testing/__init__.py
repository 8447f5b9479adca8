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
    from .judged import Judged

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
        ConformError: the target does not exist, a choice or a side does not exist, or a file cannot be read.
    """
    judged = _judged(
        target,
        command=command,
        python=python,
        rejects=rejects,
        choices=choices,
        strict=strict,
        timeout=timeout,
        vectors=vectors,
        layer=layer,
        baseline=baseline,
    )
    return _test(judged, judged.ids())


def properties(target: str | None = None, **options: Any) -> _Test:
    """Make a test function that tests a codec by properties, with generated inputs; it is marked ``conform``.

    The inputs are the same in each run. The arguments and errors are those of :func:`conformance`.
    """
    judged = _judged(target, **options)
    return _test(judged, judged.properties())


def _judged(target: str | None, **options: Any) -> "Judged":
    # Start-up time, as all imports here: every run of pytest loads the plugin.
    from ..run.setup import Setup
    from .judged import Judged, near

    # The folder of the module of tests that called the function that calls this.
    folder = Path(sys._getframe(2).f_globals.get("__file__", ""))
    options["choices"] = (options.get("choices") or {}).items()
    options["vectors"] = [folder.parent / path for path in options.get("vectors", ())]
    if baseline := options.get("baseline"):
        options["baseline"] = near(folder.parent / baseline)
    return Judged(Setup.of(target, **options))


def _test(judged: "Judged", ids: Sequence[str]) -> _Test:
    import pytest  # start-up time, see above

    wanted: set[str] = set()

    @pytest.mark.conform
    @pytest.mark.parametrize("conform_case", ids)
    def test(conform_case: str, request: pytest.FixtureRequest) -> None:
        if not wanted:
            items: list[Any] = [item for item in request.session.items if getattr(item, "function", None) is test]
            wanted.update(item.callspec.params["conform_case"] for item in items)
        again = shlex.join(["pytest", request.node.nodeid])
        judged.result(conform_case, wanted, again).finish(request.node)

    return test
