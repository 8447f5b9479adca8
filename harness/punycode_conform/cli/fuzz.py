"""``conform fuzz``: the target is started first, so that it starts while all else is imported."""

import argparse
import sys

from ..errors import ConformError
from .run import each, started


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target, or those that are configured; 1 if there is a finding that is not known."""
    if options.engine == "atheris" and not _has_atheris():
        print(
            "conform: atheris is not installed, so the black box runs "
            "(pip install 'punycode-conform[fuzz]'; it has wheels for x86-64 Linux only)",
            file=sys.stderr,
        )
        options.engine = "blackbox"
    return each(options, _fuzzed)


def _fuzzed(options: argparse.Namespace) -> tuple[int, str]:
    if options.layer != "punycode":
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {options.layer}")
    with started(options) as (target, pool, sides):
        from .fuzzing import run  # not before the target starts, see above

        return run(options, target, pool, sides)


def _has_atheris() -> bool:
    """Whether it can be imported: a wheel may be there and not fit."""
    from ..fuzz.libfuzzer import atheris  # only for those who ask for it

    try:
        atheris()
    except ConformError:
        return False
    return True
