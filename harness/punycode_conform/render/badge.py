"""The verdict as a badge: a small SVG that needs nothing else, and what shields.io draws one from."""

import json

from ..run.report import Report
from . import words
from .markup import Element, tag

_LABEL = "Punycode"
_CHARACTER, _PAD = 7, 6  # of Verdana at 11 px, on average
_COLOURS = {"brightgreen": "#2b7a1f", "red": "#b3261e", "lightgrey": "#616161"}  # white text has contrast 5 on each


def badge(report: Report) -> str:
    """The badge as SVG; the whole verdict line is its title, for readers and on hovering."""
    message = _message(report)
    left, right = (len(text) * _CHARACTER + 2 * _PAD for text in (_LABEL, message))
    drawn = tag(
        "svg",
        tag("title", words.verdict_line(report)),
        tag("rect", width=str(left + right), height="20", rx="3", fill="#3c3c3c"),
        tag("rect", x=str(left), width=str(right), height="20", rx="3", fill=_COLOURS[_colour(report)]),
        # Over the rounded corners where the two halves meet.
        tag("rect", x=str(left), width="4", height="20", fill=_COLOURS[_colour(report)]),
        tag(
            "g",
            _text(_LABEL, left / 2, left),
            _text(message, left + right / 2, right),
            fill="#fff",
            text_anchor="middle",
            font_family="Verdana,DejaVu Sans,sans-serif",
            font_size="11",
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=str(left + right),
        height="20",
        role="img",
        aria_label=f"{_LABEL}: {message}",
    )
    return drawn.source + "\n"


def badge_json(report: Report) -> str:
    """The badge as JSON for shields.io, which allows no other keys than these."""
    about = {"schemaVersion": 1, "label": _LABEL, "message": _message(report), "color": _colour(report)}
    return json.dumps(about) + "\n"


def _message(report: Report) -> str:
    return f"{words.verdict(report)} ({words.suite(report)})"


def _colour(report: Report) -> str:
    if report.nothing_ran:
        return "lightgrey"
    return "brightgreen" if words.good(report) else "red"


def _text(text: str, middle: float, width: int) -> Element:
    # textLength makes the text fit its half in every font, as Verdana may be missing.
    return tag("text", text, x=f"{middle:g}", y="14", textLength=str(width - 2 * _PAD))
