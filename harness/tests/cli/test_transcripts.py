"""The command line as people see it: each file of transcripts/ is a session, which must go as it is written there.

``$ conform …`` is a command, the lines below it what it prints, ``[1]`` its exit status. ``$ cat > FILE`` writes the lines
below it; ``cat FILE``, ``cd FOLDER`` and ``ls GLOB`` do what they always do. A line ``...`` stands for any lines, an
ellipsis … for any text of a line. ``pytest --update`` writes what does not match anew; read the difference.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest

from ..conftest import CHECKOUT, TARGETS, Conform

SESSIONS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
MARKS = dict.fromkeys(("baseline", "configured", "doctor", "faults", "fuzz"), pytest.mark.slow)  # a dozen runs each
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\[\d+\]$).*\n)*)\[(\d+)\]$", re.MULTILINE)
VARYING = (
    (r"\b\d+\.\d+ s\b", "0.0 s"),
    (r"(sha256(?::|&#58;))[0-9a-f]+", r"\g<1>0"),
    (r"\b3\.\d+\.\d+\b", "3.0.0"),  # of Python
)


def matches(expected: str, text: str) -> bool:
    """Whether a text is what a transcript shows."""
    lines = ("(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in expected.splitlines(keepends=True))
    pattern = "".join(lines).replace("…", ".*?")
    return re.fullmatch(pattern, text) is not None


class Session:
    """A session in a folder with the faulty codecs and a small vector file."""

    def __init__(self, conform: Conform, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._conform, self._folder, self._monkeypatch = conform, folder, monkeypatch

    def entered(self, words: list[str], lines: str) -> tuple[int, str]:
        """The exit status and the output of a command; ``lines`` is what the transcript has below it."""
        if words[:2] == ["cat", ">"]:
            Path(words[2]).parent.mkdir(parents=True, exist_ok=True)
            Path(words[2]).write_text(lines.replace("PYTHON", sys.executable), encoding="utf-8")
            return 0, lines
        if words[0] == "cd":
            self._monkeypatch.chdir(words[1])
            return 0, ""
        if words[0] == "ls":
            return 0, "".join(f"{path.name}\n" for path in sorted(Path().glob(words[1])))
        if words[0] == "cat":
            return 0, self._plain(Path(words[1]).read_text(encoding="utf-8"))
        with self._monkeypatch.context() as context:
            while "=" in words[0]:
                name, _, value = words.pop(0).partition("=")
                context.setenv(name, value)
            assert words[0] == "conform", words
            done = self._conform(*(sys.executable if word == "PYTHON" else word for word in words[1:]))
        return done.status, self._plain(done.out + done.err)

    def _plain(self, text: str) -> str:
        for path, name in ((sys.executable, "PYTHON"), (self._folder, "FOLDER"), (CHECKOUT, "CHECKOUT")):
            text = text.replace(str(path), name)
        # The first line of a report is broken where the time that it took lets it.
        text = re.sub(
            r"^(?:DOES|THE|CONF).*(?:\n  \S.*)+", lambda line: line[0].replace("\n  ", " "), text, flags=re.MULTILINE
        )
        for pattern, replacement in VARYING:
            text = re.sub(pattern, replacement, text)
        return re.sub(r"[ \t]+$", "", text if text.endswith("\n") or not text else text + "\n", flags=re.MULTILINE)


@pytest.mark.skipif(sys.platform == "win32", reason="paths and messages of the system differ there")
@pytest.mark.parametrize("path", [pytest.param(p, marks=MARKS.get(p.stem, ()), id=p.stem) for p in SESSIONS])
def test_a_session_goes_as_it_is_written(
    conform: Conform, vectors: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, path: Path
) -> None:
    monkeypatch.chdir(vectors.parent)
    monkeypatch.setenv("COLUMNS", "100")
    for codec in TARGETS.glob("*.py"):
        (vectors.parent / codec.name).symlink_to(codec)
    session, written = Session(conform, vectors.parent, monkeypatch), path.read_text(encoding="utf-8")

    def entered(match: re.Match[str]) -> str:
        status, text = session.entered(shlex.split(match[1]), match[2])
        if matches(match[2], text) and status == int(match[3]):
            return match[0]
        return f"$ {match[1]}\n{text}[{status}]"

    seen = COMMAND.sub(entered, written)
    if request.config.getoption("--update"):
        path.write_text(seen, encoding="utf-8")

    assert seen == written


def test_each_command_of_a_session_has_a_status() -> None:
    assert SESSIONS
    for path in SESSIONS:
        text = path.read_text(encoding="utf-8")
        assert len(COMMAND.findall(text)) == len(re.findall(r"^\$ ", text, re.MULTILINE)), path.name
