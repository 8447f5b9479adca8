"""The doctor in both directions: no wrong adapter passes, and a correct one passes around a codec that is odd or wrong."""

import sys
import time
from functools import partial
from pathlib import Path

import pytest

from punycode_conform.doctor.assessment import Grade
from punycode_conform.doctor.checks import CheckResult
from punycode_conform.doctor.conversation import Conversation, Silent
from punycode_conform.doctor.inputs import KINDS
from punycode_conform.doctor.text import last_line
from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.targets.name import Target

from .conftest import Examined

CALLED = "calls the codec: ordinary strings such as bücher are encoded and decoded"
FLUSHED = "flushes an answer without waiting for the next request"
REFUSES = "answers reject to inputs that must be refused"
UNSUPPORTED = "answers unsupported only for what its strings cannot hold"
LINEAR = "answers requests of 2,000 code points, in linear time"
ONCE = "writes nothing else to standard output and answers once"
# What damages code points: the kind in which it is seen first, and its name.
DAMAGE = {
    "replaces_surrogates": ("surrogates", "it was replaced by U+FFFD"),
    "joins_surrogates": ("surrogates", "two surrogates became one code point"),
    "writes_question_marks": ("other letters of the BMP", "it was replaced by a question mark"),
    "takes_octets_for_code_points": ("Latin-1", "bytes of UTF-8 were read as code points"),
    "cuts_at_nul": ("NUL", "it was cut at NUL"),
    "drops_the_byte_order_mark": ("U+FEFF at the beginning", "was treated as a byte order mark"),
    "trims": ("spaces, tabs and line ends", "white space was trimmed"),
    "lower_cases": ("ASCII in either case", "upper case became lower case"),
    "drops_nul": ("NUL", "NUL was dropped"),
    "cuts_at_255": ("5,000 code points at once", "answered U+"),
    "normalises": ("combining marks", "it was normalised (NFC)"),
    "passes_units": ("code points above U+FFFF", "a code point became two surrogates"),
    "cuts_to_16_bits": ("code points above U+FFFF", "cut to 16 bits"),
    "drops_the_last": ("ASCII in either case", "answered U+"),
}
# What else can be wrong: the check that sees it, and what it says; it makes no difference whether the adapter can echo.
OTHER = {
    "echoes": (CALLED, "every answer is the input itself"),
    "answers_a_constant": (CALLED, "different inputs get the same answer"),
    "refuses_everything": (CALLED, "it rejects everything"),
    "supports_nothing": (CALLED, "it answers unsupported to everything"),
    "swallows_errors": ("answers reject to inputs that must be refused", "each is answered with an empty ok"),
    "counts_for_itself": (FLUSHED, "instead of an answer: '0 ok"),
    "says_ok_in_upper_case": (FLUSHED, "instead of an answer: '1 OK"),
    "does_not_flush": (FLUSHED, "the answer came only after the end of input"),
    "answers_late": (FLUSHED, "the answer came only after the end of input"),
    "swaps_ids": ("answers 500 requests sent at once, each under its id", "got the answer to"),
    "prints_debug": (ONCE, "a line that answers nothing: 'debug: called'"),
    "answers_twice": (ONCE, "request 1 was answered twice"),
    "dies_when_started_again": ("starts again and answers as before", "it did not start again: it ended"),
    "reads_numbers_in_lower_case_only": (
        "reads requests in upper case, with CRLF and with extra spaces",
        "a request in upper case is answered with reject",
    ),
    "outlives_its_input": ("exits at end of input", "it still ran after 2 s"),
    "says_goodbye": ("exits at end of input", "it still wrote 'goodbye'"),
    "lacks_what_it_declares": (CALLED, "unsupported"),
    # A kind of code points is left out, not a character that an interface needs for itself.
    "leaves_out_astral": ("passes code points above U+FFFF", "unsupported"),
    "leaves_out_latin": (CALLED, "unsupported"),
}
# An answer that is allowed of a codec, and may as well be the adapter's mistake: never wrong, and never passed over.
BETWEEN = {
    "faults_where_it_refuses": (REFUSES, "none of 10 inputs is rejected: a crash: "),
    "faults_at_what_is_not_ascii": (REFUSES, "decode U+00FC U+002D U+0061: a crash: "),
    "faults_at_overflow": ("passes numbers above U+10FFFF", "a crash: "),
    "faults_at_a_truncated_delta": (REFUSES, "a crash: "),
    "faults_at_a_bad_digit": (REFUSES, "a crash: "),
    "cannot_read_long_results": ("passes 5,000 code points at once", "a crash: the buffer is full"),
    "cannot_read_astral_results": ("passes code points above U+FFFF", "a crash: not in the BMP"),
    "cannot_be_given_dots": (UNSUPPORTED, "every string that contains U+002E is answered with unsupported"),
    "cannot_be_given_other_dots": (UNSUPPORTED, "every string that contains U+3002, U+FF0E, U+FF61 is answered with"),
    "cannot_be_given_line_ends": (UNSUPPORTED, "every string that contains U+000A, U+2028 is answered with"),
}
ODD = [
    "decodes_only", "encodes_only", "answers_out_of_order", "says_hexadecimal_in_upper_case", "scalar-values",
    "upper-case-digits", "annotating-encoder", "integers-26", "at-most-63", "delayed-detection",
]  # fmt: skip
WRONG_CODECS = ["refuses_astral", "leaves_ascii_alone", "gives_junk_for_astral"]
REGISTER = [*list(CONTROLS)[::5], *[name for name, fault in FAULTS.items() if fault.ends][::50]]


