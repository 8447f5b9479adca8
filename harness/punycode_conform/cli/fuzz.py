"""``conform fuzz``: the target is started first, so that it starts while all else is imported."""

import argparse

from ..errors import ConformError
from ..target import name
from ..target.pool import Pool
from ..target.session import Limits
from .run import declared


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target; 1 if there is a finding."""
    sides = declared(options.choice)
    _engine(options.engine)
    target = name.resolve(options.target, options.command, python=options.python, rejects=options.rejects)
    limits = Limits(options.timeout, options.start_timeout, options.restarts)
    with Pool(target, limits, options.jobs) as pool:
        pool.start()
        from .fuzzing import run  # not before the target starts, see above

        return run(options, target, pool, limits, sides)


def _engine(wanted: str) -> None:
    if wanted != "atheris":
        return
    from importlib.util import find_spec  # only for those who ask for it

    if find_spec("atheris") is None:
        raise ConformError(
            "atheris is not installed",
            "pip install 'punycode-conform[fuzz]' (it has wheels for x86-64 Linux only), or --engine blackbox",
        )
