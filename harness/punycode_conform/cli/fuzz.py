"""``conform fuzz``: the target is started first, so that it starts while all else is imported."""

import argparse

from ..errors import ConformError
from .run import started


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target; 1 if there is a finding."""
    _engine(options.engine)
    with started(options) as (target, pool, sides):
        from .fuzzing import run  # not before the target starts, see above

        return run(options, target, pool, sides)


def _engine(wanted: str) -> None:
    if wanted != "atheris":
        return
    from importlib.util import find_spec  # only for those who ask for it

    if find_spec("atheris") is None:
        raise ConformError(
            "atheris is not installed",
            "pip install 'punycode-conform[fuzz]' (it has wheels for x86-64 Linux only), or --engine blackbox",
        )
