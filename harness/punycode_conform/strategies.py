"""Hypothesis strategies for people's own tests: encoded forms, nearly valid ones, and code points that matter.

    from hypothesis import given
    from punycode_conform import codec
    from punycode_conform.strategies import near_labels

    @given(near_labels())
    def test_decodes_like_the_reference(encoded):
        ...

They need Hypothesis (``pip install hypothesis``) and shrink like any other: to short strings of plain
characters, to fewer insertions, to lower code points.
"""

from __future__ import annotations  # Hypothesis is imported by those alone who call a strategy

from typing import TYPE_CHECKING

from .codec import encode_code_points
from .errors import ConformError
from .fuzz.code_points import BEYOND, EDGES, FRAGILE, SURROGATES
from .fuzz.label import WIDTHS, Growing

if TYPE_CHECKING:
    from types import ModuleType

    from hypothesis.strategies import SearchStrategy

__all__ = ["code_points", "labels", "near_labels"]

_ODD = "_ /:@[`{.\0\x7f\x80\xff\u2010\uff10\uff21\u212a\ufeff"


def code_points(
    *, surrogates: bool = False, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[list[int]]:
    """Lists of code points to encode: basic ones, blocks, edges, and those that careless libraries change.

    Args:
        surrogates: whether D800..DFFF are among them.
        min_size, max_size: of the lists, as of Hypothesis's own.
    """
    st = _hypothesis()
    scalar = st.integers(0x80, 0x10FFFF).filter(lambda c: not 0xD800 <= c <= 0xDFFF)
    kinds = [
        st.integers(0x61, 0x7A),
        st.integers(0x00, 0x7F),
        st.sampled_from(sorted(EDGES)),
        st.sampled_from(sorted(FRAGILE)),
        scalar,
    ]
    one = st.one_of(*kinds, *([st.sampled_from(SURROGATES)] if surrogates else []))
    mixed = st.lists(one, min_size=min_size, max_size=max_size)
    # Code points that come again and again are where insertion unsort coding goes wrong.
    few = st.lists(one, min_size=1, max_size=3).flatmap(
        lambda some: st.lists(st.sampled_from(some), min_size=min_size, max_size=max_size)
    )
    found: SearchStrategy[list[int]] = st.one_of(mixed, few)
    return found


def labels(*, surrogates: bool = False, max_size: int | None = 40) -> SearchStrategy[str]:
    """Encoded forms of texts, with digits in lower case; each is valid, and decodes to a text of Unicode."""
    return code_points(surrogates=surrogates, max_size=max_size).map(encode_code_points)


def near_labels() -> SearchStrategy[str]:
    """Encoded strings, valid or nearly so: deltas aimed at edges and at integer overflow, then up to two defects."""
    st = _hypothesis()
    literal = st.one_of(st.just(""), st.text("ab-0AZ", max_size=8), st.text(_ascii(), max_size=8))
    delta = st.one_of(
        st.integers(0, 40),
        st.integers(0, 0x10FFFF),
        st.tuples(st.integers(0, 2000), st.sampled_from(WIDTHS)).map(lambda aimed: aimed[0] + (1 << aimed[1])),
    )
    aimed = st.tuples(st.sampled_from(sorted((*EDGES, *FRAGILE, *SURROGATES, *BEYOND))), st.integers(0, 3))
    steps = st.lists(st.one_of(delta, aimed), max_size=6)
    whole = st.tuples(literal, steps).map(_grown)
    found: SearchStrategy[str] = st.tuples(whole, st.lists(_defect(st), max_size=2)).map(_damaged)
    return found


def _grown(made: tuple[str, list[int | tuple[int, int]]]) -> str:
    literal, steps = made
    growing = Growing(list(map(ord, literal)))
    for step in steps:
        growing.insert(step if isinstance(step, int) else growing.aim(step[0], min(step[1], growing.state.length)))
    return "".join(map(chr, growing.encoded))


def _defect(st: ModuleType) -> SearchStrategy[tuple[int, int, str]]:
    """Where, how many characters go, and what comes in their place."""
    more = st.one_of(st.just(""), st.just("-"), st.text("az09AZ", max_size=1), st.sampled_from(_ODD))
    defect: SearchStrategy[tuple[int, int, str]] = st.tuples(st.integers(0, 40), st.integers(0, 2), more)
    return defect


def _damaged(made: tuple[str, list[tuple[int, int, str]]]) -> str:
    text, defects = made
    for place, width, more in defects:
        at = max(len(text) - place, 0)  # from the end: that is where the digits are
        text = text[:at] + more + text[at + width :]
    return text


def _ascii() -> str:
    return "".join(map(chr, range(0x61, 0x80))) + "".join(map(chr, range(0x61)))


def _hypothesis() -> ModuleType:
    try:
        from hypothesis import strategies  # an extra
    except ImportError:
        raise ConformError("Hypothesis is not installed", "pip install hypothesis") from None
    return strategies
