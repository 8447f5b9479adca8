"""``conform matrix``: what it runs, what it writes and shows, and which status it ends with."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punycode_conform import files
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results_of
from punycode_conform.matrix.measurement import Failure, Implementation, named
from punycode_conform.matrix.result import Result
from punycode_conform.targets.child import Child

from ..conftest import Conform
from ..matrix.test_result import PASSED, QUADRATIC, result

ALL = ["adapter:absent", "adapter:right", "adapter:right@1.0", "adapter:wrong", "codec:punycode"]
HEAD = "# conform-run: ./{name}\n# conform-about: {name}\n# conform-packages: {package}\n{more}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three adapters, one of which lacks a program, and no results; the result of a run follows from an adapter's name."""
    own = tmp_path / "adapters" / "c"
    own.mkdir(parents=True)
    for name, package, more in (
        ("right", "libright", "# conform-versions: 2.0 1.0\n"),
        ("wrong", "libwrong", ""),
        ("absent", "absent", "# conform-needs: no-such-program\n"),
    ):
        (own / name).write_text(HEAD.format(name=name, package=package, more=more), encoding="utf-8")

    def measure(
        implementation: Implementation, running: Callable[[Child], None], *, limit: float, growth: float | None
    ) -> Result | Failure:
        target = implementation.target
        if "absent" in target:
            return Failure(target, "no-such-program not found")
        verdict = "does not conform" if "wrong" in target else "conforms"
        changes = {"target": target, "adapter": implementation.digest, "verdict": verdict}
        return replace(result(PASSED), **changes, growth=(QUADRATIC,) * bool(growth))

    monkeypatch.setattr(files, "ADAPTERS", own.parent)
    monkeypatch.setattr(files, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(measurement, "measure", measure)
    return own


@pytest.mark.parametrize(
    ("words", "status", "targets"),
    [
        ([], 0, ALL),  # what can run here; that an implementation doesn't conform is no failure
        (["adapter:right@1.0"], 0, ["adapter:right@1.0"]),
        (["adapter:right@2.0", "adapter:right"], 0, ["adapter:right"]),
        (["adapter:wrong", "adapter:absent"], 3, ["adapter:absent", "adapter:wrong"]),  # what is named must run
        (["--due"], 3, ALL),
        (["adapter:right@3.0"], 2, []),
    ],
)
def test_the_status_says_whether_all_ran(
    conform: Conform, folder: Path, words: list[str], status: int, targets: list[str]
) -> None:
    done = conform("matrix", *words)
    lines = [line for line in done.out.splitlines() if " implementations in " not in line]

    assert (done.status, sorted(line.split()[0] for line in lines)) == (status, targets)
    if not words:
        assert "adapter:absent     is not here: no-such-program not found\n" in done.out
        assert re.search(r"^4 implementations in \d+ s: 3 conform, 1 do not, 0 have no result", done.out, re.M)


def test_what_is_published_is_due_when_a_file_of_its_adapter_changes(conform: Conform, folder: Path) -> None:
    conform("matrix", "adapter:right", "adapter:right@1.0", "adapter:wrong", "--output", files.RESULTS)
    published = {one.target: one for one in results_of.read_all(files.RESULTS)}

    def due() -> list[str]:
        return [target for target, one in published.items() if named(target).is_due(one)]

    assert due() == []
    with (folder / "right").open("a", encoding="utf-8") as file:
        file.write("more\n")
    assert due() == ["adapter:right", "adapter:right@1.0"]


def test_results_the_index_and_the_table_are_written(conform: Conform, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{results_of.BEGIN}{results_of.END}after\n", encoding="utf-8")
    conform("matrix", "adapter:right", "--output", tmp_path / "results")
    done = conform("matrix", "adapter:wrong", "--output", tmp_path / "results")
    index = json.loads((tmp_path / "results" / "index.json").read_text(encoding="utf-8"))

    assert done.status == 0
    assert [one["file"] for one in index["results"]] == ["right.json", "wrong.json"]
    assert page.read_text(encoding="utf-8").splitlines()[4].startswith("| [`adapter:right`](results/right.json) |")
    assert page.read_text(encoding="utf-8").splitlines()[-1] == "after"
    page.write_bytes(b"caf\xe9")  # no UTF-8
    assert conform("matrix", "adapter:wrong", "--output", tmp_path / "results").status == 0
    assert page.read_bytes() == b"caf\xe9"
    (tmp_path / "results" / "x.json").write_bytes(b"{")
    refused = conform("matrix", "adapter:wrong", "--output", tmp_path / "results")  # before the work
    assert (refused.status, refused.out) == (2, "")


def test_growth_is_kept_for_the_version_that_it_was_measured_of(conform: Conform, folder: Path, tmp_path: Path) -> None:
    def published(*options: object) -> bool:
        assert conform("matrix", "adapter:right", "--output", tmp_path / "results", *options).status == 0
        return bool(results_of.read(tmp_path / "results" / "right.json").growth)

    assert [published(), published("--growth", 1), published()] == [False, True, True]
    newer = replace(results_of.read(tmp_path / "results" / "right.json"), version="0")
    results_of.write(tmp_path / "results", newer)
    assert not published()


def test_a_result_says_since_when_it_is_so(conform: Conform, folder: Path, tmp_path: Path) -> None:
    def published() -> Result:
        conform("matrix", "adapter:right", "--output", tmp_path / "results")
        return results_of.read(tmp_path / "results" / "right.json")

    first = published()
    for verdict, since in (("conforms", "2020-01-01"), ("does not conform", first.date)):
        results_of.write(tmp_path / "results", replace(first, since="2020-01-01", verdict=verdict))
        assert published().since == since


def test_changes_since_the_published_results_are_shown(conform: Conform, folder: Path, tmp_path: Path) -> None:
    conform("matrix", "adapter:right", "--output", tmp_path / "results")
    same = conform("matrix", "adapter:right", "--since", tmp_path / "results")
    path = tmp_path / "results" / "right.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"surrogates": "accept"', '"surrogates": "reject"'), encoding="utf-8")
    changed = conform("matrix", "adapter:right", "adapter:wrong", "--since", tmp_path / "results")
    path.write_text(text.replace("sha256:0", "sha256:9"), encoding="utf-8")
    older = conform("matrix", "adapter:right", "--since", tmp_path / "results")

    assert (same.status, same.out.splitlines()[-1]) == (0, "no changes in 1 result")
    assert changed.status == 1
    assert "changed: adapter:right: choice surrogates: reject published, accept measured\n" in changed.out
    assert "changed: adapter:wrong: not published yet\n" in changed.out
    assert (older.status, older.err) == (0, "conform: adapter:right: its published result is of other vectors\n")


def test_pages_are_made_of_what_is_published(conform: Conform, folder: Path, tmp_path: Path) -> None:
    results, pages = tmp_path / "results", tmp_path / "site"
    none = conform("matrix", "--site", pages)
    conform("matrix", "adapter:right", "--output", results)
    done = conform("matrix", "--site", pages)
    count = sum(1 for path in pages.rglob("*.*") if path.suffix)

    assert (none.status, none.err.splitlines()[0]) == (2, f"conform: {results}: no results")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{pages / 'index.html'} is the first of {count} files for 1 implementation\n"
    assert [path.name for path in (pages / "implementations").iterdir()] == ["right.html"]
