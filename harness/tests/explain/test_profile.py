"""Another Bootstring profile from a file."""

from pathlib import Path

import pytest

from punycode_conform.codec import PUNYCODE, Bootstring
from punycode_conform.errors import ConformError
from punycode_conform.explain import profile

# The profile of test_bootstring's examples by hand.
BASE_10 = """\
base = 10
tmax = 9
skew = 2
damp = 3
initial_bias = 0
initial_n = 0x40
basic = "U+0030..U+0039 U+002D U+0041"
digits = "0123456789"
"""


def read(tmp_path: Path, text: str | bytes) -> Bootstring:
    path = tmp_path / "profile.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return profile.read(path)


def test_a_profile_encodes_as_by_hand(tmp_path: Path) -> None:
    codec = read(tmp_path, BASE_10)

    for extended, basic in (("A@", "A-1"), ("BA", "A-4"), ("I", "90")):
        assert "".join(map(chr, codec.encode(map(ord, extended)))) == basic


def test_what_is_left_out_is_as_in_punycode(tmp_path: Path) -> None:
    codec = read(tmp_path, "")

    assert codec.adaptation == PUNYCODE.adaptation
    assert (codec.digits, codec.delimiter, codec.initial_n) == (PUNYCODE.digits, 0x2D, 0x80)
    assert len(read(tmp_path, "base = 30").digits) == 30


def test_a_digit_may_have_several_forms(tmp_path: Path) -> None:
    codec = read(tmp_path, 'base = 3\ntmax = 2\ninitial_bias = 0\ndigits = ["xX", "yY", "z"]')

    assert codec.value_of == {ord("x"): 0, ord("X"): 0, ord("y"): 1, ord("Y"): 1, ord("z"): 2}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("base =", "not TOML"),
        (b"\xff", "not TOML"),
        ("bias = 3", "unknown parameter bias"),
        ('base = "36"', "base must be a whole number"),
        ("base = true", "base must be a whole number"),
        ("skew = 99999999999", "skew must be a whole number up to"),
        ("skew = 0", "break a constraint: skew >= 1"),
        ("base = 0", "break a constraint"),
        ("base = 40", "a digit for each value"),
        ('delimiter = "--"', "delimiter must be one character"),
        ("delimiter = 45", "delimiter must be a string"),
        ('delimiter = "a"', "cannot be a digit"),
        ('basic = "a-z"', "is not a code point"),
        ("digits = 3", "digits must be a string"),
        ("digits = [3]", "digits must be a string"),
        ('digits = "aabcdefghijklmnopqrstuvwxyz012345678"', "digits are distinct"),
    ],
)
def test_a_faulty_profile_is_refused_by_name(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(ConformError, match=says):
        read(tmp_path, text)


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConformError, match="cannot read"):
        profile.read(tmp_path / "absent.toml")


def test_the_profile_in_the_documentation_is_punycodes(tmp_path: Path) -> None:
    lines = (profile.__doc__ or "").splitlines()
    codec = read(tmp_path, "\n".join(line[4:] for line in lines if line.startswith("    ")))

    assert codec.adaptation == PUNYCODE.adaptation
    assert [forms[0] for forms in codec.digits] == [forms[0] for forms in PUNYCODE.digits]
