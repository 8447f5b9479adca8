"""Elements of HTML and SVG, and whole pages of them.

Whatever is not itself an element is escaped, so escaping cannot be forgotten. A page's script only filters. The page's
policy allows this script alone, by its hash, so even a mistake in escaping could run nothing.
"""

import base64
import hashlib
from dataclasses import dataclass
from html import escape
from pathlib import Path

# These act on the text beside them; an isolate that is opened and not closed acts on the whole line.
_BIDI = {c: f"\\u{{{c:x}}}" for c in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_VOID = {"meta", "input", "br"}


@dataclass(frozen=True, slots=True)
class Element:
    """Markup that this module made; its ``source`` needs no escaping."""

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


def page(title: str, *body: Element, script: bool = False, style: Path | None = None) -> str:
    """A whole document, with the style, with the script if asked, and with a policy that allows nothing else.

    Args:
        title: of the document.
        body: elements, one of them with the id ``results``.
        script: whether the page has the script.
        style: a file with more of a style.
    """
    code = _file("page.js")
    digest = base64.b64encode(hashlib.sha256(code.source.encode()).digest()).decode()
    # Inline styles, since no hash covers the style attributes of the bar; base-uri, since default-src does not.
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", _file("page.css"), *([Element(style.read_text(encoding="utf-8"))] if style else [])),
    )
    skip = tag("a", "Skip to the results", href="#results", class_="jump")
    last = [tag("script", code)] if script else []
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', skip, *body, *last), lang='en').source}\n"


def _file(name: str) -> Element:
    """A file of this package as it is: a style or a script, never anything foreign."""
    return Element((Path(__file__).parent / name).read_text(encoding="utf-8"))


def frame(heading: str, table: Element) -> Element:
    """A frame that can be scrolled with the keyboard, where the table in it is too wide for the screen."""
    return tag("div", table, class_="scroll", role="region", aria_label=heading, tabindex="0")