def by_name(results: list[CheckResult]) -> dict[str, CheckResult]:
    return {one.name: one for one in results}


def worst(results: list[CheckResult]) -> str:
    """The first word of the last line."""
    return last_line("fake", [one.found.grade for one in results]).partition(":")[0]


@pytest.mark.parametrize("behaviour", DAMAGE)
def test_damage_is_named_and_may_be_the_codecs_unless_an_echo_shows_it(examined: Examined, behaviour: str) -> None:
    kind, name = DAMAGE[behaviour]
    silent, echoing = examined("unsound", behaviour), examined("unsound", behaviour, "echo")
    seen = by_name(silent)[f"passes {kind}"].found

    assert (worst(silent), seen.grade) == ("UNCLEAR", Grade.UNCLEAR)
    assert name in seen.why
    assert worst(echoing) == "FAULTY"
    assert any(name in one.found.why for one in echoing if one.found.grade is Grade.WRONG)


@pytest.mark.parametrize("echo", [(), ("echo",)], ids=["silent", "echoing"])
@pytest.mark.parametrize("behaviour", OTHER)
def test_every_other_mistake_is_the_adapters(
    examined: Examined, tmp_path: Path, behaviour: str, echo: tuple[str, ...]
) -> None:
    check, why = OTHER[behaviour]
    results = examined("unsound", behaviour, *echo, tmp_path / "count")

    assert worst(results) == "FAULTY"
    assert by_name(results)[check].found.grade is Grade.WRONG
    assert why in by_name(results)[check].found.why


@pytest.mark.parametrize("echo", [(), ("echo",)], ids=["silent", "echoing"])
@pytest.mark.parametrize("behaviour", BETWEEN)
def test_what_may_be_either_is_unclear(examined: Examined, behaviour: str, echo: tuple[str, ...]) -> None:
    check, why = BETWEEN[behaviour]
    results = examined("unsound", behaviour, *echo)

    assert worst(results) == "UNCLEAR"
    assert by_name(results)[check].found.grade is Grade.UNCLEAR
    assert why in by_name(results)[check].found.why


@pytest.mark.parametrize(
    "behaviour", ["refuses_everything", "echoes", "answers_a_constant", "swallows_errors", "trims"]
)
def test_around_a_python_codec_the_adapter_is_ours_and_never_at_fault(examined: Examined, behaviour: str) -> None:
    results = examined("unsound", behaviour, own=True)
    seen = [one.found.why for one in results if one.found.grade is Grade.NOTE]

    assert worst(results) == "CORRECT"
    assert any(why.endswith("the fault is the codec's") for why in seen)


@pytest.mark.parametrize("name", ["speaks_a_labels", "decodes_a_labels"])
def test_an_idna_codec_is_named_and_its_strings_are_not_checked(examined: Examined, name: str) -> None:
    results = examined("unsound", name)

    assert worst(results) == "CORRECT"
    assert by_name(results)[CALLED].found.why.startswith("it is an IDNA codec, not raw Punycode: ")
    assert len(results) < 15


