"""JSON without surprises, for files that people bring: a key twice is refused, and so is whatever is no JSON."""

import json
from collections import Counter
from typing import Any, NoReturn

from ..notation import plain


def loads(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is no JSON, has a key twice in an object, or is nested too deeply; the message says which.
    """
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    # json would keep the last value in silence; a YAML file with such a key is refused too.
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise Twice(f"key {plain(twice, 40)!r} appears twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


class Twice(ValueError):
    """A key appears twice in an object."""
