"""Elements of HTML and SVG. Whatever is not itself an element is escaped, so that escaping cannot be forgotten."""

from dataclasses import dataclass
from html import escape

# These act on what stands beside them, and an isolate that is opened and not closed on the whole line.
_BIDI = {c: f"\\u{{{c:x}}}" for c in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_VOID = {"meta", "input", "br"}


@dataclass(frozen=True, slots=True)
class Element:
    """Markup that this module made; its ``source`` is safe as it stands."""

    source: str


def tag(name: str, /, *children: "str | Element", **attributes: str) -> Element:
    """An element. A name of an attribute loses a last underscore, others are hyphens; an empty value stands alone."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_inert(value)}"' if value else f" {key.rstrip('_')}"
        for key, value in attributes.items()
    )
    inside = together(*children).source
    return Element(f"<{name}{given}>" if name in _VOID else f"<{name}{given}>{inside}</{name}>")


def together(*children: "str | Element") -> Element:
    """Elements and text, one after the other."""
    return Element("".join(one.source if isinstance(one, Element) else _inert(one) for one in children))


def _inert(text: str) -> str:
    return escape(text.translate(_BIDI))


def own(source: str) -> Element:
    """A file of this package as it stands: a style, a script. Never anything foreign."""
    return Element(source)
