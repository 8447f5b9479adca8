"""The reference and the second codec against CPython's and PyPI ``idna``'s use of it, on real labels and long strings."""

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module, util
from pathlib import Path
from typing import Any

from benchmarks.measure import medians, ratio, seconds, table
from punycode_conform import codec
from punycode_conform.codec import second

# Not a dependency of the project: without it, its column is left out.
idna: Any = import_module("idna") if util.find_spec("idna") else None

Side = Callable[[str], str]
CPYTHON, REFERENCE, SECOND, IDNA = "CPython", "reference", "second", "idna"
SIDES: dict[str, tuple[Side, Side]] = {
    CPYTHON: (
        lambda text: text.encode("punycode").decode("ascii"),
        lambda text: text.encode("ascii").decode("punycode"),
    ),
    REFERENCE: (codec.encode, codec.decode),
    SECOND: (
        lambda text: second.encode_code_points(map(ord, text)),
        lambda text: "".join(map(chr, second.decode_code_points(text))),
    ),
    # CPython's codec, and the rules of IDNA 2008 on top.
    IDNA: (lambda text: idna.alabel(text).decode("ascii")[4:], lambda text: idna.ulabel("xn--" + text)),
}
REPETITIONS, LONG_REPETITIONS = 25, 3
TOO_LONG = 10**9  # steps, for an encoder that walks the string once for every distinct code point
AIMS = {8_000: 0.1, 100_000: 1.0}  # seconds for the second codec

# The samples of RFC 3492 section 7.1, but for (S), which has spaces, and words in as many scripts as could be found.
LABELS = Path(__file__).with_name("labels.txt").read_text(encoding="utf-8").split()


def long_strings() -> dict[str, str]:
    """Inputs that are slow for a codec with a quadratic walk or insertion, and inputs that are not."""
    chance = random.Random(0)
    scalars = [c for c in range(0x80, 0x110000) if not 0xD800 <= c <= 0xDFFF]
    return {
        "8,000 distinct CJK": "".join(map(chr, chance.sample(range(0x4E00, 0x9FFF), 8_000))),
        "100,000 distinct": "".join(map(chr, chance.sample(scalars, 100_000))),
        "100,000 times U+4E2D": "\u4e2d" * 100_000,
    }


def accepted(label: str) -> bool:
    """Whether IDNA 2008 takes this label, both ways."""
    try:
        return idna is not None and bool(idna.ulabel(idna.alabel(label)) == label)
    except idna.IDNAError:
        return False


def measured(texts: Sequence[str], names: Sequence[str], direction: int, repetitions: int) -> dict[str, float]:
    """The median seconds that each codec needs for all texts in one direction, and that they agree."""
    pairs = [(text, second.encode_code_points(map(ord, text))) for text in texts]
    asked = [(pair[direction], pair[1 - direction]) for pair in pairs]

    def work(side: Side) -> Callable[[], None]:
        def convert() -> None:
            for given, expected in asked:
                assert side(given) == expected

        return convert

    works = {name: work(SIDES[name][direction]) for name in names}
    return medians(works, repetitions, warm_up=repetitions > LONG_REPETITIONS)


def cells(found: Mapping[str, float], parts: int) -> list[str]:
    """Each codec's time over CPython's and, in brackets, its median."""
    row = []
    for name in SIDES:
        over = f"{ratio(found[name] / found[CPYTHON])} " if name in found and CPYTHON in found else ""
        row.append(f"{over}({seconds(found[name] / parts)})" if name in found else "–")
    return row


def main() -> None:
    """Measure, and print the tables."""
    both, rows, aims = ("encode", "decode"), [], []
    sets = {"all": (LABELS, [CPYTHON, REFERENCE, SECOND])}
    if fit := [label for label in LABELS if accepted(label)]:
        sets["IDNA 2008's"] = (fit, list(SIDES))
    for what, (texts, names) in sets.items():
        for direction, verb in enumerate(both):
            found = measured(texts, names, direction, REPETITIONS)
            rows.append([f"{what}, {len(texts)} labels", verb, *cells(found, len(texts))])
    table("Real labels: time over CPython's (median for a label)", ("labels", "", *SIDES), rows)
    rows = []
    for what, text in long_strings().items():
        for direction, verb in enumerate(both):
            walks = direction == 1 or len(text) * len(set(text)) < TOO_LONG
            names = [CPYTHON, REFERENCE, SECOND] if walks else [SECOND]
            found = measured([text], names, direction, LONG_REPETITIONS)
            rows.append([what, verb, *cells(found, 1)[:3]])
            aims.append(f"{verb} {what}: {seconds(found[SECOND])} (aim: at most {AIMS[len(text)]:g} s)")
    table("Long strings: time over CPython's (median)", ("string", "", CPYTHON, REFERENCE, SECOND), rows)
    print("\nThe second codec:\n\n" + "\n".join(f"- {aim}" for aim in aims))


if __name__ == "__main__":
    main()
