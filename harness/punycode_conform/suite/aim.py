"""Inputs made of the constants in a codec's own code: what depends on such a number or word is out of reach for chance.

Constants are read from source code of the usual languages, or from a program (ELF). Others find and read the files.
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

PROGRAM = b"\x7fELF"
_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Numbers that every codec may have; they are in pairs with others only.
_COMMON = {
    *range(4),
    *b"\n\r -./09:@AFGHZ[`az{",
    *(22, 25, 26, 27, 35, 36, 37, 38, 455, 456, 700),
    *(0x7F, 0x80, 0xFF, 0x100, 0x3FF, 0x400, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000),
    *(0xFFFF, 0x10000, 0x10FFFF, 0x110000),
}
_NEAR, _PARTNERS = 5, 3  # how far a number may be from another in the code, and with how many of these it is paired
_CROWD = 8  # constants on a line: more are a table
_LONGEST, _WORD = 4200, 24  # code points of a text and of a word
_POINTS = 120  # of a call, on average
_GREATEST, _BIASES, _SUM = 1 << 32, 220, 1 << 22  # number, bias, and sum of code points
_NEIGHBOURS = (0, 1.0), (1, 1.5), (-1, 1.5)  # of a number, each with a weight: the greater, the later
_FORMS = 20  # of a neighbour, since long ones leave no room for others
_PAIRED = 1.5  # the weight of pairs
_LEVEL = 8  # the rank of the first: the greater, the fewer calls more it has than the next
_A, _UE, _HAN = (0x61,), (0xFC,), (0x4E2D,)
_NUMBER = r"(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*)(?:[uUlLni]\w{0,4}\b)?"
_TOKEN = r"""
    /\*.*?\*/ | \"\"\".*?\"\"\" | '''.*?''' | {comment}[^\n]*
    | "((?:\\.|[^"\\\n])*)" | '((?:\\.|[^'\\\n])*)' | `((?:\\.|[^`\\\n])*)`
    | (?<![\w.]){number}(?:\s*<<\s*{number})?(?!\w|\.\d)
