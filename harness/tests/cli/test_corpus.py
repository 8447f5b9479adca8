"""``conform vectors corpus``: what native fuzzers read."""

from pathlib import Path

import pytest

from punycode_conform.cli import main

from ..conftest import Conform


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported corpus, to be read only."""
    folder = tmp_path_factory.mktemp("corpus") / "made"
    assert main(["vectors", "corpus", "--output", str(folder)]) == 0
    return folder


@pytest.mark.slow
def test_inputs_are_bytes_named_by_their_hash(made: Path) -> None:
    labels = {path.read_bytes() for path in (made / "corpus" / "decode").iterdir()}
    texts = {path.read_bytes() for path in (made / "corpus" / "encode").iterdir()}

    assert {b"", b"-", b"a-", b"bcher-kva", b"3B-ww4c5e180e575a65lsy2b"} <= labels
    assert {"", "bücher", "3年b組金八先生"} <= {text.decode().casefold() for text in texts}


@pytest.mark.slow
def test_the_dictionary_is_ascii_and_each_word_is_quoted(made: Path) -> None:
    first, *lines = (made / "punycode.dict").read_text(encoding="ascii").splitlines()

    assert first.startswith("#")
    assert [line for line in lines if not (line[0] == line[-1] == '"' and len(line) > 2)] == []
    assert {'"-"', '"\\xff"', '"xn--"'} <= set(lines)


def test_a_folder_that_is_not_empty_is_left_alone(conform: Conform, made: Path) -> None:
    done = conform("vectors", "corpus", "--output", made)

    assert (done.status, "not empty" in done.err) == (2, True)
