"""``conform doctor`` with adapters in processes of their own; tests/doctor has the checks, without processes."""

import os
import sys
from pathlib import Path

import pytest

from punycode_conform import places
from punycode_conform.matrix import measurement
from punycode_conform.matrix import result as results_of

from ..conftest import TARGETS, Conform, adapter

ROOT = Path(__file__).resolve().parents[3]
STARTS = "starts and writes a valid handshake"


def grades(out: str) -> dict[str, str]:
    """How each check ended, by its name."""
    words = ("n/a", "ok", "note", "unclear", "not ok")
    lines = [line for line in out.splitlines() if line[:8].strip() in words and line[:1] != " "]
    return {line[8:]: line[:8].strip() for line in lines}


def test_a_correct_adapter_passes_and_its_lines_are_shown_on_request(conform: Conform) -> None:
    done = conform("doctor", "--transcript", *adapter("sound"))

    assert done.status == 0
    assert set(grades(done.out).values()) <= {"ok", "n/a", "note"}
    assert len(grades(done.out)) > 15
    assert done.out.splitlines()[-1].startswith("CORRECT: ")
    assert "          name=fake  version=1  language=Python  ops=encode,decode\n" in done.out
    assert "            → 1 encode 62 fc 63 68 65 72\n            ← 1 ok 62 63 68 65 72 2d 6b 76 61\n" in done.out
    assert "            → (end of input)\n" in done.out


@pytest.mark.slow
def test_a_mistake_is_shown_with_what_to_fix_and_the_lines(conform: Conform) -> None:
    done = conform("doctor", "--", sys.executable, TARGETS / "adapter.py", "says_goodbye")

    assert done.status == 1
    assert grades(done.out)["exits at end of input"] == "not ok"
    assert "          it still wrote 'goodbye'\n          fix: " in done.out
    assert "            → (end of input)\n            ← goodbye\n" in done.out
    assert done.out.splitlines()[-1].startswith("FAULTY: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "check", "why"),
    [
        ("does_not_flush", "flushes an answer without waiting for the next request", "only after the end of input"),
        ("outlives_its_input", "exits at end of input", "it still ran after 2 s"),
        ("answers_twice", "writes nothing else to standard output and answers once", "one answer to each request"),
    ],
)
def test_what_only_pipes_show_is_seen(conform: Conform, behaviour: str, check: str, why: str) -> None:
    done = conform("doctor", "--timeout", "2", *adapter(behaviour))

    assert done.status == 1
    assert grades(done.out)[check] == "not ok"
    assert why in done.out


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        ("exits_at_once", "no handshake: it ended with exit status 0"),
        ("fails_at_once", "no handshake: it ended with exit status 7; the end of its stderr: cannot find \\x1b[31m"),
        ("greets_with_noise", "'Loading \\x1b]0;owned\\x07 data...'"),
        ("declares_nonsense", "choice surrogates has no behaviour 'maybe'"),
        ("says_why_it_cannot", "it says that it cannot run: libpuny is not installed"),
    ],
)
def test_without_a_handshake_nothing_else_is_tried(conform: Conform, behaviour: str, why: str) -> None:
    done = conform("doctor", *adapter(behaviour))

    assert done.status == 3
    assert grades(done.out) == {STARTS: "not ok"}
    assert why in done.out
    assert "\x1b" not in done.out


@pytest.mark.slow
@pytest.mark.parametrize(
    "behaviour", ["ends_lines_with_crlf", "floods_stderr", "has_no_encode", "answers_out_of_order"]
)
def test_what_the_protocol_allows_is_correct(conform: Conform, behaviour: str) -> None:
    assert conform("doctor", *adapter(behaviour)).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", ["never_answers", "dies_always"])
def test_it_gives_up_after_too_many_crashes_and_hangs(conform: Conform, behaviour: str) -> None:
    words = ("doctor", "--timeout", "0.5", "--restarts", "6")
    done = conform(*words, *adapter(behaviour))
    strict = conform(*words, "--strict", *adapter(behaviour))

    # The codec may do that, so it is unclear.
    assert (done.status, strict.status) == (0, 1)
    assert "it crashed or hung too often: the other checks were skipped" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["sorted-as-utf16", "damp-never"])
def test_a_wrong_codec_in_a_process_is_never_shown_as_the_adapters_fault(conform: Conform, fault: str) -> None:
    done = conform("doctor", f"fault:{fault}")

    assert len(grades(done.out)) > 15
    assert "not ok" not in grades(done.out).values()


def run_in_ci() -> list[str]:
    """The adapters that CI runs, see ``.ci/run``: a few always, and those without a result of their files of today."""
    always = (ROOT / ".ci" / "implementations").read_text(encoding="utf-8").splitlines()
    published = {one.target: one for one in results_of.read_all(places.RESULTS)}
    every = measurement.every()
    return [one.target for one in every if one.target in always or one.is_due(published.get(one.target))]


# Codecs that change a result in a way that their source shows: a cast to char, and a string written as UTF-8.
ALTERED = {
    "adapter:httpclient": ["only the low 16 bits of code points are kept", "high bits of code points are lost"],
    "adapter:okhttp": ["replaced by a question mark"],
}


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("target", run_in_ci())
def test_an_adapter_that_has_changed_is_correct(conform: Conform, target: str) -> None:
    done = conform("doctor", target)
    if done.status == 3 and not os.environ.get("CONFORM_REAL"):
        pytest.skip(done.err)

    # Some of these codecs crash where they should refuse, or change what they should not, as an adapter might by mistake.
    lines = done.out.splitlines()
    unclear = [lines[number + 1] for number, line in enumerate(lines) if line.startswith("unclear ")]

    assert (done.status, [line for line in lines if line.startswith("not ok")]) == (0, [])
    assert [why for why in unclear if not any(sign in why for sign in (" crashes (", *ALTERED.get(target, ())))] == []
