"""A change of a text between the codec and its caller: the answer is right, but for another text.

Only changes that the two texts themselves show: code points cut to some bits, another case, a normal form, surrogates,
octets, code points that are left out or replaced.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

Points = tuple[int, ...]


def change(wanted: Points, got: Points) -> tuple[str, str]:
    """How a text is changed, and a sentence on the first code point that it has lost or changed; both empty if the texts
    show no such change.

    Args:
        wanted: the right text.
        got: the text of the answer.
    """
    return ("", "") if wanted == got else next(_changes(wanted, got), ("", ""))


def widths(wanted: Points, got: Points) -> list[int]:
    """The numbers of bits to which all code points that differ may have been cut, of the usual ones."""
    if len(wanted) != len(got) or wanted == got:
        return []
    pairs = [(one, other) for one, other in zip(wanted, got, strict=True) if one != other]
    return [bits for bits in (7, 8, 16, 20, 21, 32, 64) if all(one % (1 << bits) == other for one, other in pairs)]


def kept(bits: int) -> str:
    """Words for a cut to some number of bits."""
    return f"only the low {bits} bits are kept"


def _changes(wanted: Points, got: Points) -> Iterator[tuple[str, str]]:
    if len(wanted) == len(got):
        yield from _each(wanted, got)
    one, other = _string(wanted), _string(got)
    if one is None or other is None:
        return
    if one.encode("utf-16-be", "surrogatepass") == other.encode("utf-16-be", "surrogatepass"):
        joined = len(got) < len(wanted)
        says = "Two surrogates are joined to one code point" if joined else "A code point becomes two surrogates"
        yield says.lower(), f"{says}."
    if one.encode("utf-8", "surrogatepass") == bytes(c & 0xFF for c in got) and max(got) < 0x100:
        yield "its octets in UTF-8", f"The octets of UTF-8 are treated as code points: {_first(wanted, got)}."
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        if unicodedata.normalize(form, one) == other:
            yield f"its form {form}", f"The text is in form {form}: {_first(wanted, got)}."
    for how, changed in (("in upper case", one.upper()), ("case-folded", one.casefold())):
        if changed == other:
            yield how, f"The text is {how}: {_first(wanted, got)}."
    left = [c for c in dict.fromkeys(wanted) if c not in got]
    if got and left and tuple(c for c in wanted if c not in left) == got and 2 * len(got) >= len(wanted):
        yield "code points are left out", f"U+{left[0]:04X} at index {wanted.index(left[0])} is left out."


_EACH: Mapping[str, Callable[[int], int]] = {
    "the replacement character": lambda _: 0xFFFD,
    "a question mark": lambda _: 0x3F,
    "its lower case": lambda c: _cased(c, str.lower),
    "its upper case": lambda c: _cased(c, str.upper),
}


def _each(wanted: Points, got: Points) -> Iterator[tuple[str, str]]:
    pairs = {(one, other) for one, other in zip(wanted, got, strict=True) if one != other}
    if (fit := widths(wanted, got)) and any(other for _, other in pairs):  # memory that nobody has written is 0 too
        lost = kept(fit[0]) if len(fit) == 1 else "high bits are lost"
        yield lost, f"{_first(wanted, got)}: {lost}."
    for how, changed in _EACH.items():
        if all(changed(one) == other for one, other in pairs):
            yield how, f"{_first(wanted, got)}: {how}."
    moved = {other - one for one, other in pairs}
    # One code point alone that is moved by little may have many reasons.
    if len(pairs) > 1 and len(moved) == 1 and min(moved) in (-128, -1, 1):
        moves = f"all code points that differ are moved by {min(moved)}"
        yield moves, f"{_first(wanted, got)}: {moves}."


def _cased(c: int, change_case: Callable[[str], str]) -> int:
    changed = change_case(chr(c)) if c <= 0x10FFFF else ""
    return ord(changed) if len(changed) == 1 else c


def _first(wanted: Points, got: Points) -> str:
    pairs = enumerate(zip(wanted, got, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(wanted), len(got)))
    return f"{_shown(wanted, at)} at index {at} becomes {_shown(got, at)}"


def _shown(points: Sequence[int], at: int) -> str:
    return f"U+{points[at]:04X}" if at < len(points) else "the end"


def _string(points: Points) -> str | None:
    return "".join(map(chr, points)) if max(points, default=0) <= 0x10FFFF else None
