"""The baseline's YAML: what is refused says where, and editing it touches no other line."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punycode_conform.errors import DataError
from punycode_conform.fuzz.text import stale_line
from punycode_conform.run.baseline import Entry
from punycode_conform.run.baseline_file import edited, parse
from punycode_conform.suite.outcome import Call, Operation

FILE = Path("b.yaml")
SETTINGS = settings(deadline=None, database=None, derandomize=True)
KEPT = """\
# Of libfoo.
b/decode: plain reason  # a remark

# About delimiters.
# Both of them.
d/decode:   # see above
    reason: >-
      A long
      reason.
    got:   returned U+00FC  # seen in May
    date: 2026-05-01
    issue: https://example.org/1

"f/encode": {reason: "one: line", got: 'returned "a-"', issue: libfoo#7}
# The end of the list.

flaky:
  # Depends on the clock.
  - z/encode
"""


def edit(text: str, *, remove: tuple[str, ...] = (), got: Mapping[str, str] | None = None, add: str = "") -> str:
    return edited(FILE, text, remove=remove, got=got or {}, add=[unexplained(add)] if add else [])


def unexplained(name: str) -> Entry:
    return Entry(name, "unexplained", "", 0, "crashed")


def test_an_entry_is_a_reason_or_a_mapping_and_knows_its_line() -> None:
    baseline = parse(FILE, KEPT.encode())

    assert list(baseline.known.values()) == [
        Entry("b/decode", "plain reason", "b.yaml", 2, lines=(2, 2)),
        Entry(
            "d/decode",
            "A long reason.",
            "b.yaml",
            6,
            "returned U+00FC",
            "https://example.org/1",
            "2026-05-01",
            lines=(4, 12),
        ),
        Entry("f/encode", "one: line", "b.yaml", 14, 'returned "a-"', "libfoo#7", lines=(14, 14)),
    ]
    assert [(entry.id, entry.line) for entry in baseline.flaky.values()] == [("z/encode", 19)]


@pytest.mark.parametrize("text", ["", "# Nothing yet.\n\n", "---\n# Nothing\n", "{}\n", "flaky: []\n"])
def test_a_baseline_may_be_empty(text: str) -> None:
    baseline = parse(FILE, text.encode())

    assert (len(baseline.known), len(baseline.flaky)) == (0, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a/decode: x: y\n", "b.yaml:1: broken YAML"),
        ("a/decode: x\na/decode: y\n", "b.yaml:2: key 'a/decode' appears twice"),
        ("a/decode: &x y\n", "b.yaml:1: anchors"),
        ("a/decode: !!str y\n", "b.yaml:1: tags"),
        ("a/decode: x\n---\nb/decode: x\n", "b.yaml:2: a second document"),
        ("- a/decode\n", "b.yaml:1: a baseline must be a mapping"),
        ("a/decode:\n", "b.yaml:1: a/decode: reason: 'nothing' without quotes"),
        ("a/decode: ''\n", "b.yaml:1: a/decode: reason is empty"),
        ("a/decode: 12\n", "b.yaml:1: a/decode: reason: '12' without quotes"),
        ("a/decode: [x]\n", "b.yaml:1: a/decode: reason must be text"),
        ("a/decode:\n  got: crashed\n", "b.yaml:2: a/decode: no reason"),
        ("a/decode:\n  reason: x\n  since: y\n", "b.yaml:3: a/decode: unknown key 'since'"),
        ("a/decode:\n  reason: x\n  date: May\n", "b.yaml:3: a/decode: date 'May' is not YYYY-MM-DD"),
        ("a/decode:\n  reason: x\n  issue: soon\n", "b.yaml:3: a/decode: issue 'soon' is not a link"),
        ("flaky: a/decode\n", "b.yaml:1: flaky must be a list"),
        ("flaky:\n  - a/decode\n  - a/decode\n", "b.yaml:3: a/decode appears twice"),
        ("a/decode: x\nflaky: [a/decode]\n", "b.yaml:2: a/decode appears twice"),
        ("fault/a:\n  reason: x\n  cases: many\n", "b.yaml:3: fault/a: cases must be a whole number"),
        ("fault/a:\n  reason: x\n  got: crashed\n", "b.yaml:3: fault/a: unknown key 'got'"),
        ("a/decode:\n  reason: x\n  cases: 3\n", "b.yaml:3: a/decode: unknown key 'cases'"),
        ("\x1b: x\n", "b.yaml:1: a character that YAML does not allow"),
        ("a/decode: \xff\n".encode("latin-1"), "b.yaml:1: not UTF-8"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(text: str | bytes, says: str) -> None:
    with pytest.raises(DataError) as fault:
        parse(FILE, text if isinstance(text, bytes) else text.encode())

    assert fault.value.message.startswith(says)


def difference(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that went and those that came."""
    import difflib

    lines = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[:1] in "+-"]
    return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


