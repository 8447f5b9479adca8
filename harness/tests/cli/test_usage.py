"""Bad usage: one line, a hint, and the documented exit code."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_refused_in_a_line(closed: str) -> None:
    script = f'"$0" -m punycode_conform run codec:punycode --only leading-* --quiet {closed}'
    done = subprocess.run(["sh", "-fc", script, sys.executable], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stdout + done.stderr == "conform: a standard stream is closed; redirect it to /dev/null\n"


def test_an_interrupt_during_the_imports_is_one_line(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "punycode_conform.cli.parser", Interrupted("parser"))
    done = conform("run")

    assert (done.status, done.out, done.err) == (130, "", "conform: interrupted\n")


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["run", "encodings.idna:ToASCII,ToUnicode"], "--layer a-label"),
        (["fuzz", "codec:idna", "--cases", "10"], "conform run --layer a-label codec:idna;"),
        (["sweep", "codec:idna", "--length", "1"], "conform run --layer a-label codec:idna;"),
        (["baseline", "codec:idna", "--baseline", "known.yaml"], "conform run --layer a-label codec:idna;"),
    ],
)
def test_a_codec_of_another_layer_is_named_in_one_line(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], advice: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = conform(*words)

    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 2
    assert advice in done.err
    assert list(tmp_path.iterdir()) == []
