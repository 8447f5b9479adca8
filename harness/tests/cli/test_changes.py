"""``conform vectors changes``, and the change log that is written with it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punycode_conform import __version__, places
from punycode_conform.render.changes import counts
from punycode_conform.suite import PUNYCODE, corpus

from ..conftest import Conform

Edit = Callable[[dict[str, dict[str, Any]]], None]


@pytest.fixture
def old(conform: Conform, suite: Path, tmp_path: Path) -> Callable[[Edit], Path]:
    """A function that makes an earlier version of the small suite."""

    def make(edit: Edit) -> Path:
        assert conform("vectors", "build").status == 0
        data = json.loads((suite / "built.json").read_text())
        entries = {entry["id"]: entry for entry in data["vectors"]}
        edit(entries)
        data |= {"version": "0.0.9", "vectors": list(entries.values())}
        path = tmp_path / "old.json"
        path.write_text(json.dumps(data))
        return path

    return make


def shown(conform: Conform, *paths: Path) -> list[str]:
    done = conform("vectors", "changes", *paths)
    assert (done.status, done.err) == (0, "")
    return [line for line in done.out.splitlines() if line]


HEAD = [f"## `{__version__}`", "7 vectors, 12 cases. Compared with `0.0.9`:"]


def test_what_is_added_and_retired_is_shown_by_file(conform: Conform, suite: Path, old: Callable[[Edit], Path]) -> None:
    content = (suite / "vectors.yaml").read_text()
    (suite / "vectors.yaml").write_text(content.replace("reject: bad-digit", 'reject: bad-digit, since: "0.2"'))

    def edit(entries: dict[str, dict[str, Any]]) -> None:
        del entries["leading"], entries["kanji"]
        entries["gone"] = entries["plain"] | {"id": "gone"}

    assert shown(conform, old(edit)) == [
        *HEAD,
        "### Added",
        "- `vectors.yaml`, 2: `leading` (advisory in `0.2`), `kanji`",
        "### Retired: these ids match nothing any more",
        "- `vectors.yaml`, 1: `gone`",
    ]


def test_what_expects_something_else_is_shown_in_full(conform: Conform, old: Callable[[Edit], Path]) -> None:
    def edit(entries: dict[str, dict[str, Any]]) -> None:
        entries["plain"] |= {"operations": ["encode"], "bits": {"encode": 26}}
        entries["leading"] |= {"operations": ["decode"], "decoded": [], "reject": None}
        entries["surrogate"] |= {"encoded": "ib9c", "level": "should"}
        entries["kanji"] |= {"note": "Other words.", "clause": "5", "file": "other.yaml"}

    assert shown(conform, old(edit)) == [
        *HEAD,
        "### Changed: a verdict may change",
        "- `plain`",
        '  - decode: was no case, is `"a-"`: `"a"`',
        "  - bits: other widths of integers are needed",
        "- `leading`",
        '  - decode: was `"-"`: `(empty)`, is `"-"`: `a refusal (bad-digit: a character is no digit)`',
        "- `surrogate`",
        '  - encode: was `U+D800  "\\u{d800}"`: `"ib9c", or a refusal (surrogate)`, '
        'is `U+D800  "\\u{d800}"`: `"ib9b", or a refusal (surrogate)`',
        '  - decode: was `"ib9c"`: `U+D800  "\\u{d800}", or a refusal (surrogate)`, '
        'is `"ib9b"`: `U+D800  "\\u{d800}", or a refusal (surrogate)`',
        "  - level: was `should`, is `must`",
        "### Reworded: no verdict changes",
        "- `kanji`: clause, note, file",
    ]


def test_two_files_are_compared_and_their_text_is_inert(conform: Conform, old: Callable[[Edit], Path]) -> None:
    path = old(lambda entries: entries["plain"].update(id="other", file="`<script>`\x1b[2J\n## x"))

    assert shown(conform, path, path) == ["## `0.0.9`", HEAD[1], "No changes."]
    assert "- `'<script>'\\x1b[2J\\n## x`, 1: `other`" in shown(conform, path)


def test_what_is_no_built_json_is_refused(conform: Conform, old: Callable[[Edit], Path]) -> None:
    done = conform("vectors", "changes", old(lambda entries: entries["plain"].update(decoded=[-1])))

    assert (done.status, done.out) == (2, "")
    assert "old.json: " in done.err


def test_the_change_log_begins_with_this_version_and_its_counts() -> None:
    """If the counts differ, put those of ``conform vectors build`` into the change log."""
    log = (places.VECTORS / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)\n\n(.*?)\.", log, re.MULTILINE)

    assert first is not None
    assert first.groups() == (__version__, counts(corpus.suite().vectors))


def test_the_readme_has_the_counts_of_a_run_and_no_others() -> None:
    """If a count differs, put that of ``conform run`` into the README: in its text, and in its output."""
    readme = " ".join((places.VECTORS.parent / "README.md").read_text(encoding="utf-8").split())
    vectors = [vector for vector in corpus.suite().vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in vectors)

    assert f"{len(vectors):,} vectors make {cases:,} cases" in readme
    assert {*re.findall(r"([\d,]+) cases (?:failed|passed)", readme)} == {f"{cases:,}"}
