"""``conform doctor``: unsound adapters are found out, and a codec's faults are not told as the adapter's."""

import sys

import pytest

from ..conftest import TARGETS, Conform, adapter

UNSOUND = TARGETS / "unsound_adapter.py"
CALLED = "the codec is called: bücher and bcher-kva become each other, as others do"
STARTS = "it starts, and says a handshake that is understood"
NOISE = "says nothing on standard output but the protocol, and answers once"


def unsound(behaviour: str) -> list[object]:
    return ["--timeout", "2", "--", sys.executable, UNSOUND, behaviour]


def states(out: str) -> dict[str, str]:
    """What was found, by the checks' names."""
    words = ("n/a", "ok", "note", "unclear", "not ok")
    found = {}
    for line in out.splitlines():
        word = line[:8].strip()
        if word in words and line[:1] != " ":
            found[line[8:]] = word
    return found


def test_a_sound_adapter_is_sound(conform: Conform) -> None:
    done = conform("doctor", *adapter("sound"))

    assert done.status == 0
    assert set(states(done.out).values()) <= {"ok", "n/a", "note"}
    assert len(states(done.out)) > 25
    assert done.out.splitlines()[-1].startswith("SOUND: ")
    assert "name=fake  version=1  language=Python  ops=encode,decode" in done.out


@pytest.mark.parametrize("target", ["codec:punycode", "punycode_conform.codec"])
def test_python_targets_need_no_adapter_of_their_own(conform: Conform, target: str) -> None:
    assert conform("doctor", target).status == 0


@pytest.mark.parametrize(
    ("behaviour", "check", "said"),
    [
        ("echoes", CALLED, "each answer is the input itself"),
        ("answers_a_constant", CALLED, "different inputs get one answer"),
        ("refuses_everything", CALLED, "it refuses everything"),
        ("supports_nothing", CALLED, "it answers unsupported to everything"),
        ("swallows_errors", "an input that must be refused is answered by reject", "an empty ok"),
        pytest.param(
            "counts_for_itself",
            "a reply is flushed, it needs no second request",
            "in place of an answer: '0 ok",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "does_not_flush",
            "a reply is flushed, it needs no second request",
            "only when the input ended",
            marks=pytest.mark.slow,
        ),
        (
            "reads_numbers_in_lower_case_only",
            "reads hexadecimal in upper case, and lines that end in CRLF",
            "upper case is answered by reject",
        ),
        pytest.param(
            "outlives_its_input", "ends when its input ends", "it still ran after 2 s", marks=pytest.mark.slow
        ),
        ("says_goodbye", "ends when its input ends", "it still said 'goodbye'"),
    ],
)
def test_an_unsound_adapter_is_found_out(conform: Conform, behaviour: str, check: str, said: str) -> None:
    done = conform("doctor", *unsound(behaviour))

    assert done.status == 1
    assert states(done.out)[check] == "not ok"
    assert said in done.out
    assert "          mend: " in done.out
    assert "            → " in done.out  # the transcript
    assert done.out.splitlines()[-1].startswith("NOT SOUND: ")


@pytest.mark.parametrize(
    ("behaviour", "kind", "said"),
    [
        ("replaces_surrogates", "surrogates", "U+FFFD stands in its place"),
        ("joins_surrogates", "surrogates", "two surrogates became one code point"),
        ("writes_question_marks", "other letters of the BMP", "a question mark stands in its place"),
        ("takes_octets_for_code_points", "Latin-1", "octets of UTF-8 were taken as code points"),
        ("cuts_at_nul", "NUL", "cut at NUL"),
        ("drops_the_byte_order_mark", "U+FEFF in first place", "taken for a byte order mark"),
        ("trims", "spaces, tabs and line ends", "white space was cut off"),
        ("lower_cases", "ASCII, in either case", "upper case became lower case"),
    ],
)
def test_harm_to_code_points_is_named_and_may_be_the_codecs(
    conform: Conform, behaviour: str, kind: str, said: str
) -> None:
    done = conform("doctor", *unsound(behaviour))

    assert done.status == 1
    assert states(done.out)[f"carries {kind}"] == "unclear"
    assert said in done.out
    assert "not ok" not in states(done.out).values()
    assert done.out.splitlines()[-1].startswith("NOT PROVED: ")


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("exits_at_once", "no handshake: it ended with exit status 0"),
        ("fails_at_once", "no handshake: it ended with exit status 7; the end of its stderr: cannot find \\x1b[31m"),
        ("greets_with_noise", "'Loading \\x1b]0;owned\\x07 data...'"),
        ("greets_twice", "it says more than a handshake"),
        ("declares_nonsense", "choice surrogates has no side 'maybe'"),
        ("speaks_another_version", "it speaks protocol '9'"),
        ("says_why_it_cannot", "it says that it cannot run: libpuny is not installed"),
    ],
)
def test_without_a_handshake_nothing_else_is_tried(conform: Conform, behaviour: str, said: str) -> None:
    done = conform("doctor", *adapter(behaviour))

    assert done.status == 3
    assert states(done.out) == {STARTS: "not ok"}
    assert said in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("behaviour", ["answers_twice", "prints_noise_always"])
def test_what_nobody_asked_for_is_found(conform: Conform, behaviour: str) -> None:
    done = conform("doctor", *adapter(behaviour))

    assert done.status == 1
    assert states(done.out)[NOISE] == "not ok"


@pytest.mark.parametrize(
    "behaviour", ["answers_out_of_order", "ends_lines_with_crlf", "floods_stderr", "has_no_encode"]
)
def test_what_the_protocol_allows_is_sound(conform: Conform, behaviour: str) -> None:
    assert conform("doctor", *adapter(behaviour)).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", ["never_answers", "dies_always"])
def test_it_gives_up_on_what_only_breaks_down(conform: Conform, behaviour: str) -> None:
    done = conform("doctor", "--timeout", "0.5", "--restarts", "6", *adapter(behaviour))

    assert done.status == 1
    assert "it broke down too often: the rest was not tried" in done.out


def test_a_key_that_means_nothing_does_no_harm(conform: Conform) -> None:
    done = conform("doctor", *unsound("declares_a_colour"))

    assert done.status == 0
    assert states(done.out)[STARTS] == "note"
    assert "keys that mean nothing here: colour" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["damp-699", "sorted-as-utf16", "leading-delimiter-consumed", "damp-never"])
def test_a_wrong_codec_is_never_told_as_the_adapters_fault(conform: Conform, fault: str) -> None:
    done = conform("doctor", f"fault:{fault}")

    assert len(states(done.out)) > 25
    assert "not ok" not in states(done.out).values()


def test_the_transcript_of_all_is_shown_on_request(conform: Conform) -> None:
    brief = conform("doctor", *adapter("sound"))
    full = conform("doctor", "--transcript", *adapter("sound"))

    assert "encode 62 fc 63 68 65 72" not in brief.out
    assert "            → 1 encode 62 fc 63 68 65 72\n            ← 1 ok 62 63 68 65 72 2d 6b 76 61\n" in full.out
    assert "            → (end of input)\n" in full.out


def test_usage_errors_are_told_in_a_line(conform: Conform) -> None:
    assert conform("doctor").status == 2
    assert conform("doctor", "--").status == 2
    assert conform("doctor", "--", "/nowhere/at-all").status == 3
