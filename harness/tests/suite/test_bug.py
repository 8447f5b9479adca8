"""The file of bug classes: what is read, and what is refused by line."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.suite import bug
from punycode_conform.suite.bug import Bug

BUG = "  - id: dropped\n    title: Dropped\n    goes-wrong: It drops.\n    effect: Bad.\n    references: [one, two]\n"


def test_bug_classes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "bugs.yaml"
    path.write_text(f"bugs:\n{BUG}", encoding="utf-8")

    assert bug.read(path) == {"dropped": Bug("dropped", "Dropped", "It drops.", "Bad.", ("one", "two"))}


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (f"bugs:\n{BUG}    cve: x\n", 7, "bug: unknown key 'cve'"),
        (f"bugs:\n{BUG}{BUG}", 7, "bug 'dropped' appears twice"),
        ("bugs: [a]\n", 1, "bug must be a mapping"),
        ("- a\n", 1, "the file must be a mapping"),
        (f"bugs:\n{BUG}    title: again\n", 7, "key 'title' appears twice"),
    ],
)
def test_a_bug_file_is_refused_by_line(tmp_path: Path, content: str, line: int, says: str) -> None:
    path = tmp_path / "bugs.yaml"
    path.write_text(content, encoding="utf-8")

    with pytest.raises(DataError) as caught:
        bug.read(path)

    assert caught.value.message.startswith(f"{path}:{line}: {says}")


@pytest.mark.parametrize("missing", ["id", "title", "goes-wrong", "effect", "references"])
def test_a_bug_class_without_one_of_its_keys_is_refused(tmp_path: Path, missing: str) -> None:
    keys = {"id": "dropped", "title": "Dropped", "goes-wrong": "It drops.", "effect": "Bad.", "references": "[one]"}
    del keys[missing]
    path = tmp_path / "bugs.yaml"
    path.write_text(
        "bugs:\n  - {" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}\n", encoding="utf-8"
    )

    with pytest.raises(DataError, match=rf"bugs.yaml:2: .*{missing}"):
        bug.read(path)
