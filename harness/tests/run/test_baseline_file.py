"""A baseline's YAML: a mistake is reported with its line, and what people wrote survives each change."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punycode_conform.errors import DataError
from punycode_conform.run.baseline import Baseline, Entry, changed
from punycode_conform.run.baseline_file import dump, new, parse
from punycode_conform.suite.outcome import Call, Operation

FILE = Path("b.yaml")
SETTINGS = settings(deadline=None, database=None, derandomize=True)
# As the tool lays it out.
KEPT = """\
# Known failures of libfoo, each with its reason.

b/decode: plain reason

# About delimiters.

# Both of them.
d/decode:
  reason: A long reason.
  issue: https://example.org/1
  date: 2026-05-01
  got: returned U+00FC

"f/encode": {reason: "one: line", got: 'returned "a-"', issue: libfoo#7}

flaky:
  # Depends on the clock.
  - z/encode

findings:
  # One.
  'decode: crash':
    reason: x
    calls:
      - decode: 'a-'
      - encode: U+00FC
    got: crashed
# The end.
"""
LAID_OUT = KEPT.replace(
    """"f/encode": {reason: "one: line", got: 'returned "a-"', issue: libfoo#7}""",
    "f/encode:\n  reason: 'one: line'\n  issue: 'libfoo#7'\n  got: 'returned \"a-\"'",
)


def parsed(text: str) -> Baseline:
    return parse(FILE, text.encode())


def edited(text: str, *, remove: tuple[str, ...] = (), add: tuple[Entry, ...] = ()) -> str:
    baseline = parsed(text)
    return dump(replace(baseline, known=changed(baseline.known, remove, add)))


def test_an_entry_is_a_reason_or_a_mapping_and_knows_its_line() -> None:
    baseline = parsed(KEPT)
    finding = baseline.findings["decode: crash"]

    assert [(entry.id, entry.reason, entry.line, entry.got) for entry in baseline.known.values()] == [
        ("b/decode", "plain reason", 3, ""),
        ("d/decode", "A long reason.", 8, "returned U+00FC"),
        ("f/encode", "one: line", 14, 'returned "a-"'),
    ]
    assert [(entry.id, entry.line) for entry in baseline.flaky.values()] == [("z/encode", 18)]
    assert (finding.line, finding.calls) == (
        22,
        (Call(Operation.DECODE, (0x61, 0x2D)), Call(Operation.ENCODE, (0xFC,))),
    )
    assert baseline.of == "libfoo"


@pytest.mark.parametrize("text", ["", "# Nothing yet.\n\n", "---\n# Nothing\n", "{}\n", "flaky: []\n", "findings:\n"])
def test_a_baseline_may_be_empty(text: str) -> None:
    baseline = parsed(text)

    assert (baseline.known, baseline.flaky, baseline.findings) == ({}, {}, {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a/decode: x\na/decode: y\n", "b.yaml:2: key 'a/decode' appears twice"),
        ("- a/decode\n", "b.yaml:1: a baseline must be a mapping"),
        ("a/decode:\n", "b.yaml:1: a/decode: reason: 'nothing' without quotes"),
        ("a/decode: ''\n", "b.yaml:1: a/decode: reason"),
        ("a/decode: [x]\n", "b.yaml:1: a/decode: reason: must be text"),
        ("a/decode:\n  got: crashed\n", "b.yaml:2: a/decode: no 'reason'"),
        ("a/decode:\n  reason: x\n  since: y\n", "b.yaml:3: a/decode: unknown key 'since'"),
        ("a/decode:\n  reason: x\n  date: May\n", "b.yaml:3: a/decode: date: must be a day, YYYY-MM-DD"),
        ("a/decode:\n  reason: x\n  issue: soon\n", "b.yaml:3: a/decode: issue: must be a link"),
        ("flaky: a/decode\n", "b.yaml:1: flaky must be a list"),
        ("flaky:\n  - a/decode\n  - a/decode\n", "b.yaml:3: a/decode appears twice"),
        ("a/decode: x\nflaky: [a/decode]\n", "b.yaml:2: a/decode appears twice"),
        ("fault/a:\n  reason: x\n  cases: many\n", "b.yaml:3: fault/a: cases: must be a whole number"),
        ("fault/a:\n  reason: x\n  got: crashed\n", "b.yaml:3: fault/a: unknown key 'got'"),
        ("a/decode:\n  reason: x\n  cases: 3\n", "b.yaml:3: a/decode: unknown key 'cases'"),
        ("findings:\n  leading: x\n", "b.yaml:2: 'leading' is not a signature"),
        ("findings:\n  'decode: x':\n    reason: x\n    calls: [decode]\n", "b.yaml:4: decode: x: "),
        (
            "findings:\n  'decode: x':\n    reason: x\n    calls: [encode: ü]\n",
            "b.yaml:4: decode: x: calls: 'ü' is not a code point",
        ),
        ("".join(f"case-{number}-*: x\n" for number in range(201)), "b.yaml:201: more than 200 patterns"),
        (
            "findings:\n"
            + "".join(f"  'encode: crash: c{n}': {{reason: x, calls: [encode: U+0061*1000000]}}\n" for n in range(9)),
            "b.yaml:6: findings: more than 4,000,000 code points",
        ),
    ],
)
def test_a_mistake_is_reported_with_file_and_line(text: str, says: str) -> None:
    with pytest.raises(DataError) as fault:
        parsed(text)

    assert fault.value.message.startswith(says)


def test_writing_keeps_entries_comments_and_their_order() -> None:
    assert dump(parsed(KEPT)) == LAID_OUT
    assert dump(parsed(LAID_OUT)) == LAID_OUT


@pytest.mark.parametrize(
    ("name", "before"), [("a/decode", "b/decode:"), ("c/decode", "\n# About"), ("g/decode", "\nflaky")]
)
def test_an_entry_is_added_before_the_next_greater_id(name: str, before: str) -> None:
    entry = f"{name}:\n  reason: unexplained\n  got: crashed\n"

    assert edited(LAID_OUT, add=(Entry(name, "unexplained", got="crashed"),)) == LAID_OUT.replace(
        before, entry + before, 1
    )


def test_a_comment_goes_with_its_entry_and_one_above_a_blank_line_stays() -> None:
    after = edited(LAID_OUT, remove=("d/decode",))

    assert "# About delimiters.\n\n\nf/encode:" in after
    assert "Both of them" not in after


def test_a_new_file_names_its_target() -> None:
    assert parsed(dump(new(FILE, "-- ./adapter"))).of == "-- ./adapter"


WORDS = st.text(st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"]), min_size=1).map(str.strip).filter(bool)
INPUTS = st.lists(st.integers(0, 0x120000) | st.integers(0x20, 0x7E), max_size=6).map(tuple) | st.text(
    "U+061() -'\"\\", max_size=9
).map(lambda text: tuple(map(ord, text)))
CALLS = st.lists(st.builds(Call, st.sampled_from(list(Operation)), INPUTS), max_size=3).map(tuple)
SIGNATURES = st.from_regex(r"(encode|decode): [a-z]{1,4}(: [a-z ]{0,6}x)?", fullmatch=True)


@pytest.mark.slow
@SETTINGS
@given(
    known=st.dictionaries(st.from_regex(r"[a-y]{1,3}/(encode|decode)", fullmatch=True), st.tuples(WORDS, WORDS)),
    findings=st.dictionaries(SIGNATURES, CALLS),
)
def test_whatever_is_written_is_read_back(
    known: dict[str, tuple[str, str]], findings: dict[str, tuple[Call, ...]]
) -> None:
    baseline = parsed(KEPT)
    entries = [Entry(name, reason, got=got) for name, (reason, got) in known.items()]
    cases = [Entry(name, "one: reason", calls=calls) for name, calls in findings.items()]
    text = dump(replace(baseline, known=changed({}, (), entries), findings=changed({}, (), cases)))
    read = parsed(text)

    assert list(read.known) == sorted(known)
    assert {name: (entry.reason, entry.got) for name, entry in read.known.items()} == known
    assert {name: entry.calls for name, entry in read.findings.items()} == findings
    assert dump(read) == text
