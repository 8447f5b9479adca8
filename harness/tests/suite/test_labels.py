"""What is claimed of the real-world labels: how many there are, and how long."""

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


@pytest.fixture(scope="module")
def labels() -> list[Vector]:
    return [vector for vector in corpus.suite().vectors if vector.file in FILES]


def test_there_are_400_labels(labels: list[Vector]) -> None:
    assert {vector.file for vector in labels} == FILES
    assert len({vector.decoded for vector in labels}) >= 400


def test_all_151_internationalized_top_level_domains_are_there(labels: list[Vector]) -> None:
    domains = [vector for vector in labels if vector.id.startswith("tld-")]

    assert len({vector.encoded for vector in domains}) == 151
    assert [vector.id for vector in domains] == [f"tld-{vector.encoded}" for vector in domains]


def test_every_label_fits_beside_the_prefix(labels: list[Vector]) -> None:
    lengths = {vector.id: len(vector.encoded or "") for vector in labels}
    full = {vector.id for vector in labels if vector.file == "labels-of-59-octets.yaml"}

    assert {name for name, length in lengths.items() if length > 59} == set()
    assert {lengths[name] for name in full} == {59}