@pytest.mark.parametrize(
    ("got", "removed", "added"),
    [
        (
            {"d/decode": "returned nothing"},
            ["    got:   returned U+00FC  # seen in May"],
            ["    got:   returned nothing  # seen in May"],
        ),
        (
            {"f/encode": 'returned "it\'s"'},
            ['"f/encode": {reason: "one: line", got: \'returned "a-"\', issue: libfoo#7}'],
            ['"f/encode": {reason: "one: line", got: \'returned "it\'\'s"\', issue: libfoo#7}'],
        ),
    ],
)
def test_a_new_answer_changes_its_line_alone(got: dict[str, str], removed: list[str], added: list[str]) -> None:
    assert (removed, added) == difference(KEPT, edit(KEPT, got=got))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("b/decode", ["b/decode: plain reason  # a remark"]),
        ("d/decode", KEPT.splitlines()[3:12]),
        ("f/encode", ['"f/encode": {reason: "one: line", got: \'returned "a-"\', issue: libfoo#7}']),
    ],
)
def test_an_entry_goes_with_the_comments_right_above_it(name: str, lines: list[str]) -> None:
    assert (lines, []) == difference(KEPT, edit(KEPT, remove=(name,)))


@pytest.mark.parametrize(
    ("name", "before"), [("a/decode", "b/decode:"), ("c/decode", "# About delimiters."), ("g/decode", "# The end")]
)
def test_an_entry_is_added_in_its_place(name: str, before: str) -> None:
    after = edit(KEPT, add=name)

    assert difference(KEPT, after) == ([], [f"{name}:", "  reason: unexplained", "  got: crashed"])
    assert f"{name}:\n  reason: unexplained\n  got: crashed\n{before}" in after


def test_the_ends_of_lines_stay_and_a_missing_last_one_is_added() -> None:
    assert edit("a/decode: x\r\n", add="b/decode").count("\r\n") == 4
    assert edit("a/decode: x", add="b/decode").startswith("a/decode: x\nb/decode:\n")


@pytest.mark.parametrize("text", ["{a/decode: x}\n", "  a/decode: x\n", "? a/decode\n: x\n"])
def test_what_cannot_be_edited_by_lines_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="line by line"):
        edit(text, remove=("a/decode",))


IDS = st.lists(st.from_regex(r"[a-z]{1,3}/(encode|decode)", fullmatch=True), unique=True, max_size=8)
WORDS = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x2FF, exclude_categories=("Cc", "Cs")), min_size=1
).filter(lambda text: bool(text.strip()))


@pytest.mark.slow
@SETTINGS
@given(ids=IDS, reasons=st.lists(WORDS, min_size=8, max_size=8), data=st.data())
def test_entries_added_one_by_one_are_sorted_and_read_back_and_go_without_a_trace(
    ids: list[str], reasons: list[str], data: st.DataObject
) -> None:
    head = data.draw(st.sampled_from(["", "# Head.\n", "# Head.\n\n", "# Head.\n\nflaky: [flaky/encode]\n"]))
    text = head
    for name, reason in zip(ids, reasons, strict=False):
        text = edited(FILE, text, add=[Entry(name, reason.strip(), "", 0, f"returned {reason.strip()}")])
    known = parse(FILE, text.encode()).known

    assert list(known) == sorted(ids)
    assert {name: entry.reason for name, entry in known.items()} == {
        name: reason.strip() for name, reason in zip(ids, reasons, strict=False)
    }
    assert text.startswith(head)
    assert head == edited(FILE, text, remove=ids)


@SETTINGS
@given(
    remove=st.sets(st.sampled_from(["b/decode", "d/decode", "f/encode"])),
    got=st.dictionaries(st.sampled_from(["d/decode", "f/encode"]), WORDS.map(str.strip)),
    add=st.sets(st.sampled_from(["a/decode", "b/encode", "e/decode", "x/decode"])),
)
def test_an_edit_changes_what_was_asked_and_keeps_all_other_lines(
    remove: set[str], got: dict[str, str], add: set[str]
) -> None:
    got = {name: did for name, did in got.items() if name not in remove}
    after = edited(FILE, KEPT, remove=remove, got=got, add=map(unexplained, add))
    gone, came = difference(KEPT, after)

    assert parse(FILE, after.encode()).known.keys() == {"b/decode", "d/decode", "f/encode", *add} - remove
    assert len(came) <= 3 * len(add) + len(got)
    assert len(gone) <= sum({"b/decode": 1, "d/decode": 9, "f/encode": 1}[name] for name in remove) + len(got)


