"""The traces of RFC 3492 sections 7.2 and 7.3, read from the RFC's own words in ``rfc-traces.txt``."""

import re
from dataclasses import dataclass
from pathlib import Path

TEXT = (Path(__file__).parent / "rfc-traces.txt").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Traced:
    """A delta of a trace; ``after`` and ``place`` are of decoding traces only, ``code_point`` of both."""

    digits: str
    delta: int
    bias: int
    code_point: int
    after: tuple[int, ...] = ()
    place: int = -1


def decoding(example: str) -> list[Traced]:
    """The decoding trace of an example, B or L."""
    found = []
    for digits, delta, bias, string in re.findall(
        r'delta "(\w+)" decodes to (\d+)\n +bias becomes (\d+)\n +([0-9A-F *]+)\n', _section("Decoding", example)
    ):
        before, _, after = string.partition("*")
        points = tuple(int(word, 16) for word in (before + after).split())
        place = len(before.split()) - 1
        found.append(Traced(digits, int(delta), int(bias), points[place], points, place))
    return found


def encoding(example: str) -> list[Traced]:
    """The encoding trace of an example, B or L."""
    return [
        Traced(digits, int(delta), int(bias), int(code_point, 16))
        for code_point, delta, digits, bias in re.findall(
            r'to insert is (\w+)\n +needed delta is (\d+), encodes as "(\w+)"\n +bias becomes (\d+)\n',
            _section("Encoding", example),
        )
    ]


def strings(example: str) -> tuple[str, tuple[int, ...]]:
    """The encoded form and the code points of an example."""
    (encoded,) = re.findall(r'input is "(.*)"', _section("Decoding", example))
    (points,) = re.findall(r"input is:\n +([0-9A-F ]+)\n", _section("Encoding", example))
    return encoded, tuple(int(word, 16) for word in points.split())


def _section(kind: str, example: str) -> str:
    _, _, rest = TEXT.partition(f"{kind} trace of example {example} ")
    return re.split(r"(?:Encoding|Decoding) trace of example", rest)[0]
