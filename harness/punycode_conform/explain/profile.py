"""Another Bootstring profile: the parameters of RFC 3492 section 4, from a file.

base = 36                   # what is left out is as in Punycode
tmin = 1
tmax = 26
skew = 38
damp = 700
initial_bias = 72
initial_n = 0x80
basic = "U+0000..U+007F"    # code points in U+ notation
delimiter = "-"
digits = "abcdefghijklmnopqrstuvwxyz0123456789"     # or a list, with several forms of a digit: ["aA", "bB", ...]
"""

import tomllib
from pathlib import Path
from typing import Any

from ..codec import PUNYCODE, Bootstring, ParameterError
from ..errors import ConformError
from ..notation import parse as code_points

_NUMBERS = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n"
_ALL = (*_NUMBERS, "basic", "delimiter", "digits")
_GREATEST = 1 << 31  # of a parameter; a base has as many digits as it is great


def read(path: Path) -> Bootstring:
    """The profile that a file in TOML describes.

    Raises:
        ConformError: the file cannot be read, is not in TOML, or has an unknown or impossible parameter.
    """
    try:
        given = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConformError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:  # also TOML's own errors
        raise ConformError(f"{path}: not TOML: {error}") from None
    if unknown := sorted(given.keys() - set(_ALL)):
        raise ConformError(f"{path}: unknown parameter {unknown[0]}", f"the parameters are {', '.join(_ALL)}")
    try:
        return _profile(given)
    except (ParameterError, ValueError) as error:
        raise ConformError(f"{path}: {error}") from None


def _profile(given: dict[str, Any]) -> Bootstring:
    numbers = {name: _number(name, given.get(name, getattr(PUNYCODE, name))) for name in _NUMBERS}
    base = numbers["base"]
    digits = _digits(given["digits"]) if "digits" in given else list(PUNYCODE.digits[: max(base, 0)])
    basic = frozenset(code_points(_text("basic", given["basic"]))) if "basic" in given else PUNYCODE.basic
    delimiter = _text("delimiter", given.get("delimiter", chr(PUNYCODE.delimiter)))
    if len(delimiter) != 1:
        raise ValueError("delimiter must be one character")
    return Bootstring(**numbers, basic=basic, delimiter=ord(delimiter), digits=digits)


def _number(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _GREATEST:
        raise ValueError(f"{name} must be a whole number up to {_GREATEST}")
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value


def _digits(value: object) -> list[tuple[int, ...]]:
    forms = list(value) if isinstance(value, str | list) else []
    if not forms or not all(isinstance(one, str) for one in forms):
        raise ValueError("digits must be a string with a character for each digit, or a list of strings")
    return [tuple(map(ord, one)) for one in forms]
