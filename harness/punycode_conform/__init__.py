"""Conformance test suite and fuzzing harness for Punycode (RFC 3492) codecs in any language."""

from .errors import ConformError

TYPE_CHECKING = False  # the module typing takes long to import, and an interrupt meanwhile has a traceback
if TYPE_CHECKING:
    from .suite.vector import Vector

__all__ = ["ConformError", "__version__", "vectors"]

__version__ = "0.1.0"


def vectors() -> tuple["Vector", ...]:
    """The suite's vectors, for a test suite of your own.

    A vector has an ``id``, the ``operations`` that it tests, ``decoded`` (code points), ``encoded`` (text) or one of these
    and ``reject``, the reason why it must be refused, and the ``clause`` of RFC 3492.

    Raises:
        ConformError: the installed data are missing or faulty.
    """
    from .suite import corpus  # start-up time: every import of the package would read it

    return corpus.suite().vectors
