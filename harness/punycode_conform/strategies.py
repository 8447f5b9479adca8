"""Hypothesis strategies for people's own tests: encoded forms, nearly valid ones, and code points that matter.

    from hypothesis import given
    from punycode_conform import codec
    from punycode_conform.strategies import near_labels

    @given(near_labels())
    def test_decodes_like_the_reference(encoded):
        ...

They need Hypothesis (``pip install hypothesis``) and shrink like any other: to short strings of plain characters.
"""

from __future__ import annotations  # Hypothesis is imported by those alone who call a strategy

from typing import TYPE_CHECKING

from .codec import encode_code_points
from .errors import ConformError
from .fuzz.code_points import BEYOND, EDGES, FRAGILE, SURROGATES
from .fuzz.forms import WIDTHS, Growing

if TYPE_CHECKING:
    from types import ModuleType

    from hypothesis.strategies import SearchStrategy

__all__ = ["code_points", "labels", "near_labels"]

_ASCII = "".join(map(chr, (*range(0x61, 0x80), *range(0x61))))  # the plainest first
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
    plain = st.one_of(st.integers(0x61, 0x7A), st.integers(0x00, 0x7F), st.sampled_from(sorted({*EDGES, *FRAGILE})))
    point = st.one_of(plain, st.integers(0x80, 0xD7FF), st.integers(0xE000, 0x10FFFF))
    point = st.one_of(point, st.sampled_from(SURROGATES)) if surrogates else point
    # Code points that come again and again are where insertion unsort coding goes wrong.
    few = st.lists(point, min_size=1, max_size=3).map(st.sampled_from)
    texts: SearchStrategy[list[int]] = st.one_of(st.just(point), few).flatmap(
        lambda points: st.lists(points, min_size=min_size, max_size=max_size)
    )
    return texts


def labels(*, surrogates: bool = False, max_size: int | None = 40) -> SearchStrategy[str]:
    """Encoded forms of texts, with digits in lower case; each is valid, and decodes to a text of Unicode."""
    return code_points(surrogates=surrogates, max_size=max_size).map(encode_code_points)


def near_labels() -> SearchStrategy[str]:
    """Encoded strings, valid or nearly so: deltas aimed at edges and at integer overflow, then up to two defects."""
    st = _hypothesis()
    aimed = st.tuples(st.sampled_from(sorted((*EDGES, *FRAGILE, *SURROGATES, *BEYOND))), st.integers(0, 3))
    wide = st.tuples(st.integers(0, 2000), st.sampled_from(WIDTHS)).map(lambda pair: pair[0] + (1 << pair[1]))
    steps = st.lists(st.one_of(st.integers(0, 40), st.integers(0, 0x10FFFF), wide, aimed), max_size=6)
    # A place from the end, where the digits are, how many characters go there, and what comes instead.
    character = st.one_of(st.just(""), st.just("-"), st.text("az09AZ", max_size=1), st.sampled_from(_ODD))
    defects = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2), character), max_size=2)
    forms: SearchStrategy[str] = st.builds(_form, st.text(_ASCII, max_size=8), steps, defects)
    return forms


def _form(literal: str, steps: list[int | tuple[int, int]], defects: list[tuple[int, int, str]]) -> str:
    growing = Growing(list(map(ord, literal)))
    for step in steps:
        growing.insert(step if isinstance(step, int) else growing.aim(step[0], min(step[1], growing.state.length)))
    text = "".join(map(chr, growing.encoded))
    for place, width, character in defects:
        start = max(len(text) - place, 0)
        text = text[:start] + character + text[start + width :]
    return text


def _hypothesis() -> ModuleType:
    try:
        from hypothesis import strategies  # an extra
    except ImportError:
        raise ConformError("Hypothesis is not installed", "pip install hypothesis") from None
    return strategies
