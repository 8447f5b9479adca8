"""Vector files: what an entry means, that every faulty one is refused with file, line and id, and warnings."""

from pathlib import Path

import pytest

from punycode_conform.codec import second
from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector, cases
from punycode_conform.suite.vector_file import Entry, lint

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
HEAD = 'about: Some vectors.\nclause: "5"\nvectors:\n'
UE = 'decoded: U+00FC, encoded: "tda"'


def entries(folder: Path, *lines: str, head: str = HEAD) -> list[Entry | DataError]:
    path = folder / "v.yaml"
    path.write_text(head + "".join(f"  - {{{line}}}\n" for line in lines), encoding="utf-8")
    return list(vector_file.read(path))


def read(folder: Path, *lines: str, head: str = HEAD) -> list[Vector]:
    vectors = []
    for entry in entries(folder, *lines, head=head):
        if isinstance(entry, DataError):
            raise entry
        vectors.append(entry.derived())
    return vectors


def test_both_sides_make_two_cases(tmp_path: Path) -> None:
    (vector,) = read(tmp_path, 'id: x, decoded: U+0062 U+00FC, text: bü, encoded: "b-eha"')

    assert vector == Vector(
        "x", (ENCODE, DECODE), (0x62, 0xFC), "b-eha", bits={ENCODE: 26, DECODE: 26}, file="v.yaml", clause="5"
    )
    assert [(case.id, case.call.operation, case.call.input) for case in cases([vector])] == [
        ("x/encode", ENCODE, (0x62, 0xFC)),
        ("x/decode", DECODE, tuple(b"b-eha")),
    ]


def test_keys_of_the_file_hold_for_every_vector_that_has_no_other(tmp_path: Path) -> None:
    head = 'about: x\nclause: "6.2"\nbug: dropped\nchoice: integers\nlevel: should\nlayer: punycode\nvectors:\n'
    other = f'id: b, {UE}, clause: "A", choice: length, level: must, note: "Other\n words."'

    assert [(v.clause, v.bug, v.choice, v.level, v.note) for v in read(tmp_path, f"id: a, {UE}", other, head=head)] == [
        ("6.2", "dropped", "integers", "should", None),
        ("A", "dropped", "length", "must", "Other words."),
    ]


def test_a_comment_is_about_the_vectors_after_it(tmp_path: Path) -> None:
    path = tmp_path / "v.yaml"
    path.write_text(
        "# A file.\nabout: x\nvectors:\n"
        '  - {id: before, decoded: U+0061, encoded: "a-"}\n\n'
        "  # One comment\n  # in two lines.\n"
        '  - id: first\n    decoded: U+0063\n    # about a key\n    encoded: "c-"\n'
        '  # Another.\n\n  - {id: second, decoded: U+0064, encoded: "d-"}\n',
        encoding="utf-8",
    )
    sections = [entry.section for entry in vector_file.read(path) if isinstance(entry, Entry)]

    assert sections == ["", "One comment in two lines.", "Another."]


