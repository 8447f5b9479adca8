"""What the documents show is what happens: commands, output, adapters, links."""

import io
import re
import sys
from contextlib import redirect_stdout, suppress
from itertools import count
from pathlib import Path

import pytest

from punycode_conform.account.fault_answers import Table
from punycode_conform.cli import configuration, main
from punycode_conform.cli.parser import parse as parse_words
from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.render.words import cited
from punycode_conform.run.baseline import parse
from punycode_conform.run.plan import plan
from punycode_conform.suite import A_LABEL, PUNYCODE
from punycode_conform.suite.corpus import suite
from punycode_conform.suite.laws import LABEL_LAWS, LAWS
from punycode_conform.targets.adapter import every

from .conftest import Conform, needed

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "harness" / "REFERENCE.md").read_text(encoding="utf-8")
# Of the hidden folders only `.github`, not environments and caches.
DOCUMENTS = [p for p in sorted(ROOT.rglob("*.md")) if not re.search(r"(^|/)\.(?!github/)", str(p.relative_to(ROOT)))]


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the README says that its output is that of Python 3.11")
def test_the_readme_shows_real_output(conform: Conform) -> None:
    shown = "".join(blocks("text"))
    real = conform("run", "codec:punycode").out.splitlines()
    verdict, _, rest = shown.partition("\n\n")
    # An ellipsis marks what is left out. The version of this Python moves the end of the line above.
    parts, top = (re.sub(r"3\.11\.\d+", "", " ".join(text.split())) for text in (verdict, " ".join(real[:3])))
    lines = [line for line in rest.splitlines() if line.strip()]

    assert len(lines) > 10
    assert [part for part in parts.split("…") if part not in top] == []
    assert [line for line in lines if line.strip() != "…" and line not in real] == []


def test_the_readme_shows_a_real_explanation(conform: Conform) -> None:
    (command, shown) = re.findall(r"^    \$ conform (explain .*)\n((?:    .*\n)+)", README, re.M)[0]
    real = conform(*command.split()).out.splitlines()

    assert len(shown.splitlines()) == 9
    assert [line for line in shown.splitlines() if line.removeprefix("    ") not in real] == []


def test_the_commands_of_the_guide_to_explanations_run(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "harness" / "EXPLAIN.md").read_text(encoding="utf-8")
    commands = re.findall(
        r"^    (?:\$ )?conform (?!growth)(.*?)(?:  +# (.*))?\n(?:    (?!conform)(\w.*)\n)?", text, re.M
    )
    monkeypatch.chdir(tmp_path)
    done = [conform(*command.split()) for command, *_ in commands]

    assert len(done) == 9
    assert [one.status for one in done] == [0] * len(done)
    for one, (_, comment, below) in zip(done, commands, strict=True):
        if number := re.search(r"\d+(?: and \d+)?$", comment):
            assert one.out.endswith(f"\n   {number.group()}\n")
        if below:
            assert one.out == f"{below}\n"


def test_reading_a_failure_is_shown_with_a_real_one(conform: Conform) -> None:
    (shown,) = blocks("text", REFERENCE.partition("## Reading a failure\n")[2])
    done = conform("run", "codec:punycode", "--only", "leading-delimiter-then-kva/decode")

    assert shown in done.out
    assert conform("vectors", "show", "leading-delimiter-dropped").status == 0


def test_the_example_of_a_new_vector_is_checked_and_run(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "vectors" / "README.md").read_text(encoding="utf-8").partition("## Adding a vector\n")[2]
    (vector,) = blocks("yaml", text)
    commands = re.findall(r"^    conform (\S.*?)(?:  +#.*)?$", text, re.M)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(vector, encoding="utf-8")

    assert [conform(*command.split()).status for command in commands] == [0, 0]
    assert "1 of 1 case passed" in conform(*commands[1].split(), "--only", "my-*").out


def test_the_readmes_baseline_and_configuration_are_sound(tmp_path: Path) -> None:
    (baseline,) = [block for block in blocks("yaml", REFERENCE) if "flaky:" in block]
    (tmp_path / "conform.toml").write_text("\n".join(blocks("toml")), encoding="utf-8")
    found = configuration.find(tmp_path)

    assert found is not None
    assert {("surrogates", "reject"), ("integers", "32")} <= {*found.plan("mylib", parse_words(["run"])).choices}
    known = parse(Path("known.yaml"), baseline.encode())
    assert (len(known.known), [entry.id for entry in known.faults]) == (4, ["fault/leading-delimiter-consumed"])
    assert known.faults[0].cases == 7


@pytest.mark.real
@pytest.mark.slow
def test_the_readmes_javascript_adapter_works(conform: Conform, tmp_path: Path) -> None:
    needed("node")
    (adapter,) = blocks("js")
    (tmp_path / "adapter.js").write_text(adapter.replace("./my-punycode", "punycode"), encoding="utf-8")
    done = conform("run", "--", "node", tmp_path / "adapter.js")
    published = conform("run", "adapter:node-punycode")

    def tally(out: str) -> str:
        return re.sub(r"^.*: (?=\d+ of [\d,]+ cases failed)", "", out.splitlines()[-1])

    assert done.status == 1
    assert tally(done.out) == tally(published.out)


