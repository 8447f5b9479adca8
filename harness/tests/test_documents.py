"""What the documents show is what happens: commands, output, adapters, links."""

import os
import re
import shutil
from pathlib import Path

import pytest

from punycode_conform import places
from punycode_conform.cli import configuration
from punycode_conform.engine import baseline_file
from punycode_conform.target.adapter import every

from .conftest import Conform

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [path for path in sorted(ROOT.rglob("*.md")) if not any(part.startswith(".") for part in path.parts[1:])]


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_readme_shows_real_output(conform: Conform) -> None:
    (shown,) = blocks("text")
    real = conform("run", "codec:punycode").out.splitlines()
    # The verdict line holds counts and the version of this Python, and an ellipsis stands for what is left out.
    lines = [line for line in shown.splitlines() if line.strip() and not line.startswith("DOES NOT CONFORM")]

    assert len(lines) > 10
    assert [line for line in lines if line.strip() != "…" and line not in real] == []


def test_reading_a_failure_is_shown_with_a_real_one(conform: Conform) -> None:
    text = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
    (shown,) = blocks("text", text.partition("## Reading a failure\n")[2])
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
    assert "1 passed" in conform(*commands[1].split(), "--only", "my-*").out


def test_the_two_set_up_commands_are_a_line_each() -> None:
    commands = blocks("sh")

    assert [command.count("\n") for command in commands] == [1, 1]
    assert "pip install" in commands[0]
    assert commands[0].strip().endswith("conform run codec:punycode")
    assert "pytest" in commands[1]


def test_the_readmes_baseline_and_configuration_are_sound(tmp_path: Path) -> None:
    (baseline,) = [block for block in blocks("yaml") if "flaky:" in block]
    (tmp_path / "conform.toml").write_text("\n".join(blocks("toml")), encoding="utf-8")
    found = configuration.find(tmp_path)

    assert found is not None
    assert found.targets["mylib"]["choice"] == ["surrogates=reject", "integers=32"]
    assert len(baseline_file.parse(Path("known.yaml"), baseline.encode()).known) == 2


@pytest.mark.real
@pytest.mark.slow
def test_the_readmes_javascript_adapter_works(conform: Conform, tmp_path: Path) -> None:
    if shutil.which("node") is None and not os.environ.get("CONFORM_REAL"):
        pytest.skip("no node")
    (adapter,) = blocks("js")
    (tmp_path / "adapter.js").write_text(adapter.replace("./my-punycode", "punycode"), encoding="utf-8")
    done = conform("run", "--", "node", tmp_path / "adapter.js")
    published = conform("run", "adapter:node-punycode")

    def tally(out: str) -> str:
        return re.sub(r"^.*?: (?=\d+ failed)", "", out.splitlines()[0])

    assert done.status == 1
    assert tally(done.out) == tally(published.out)


def test_the_adapters_example_is_the_file_it_names() -> None:
    guide = (ROOT / "harness" / "adapters" / "README.md").read_text(encoding="utf-8")
    head = (places.ADAPTERS / "c" / "libidn.c").read_text(encoding="utf-8").split(" */")[0]

    assert all(f"    {line}\n" in guide for line in head.splitlines())


def test_every_adapter_is_in_the_table() -> None:
    guide = (ROOT / "harness" / "adapters" / "README.md").read_text(encoding="utf-8")

    assert [adapter.name for adapter in every() if f"[`{adapter.name}`]" not in guide] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", prose)

    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_options_that_documents_show_exist(conform: Conform, path: Path) -> None:
    verbs = [[], ["vectors"]]
    verbs += [[*verb, name] for verb in verbs for name in re.findall(r"^    (\w+)", conform(*verb, "--help").out, re.M)]
    helps = "".join(conform(*verb, "--help").out for verb in verbs)
    shown = set(re.findall(r"(?<![-\w])conform [^`\n]*?(--[a-z][a-z-]+)", path.read_text(encoding="utf-8")))

    assert {option for option in shown if option not in helps and option != "--code-points"} == set()
