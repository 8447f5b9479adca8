"""A vector file as YAML, laid out as a person would write it."""

from collections.abc import Iterator, Sequence

from .vector import File, Vector

HEAD = "# Written by vectors/generate.py. Change that, then run it; not this file.\n"
WIDTH = 120


def text_of(file: File) -> str:
    lines = [HEAD.rstrip("\n"), *folded("about: ", f'"{file.about}"', "  "), "generated: generate.py"]
    lines.append(f'clause: "{file.clause}"')
    if file.bug:
        lines.append(f"bug: {file.bug}")
    lines.append("vectors:")
    for family in file.families:
        if family.__doc__ and len(file.families) > 1:
            lines += ["", *(f"  # {line.strip()}" for line in family.__doc__.strip().splitlines())]
        for vector in family():
            lines += entry(vector, file)
    return "\n".join(lines) + "\n"


def entry(vector: Vector, file: File) -> Iterator[str]:
    yield f"  - id: {vector.id}"
    if vector.decoded is not None:
        yield from folded("    decoded: ", notation(vector.decoded), "      ")
    if vector.encoded is not None:
        yield from encoded_side(vector.encoded)
    for key in ("reject", "only", "choice"):
        if value := getattr(vector, key):
            yield f"    {key}: {value}"
    if vector.clause not in ("", file.clause):
        yield f'    clause: "{vector.clause}"'
    if vector.bug not in ("", file.bug):
        yield f"    bug: {vector.bug}"
    if vector.note:
        yield from folded("    note: ", f'"{vector.note}"', "      ")


def folded(key: str, text: str, indent: str) -> Iterator[str]:
    """A plain or quoted scalar over several lines, which YAML joins with spaces."""
    line = key
    for word in text.split(" "):
        if len(line) + len(word) > WIDTH and line != key:
            yield line.rstrip()
            line = indent
        line += word + " "
    yield line.rstrip()


def notation(points: Sequence[int]) -> str:
    """U+ notation, with repeats, groups of up to three, and runs folded."""
    tokens = []
    position = 0
    while position < len(points):
        here = points[position:]
        times, unit = max((repeats(here, unit), unit) for unit in (1, 2, 3))
        run = max(run_length(here, 1), run_length(here, -1))
        if times > 3:
            one = " ".join(f"U+{c:04X}" for c in here[:unit])
            tokens.append(f"{one}*{times}" if unit == 1 else f"({one})*{times}")
            position += times * unit
        elif run > 3:
            tokens.append(f"U+{here[0]:04X}..U+{here[run - 1]:04X}")
            position += run
        else:
            tokens.append(f"U+{here[0]:04X}")
            position += 1
    return " ".join(tokens) or '""'


def run_length(points: Sequence[int], step: int) -> int:
    """How many code points from the start on each differ by ``step`` from the one before."""
    length = 1
    while length < len(points) and points[length] - points[length - 1] == step:
        length += 1
    return length


def repeats(points: Sequence[int] | str, unit: int) -> int:
    """How often the first ``unit`` items are repeated, one after the other."""
    times = 1
    while points[times * unit : (times + 1) * unit] == points[:unit]:
        times += 1
    return times


def encoded_side(encoded: str) -> Iterator[str]:
    """The encoded side, quoted; long repeats as maps."""
    pieces: list[str] = []
    plain = ""
    position = 0
    while position < len(encoded):
        here = encoded[position:]
        times, unit = max((repeats(here, unit), unit) for unit in (1, 2, 3))
        if times * unit < 24:
            plain += here[0]
            position += 1
            continue
        pieces += in_parts(plain)
        pieces.append(f"{{repeat: {quoted(here[:unit])}, times: {times}}}")
        plain = ""
        position += times * unit
    pieces += in_parts(plain)
    if len(pieces) == 1 and pieces[0][0] == '"':
        yield f"    encoded: {pieces[0]}"
    elif len(line := f"    encoded: [{', '.join(pieces)}]") <= WIDTH:
        yield line
    else:
        yield "    encoded:"
        yield from (f"      - {piece}" for piece in pieces)


def in_parts(text: str) -> list[str]:
    return [quoted(text[start : start + 70]) for start in range(0, len(text), 70)]


def quoted(text: str) -> str:
    """A double-quoted YAML scalar."""
    return '"' + "".join(escaped(c) for c in text) + '"'


def escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if " " <= c <= "~":
        return c
    return f"\\x{ord(c):02x}" if c < "\u0100" else f"\\u{ord(c):04x}" if c < "\U00010000" else f"\\U{ord(c):08x}"
