"""``conform vectors changes``: what differs between two versions of the vectors."""

import argparse

from ..render import changes as render
from ..suite import corpus
from ..suite.changes import compare


def changes(options: argparse.Namespace) -> int:
    """Print the changes since an earlier version as Markdown."""
    old = corpus.as_built(options.old)
    new = corpus.as_built(options.new) if options.new else corpus.suite()
    print(render.changes(compare(old.vectors, new.vectors), old.version, new.version, new.vectors))
    return 0
