"""The table of the wrong answers that the suite's faults give to its cases. It is built with the vectors.

An answer is a number of 20 bits, of which two say what it is. Calls are known by a checksum, so that a table which is older
than the vectors still holds for the calls that it has.
"""

import gzip
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec

from .. import files
from ..suite.choices import LABEL_BITS
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, case_of_digits, fold, literal_length
from .answers import crash_kind

VALUE, SPECIAL, REFUSED, BROKEN = range(4)
"""What an answer is, in its low bits: a value; one that a choice allows to refuse; a refusal; a crash or none."""
Row = Mapping[int, int]
"""The wrong answers of a fault in one operation, by the number of the call."""


def digest(call: Call, outcome: Outcome) -> int:
    """A number for an answer: equal for answers that say the same."""
    match outcome:
        case Returned(value):
            start, greatest = len(value), max(value, default=0)
            if call.operation is Operation.ENCODE:
                start, greatest = literal_length(value), 0
            # Both cases of digits are right, but a mixture is a sign of annotation.
            digits = value[start:] if case_of_digits(value) == "mixed" else fold(value[start:])
            wide = (greatest * (len(value) + 1)).bit_length() > LABEL_BITS
            special = greatest >= 0xD800 and (wide or any(0xD800 <= c <= 0xDFFF for c in value))
            return _sum((*value[:start], *digits)) | (SPECIAL if special else VALUE)
        case Rejected():
            return REFUSED
        case Crashed():
            return _sum(crash_kind(outcome)) | BROKEN
    return BROKEN


def _sum(answer: object) -> int:
    return zlib.crc32(str(answer).encode()) & 0xFFFFC


class _File(msgspec.Struct):
    """The table as it is written: checksums of calls; of a row the distances between its calls, and the answers."""

    calls: list[int]
    rows: dict[str, dict[Operation, tuple[list[int], list[int]]]]


class Table:
    """The wrong answers of faults to some calls."""

    def __init__(self, calls: Sequence[int], rows: Mapping[str, Mapping[Operation, Row]]) -> None:
        self.calls, self.rows = list(calls), rows
        self._numbers = {checksum: number for number, checksum in enumerate(calls)}

    @staticmethod
    @cache
    def read(path: Path = files.FAULT_ANSWERS) -> "Table":
        """The table of a file; an empty one if there is none, or if it is damaged."""
        try:
            file = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=_File)
        except (OSError, EOFError, zlib.error, msgspec.MsgspecError):
            return Table((), {})
        rows = {
            name: {o: dict(zip(accumulate(steps), answers, strict=True)) for o, (steps, answers) in sides.items()}
            for name, sides in file.rows.items()
        }
        return Table(file.calls, rows)

    def write(self) -> bytes:
        """The content of the file."""
        rows = {
            name: {o: ([b - a for a, b in pairwise((0, *row))], list(row.values())) for o, row in sides.items()}
            for name, sides in self.rows.items()
        }
        return gzip.compress(msgspec.json.encode(_File(self.calls, rows)), mtime=0)

    def number(self, call: Call) -> int | None:
        """The number of a call in the rows; None if no fault was asked it."""
        return self._numbers.get(checksum(call))

    def has_all(self, calls: Iterable[Call]) -> bool:
        """Whether it has these calls and no others."""
        return {*self.calls} == {*map(checksum, calls)}

    def gives(self, fault: str, call: Call, outcome: Outcome) -> bool:
        """Whether a fault gives this wrong answer to a call."""
        number = self.number(call)
        answer = self.rows.get(fault, {}).get(call.operation, {}).get(-1 if number is None else number)
        return answer is not None and answer == digest(call, outcome)


def checksum(call: Call) -> int:
    """A number for a call."""
    return zlib.crc32(f"{call.operation} {call.input}".encode())
