"""Inputs made of the constants in a codec's own code: what depends on such a number or word is out of reach for chance.

Constants are read from source code of the usual languages, or from a program for x86. Pure: others find and read the files.
"""

import re
import struct
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import NamedTuple

from ..codec.arithmetic import write
from ..codec.trace import State
from . import oracle
from .outcome import Call, Operation

_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Numbers that every codec may have; they are in pairs with others only.
_COMMON = {
    *(
        *range(4),
        10,
        13,
        22,
        25,
        26,
        27,
        32,
        35,
        36,
        37,
        38,
        45,
        46,
        47,
        48,
        57,
        58,
        64,
        65,
        70,
        71,
        72,
        90,
        91,
        96,
        97,
    ),
    *(
        122,
        123,
        455,
        456,
        700,
        0x7F,
        0x80,
        0xFF,
        0x100,
        0xD7FF,
        0xD800,
        0xDBFF,
        0xDC00,
        0xDFFF,
        0xE000,
        0xFFFF,
        0x10000,
    ),
    *(0x3FF, 0x400, 0x7FF, 0x800, 0x10FFFF, 0x110000),
}
_GREATEST = 1 << 36  # of a delta; more is what sums and lengths of other corners are about
_LONGEST_WORD = 24
_NEAR = 2  # lines between the two constants of a pair
_PARTNERS = 6  # of one constant in pairs
_CROWD = 8  # constants on a line: more are a table
_LONGEST = 20_000  # code points of a text
_POINTS = 120  # of a call, on average
_BIASES, _SUM = 220, 1 << 22  # the greatest bias, and the greatest sum of code points
_A, _UE, _HAN = (0x61,), (0xFC,), (0x4E2D,)
_NUMBER = r"(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*)"
_TOKEN = r"""
    (?P<comment> /\*.*?\*/ | \"\"\".*?\"\"\" | '''.*?''' | {comment}[^\n]* )
    | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\\n])*` )
    | (?P<sum> (?<![\w.]) {number}(?:[uUlLn]+\b)? (?:\s*(?:<<|\*\*|[-+*])\s* {number}(?:[uUlLn]+\b)?)* ) (?!\w|\.\d)
"""
_HASHED = ("py", "rb", "pl", "pm", "sh", "r", "ex", "exs", "jl", "nim", "cr", "tcl", "awk")
_TOKENS = {
    mark: re.compile(_TOKEN.format(comment=mark, number=_NUMBER), re.VERBOSE | re.DOTALL) for mark in (r"\#", "//")
}
_ESCAPE = re.compile(r"\\(?:[xuU]\{([0-9a-fA-F]{1,8})\}|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
# Comparisons, additions and moves of 32 bits; comparisons of 8 and 16.
_IMMEDIATE = re.compile(
    rb"(?=(?:[\x3d\x05\x2d\x68\xb8-\xbf]|\x81[\xc0-\xff]|\x81[\x78-\x7f].|\x81\x7c\x24.|\x8d[\x80-\xbf])(.{4}))"
    rb"|(?=\x83(?:[\xf8-\xff]|[\x78-\x7f].)(.))|(?=\x66(?:\x3d|\x81[\xf8-\xff])(..))",
    re.DOTALL,
)
_PRINTABLE = re.compile(rb"[\x20-\x7e]{2,%d}(?=\0)" % _LONGEST_WORD)


class Constant(NamedTuple):
    """A number or a word in the code of a codec."""

    value: int | str
    file: str
    line: int  # for a program the place in the file
    crowd: int  # constants on this line: a table has many

    @property
    def says(self) -> str:
        """The constant and its place."""
        shown = (
            repr(self.value) if isinstance(self.value, str) or self.value < 10 else f"{self.value} (0x{self.value:X})"
        )
        return f"{shown} in {self.file}:{self.line}"


def constants(file: str, content: bytes) -> list[Constant]:
    """The constants in a file: source code, or a program of the form ELF; none in other binary data."""
    if content[:4] == b"\x7fELF":
        found = [(place // 8, value) for value, place in _of_program(content)]
    elif b"\0" in content[:4096]:
        return []
    else:
        found = list(_of_source(file, content.decode("utf-8", "replace")))
    crowds = Counter(line for line, _ in found)
    return [Constant(value, file, line, crowds[line]) for line, value in found]


def _of_source(file: str, text: str) -> Iterator[tuple[int, int | str]]:
    hashed = file.rpartition(".")[2].lower() in _HASHED or text.startswith("#!")
    line, end = 1, 0
    for token in _TOKENS[r"\#" if hashed else "//"].finditer(text):
        line, end = line + text.count("\n", end, token.start()), token.start()
        if token["sum"]:
            yield from ((line, value) for value in _sums(token["sum"]) if 0 <= value < _GREATEST)
        elif token["text"] and (word := _ESCAPE.sub(_unescaped, token["text"][1:-1])):
            yield line, ord(word) if len(word) == 1 else word


def _sums(text: str) -> Iterator[int]:
    """The numbers of a sum, and its value from each to the next."""
    total, operator = 0, "+"
    operations: dict[str, Callable[[int, int], int]] = {
        "+": int.__add__,
        "-": int.__sub__,
        "*": int.__mul__,
        "<<": lambda a, b: a << min(b, 64),
        "**": lambda a, b: a ** min(b, 64) if abs(a) < 1 << 16 else 0,
    }
    for part in re.findall(rf"{_NUMBER}|<<|\*\*|[-+*]", text):
        if part in operations:
            operator = part
            continue
        # As in C, a number that begins with 0 may be octal; nobody means that here.
        number = int(part.replace("_", ""), 0) if part[1:2].isalpha() else int(part.replace("_", "")[:20])
        total = operations[operator](total, number)
        yield from dict.fromkeys((number, total))


def _unescaped(escape: re.Match[str]) -> str:
    digits = next(filter(None, escape.groups()[:4]), "")
    if digits:
        return chr(min(int(digits, 16), oracle.MAX_UNICODE))
    return _NAMED.get(escape[5], escape[5])


def _of_program(content: bytes) -> Iterator[tuple[int | str, int]]:
    """The immediate operands of instructions and the words of read-only data, each with its place."""
    for name, data, start in _sections(content):
        if name == b".text":
            for match in _IMMEDIATE.finditer(data):
                value = abs(int.from_bytes(next(filter(None, match.groups())), "little", signed=True))
                yield value, start + match.start()
        elif name == b".rodata":
            for match in _PRINTABLE.finditer(data):
                yield match[0].decode("ascii"), start + match.start()


def _sections(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """The names, contents and places of the sections of a program of 64 bits; none of one that is damaged."""
    try:
        table, size, number, names = *struct.unpack_from("<Q", content, 40), *struct.unpack_from("<HHH", content, 58)
        heads = [struct.unpack_from("<IIQQQQ", content, table + size * index) for index in range(number)]
        text = content[heads[names][4] :]
        for name, _, _, _, start, length in heads:
            yield text[name : text.index(b"\0", name)], content[start : start + length], start
    except (struct.error, IndexError, ValueError):
        return


def calls(found: Sequence[Constant], most: int) -> dict[Call, Constant]:
    """At most so many calls made of constants, each with its constant: of rare ones more, and the likeliest forms first."""
    times = Counter(constant.value for constant in found)
    once = {constant.value: constant for constant in reversed(found)}
    rare = [constant for value, constant in once.items() if value not in _COMMON and not _is_long(value)]
    rare.sort(key=lambda it: (it.crowd > _CROWD, isinstance(it.value, str), times[it.value], " " in str(it.value)))
    streams: list[Iterator[tuple[float, Constant, Call]]] = []
    for rank, constant in enumerate(rare, 1):
        value = constant.value
        if isinstance(value, str):
            streams.append(_weighed(rank, constant, _of_word(tuple(map(ord, value)))))
            continue
        for off, weight in ((0, 1.0), (1, 1.5), (-1, 1.5)):
            streams.append(_weighed(rank * weight, constant, _of_number(value + off)))
        near = (other for other in found if abs(other.line - constant.line) <= _NEAR and other.file == constant.file)
        others = dict.fromkeys(other.value for other in near if isinstance(other.value, int) and other.value != value)
        pairs = [
            pair
            for other in islice(others, _PARTNERS)
            if isinstance(other, int)
            for pair in ((value, other), (other, value))
        ]
        streams.append(_weighed(rank * 2, constant, _in_turn([_of_pair(*pair) for pair in pairs])))
    made: dict[Call, Constant] = {}
    left = most * _POINTS
    for _, constant, call in merge(*streams, key=itemgetter(0)):
        if len(made) == most:
            break
        if call not in made and len(call.input) <= left:
            made[call] = constant
            left -= len(call.input)
    return made


def _is_long(value: int | str) -> bool:
    return isinstance(value, str) and len(value) > _LONGEST_WORD


def _weighed(weight: float, constant: Constant, forms: Iterable[Call]) -> Iterator[tuple[float, Constant, Call]]:
    return ((weight * place, constant, call) for place, call in enumerate(forms, 1))


def _in_turn(streams: Sequence[Iterator[Call]]) -> Iterator[Call]:
    return (call for calls in zip_longest(*streams) for call in calls if call is not None)


def _both(*parts: Sequence[int]) -> Iterator[Call]:
    """A text to encode, and its form to decode; none of a text that is too long or that no string holds."""
    text = tuple(chain.from_iterable(parts))
    if len(text) <= _LONGEST and max(text, default=0) <= oracle.MAX_UNICODE:
        yield Call(Operation.ENCODE, text)
        yield Call(Operation.DECODE, oracle.encode_fast(text))


def _grown(literal: int, *deltas: int | Callable[[State], int]) -> Iterator[Call]:
    """The form of a literal part of this length and some deltas, to decode, and its text if it has one."""
    state = State(literal, literal)
    encoded = [0x61] * literal + [0x2D] * (literal > 0)
    if not 0 <= literal <= _LONGEST:
        return
    for delta in deltas:
        number = delta if isinstance(delta, int) else delta(state)
        if number < 0:
            return
        encoded += (_DIGITS[value] for value in write(number, 36, state.thresholds))
        state = state.after(number)
    call = Call(Operation.DECODE, tuple(encoded))
    yield call
    if (text := oracle.light_facts(call).value) and max(text) <= oracle.MAX_UNICODE:
        yield Call(Operation.ENCODE, text)


def _to_bias(bias: int) -> Callable[[State], int]:
    """The least delta after which the bias is this one, negative if there is none."""

    def delta(state: State) -> int:
        least = bisect_left(range(1 << 30), bias, key=lambda number: state.after(number).bias)
        return least if state.after(least).bias == bias else -1

    return delta


def _to_place(place: int) -> Callable[[State], int]:
    """The delta to the next insertion at a place."""
    return lambda state: (place - state.i) % (state.length + 1)


def _letters(total: int) -> list[int]:
    """Letters of ASCII, or one more character, with this sum."""
    count = max(total // 109, 1)
    each, more = divmod(total, count)
    return [each] * (count - more) + [each + 1] * more


def _of_number(v: int) -> Iterator[Call]:
    """Inputs in which a number is a code point, a length, a count, a place, a delta, a bias, a sum or a remainder."""
    if v <= oracle.MAX_UNICODE:
        yield from chain(_both([v]), _both([0x61, v]), _both([v, 0xFC, 0x62]), _both([0x61, v, 0x62, v]))
    if 0 < v <= _LONGEST:
        yield from chain(_both(_A * v), _both(_A * (v - 1), _UE), _both(_UE * v))  # lengths
        yield from chain(_both(_A * v, _UE, _A * 2), _both(_UE, _A * (v - 1), _HAN, _A))  # places
        padding = max(v - 4, 0)  # of an encoded form
        short = v - len(oracle.encode_fast((*_A * padding, *_UE)))
        yield from chain(_both(_A * (padding + short), _UE), _both(_UE * max(v - 2, 0)))
    yield from chain(_grown(3, v, 3, 50), _grown(0, v, 5, 70), _grown(5, 9, v, 3))
    if v < _BIASES:
        yield from chain(_grown(3, _to_bias(v), 1, 40, 700), _grown(4, 5, _to_bias(v), 3, 900))
    if 0x61 < v <= _SUM:
        yield from chain(_both(_letters(v)), _both(_A, [v - 0x61]), _both(_letters(max(v - 0xFC, 0)), _UE))
    yield from _grown(4, v - v // 3, v // 3, 7)
    if 3 < v <= oracle.MAX_UNICODE // 4:
        near = [-(-start // v) * v for start in (0x80, 0x400, 0x4E00, 0x10000)]
        yield from chain(_both(near[:2]), _both(_A, near[2:]))
    if 0 < v <= _LONGEST:
        yield from chain(_both(range(0x4E00, 0x4E00 + v)), _both(_A * 2, _UE * v))
        # Octets of UTF-8, and units of UTF-16.
        yield from chain(_both(_UE * (v // 2), _A * (v % 2)), _both(_A * (v % 2), [0x1F600] * (v // 2)))
        yield from chain(_both(_HAN * (v // 3), _A * (v % 3)), _both(_A * (2 * v)))


def _of_pair(v: int, w: int) -> Iterator[Call]:
    """Inputs in which two numbers meet: a code point, delta or bias at a place or a length, a remainder, two code points."""
    if w <= _LONGEST:
        if v <= oracle.MAX_UNICODE:
            yield from chain(_both(_A * w, [v], _A), _both(_A * (w - 1), [v]))
        if v < _BIASES:
            for literal in (w - 1, w, w - 2, w + 2):
                yield from _grown(literal, _to_bias(v), _to_place(w), 40)
                yield from _grown(literal, 5, _to_bias(v), _to_place(w), 700)
        yield from chain(_grown(w, v, 3), _grown(w - 1, v, 3), _grown(w + 2, 4, v, _to_place(w)))
    if w < v:
        above = [-(-start // v) * v + w for start in (0x80, 0x400, 0x4E00)]
        yield from chain(_both(above[:1]), _both(_A, above[1:]))
        total = (800 // v + 1) * v + w
        yield from chain(_both(_letters(total)), _both(_letters(total - 0xFC), _UE)) if total < _SUM else ()
        yield from chain(_both(_A * (v + w - 1), _UE), _both(_A * (2 * v + w)), _grown(3, 7 * v + w, 4))
    if v <= w:
        yield from _both(_A * (w - v), _UE * v)
    if max(v, w) <= oracle.MAX_UNICODE:
        yield from chain(_both([v, w]), _both(_A, [v], _A, [w]))


def _of_word(word: tuple[int, ...]) -> Iterator[Call]:
    """Inputs in which a word is the text, the literal part, the beginning, the end, the middle or the encoded form."""
    yield from chain(
        _both(word), _both(word, _UE), _both(_UE, word), _both(_A, word, _A), _both(word, _A), _both(_A, word)
    )
    yield from (Call(Operation.DECODE, (*head, *word)) for head in ((), b"a-"))
    other = tuple(ord(chr(c).swapcase()[0]) for c in word)
    yield from chain(_both(other), _both(other, _UE), _both(word, word))