"""
_SLASHED, _HASHED = (
    re.compile(_TOKEN.format(comment=mark, number=_NUMBER), re.VERBOSE | re.DOTALL) for mark in ("//", r"\#")
)
_HASHES = ("py", "rb", "pl", "pm", "sh", "r", "ex", "exs", "jl", "nim", "cr", "tcl")  # languages with such comments
_ESCAPE = re.compile(r"\\[xuU]\{?([0-9a-fA-F]{2,8})")
# Operands for x86 of comparisons and moves in 32, 16 and 8 bits, not after what makes them places; of lea if it subtracts.
_OPERAND = re.compile(
    rb"(?=(?:(?<![\x10\x11\x28\x29\x39\x3b\x63\x6f\x7f\x88-\x8f\xb6\xb7\xff])\x3d|\x81[\xc0-\xff]|(?<!\xe8)[\xb8-\xbf]"
    rb"|\x81(?:[\x38-\x3b\x3d-\x3f]|\x3c.|[\x78-\x7b\x7d-\x7f].|\x7c..)|\x69[\xc0-\xff])(.{2}[\0-\x10]\0)"
    rb"|\x8d[\x80-\xbf](..\xff\xff)|\x66(?:\x3d|\x81[\xf8-\xff])(..)|\x83(?:[\x38-\x3b\x3e\x3f\xf8-\xff]|[\x78-\x7f].)(.))",
    re.DOTALL,
)
_PRINTABLE = re.compile(rb"[\x20-\x7e]{2,%d}(?=\0)" % _WORD)


class Constant(NamedTuple):
    """A number or a word in the code of a codec."""

    value: int | str
    file: str
    line: int  # of a program the offset

    @property
    def says(self) -> str:
        """The constant and its place."""
        shown = repr(self.value) if isinstance(self.value, str) else f"{self.value} (0x{self.value:X})"
        return f"{shown} in {self.file}:{self.line}"


def constants(file: str, content: bytes) -> list[Constant]:
    """The constants in a file: source code or a program; none in other binary data."""
    if content.startswith(PROGRAM):
        return [Constant(value, file, place) for value, place in _of_program(content)]
    if b"\0" in content[:4096]:
        return []
    text, found, line, end = content.decode("utf-8", "replace"), list[Constant](), 1, 0
    hashed = file.rpartition(".")[2].lower() in _HASHES or text.startswith("#!")
    for token in (_HASHED if hashed else _SLASHED).finditer(text):
        line, end = line + text.count("\n", end, token.start()), token.start()
        *words, number, shift = token.groups()
        values: list[int | str] = [int(digits, 16) for word in filter(None, words) for digits in _ESCAPE.findall(word)]
        fit = [word for word in filter(None, words) if "\\" not in word and len(word) <= _WORD]
        values += [ord(word) if len(word) == 1 else word for word in fit]
        if number:
            values += [_integer(number), _integer(number) << _integer(shift or "0")] if len(shift or "") < 3 else []
            values = [value for value in values if isinstance(value, str) or value < _GREATEST]
        found += [Constant(value, file, line) for value in dict.fromkeys(values)]
    return found


def _integer(text: str) -> int:
    # A number that begins with 0 would be octal in C, which nobody means here.
    return int(text.replace("_", "")[:40], 0 if text[1:2].isalpha() else 10)


def _of_program(content: bytes) -> Iterator[tuple[int | str, int]]:
    """The operands of instructions and the words of read-only data, each with its place; none of a damaged program."""
    try:
        table, number, names = *struct.unpack_from("<Q", content, 40), *struct.unpack_from("<HH", content, 60)
        heads = [struct.unpack_from("<IIQQQQ", content, table + 64 * index) for index in range(number)]
    except (struct.error, IndexError):
        return
    for name, _, _, _, start, length in heads:
        data, title = content[start : start + length], content[heads[names][4] + name :][:8]
        for match in _OPERAND.finditer(data) if title.startswith(b".text\0") else ():
            octets = next(filter(None, match.groups()))
            yield abs(int.from_bytes(octets, "little", signed=True)), start + match.start()
        for match in _PRINTABLE.finditer(data) if title == b".rodata\0" else ():
            yield match[0].decode("ascii"), start + match.start()


def calls(found: Sequence[Constant], most: int) -> dict[Call, Constant]:
    """``most`` calls made of constants, each with its constant: of rare ones more, and the likeliest forms first."""
    times, crowds = Counter(constant.value for constant in found), Counter(constant[1:] for constant in found)
    numbers = [constant.value for constant in found if isinstance(constant.value, int)]
    last = {constant.value: constant for constant in found}
    rare = [constant for value, constant in last.items() if value not in _COMMON]

    def unlikely(constant: Constant) -> tuple[bool, bool, int]:
        """Tables and messages, then small numbers, which the vectors have as lengths and counts, then frequent ones."""
        is_crowded = crowds[constant[1:]] > _CROWD or " " in str(constant.value)
        return is_crowded, constant.value in range(64), times[constant.value]

    ranked = enumerate(sorted(rare, key=unlikely)[:most], _LEVEL)
    streams = (stream for rank, constant in ranked for stream in _streams(rank, constant, numbers))
    made, left = dict[Call, Constant](), most * _POINTS
    for _, constant, call in islice(merge(*streams, key=itemgetter(0)), 4 * most):
        # No call takes more than an eighth of the room that remains, so that others follow.
        if len(made) < most and call not in made and len(call.input) <= left // 8:
            made[call] = constant
            left -= len(call.input)
    return made


_Stream = Iterator[tuple[float, Constant, Call]]  # weights, with calls made of a constant


def _streams(rank: int, constant: Constant, numbers: Sequence[int]) -> Iterator[_Stream]:
    """Yield the calls made of a constant; of a number also of its neighbours, and of it with others near it in the code."""
    value = constant.value
    if isinstance(value, str):
        yield _weighed(rank, constant, _of_word(tuple(map(ord, value))))
        return
    at = numbers.index(value)
    near = sorted(range(max(at - _NEAR, 0), min(at + _NEAR + 1, len(numbers))), key=lambda place: abs(place - at))
    others = [other for other in dict.fromkeys(numbers[place] for place in near) if other != value]
    for number, other in enumerate(sorted(others, key=_COMMON.__contains__)[:_PARTNERS], 1):
        yield _weighed(rank * _PAIRED * number, constant, _in_turn(*_of_pair(value, other), *_of_pair(other, value)))
    for off, weight in _NEIGHBOURS:
        yield _weighed(rank * weight, constant, islice(_in_turn(*_of_number(value + off)), _FORMS if off else None))


def _in_turn(*kinds: Iterator[Call]) -> Iterator[Call]:
    return filter(None, chain.from_iterable(zip_longest(*kinds)))


def _weighed(weight: float, constant: Constant, forms: Iterable[Call]) -> _Stream:
    return ((weight * place, constant, call) for place, call in enumerate(forms, 1))


def _both(*texts: Sequence[int]) -> Iterator[Call]:
    """Each text to encode, and its form to decode; none of a text that is too long or that no string holds."""
    for text in texts:
        if len(text) <= _LONGEST and max(text, default=0) <= oracle.MAX_UNICODE:
            yield Call(Operation.ENCODE, tuple(text))
            yield Call(Operation.DECODE, oracle.encode_fast(tuple(text)))


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


def _letters(total: int) -> list[int]:
    """Letters of ASCII, or one more character, with this sum."""
    count = max(total // 109, 1)
    each, more = divmod(total, count)
    return [each] * (count - more) + [each + 1] * more


def _encoded_in(length: int, text: Callable[[int], Sequence[int]]) -> Sequence[int]:
    """The first of some growing texts whose encoded form, which is little longer, has at least this length."""
    low = max(length - 8, 0)
    return text(bisect_left(range(length), length, low, key=lambda n: len(oracle.encode_fast(tuple(text(n))))))


def _of_number(v: int) -> Iterator[Iterator[Call]]:
    """Inputs in which a number is a code point, a length, a count, a place, a delta, a bias, a sum or a remainder."""
    if v <= oracle.MAX_UNICODE:
        yield _both([v], [0x61, v], [v, 0xFC, 0x62], [0x61, v, 0x62, v])
    if 0 < v <= _LONGEST:
        odd, basic, repeated = _A * (v % 2), _encoded_in(v, lambda n: _A * n + _UE), _encoded_in(v, lambda n: _UE * n)
        yield _both(_A * v, _A * (v - 1) + _UE, _UE * v, (*_UE * v, 0x62, 0x2D, 0x61))
        yield _both(_A * v + _UE + _A * 2, _UE + _A * (v - 1) + _HAN + _A)  # places
        yield _both(basic, repeated, range(0x4E00 + v, 0x4E00, -1))
        yield _both(_UE * (v // 2) + odd, odd + (0x1F600,) * (v // 2), _HAN * (v // 3) + _A * (v % 3))  # octets
    yield _grown(0, v, 70, 5)
    yield chain(_grown(3, v, 50, 3), _grown(5, 9, v, 40))
    yield chain(_grown(3, v // 2, v - v // 2), _grown(0, 900, 30, v - 930))  # sums of deltas
    if v < _BIASES:
        yield chain(_grown(3, _to_bias(v), 1, 40, 700), _grown(4, 5, _to_bias(v), 3, 900))
    if 0x61 < v <= _SUM:
        yield _both(_letters(v), [0x61, v - 0x61], [*_letters(max(v - 0xFC, 0)), 0xFC])
    if 3 < v <= oracle.MAX_UNICODE // 4:
        multiples = [-(-start // v) * v for start in (0x80, 0x400, 0x4E00, 0x10000)]
        yield _both(multiples[:2], [0x61, *multiples[2:]])


def _of_pair(v: int, w: int) -> Iterator[Iterator[Call]]:
    """Inputs in which two numbers meet: a code point, delta or bias at a place or a length, a remainder, two code points."""

    def to_place(state: State) -> int:
        return (w - state.i) % (state.length + 1)

    if max(v, w) <= oracle.MAX_UNICODE:
        yield _both([v, w], [0x61, v, 0x61, w])
    if w <= _LONGEST:
        yield _both([*_A * (w - 1), v], [*_A * w, v, 0x61])
        yield chain(_grown(w, v, 3), _grown(w - 1, v, 3), _grown(w + 2, 4, v, to_place))
    if w <= v <= _LONGEST:
        yield _both(_A * (v - w) + _UE * w, _UE * (v - w) + _A * w)
    if v < _BIASES:
        yield chain(_grown(3, _to_bias(v), w, 70), _grown(9, 5, _to_bias(v), w, 70))
    if w <= _LONGEST and v < _BIASES:
        for literal in (w - 1, w - 2, w, w + 2):
            # The first delta is damped, so it makes no high bias.
            yield chain(*(_grown(literal, *before, _to_bias(v), to_place, 70) for before in ((5,), ())))
    if w < v <= _SUM // 2:
        above = [-(-start // v) * v + w for start in (0x80, 0x400, 0x4E00)]
        total = (800 // v + 1) * v + w
        yield _both(above[:1], [0x61, *above[1:]])
        yield chain(_both(_letters(total), [*_letters(total - 0xFC), 0xFC]), _grown(3, 7 * v + w, 4))


def _of_word(word: tuple[int, ...]) -> Iterator[Call]:
    """Inputs in which a word is the text, the literal part, the beginning, the end, the middle or the encoded form."""
    yield from _both(word, word + _UE, _UE + word, _A + word + _A, word + _A, _A + word)
    yield from (Call(Operation.DECODE, (*head, *word)) for head in ((), b"a-"))
    other = tuple(ord(chr(c).swapcase()[0]) for c in word)
    yield from _both(other, other + _UE)
