"""The templates of pages, in Jinja2: whatever is no markup of a template is escaped, and shown if it is invisible.

A page allows its own style and script alone, by their hashes, so even a mistake in escaping could run nothing.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from .. import places

if TYPE_CHECKING:
    from jinja2 import Environment

ASSETS = _STYLE, _SCRIPT = "style.css", "script.js"
# Controls, what acts on the direction of the text next to it, separators of lines, and what UTF-8 cannot hold.
_ACTING = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_MARKDOWN = re.compile(r"""[\\`*_{}\[\]()#+!|~@:$&<>"']""")
_SITE = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'"


def draw(
    name: str,  # one of Markdown ends with ``.markdown``
    values: Mapping[str, object],
    *,
    style: tuple[str, ...] = (_STYLE,),
    script: bool = False,
    root: str = "",  # the way to the folder that has the style and the script; empty for a page that has both in it
) -> str:
    """A template with values in it."""
    from markupsafe import Markup  # start-up time, as below

    looks, code = "".join(map(asset, style)), asset(_SCRIPT)
    own = {"style": Markup(looks), "script": Markup(code) if script else None, "root": root}
    own["policy"] = _SITE if root else _policy(looks, code)
    return _environment(markdown=name.endswith(".markdown")).get_template(name).render(own | dict(values))


@cache
def asset(file: str) -> str:
    """A style or a script as it is: never anything foreign."""
    return (places.TEMPLATES / file).read_text(encoding="utf-8")


@cache
def _environment(*, markdown: bool) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # start-up time: a run without a page needs none
    from markupsafe import Markup

    def visible(value: object) -> object:
        """Foreign text in which nothing acts on the text next to it; a template's own markup, and numbers, as they are."""
        if not isinstance(value, str) or hasattr(value, "__html__"):
            return value
        shown = _ACTING.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", value)
        return Markup(_MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", shown)) if markdown else shown

    made = Environment(
        loader=FileSystemLoader(places.TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=markdown,
    )
    # The types of a union, such as the blocks of an explanation.
    made.filters["zip"] = zip
    made.filters["kind"] = lambda value: type(value).__name__
    return made


def _policy(style: str, script: str) -> str:
    """A policy that allows one style and one script; base-uri, since default-src does not cover it."""
    sums = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    of_style, of_script = (f"'sha256-{digest}'" for digest in sums)
    return f"default-src 'none'; style-src {of_style}; script-src {of_script}; base-uri 'none'"