@pytest.mark.parametrize(
    ("power", "seconds", "grade"),
    [(2, 3.0, Grade.UNCLEAR), (2, 0.1, Grade.OK), (1, 3.0, Grade.OK), (1.2, 3.0, Grade.OK)],
)
@pytest.mark.parametrize("echo", [(), ("echo",)], ids=["silent", "echoing"])
def test_an_adapter_that_takes_quadratic_time_is_seen(
    examined: Examined,
    monkeypatch: pytest.MonkeyPatch,
    power: float,
    seconds: float,
    grade: Grade,
    echo: tuple[str, ...],
) -> None:
    def took(_: Conversation, ask: partial[object]) -> float:
        return float(seconds * (len(ask.args[-1]) / 2_000) ** power)

    monkeypatch.setattr(Conversation, "seconds", took)
    results = examined("unsound", "sound", *echo)
    found = by_name(results)[LINEAR].found

    assert found.grade is (Grade.WRONG if echo and grade is Grade.UNCLEAR else grade)
    assert ("16 times as long: 3.0 s" in found.why) == (grade is Grade.UNCLEAR)


@pytest.mark.parametrize(
    ("power", "grade", "why"),
    [
        (2, Grade.WRONG, "four times as many code points take it 16 times as long: 1.2 s for 500"),
        (1, Grade.UNCLEAR, "U+00FC: no answer within 1 s; 500 code points are answered in time"),
    ],
)
def test_an_adapter_that_is_late_at_long_requests_alone_is_wrong_if_its_time_is_quadratic(
    examined: Examined, monkeypatch: pytest.MonkeyPatch, power: float, grade: Grade, why: str
) -> None:
    def took(_: Conversation, ask: partial[object]) -> float:
        return float(20 * (len(ask.args[-1]) / 2_000) ** power)

    monkeypatch.setattr(Conversation, "seconds", took)
    found = by_name(examined("unsound", "is_late_at_long_requests", "echo"))[LINEAR].found

    assert found.grade is grade
    assert why in found.why


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is the time of a clock")
def test_what_a_busy_machine_does_meanwhile_is_not_the_adapters_time() -> None:
    talk = Conversation(Target("sleeps", ("sleep", "60")), start=1, call=1, patience=1)
    with pytest.raises(Silent):  # it never speaks the protocol
        talk.greet()
    try:
        assert talk.seconds(partial(time.sleep, 0.2)) < 0.1
    finally:
        talk.close()


@pytest.mark.parametrize("echo", [(), ("echo",)], ids=["silent", "echoing"])
def test_an_adapter_that_remembers_answers_by_length_does_not_pass(examined: Examined, echo: tuple[str, ...]) -> None:
    assert worst(examined("unsound", "caches_by_length", *echo)) != "CORRECT"


def test_an_adapter_that_declares_an_echo_must_have_it(examined: Examined) -> None:
    assert worst(examined("unsound", "cannot_echo", "echo")) == "FAULTY"


def test_an_adapter_that_is_not_filled_in_reads_unusual_lines_all_the_same(examined: Examined) -> None:
    results = examined("unsound", "supports_nothing")

    assert [one.name for one in results if one.found.grade is Grade.WRONG] == [CALLED]


def test_an_unknown_key_is_a_note(examined: Examined) -> None:
    results = examined("unsound", "declares_a_colour")

    assert worst(results) == "CORRECT"
    assert (results[0].found.grade, results[0].found.why) == (Grade.NOTE, "unknown keys: colour")


@pytest.mark.parametrize("behaviour", [*ODD, *WRONG_CODECS])
def test_a_correct_adapter_that_can_echo_passes_whatever_its_codec_does(examined: Examined, behaviour: str) -> None:
    results = examined("odd", behaviour)

    assert worst(results) == "CORRECT"
    assert len(results) == 13 + len(KINDS)


def test_what_an_echo_clears_is_shown_as_the_codecs(examined: Examined) -> None:
    found = by_name(examined("odd", "leaves_ascii_alone"))["passes ASCII in either case"].found

    assert found.grade is Grade.NOTE
    assert "the input itself; its echo is right, so the fault is the codec's" in found.why


@pytest.mark.parametrize("name", REGISTER)
def test_the_fault_of_a_codec_is_never_shown_as_the_adapters(examined: Examined, name: str) -> None:
    results = examined("odd", name)

    assert Grade.WRONG not in {one.found.grade for one in results}
    assert worst(results) == "CORRECT" or name in FAULTS
