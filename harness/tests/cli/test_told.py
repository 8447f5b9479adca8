"""What ``conform run`` tells of a failure beside the case: a likely cause, and the command that shows it again."""

import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ..conftest import Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")


@pytest.mark.slow
@pytest.mark.parametrize("target", ["fault:second-call-wrong", "fault:leading-delimiter-consumed"])
def test_each_command_that_is_told_shows_the_failure_again(conform: Conform, vectors: Path, target: str) -> None:
    done = conform("run", target, "--vectors", vectors)

    assert done.status == 1
    assert done.commands
    for command in done.commands:
        assert conform(*shlex.split(command)[1:]).status == 1


def test_hostile_words_of_a_command_are_inert_where_it_is_told(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    xml, markdown = tmp_path / "r.xml", tmp_path / "r.md"
    hostile = "\x1b[31m\u202e\n::error::x caf\udce9"
    words = adapter("faults_on_one", hostile)
    done = conform("run", "--vectors", vectors, "--junit", xml, "--markdown", markdown, *words)
    ET.parse(xml)

    assert done.status == 1
    for shown in (done.out, xml.read_text(encoding="utf-8"), markdown.read_text(encoding="utf-8")):
        assert not {"\x1b", "\u202e"} & set(shown)
        assert "\n::error" not in shown