def finding(name: str, *calls: Call) -> Entry:
    return Entry(name, "one: reason", "", 0, "crashed", "a/b#1", "2026-05-01", calls)


INPUTS = st.lists(st.integers(0, 0x120000) | st.integers(0x20, 0x7E), max_size=6).map(tuple)
CALLS = st.lists(
    st.builds(
        Call,
        st.sampled_from(list(Operation)),
        INPUTS | st.text("U+061() -'\"\\", max_size=9).map(lambda text: tuple(map(ord, text))),
    ),
    min_size=1,
    max_size=3,
)


@SETTINGS
@given(entries=st.dictionaries(st.from_regex(r"(encode|decode): [a-z]{1,4}(: [a-z ]{0,6}x)?", fullmatch=True), CALLS))
def test_findings_are_sorted_and_read_back_whatever_their_calls_and_go_again(entries: dict[str, list[Call]]) -> None:
    text = KEPT
    for name, calls in entries.items():
        text = edited(FILE, text, findings=True, add=[finding(name, *calls)])
    read = parse(FILE, text.encode())
    lines = text.splitlines()

    assert list(read.findings) == sorted(entries)
    assert {name: list(entry.calls) for name, entry in read.findings.items()} == entries
    assert [lines[entry.line - 1].strip(" ':") for entry in read.findings.values()] == sorted(entries)
    assert text.startswith(KEPT)
    assert edited(FILE, text, findings=True, remove=entries) == KEPT + "\nfindings:\n"


def test_the_lines_of_a_finding_are_its_entry_with_the_comments_right_above_it() -> None:
    text = (
        "findings:   # of fuzzing\n# About these.\n\n    # One.\n    'decode: crash': x\n\n  # Not its own.\n\n"
        "    'decode: wrong':\n        reason: why\n        # Deep.\n        got: refused\n\n# The next.\nz/decode: x\n"
    )
    found = parse(FILE, text.encode()).findings

    assert {name: (entry.line, entry.lines) for name, entry in found.items()} == {
        "decode: crash": (5, (4, 5)),
        "decode: wrong": (9, (9, 12)),
    }
    assert difference(text, edited(FILE, text, findings=True, remove=["decode: wrong"])) == (
        text.splitlines()[8:12],
        [],
    )
    assert difference(text, edited(FILE, text, findings=True, got={"decode: wrong": "crashed"})) == (
        ["        got: refused"],
        ["        got: crashed"],
    )
    assert difference(text, edit(text, remove=("z/decode",))) == (["# The next.", "z/decode: x"], [])


def test_a_finding_that_shares_its_line_has_no_lines_to_delete() -> None:
    (entry,) = parse(FILE, b"findings: {'decode: crash': x}").findings.values()

    assert (entry.line, entry.lines) == (1, (0, 0))
    assert stale_line(entry, "gone", gone=True, color=False) == "stale b.yaml:1: decode: crash: gone"


def test_an_answer_of_several_lines_is_replaced_and_lines_end_where_yaml_ends_them() -> None:
    text = "# A\u2028# B\r# C\na/decode:\n  reason: x\n  got: 'returned\n    nothing' # once\nb/decode: z\n"

    assert edit(text, got={"a/decode": "crashed"}) == text.replace("'returned\n    nothing'", "crashed")
    assert edit(text, remove=("b/decode",)) == text.removesuffix("b/decode: z\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("".join(f"case-{number}-*: x\n" for number in range(201)), "b.yaml:201: too many patterns"),
        (f"'{'a*' * 150}': x\n", "b.yaml:1: too many patterns, or one that is too long"),
        (
            "findings:\n"
            + "".join(f"  'encode: crash: c{n}': {{reason: x, calls: [encode: U+0061*1000000]}}\n" for n in range(9)),
            "b.yaml:6: findings: more than 4,000,000 code points",
        ),
    ],
)
def test_what_would_take_without_end_is_refused(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        parse(FILE, text.encode())


def test_two_hundred_patterns_are_read() -> None:
    assert len(parse(FILE, "".join(f"case-{number}-*: x\n" for number in range(200)).encode()).patterns) == 200
