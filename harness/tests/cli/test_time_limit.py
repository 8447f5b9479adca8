"""Every command that asks a target ends within its time limit, says so, and is then no success."""

from pathlib import Path

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.cli.verbs import time_limit

from ..conftest import Conform, adapter

SAYS = "the time limit of the whole run is over"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verb", "status"),
    [(("run",), 1), (("baseline", "--baseline", "known.yaml"), 3), (("fuzz", "--cases", "1000"), 1), (("doctor",), 1)],
)
def test_a_target_that_is_slow_without_end_is_given_up(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...], status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    for limit in (2, 10, 50):  # far less than all answers take, and on some machine enough for the first
        done = conform(*verb, "--time-limit", limit, *adapter("answers_slowly"))
        if done.status == status:
            break

    assert done.status == status
    assert SAYS in " ".join((done.out + done.err).split())
    assert not Path("known.yaml").exists()


def test_a_handshake_that_is_cut_short_is_one_line(conform: Conform) -> None:
    done = conform("run", "--time-limit", "0.5", *adapter("never_greets"))

    assert (done.status, done.err) == (3, f"conform: {SAYS}\n  hint: --time-limit S allows more\n")


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("run a.b", 3600),
        ("fuzz a.b --cases 5", 3600),
        ("fuzz a.b --time 80000", 83600),
        ("fuzz a.b --time 80000 --time-limit 60", 60),
        ("sweep a.b", 86400),
    ],
)
def test_there_is_always_a_limit(words: str, seconds: float) -> None:
    assert time_limit(parse(words.split())) == seconds
