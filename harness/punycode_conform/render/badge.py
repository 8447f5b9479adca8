"""The verdict as a badge: a small SVG that needs nothing else, and what shields.io draws one from."""

import json

from ..run.report import Report
from . import words
from .template import draw

_LABEL = "Punycode"
_PAD = 6
_COLOURS = {"brightgreen": "#2b7a1f", "red": "#b3261e", "lightgrey": "#616161"}  # white text has contrast 5 on each


def badge(report: Report) -> str:
    """The badge as SVG; the whole verdict line is its title, for readers and on hovering."""
    message = _message(report)
    left, right = (_width(text) + 2 * _PAD for text in (_LABEL, message))
    values = {
        "label": _LABEL,
        "message": message,
        "title": words.verdict_line(report),
        "colour": _COLOURS[_colour(report)],
        "left": left,
        "right": right,
        "pad": _PAD,
    }
    return draw("badge.svg", values)


def badge_json(report: Report) -> str:
    """The badge as JSON for shields.io, which allows no other keys than these."""
    about = {"schemaVersion": 1, "label": _LABEL, "message": _message(report), "color": _colour(report)}
    return json.dumps(about) + "\n"


def _message(report: Report) -> str:
    """The verdict in a few words: badges are short, so the suite's version is in the title alone."""
    if words.good(report):
        known = f", {words.several(len(report.known), 'known failure')}" if report.known else ""
        left = "".join(words.not_asked(report.header.lacks, report.header.missing))
        return f"RFC 3492 conforms{known}{', ' * bool(left)}{left}"
    return f"{len(report.failures):,} failing" if report.failures else words.verdict(report)


def _colour(report: Report) -> str:
    if report.nothing_ran:
        return "lightgrey"
    return "brightgreen" if words.good(report) else "red"


def _width(text: str) -> int:
    """About the width of text in Verdana at 11 px, which a badge makes it fit."""
    return sum(4 if c in " fijlrt,:" else 10 if c in "mw" else 7 for c in text)
