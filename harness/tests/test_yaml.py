"""YAML without its surprises: what is refused says where."""

from pathlib import Path

import pytest
import yaml

from punycode_conform import yaml as nodes
from punycode_conform.errors import DataError
from punycode_conform.yaml import Node


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML with libyaml and without."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(nodes, "_LOADER", getattr(yaml, request.param))


def read(folder: Path, content: str | bytes) -> Node:
    path = folder / "file.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return nodes.load(path)


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("a: b\nc: [d, {e: f}]\n", {"a": "b", "c": ["d", {"e": "f"}]}),
        ("a: 'it''s'\nb: \"\\u00fc\\0\"\n", {"a": "it's", "b": "ü\0"}),
        ("\ufeff# comment\r\na: b\r\n", {"a": "b"}),
        ("a: " + "[" * 12 + "]" * 12, {"a": [[[[[[[[[[[[]]]]]]]]]]]]}),
    ],
)
def test_mappings_lists_and_scalars_are_read_as_they_are(tmp_path: Path, content: str, value: object) -> None:
    assert value == read(tmp_path, content).builtins()


def test_each_value_knows_its_file_and_line(tmp_path: Path) -> None:
    root = read(tmp_path, "# comment\na: b\nc:\n  - d\n\n  - e: f\n")
    c = root.get(dict, "the file")["c"].get(list, "c")

    assert [root.line, root.get(dict, "the file")["a"].line, c[0].line, c[1].line] == [2, 2, 4, 6]
    assert str(tmp_path / "file.yaml") == c[1].file


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("a: b\nc: &x d\n", 2, "anchors and aliases are not allowed"),
        ("a: !!python/object/apply:os.getcwd []\n", 1, "tags such as 'tag:yaml.org,2002:python/"),
        ("a:\n  b: c\n<<: {d: e}\n", 3, "a key: '<<' without quotes is not text"),
        ("a: b\nc: d\na: e\n", 3, "key 'a' appears twice"),
        ("a: b\n---\nc: d\n", 3, "a second document in one file"),
        ("[" * 500, 1, "nested too deeply"),  # of many more libyaml says something else
        ("a: b\nc: d\x1b[31m\n", 2, "a character that YAML does not allow"),
        ("a: b\nc: [d\n", 3, "broken YAML: "),
    ],
)
def test_a_refusal_has_file_and_line(tmp_path: Path, content: str | bytes, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, content)

    assert caught.value.message.startswith(f"{tmp_path / 'file.yaml'}:{line}: {says}")


def test_a_file_past_the_size_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "MAX_BYTES", 5)

    assert read(tmp_path, "a: b\n").builtins() == {"a": "b"}
    with pytest.raises(DataError, match=r"file.yaml: larger than"):
        read(tmp_path, "a: bc\n")


# What YAML 1.1 (its type repository) or YAML 1.2 (its core schema) reads as null, a boolean, a number, a date, a merge
# key or a value key.
RETYPED = """
    ~ null Null NULL
    y Y n N yes Yes YES no No NO on On ON off Off OFF true True TRUE false False FALSE
    0 7 -1 +1 42 017 0o17 0x1F 0b101 1_000 0_7 190:20:30
    0.5 .5 5. 1.5 -1.5 +.5 1e3 1E3 1e+3 12e03 -2E+05 1.5e-3 6.8523015e+5 685.230_15 190:20:30.15
    .inf -.inf +.inf .Inf .INF .nan .NaN .NAN
    2001-12-14 2001-12-14t21:59:43.10-05:00
    << =
"""
TEXT = """
    a -a a- b-b xn--a nO tRue nul e3 1e 1e3e 0x 0b2 0o8 0xG 1a a1 a:b 1-2 --1 ++1 -- .e1 .. 1.2.3 1:60x inf nan NaN
    Null0 yesno 2001-13 12-14 é 五 +49-30 <<< ==
"""


@pytest.mark.parametrize("scalar", [*RETYPED.split(), ""])
def test_a_plain_scalar_that_some_yaml_retypes_is_not_text(tmp_path: Path, scalar: str) -> None:
    node = read(tmp_path, f"a: b\nc: {scalar}\n").get(dict, "the file")["c"]

    with pytest.raises(DataError) as caught:
        node.get(str, "c")

    shown = scalar or "nothing"
    assert f"{tmp_path / 'file.yaml'}:2: c: {shown!r} without quotes is not text to YAML" == caught.value.message
    assert f'write "{scalar}"' == caught.value.hint


@pytest.mark.parametrize("scalar", TEXT.split())
def test_a_plain_scalar_that_no_yaml_retypes_is_text(tmp_path: Path, scalar: str) -> None:
    assert scalar == read(tmp_path, f"- {scalar}\n").get(list, "the file")[0].get(str, "it")


def test_an_escape_of_a_surrogate_is_refused() -> None:
    with pytest.raises(DataError, match=r"^v.yaml:1: (a surrogate|broken YAML: .*Unicode)"):
        nodes.load(Path("v.yaml"), b'a: "\\ud800"')
