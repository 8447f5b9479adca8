"""The published results: of every adapter's implementation, and with the behaviours that are known of these codecs.

``conform matrix --since`` holds in CI that the results are got again.

The table follows a study of these codecs, made before this suite with calls of its own. Where a codec gives wrong answers,
or its strings cannot hold the question, a run shows nothing. "At least" is the most that a run asked and got right.
"""

import pytest

from punycode_conform import places
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results
from punycode_conform.matrix.result import Result
from punycode_conform.suite import corpus
from punycode_conform.suite.laws import EVERY
from punycode_conform.targets import adapter

PUBLISHED: dict[str, Result] = {one.target: one for one in results.read_all(places.RESULTS)}

# The choices that a run shows, without digit-case: every codec of the study writes digits in lower case.
KNOWN = {
    # The study: unbounded integers.
    "adapter:python-codec": "surrogates accept, beyond-unicode reject, length none, integers at least 2^34",
    # Refuses D800..DBFF only.
    "adapter:libidn": "surrogates incoherent, beyond-unicode reject, length none, integers 2^32",
    # A char holds no surrogate, so nothing shows what its encoder would do with one.
    "adapter:rust-idna": "surrogates.decode reject, beyond-unicode reject, length none, integers 2^32",
    # Merges pairs, which is wrong; a lone surrogate is given.
    "adapter:npm-punycode": "surrogates accept, beyond-unicode reject, length none, integers 2^31",
    "adapter:node-punycode": "surrogates accept, beyond-unicode reject, length none, integers 2^31",
    # The study: 2^31 to decode, and a wider integer to encode. Its strings hold no surrogates to encode.
    "adapter:nim": "surrogates.decode accept, beyond-unicode integer, "
    "length none, integers.encode at least 2^34, integers.decode 2^31",
    # Surrogates and what is beyond Unicode come out as U+FFFD, or as nothing, so the decoder shows no behaviour.
    "adapter:go-commonmark": "length.encode none, integers.encode 2^31",
    "adapter:php-symfony": "length.encode none, integers.encode 2^31",
    # Refuses both with an error of the runtime, not of its own: to us that is a crash, and shows nothing.
    "adapter:ruby-simpleidn": "length.encode none, integers.encode 2^31",
    # The study: more than 1,023 code points are refused to decode, and hide the width of the decoder's integers.
    "adapter:go-xnet": "beyond-unicode reject, length.encode none, integers.encode 2^31, integers.decode at least 2^29",
    # The study: 999 UTF-16 units to encode, so 512 emoji are too long, and the longest form below theirs has 514
    # characters; 2,000 characters to decode.
    "adapter:icu4j": "surrogates reject, beyond-unicode reject, length.encode 514, "
    "length.decode at least 2000, integers.encode at least 2^29, integers.decode 2^31",
    # The study: 256, and wrong answers from there on, which hide the limit and the width.
    "adapter:jdk": "surrogates reject, beyond-unicode reject",
    # The study: 256 code points. What strings cannot hold it gives as octets that are no UTF-8, which the adapter reads
    # as integers.
    "adapter:ruby-addressable": "surrogates.decode accept, beyond-unicode integer, "
    "length.encode 256, length.decode 258, integers.encode at least 2^28",
    # The study: right to 2^31, then wrong answers, which hide the width.
    "adapter:perl-net-idn": "surrogates accept, beyond-unicode integer, length.encode none",
    # The study: 64 bits, and wrong answers past them.
    "adapter:perl-uri": "surrogates accept, beyond-unicode integer, integers.encode at least 2^34",
}


@pytest.mark.parametrize("target", KNOWN)
def test_the_behaviours_of_a_real_codec_are_inferred(target: str) -> None:
    sides = dict(side.split(" ", 1) for side in KNOWN[target].split(", "))

    assert sides | {"digit-case": "lower"} == PUBLISHED[target].observed


def test_the_index_and_the_table_are_of_the_results() -> None:
    page = (places.RESULTS.parent / "README.md").read_text(encoding="utf-8")

    assert results.index(PUBLISHED.values()) == (places.RESULTS / results.INDEX).read_text(encoding="utf-8")
    assert results.inserted(page, results.markdown(PUBLISHED.values(), places.RESULTS.name)) == page
    assert {f"{one.slug}.json" for one in PUBLISHED.values()} | {results.INDEX} == {
        path.name for path in places.RESULTS.iterdir()
    }


def test_each_group_of_failures_says_which_clauses_make_them_faults() -> None:
    cited = {vector.clause for vector in corpus.suite().vectors} | {law.clause for law in EVERY}

    for one in PUBLISHED.values():
        for group in one.failures:
            assert group.clauses, (one.target, group.says)
            assert {*group.clauses} <= cited
            assert sum(group.clauses.values()) == sum(group.verdicts.values()) + len(group.laws)


def test_only_adapters_that_are_there_have_results() -> None:
    named = {f"adapter:{name}" for one in adapter.every() for name in one.names}

    assert {*PUBLISHED} - named == {"codec:punycode"}
    assert len({one.language for one in PUBLISHED.values()}) >= 10


def test_what_ci_always_runs_is_there_and_published() -> None:
    lines = (places.ADAPTERS.parents[1] / ".ci" / "implementations").read_text(encoding="utf-8").splitlines()
    always = [line for line in lines if not line.startswith("#")]

    assert len(always) >= 5
    assert {*always} <= PUBLISHED.keys() & {one.target for one in measurement.every()}
