"""What is claimed of the real-world labels: how many there are, in how many scripts, and how long."""

import unicodedata

import pytest

from punycode_conform.suite import corpus
from punycode_conform.suite.vector import Vector

FILES = {
    "emoji.yaml",
    "labels-of-59-octets.yaml",
    "real-world.yaml",
    "top-level-domains.yaml",
    "words-beyond-the-first-plane.yaml",
    "words-right-to-left.yaml",
    "words.yaml",
}
# First words of the names of letters that belong to other scripts, or to several.
NO_SCRIPTS = {"FULLWIDTH", "HALFWIDTH", "IDEOGRAPHIC", "KATAKANA-HIRAGANA", "MATHEMATICAL", "MODIFIER", "SCRIPT"}


@pytest.fixture(scope="module")
def labels() -> list[Vector]:
    return [vector for vector in corpus.suite().vectors if vector.file in FILES]


def scripts_of(vector: Vector) -> set[str]:
    """The scripts of a vector's letters: the first word of their names, the first two after OLD."""
    names = (unicodedata.name(chr(c), "").split() for c in vector.decoded or () if chr(c).isalpha())
    return {" ".join(name[: 2 if name[0] == "OLD" else 1]) for name in names if name} - NO_SCRIPTS


def test_there_are_400_labels_in_90_scripts(labels: list[Vector]) -> None:
    scripts = set().union(*map(scripts_of, labels))

    assert {vector.file for vector in labels} == FILES
    assert len({vector.decoded for vector in labels}) >= 400
    assert len(scripts) >= 90


def test_all_151_internationalized_top_level_domains_are_there(labels: list[Vector]) -> None:
    domains = [vector for vector in labels if vector.id.startswith("tld-")]

    assert len({vector.encoded for vector in domains}) == 151
    assert [vector.id for vector in domains] == [f"tld-{vector.encoded}" for vector in domains]


def test_every_label_fits_beside_the_prefix(labels: list[Vector]) -> None:
    lengths = {vector.id: len(vector.encoded or "") for vector in labels}
    full = {vector.id for vector in labels if vector.file == "labels-of-59-octets.yaml"}

    assert {name for name, length in lengths.items() if length > 59} == set()
    assert {lengths[name] for name in full} == {59}
    assert len(set().union(*(scripts_of(v) for v in labels if v.id in full))) >= 25
