"""The inputs of the vectors: each block of Unicode, each range between blocks, and real labels."""

from itertools import pairwise

from punycode_conform import places
from punycode_conform.suite import corpus

VECTORS = corpus.suite().vectors
LABELS = {
    "emoji.yaml",
    "labels-of-59-octets.yaml",
    "real-world.yaml",
    "top-level-domains.yaml",
    "words-beyond-the-first-plane.yaml",
    "words-right-to-left.yaml",
    "words.yaml",
}


def test_every_block_and_every_range_between_blocks_has_code_points_that_may_not_be_refused() -> None:
    lines = (places.VECTORS / "generators" / "blocks.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("; ") for line in lines if not line.startswith("#")]
    blocks = {name: range(*(int(end, 16) + n for n, end in enumerate(ends.split("..")))) for ends, name in rows}
    gaps = [range(a.stop, b.start) for a, b in pairwise(blocks.values()) if b.start > a.stop]
    both = [v for v in VECTORS if len(v.operations) == 2 and not v.reject and v.layer == "punycode" and not v.choice]
    hard = [v for v in both if len(v.encoded or "") <= 59 and max(v.bits.values()) <= 26]
    demanded = {c for v in hard for c in v.decoded or ()}

    assert (len(blocks), len(gaps) > 40) == (346, True)
    assert [name for name, block in blocks.items() if len(demanded & {*block}) < 2 and "Surrogates" not in name] == []
    assert [gap for gap in gaps if not demanded & {*gap}] == []


def test_there_are_400_labels_that_fit_beside_the_prefix_and_all_151_top_level_domains() -> None:
    labels = [vector for vector in VECTORS if vector.file in LABELS]
    lengths = {len(vector.encoded or "") for vector in labels}
    domains = [vector for vector in labels if vector.id.startswith("tld-")]

    assert {vector.file for vector in labels} == LABELS
    assert len({vector.decoded for vector in labels}) >= 400
    assert max(lengths) == 59
    assert {len(v.encoded or "") for v in labels if v.file == "labels-of-59-octets.yaml"} == {59}
    assert len({vector.encoded for vector in domains}) == 151
    assert [vector.id for vector in domains] == [f"tld-{vector.encoded}" for vector in domains]
