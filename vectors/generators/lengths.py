"""Long strings, around the sizes that buffers have."""

from collections.abc import Iterator
from dataclasses import replace

from punycode_conform.codec import second

from .delta import least_delta, threshold, with_digit, written
from .vector import UE, File, Vector, from_encoded, from_points

# Around the sizes that buffers have. The greater ones are few: a run's time goes into them.
SHORT = (1, 2, 62, 63, 64, 65, 127, 128, 129, 255, 256, 257)
LENGTHS = (*SHORT, 511, 512, 513, 999, 1000, 1023, 1024, 1025, 2000, 5000)
ENCODED_LENGTHS = (*range(57, 65), 127, 128, 255, 256, 511, 512, 999, 1000, 1023, 1024, 2000)


def lengths() -> Iterator[Vector]:
    """By the number of code points: one after a run of basic ones, one repeated, basic and other in turn, all basic."""
    for length in LENGTHS:
        if length > 1:
            yield from_points(f"length-{length}-run-then-one", [*[ord("a")] * (length - 1), UE])
    for length in (*SHORT, 512, 1024):
        yield from_points(f"length-{length}-one-repeated", [UE] * length)
        if length > 2:
            yield from_points(f"length-{length}-alternating", ([UE, ord("a")] * length)[:length])
    for length in (58, 63, 64, 128, 256, 512):
        yield from_points(f"length-{length}-all-basic", [ord("a")] * length)


def every_length() -> Iterator[Vector]:
    """Every length from 66 to 300 of either side: a limit need not be a round number. The encoded form is a few characters
    longer than the text, so that one text serves for both."""
    for length in range(66, 301):
        yield from_points(f"length-{length}-then-two", [*[ord("a")] * (length - 2), UE, 0x4E2D])


def astral_lengths() -> Iterator[Vector]:
    """Code points of two UTF-16 units and four UTF-8 octets, at powers of two."""
    for length in (32, 64, 128, 256, 512):
        yield from_points(f"length-{length}-emoji-repeated", [0x1F4A9] * length)


def encoded_lengths() -> Iterator[Vector]:
    """By the length of the encoded form, with and without a literal part; 59 octets is what a label leaves after its
    prefix."""
    for length in ENCODED_LENGTHS:
        for name, repeated, last in (("", ord("a"), [UE]), ("-without-literal", UE, [])):
            for times in range(length - 5, length):
                points = [repeated] * times + last
                # Where a delta takes one digit more, a length is passed over. Long runs of deltas take long.
                if (65 < length <= 1024 or not name) and len(second.encode_code_points(points)) == length:
                    yield from_points(f"encoded-length-{length}{name}", points)


def counts() -> Iterator[Vector]:
    """By what a decoder inserts and by how many code points differ, around the sizes that tables have. Past 1,025
    different ones the procedure of section 6.3, a pass for each, takes too long in some languages."""
    yield from_points("insertions-1025-alike", [UE] * 1025)
    yield from_points("insertions-4097-after-a-run", [*[ord("a")] * 4097, *[UE] * 4097])
    for count in (255, 256, 257, 1024, 1025):
        yield from_points(f"distinct-{count}-upwards", range(0x4E00, 0x4E00 + count))
    yield from_points("distinct-257-downwards", range(0x4F00, 0x4DFF, -1))
    many = from_points("distinct-4001-decoded", ((0x4E00 + 1009 * at % 4001) for at in range(4001)))
    yield replace(many, only="decode")


def borders() -> Iterator[Vector]:
    """Insertions just before, at and behind a place where blocks, pages or narrow integers end, with basic ones after
    them. The bias after the fourth is another if numpoints is less, as where it stops at some width; the last shows it.
    Integers of 31 bits hold all deltas."""
    for place in (256, 512, 1024, 2048, 4096, 32768, 65536):
        basics = place + 8
        around = ((UE - 0x80) * (basics + 1) + place - 1, basics + 2, basics + 3)
        distinctive = least_delta(120, basics + 4) - 1
        deltas = (*around, distinctive, with_digit(119, 3, threshold(119, 3) - 1))
        yield from_encoded(f"insertions-around-place-{place}", written("a" * basics, deltas))


# 253 and 255 are limits of DNS; 100, 200 and 1000 are round.
WINDOWS = ((99, 101), (126, 129), (199, 201), (253, 257), (511, 513), (999, 1001), (1022, 1025))
WINDOWS_PAST_A_PAGE = ((2047, 2049), (4095, 4097), (8191, 8193))


def measures() -> Iterator[Vector]:
    """Each size around these by each measure: code points, UTF-16 units, octets of UTF-8, and the encoded form. The last
    code point makes the measures differ; its delta fits 26 bits, so that only a limit on the length can be in its way."""
    for (least, most), last in (*((w, 0x10000) for w in WINDOWS), *((w, 0x800) for w in WINDOWS_PAST_A_PAGE)):
        missing = {(measure, size) for size in range(least, most + 1) for measure in range(4)}
        for count in range(most, least - 9, -1):
            points = [*[ord("a")] * (count - 1), last]
            octets = len("".join(map(chr, points)).encode())
            form = len(second.encode_code_points(points))
            found = missing.intersection(enumerate((count, count + (last > 0xFFFF), octets, form)))
            missing -= found
            # Where strings are long, which costs most, units and octets alone are no reason; and the forms around the
            # middle one are those of all_basic_forms, which show as much.
            if found & {(0, count), (3, (least + most) // 2)} or (found and count < 2000):
                yield from_points(f"measured-{count}-code-points-{form}-octets", points)


def all_basic_forms() -> Iterator[Vector]:
    """Encoded forms of these sizes that end with the delimiter. A decoder that loses what comes last reads digits, and
    gives an answer: by a refusal it could have a limit."""
    for least, most in ((60, 66), *WINDOWS, *WINDOWS_PAST_A_PAGE):
        for size in range(least, most + 1):
            yield from_points(f"all-basic-form-of-{size}", [ord("a")] * (size - 1))


FILE = File(
    "lengths",
    "Long strings, around the sizes that buffers have. Past 59 octets a codec may refuse, but not cut.",
    "1.1",
    "fixed-buffer",
    (lengths, every_length, astral_lengths, encoded_lengths, measures, all_basic_forms, counts, borders),
)
