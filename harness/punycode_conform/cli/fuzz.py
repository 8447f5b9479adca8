"""``conform fuzz``: the target is started first, so that it starts while all else is imported."""

import argparse
import sys

from ..errors import ConformError
from ..run.setup import PUNYCODE, Setup, started
from .options import each, setup


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target, or those that are configured; 1 if there is a finding that is not known."""
    if options.engine == "atheris" and not _has_atheris():
        print(
            "conform: atheris is not installed, so the black box runs "
            "(pip install 'punycode-conform[fuzz]'; it has wheels for x86-64 Linux only)",
            file=sys.stderr,
        )
        options.engine = "blackbox"
    return each(options, lambda one: _fuzzed(setup(one), one))


def _fuzzed(what: Setup, options: argparse.Namespace) -> tuple[int, str]:
    if what.layer != PUNYCODE:
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {what.layer}")
    with started(what) as target:
        from .fuzzing import run  # not before the target starts, see above

        return run(what, target, options)


def _has_atheris() -> bool:
    """Whether it can be imported: a wheel may be there and not fit."""
    from ..fuzz.libfuzzer import atheris  # only for those who ask for it

    try:
        atheris()
    except ConformError:
        return False
    return True