def test_every_adapter_is_in_the_table_and_the_readme_counts_no_more() -> None:
    guide = (ROOT / "harness" / "adapters" / "README.md").read_text(encoding="utf-8")
    ((adapters, languages),) = re.findall(r"More than (\d+) adapters in more than (\d+) languages", README)

    assert [adapter.name for adapter in every() if f"[`{adapter.name}`]" not in guide] == []
    assert len(every()) > int(adapters)
    assert len({adapter.source.parent for adapter in every()}) > int(languages)


def test_the_readmes_figures_are_those_of_the_suite() -> None:
    vectors = suite().vectors
    cases, labels = plan(vectors, layer=PUNYCODE).cases, sum(one.layer == A_LABEL for one in vectors)
    shown = " ".join(README.split())

    assert f"{len(vectors) - labels:,} vectors make {len(cases):,} cases" in shown
    assert f"contains {len(FAULTS)} faulty codecs" in shown
    assert f"all {len(FAULTS)} and passes all {len(CONTROLS)} correct" in shown
    assert {*re.findall(r"([\d,]+) cases (?:failed|passed)", shown)} == {f"{len(cases):,}"}
    # Of section 7.1 itself: its 19 samples, with the annotated one in both cases.
    samples = [case for case in cases if re.fullmatch("rfc-sample-([a-s]|i-annotated)", case.vector.id)]
    table = Table.read()
    calls = {table.number(case.call) for case in samples}
    detected = sum(any(calls & row.keys() for row in rows.values()) for rows in table.rows.values())
    assert "samples detect about a third of them" in shown
    assert len(samples) == 39
    assert 0.3 < detected / len(FAULTS) < 0.37


def prose(path: Path) -> str:
    """A document without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """What a link into a document may name: its headings, as GitHub makes anchors of them, and what is marked in it."""
    found = set(re.findall(r'<\w+ (?:id|name)="([^"]+)"', prose(path)))
    for heading in re.findall(r"^#+ +(.*?) *#*$", prose(path), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        same = (f"{slug}-{number}" if number else slug for number in count())
        found.add(next(name for name in same if name not in found))
    return found


def broken_links(path: Path) -> list[str]:
    """The links to other files and to anchors that lead nowhere."""
    broken = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", prose(path)):
        file, _, anchor = link.partition("#")
        to = path.parent / file if file else path
        if not to.exists() or (anchor and (to.suffix != ".md" or anchor not in anchors(to))):
            broken.append(link)
    return broken


def unknown_options(text: str, helps: dict[str, str]) -> set[str]:
    """The options in a text's commands that the verb's help does not have; those after ``--`` are another program's."""
    unknown = set()
    for shown in re.findall(r"(?<![-\w])conform ((?:[^`\n\\]|\\\n?)*)", text):
        command = re.split(r" -- | [#|;] ", shown.replace("\\\n", " "))[0]
        verbs = [" ".join(command.split()[:words]) for words in (2, 1)]
        known = next((helps[verb] for verb in verbs if verb in helps), helps[""])
        options = re.findall(r"(?<![-\w])--[a-z][a-z-]*", command)
        unknown |= {option for option in options if not re.search(rf"(?<![-\w]){option}(?![-\w])", known)}
    return unknown


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    """The help of each verb, and under the empty string that of all."""

    def told(*verb: str) -> str:
        shown = io.StringIO()
        with redirect_stdout(shown), suppress(SystemExit):
            main([*verb, "--help"])
        return shown.getvalue()

    verbs: list[list[str]] = [[], ["vectors"]]
    verbs += [[*verb, name] for verb in verbs for name in re.findall(r"^    (\w+)", told(*verb), re.MULTILINE)]
    return {" ".join(verb): told(*verb) for verb in verbs}


@pytest.mark.parametrize("verb", ["run", "baseline", "fuzz", "sweep", "growth", "doctor", "report"])
def test_the_reference_has_each_option_of_a_verb(verb: str, helps: dict[str, str]) -> None:
    tables = "".join(re.findall(r"^\|.*\n", REFERENCE, re.MULTILINE))
    options = set(re.findall(r"^  (--[a-z-]+)", helps[verb], re.MULTILINE))

    assert len(options) >= 7
    assert [option for option in sorted(options) if not re.search(rf"`{option}(?![-\w])", tables)] == []


def test_the_reference_has_each_law_with_its_clause_and_what_it_says() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (RFC [\w .]+|[\dA.]+) \| (.*) \|$", REFERENCE.partition("## Laws")[2], re.M)
    laws = [(law, law.clause) for law in LAWS] + [(law, cited(law.clause)) for law in LABEL_LAWS[:-1]]

    assert [row[:2] for row in rows] == [(law.name, clause) for law, clause in laws]
    assert all(row[2].startswith(law.says.rstrip(".")) for (law, _), row in zip(laws, rows, strict=True))
    number = ("six", "seven", "eight", "nine", "ten")[len(LAWS) - 6]
    assert f"{number} laws" in REFERENCE
    assert f"{number.title()} laws" in README


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere_and_options_exist(path: Path, helps: dict[str, str]) -> None:
    assert broken_links(path) == []
    assert unknown_options(path.read_text(encoding="utf-8"), helps) == set()
