"""Faults of taking text for data: numbers, words of some language, variables, quotes (3.1)."""

import re
from collections.abc import Callable
from functools import partial

from .fault import Fault, around

_altered = partial(around, clause="3.1", bug="literal-part-altered")
_unwrapped = partial(around, clause="6.2", bug="non-digit-accepted")

_MEMBERS = {"constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__"}
_PAIRS = {
    "double-quotes": ('"', '"'),
    "single-quotes": ("'", "'"),
    "angle-brackets": ("<", ">"),
    "parentheses": ("(", ")"),
    "brackets": ("[", "]"),
}


def _whole(pattern: str, change: Callable[[str], str]) -> Callable[[str], str]:
    """Changes what matches as a whole."""
    return lambda s: change(s) if re.fullmatch(pattern, s) else s


def _missing(s: str) -> str:
    """A lookup in an object that has members of its own."""
    if s in _MEMBERS:
        raise TypeError("a function is no string")
    return s


def _taken_off(name: str, left: str, right: str) -> Fault:
    return _unwrapped(
        f"{name}-taken-off",
        f"The decoder takes off {name.replace('-', ' ')} around the encoded string.",
        to_decode=lambda s: s[1:-1] if len(s) > 1 and s[0] == left and s[-1] == right else s,
    )


FAULTS = (
    *(_taken_off(name, *pair) for name, pair in _PAIRS.items()),
    _altered(
        "leading-zeros-lost",
        "Text of figures is a number: its leading zeros are lost.",
        text=_whole("[0-9]+", lambda s: str(int(s))),
    ),
    _altered(
        "leading-zeros-lost-decoder",
        "Decoded figures are a number: their leading zeros are lost.",
        decoded=_whole("[0-9]+", lambda s: str(int(s))),
    ),
    _altered("fractions-reformatted", "1.50 becomes 1.5.", text=_whole("[0-9]+[.][0-9]+", lambda s: str(float(s)))),
    _altered("exponents-worked-out", "1e3 becomes 1000.", text=_whole("[0-9]+e[0-9]+", lambda s: str(int(float(s))))),
    _altered(
        "truth-values-capitalised",
        "true and false become True and False.",
        text=_whole("true|false", str.capitalize),
    ),
    _altered(
        "truth-values-read",
        "yes and no become true and false, as in YAML.",
        text=lambda s: {"yes": "true", "no": "false"}.get(s, s),
    ),
    _altered(
        "nulls-emptied", "null and its like become the empty string.", text=_whole("null|None|nil|NaN", lambda s: "")
    ),
    _altered("members-found", "The encoder keeps results in an object, which knows constructor.", text=_missing),
    _altered(
        "members-found-decoder",
        "The decoder keeps results in an object, which knows constructor.",
        bug="undeclared-error",
        to_decode=_missing,
    ),
    _altered(
        "great-numbers-rounded",
        "Text of figures is a floating-point number: past 2^53 it is rounded.",
        text=_whole("[1-9][0-9]{16,}", lambda s: str(int(float(s)))),
    ),
    _altered("signs-lost", "+5 becomes 5.", text=_whole("[+][0-9]+", lambda s: s[1:])),
    _altered("dates-read", "1-2 becomes the number of a day.", text=_whole("[0-9]{1,2}-[0-9]{1,2}", lambda s: "44563")),
    _altered("options-read", "-n is an option of a command, and nothing is left.", text=_whole("-[neE]", lambda s: "")),
    _altered("comments-left-out", "What is behind # is a comment.", text=lambda s: s.partition("#")[0]),
    _altered("tags-left-out", "What is in angle brackets is a tag.", text=lambda s: re.sub("<[^>]*>", "", s)),
    _altered("quotes-undoubled", "Two quotes become one.", text=lambda s: s.replace('""', '"').replace("''", "'")),
    _altered("places-filled", "%s is the place of a value.", text=lambda s: s.replace("%s", "")),
    _altered("variables-expanded", "$HOME becomes a path.", text=lambda s: s.replace("$HOME", "/home/me")),
    _altered("home-expanded", "~ becomes a path.", text=_whole("~(/.*)?", lambda s: "/home/me" + s[1:])),
    _altered("formulas-guarded", "An apostrophe is put before = and @.", text=_whole("[=@].*", lambda s: "'" + s)),
)
