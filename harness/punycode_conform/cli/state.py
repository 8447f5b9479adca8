"""The state of a sweep in a file, so that it can go on after an interruption.

It is written whole, under another name, and then renamed, so that there is a sound file at every moment. It belongs to one
sweep, by target, options, space and version, and goes when the sweep is done.
"""

import hashlib
import json
import os
from operator import index
from pathlib import Path
from typing import Any

from ..errors import ConformError
from ..sweep.difference import Totals
from ..sweep.swept import Swept

_FORMAT = 1


class State:
    """The state file of one sweep.

    Attributes:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path, swept: Swept) -> None:
        self.path = path
        self._sweep = {**swept.first_line(), "command": list(swept.command)}

    def load(self) -> tuple[int, Totals]:
        """How far the sweep is, and what it found; the beginning if there is no file.

        Raises:
            ConformError: the file is damaged, or of another sweep.
        """
        try:
            data = json.loads(self.path.read_bytes())
            body = data["state"]
            if data["format"] != _FORMAT or data["sha256"] != _digest(body):
                raise ValueError
            mine, theirs = json.loads(json.dumps(self._sweep)), body["sweep"]
            other = next((key for key in _WORDS if theirs[key] != mine[key]), None)
            begun = (0, Totals()) if other else (index(body["position"]), Totals.from_json(body["totals"]))
        except FileNotFoundError:
            return 0, Totals()
        except OSError as error:
            raise self._error(f"cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self._error("not a state file of this version, or damaged") from None
        if other:
            raise self._error(f"the state of another sweep: its {_WORDS[other]} is not the same")
        return begun

    def save(self, position: int, totals: Totals) -> None:
        """Write how far the sweep is.

        Raises:
            ConformError: the file cannot be written.
        """
        body = {"sweep": self._sweep, "position": position, "totals": totals.as_json()}
        content = json.dumps({"format": _FORMAT, "sha256": _digest(body), "state": body})
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            try:
                beside.write_text(content, encoding="utf-8")
                beside.replace(self.path)
            finally:
                beside.unlink(missing_ok=True)
        except OSError as error:
            raise self._error(f"cannot be written: {error.strerror}") from None

    def remove(self) -> None:
        """The sweep is done."""
        self.path.unlink(missing_ok=True)

    def _error(self, why: str) -> ConformError:
        return ConformError(f"--resume {self.path}: {why}", "to begin anew, remove it or name another file")


_WORDS = {
    "suite": "version of the suite",
    "target": "target",
    "choices": "declaration of choices",
    "sweep": "domain or shard",
    "command": "way to run the target",
}


def _digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
