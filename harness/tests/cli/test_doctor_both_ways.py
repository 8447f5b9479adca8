"""The doctor in both directions: no unsound adapter passes, and a sound one passes around a codec that is odd or wrong."""

import os
import sys
from pathlib import Path

import pytest

from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.targets.adapter import every

from ..conftest import TARGETS, Conform
from .test_doctor import states

SOUND = 0
# What harms code points; each with and without an echo. The others do not depend on it.
HARM = [
    "replaces_surrogates", "joins_surrogates", "writes_question_marks", "takes_octets_for_code_points", "cuts_at_nul",
    "drops_the_byte_order_mark", "trims", "lower_cases", "drops_nul", "cuts_at_255", "normalises", "passes_units",
    "cuts_to_16_bits", "drops_the_last",
]  # fmt: skip
OTHER = [
    "echoes", "answers_a_constant", "refuses_everything", "supports_nothing", "swallows_errors", "faults_where_it_refuses",
    "answers_late", "caches_by_length", "swaps_ids", "prints_debug", "dies_when_started_again", "lacks_what_it_declares",
    "cannot_echo",
]  # fmt: skip
ODD = [
    "decodes_only", "encodes_only", "starts_slowly", "talks_on_stderr", "ends_lines_with_crlf",
    "says_hexadecimal_in_upper_case", "scalar-values", "upper-case-digits", "annotating-encoder", "integers-26",
    "at-most-63", "delayed-detection",
]  # fmt: skip
WRONG = [
    "refuses_astral",
    "leaves_ascii_alone",
    "breaks_at_line_ends",
    "gives_junk_for_astral",
    "damp-699",
    "skew-37",
]


def unsound(behaviour: str, folder: Path, *echo: str) -> list[object]:
    return ["--timeout", "1", "--", sys.executable, TARGETS / "unsound_adapter.py", behaviour, *echo, folder / "count"]


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", HARM)
def test_what_the_conversions_harm_is_surely_the_adapters_if_it_can_echo(
    conform: Conform, tmp_path: Path, behaviour: str
) -> None:
    silent = conform("doctor", *unsound(behaviour, tmp_path))
    echoing = conform("doctor", *unsound(behaviour, tmp_path, "echo"))

    assert silent.status == echoing.status == 1
    assert silent.out.splitlines()[-1].startswith("NOT ")
    assert echoing.out.splitlines()[-1].startswith("NOT SOUND: ")


@pytest.mark.parametrize("behaviour", ["normalises", "passes_units", "cuts_at_255"])
def test_an_echo_names_the_harm(conform: Conform, tmp_path: Path, behaviour: str) -> None:
    said = {
        "normalises": "it was normalised (NFC)",
        "passes_units": "became two surrogates",
        "cuts_at_255": "answered U+0061*255",
    }
    done = conform("doctor", *unsound(behaviour, tmp_path, "echo"))

    assert done.status == 1
    assert said[behaviour] in done.out


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", OTHER)
def test_no_other_unsound_adapter_passes(conform: Conform, tmp_path: Path, behaviour: str) -> None:
    for echo in ((), ("echo",)) if behaviour != "cannot_echo" else (("echo",),):
        (tmp_path / "count").unlink(missing_ok=True)
        done = conform("doctor", *unsound(behaviour, tmp_path, *echo))

        assert done.status == 1
        assert done.out.splitlines()[-1].startswith("NOT ")


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", [*ODD, *WRONG])
def test_a_sound_adapter_passes_whatever_its_codec_is(conform: Conform, behaviour: str) -> None:
    done = conform("doctor", "--", sys.executable, TARGETS / "odd_adapter.py", behaviour)

    assert done.status == SOUND
    assert "not ok" not in states(done.out).values()


def test_what_an_echo_clears_is_told_as_the_codecs(conform: Conform) -> None:
    done = conform("doctor", "--", sys.executable, TARGETS / "odd_adapter.py", "leaves_ascii_alone")

    assert done.status == SOUND
    assert "the input itself; an echo carries it, so this is the codec's" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("name", [*list(CONTROLS)[::3], "initial-n-127", "figures-downwards", *list(FAULTS)[::50]])
def test_a_right_codec_passes_and_a_wrong_one_is_never_told_as_the_adapters_fault(conform: Conform, name: str) -> None:
    done = conform("doctor", "--timeout", "1", f"fault:{name}")

    assert "not ok" not in states(done.out).values()
    assert done.status == SOUND or name in FAULTS


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("adapter", [one.name for one in every()])
def test_every_adapter_here_is_sound(conform: Conform, adapter: str) -> None:
    done = conform("doctor", f"adapter:{adapter}")
    if done.status == 3 and not os.environ.get("CONFORM_REAL"):
        pytest.skip(done.err)

    assert (done.status, [line for line in done.out.splitlines() if line.startswith(("not ok", "unclear"))]) == (
        SOUND,
        [],
    )