@pytest.mark.parametrize(
    ("entry", "bits", "right", "choice"),
    [
        ('decoded: U+D800, encoded: "ib9b", only: decode', 26, None, "surrogates"),
        ('encoded: "ib9b", reject: surrogate', 26, (0xD800,), "surrogates"),
        ("decoded: U+D800, reject: surrogate", 26, tuple(b"ib9b"), "surrogates"),
        ('encoded: "en32g", reject: beyond-unicode', 26, (0x110000,), "beyond-unicode"),
        ('decoded: U+110000, encoded: "en32g", choice: integers, only: decode', 26, None, "integers"),
        # 2^31 - 1 as a single code point needs 31 bits, 2^31 needs 32.
        ("decoded: U+7FFFFFFF, reject: beyond-unicode", 31, ..., "beyond-unicode"),
    ],
)
def test_the_oracle_adds_widths_answers_and_choices(
    tmp_path: Path, entry: str, bits: int, right: object, choice: str | None
) -> None:
    (vector,) = read(tmp_path, f"id: x, {entry}")

    assert ([bits], choice) == ([*vector.bits.values()], vector.choice)
    assert right in (..., vector.right)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('decoded: U+0041, encoded: "a-"', "encode by RFC 3492 gives"),  # the literal portion keeps its case
        ('encoded: "-", reject: truncated', "reject: truncated is wrong: it is refused for bad-digit"),
        # What only integers of 64 bits or fewer meet is not the reason, unless what follows is beyond Unicode.
        ('encoded: "999999999999999999999999", reject: overflow', "reject: overflow is wrong: it is refused for tr"),
        ('encoded: "en32g", reject: overflow', "reject: overflow is wrong: it is refused for beyond-unicode"),
        ('layer: a-label, encoded: "xn--tda", reject: not-an-a-label', "reject: not-an-a-label is wrong: nothing"),
        (f"{UE}, choice: surrogates", "choice 'surrogates' does not apply to this vector"),
        (f"{UE}, encode: tda", "unknown key 'encode'; did you mean encoded?"),
        (f"{UE}, reject: bad-digit", "give decoded and encoded, or one of them and reject: REASON"),
        ("encoded: '-', reject: basic-delta", "reject: 'basic-delta' is not known"),
        ("decoded: U+00FC, encoded: [{repeat: ab, times: 4000000}]", "encoded is too long"),
    ],
)
def test_a_faulty_entry_is_refused(tmp_path: Path, entry: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, f"id: x, {entry}")

    assert caught.value.message.startswith(f"{tmp_path}/v.yaml:4: x: {says}")


def test_repeats_of_several_vectors_end_somewhere(tmp_path: Path) -> None:
    lines = [f'id: many-{n}, decoded: "", encoded: [{{repeat: a, times: 999999}}]' for n in range(9)]
    *before, last = entries(tmp_path, *lines)

    assert len(before) == 4
    assert isinstance(last, DataError)
    assert last.message.endswith(":8: more than 4,000,000 code points in one file")


def remarks(folder: Path, *lines: str, suite: list[Vector] | None = None, head: str = HEAD) -> list[str]:
    found = lint(entries(folder, *lines, head=head), suite or (), ["old"])
    return [remark.replace(f"{folder}/v.yaml:", "") for remark, _ in found]


def test_the_errors_of_all_vectors_are_reported_and_nothing_of_right_ones(tmp_path: Path) -> None:
    assert remarks(
        tmp_path,
        f"id: a, {UE}, colour: red",
        'id: minus, encoded: "-", reject: bad-digit',
        'id: wrong, decoded: U+00FD, encoded: "tda", only: decode',
        "id: c, decoded: U+00FC",
        f"id: minus, {UE}",
        'id: old, encoded: "--a", reject: bad-digit',
    ) == [
        "4: a: unknown key 'colour'",
        "6: wrong: decode by RFC 3492 gives U+00FC",
        "7: c: give decoded and encoded, or one of them and reject: REASON",
        "8: minus: this id is already used at 5",
        "9: old: reject: bad-digit is wrong: nothing in RFC 3492 refuses it",
        "9: old: this id is retired and must not be used again",
    ]


def test_a_vector_that_the_codecs_disagree_on_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = second.encode_code_points
    monkeypatch.setattr(second, "encode_code_points", lambda points: right(points).replace("tda", "tdb"))

    assert remarks(tmp_path, f"id: ue, {UE}", 'id: a, decoded: U+0061, encoded: "a-"') == [
        "4: ue: the reference codec and the second codec disagree; please report it"
    ]


def test_warnings(tmp_path: Path) -> None:
    suite = read(tmp_path, 'id: known, decoded: U+00FD, encoded: "uda"')
    lines = ['id: again, decoded: U+00FD, encoded: "uda"', f"id: one, {UE}", f"id: two, {UE}, only: decode"]

    assert remarks(tmp_path, *lines, suite=suite) == [
        "4: again: warning: it makes the same calls as known",
        "6: two: warning: it makes the same calls as one",
    ]
    assert remarks(tmp_path, f"id: x, {UE}", head="about: x\nvectors:\n") == ["3: x: warning: no clause of RFC 3492"]
