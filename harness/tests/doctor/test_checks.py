"""The doctor in both directions: no wrong adapter passes, and a correct one passes around a codec that is odd or wrong."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.cli.doctor import last_line
from punycode_conform.doctor.checks import KINDS, CheckResult, Checkup, Grade
from punycode_conform.doctor.conversation import Conversation
from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.targets.child import Ended
from punycode_conform.targets.name import Target
from punycode_conform.targets.session import Limits

from ..fakes.adapter import Adapter

CALLED = "calls the codec: ordinary strings such as bücher are encoded and decoded"
FLUSHED = "flushes an answer without waiting for the next request"
REFUSES = "answers reject to inputs that must be refused"
ONCE = "writes nothing else to standard output and answers once"
ASCII = "ASCII in either case, and the empty string"
# What damages code points: the kind in which it is seen first.
DAMAGE = {
    "two surrogates are joined to one code point": "surrogates",
    "code points become U+FFFD": "letters of the BMP",
    "the text ends at NUL": "NUL",
    "NUL is left out": "NUL",
    "white space at the ends is left out": "spaces, line ends and control characters",
    "upper case becomes lower case": ASCII,
    "it is in form NFC": "dots and combining marks",
    "a code point becomes two surrogates": "code points above U+FFFF",
    "only the low 16 bits of code points are kept": "code points above U+FFFF",
    "cuts_at_255": "5,000 code points at once",
    "drops_the_last": ASCII,
}
# What else can be wrong: the check that sees it, and what it says; it makes no difference whether the adapter can echo.
OTHER = {
    "echoes": (CALLED, "every answer is the input itself"),
    "answers_a_constant": (CALLED, "different inputs get the same answer"),
    "supports_nothing": (CALLED, "no request is answered with ok: encode U+0062"),
    "swallows_errors": (REFUSES, "gives (empty), as for all"),
    "does_not_flush": (FLUSHED, "the answer came only after the end of input"),
    "prints_debug": (ONCE, "a line that answers nothing: 'debug: called'"),
    "answers_twice": (ONCE, "request 1 was answered twice"),
    "leaves_out_astral": ("passes code points above U+FFFF", "unsupported"),
}
# An answer that is allowed of a codec, and may as well be the adapter's mistake: never wrong, and never passed over.
BETWEEN = {
    "faults_where_it_refuses": (REFUSES, "none of 10 inputs is rejected: decode "),
    "faults_at_a_truncated_delta": (REFUSES, "fails ("),
    "cannot_read_astral_results": ("passes code points above U+FFFF", "fails (not in the BMP)"),
}
ODD = [
    "has_no_encode", "has_no_decode", "answers_out_of_order", "says_hexadecimal_in_upper_case", "scalar-values",
    "upper-case-digits", "annotating-encoder", "integers-26", "at-most-63", "delayed-detection",
]  # fmt: skip
# A codec that gives its input back is taken for an adapter that calls none, see "echoes".
REGISTER = [*list(CONTROLS)[::5], *[name for name, one in FAULTS.items() if one.ends and "always" not in name][::50]]
Examined = Callable[..., list[CheckResult]]


class InProcess:
    """The fake adapter behind the methods of a child process that a conversation uses."""

    def __init__(self, command: Sequence[str]) -> None:
        self._adapter = Adapter(*command)
        self._lines: list[bytes] = []
        self._greeted = self._ended = False

    def send(self, data: bytes) -> None:
        try:
            lines = self._adapter.read(data.decode().splitlines()) if self._greeted else self._adapter.greet()
        except SystemExit:
            lines, self._ended = [], True
        self._greeted = True
        self._lines += [line.encode() for line in lines]

    def end_input(self) -> None:
        self._lines += [line.encode() for line in self._adapter.end()]
        self._ended = not self._adapter.outlives

    def receive(self, seconds: float) -> list[bytes]:
        lines, self._lines = self._lines, []
        if not lines and self._ended:
            raise Ended("it ended with exit status 0")
        return lines

    def stderr_suffix(self) -> str:
        return ""

    def close(self) -> None:
        pass


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> Examined:
    """A function that examines the fake adapter with a behaviour and more arguments."""

    def run(*words: object, own: bool = False, restarts: int = 20) -> list[CheckResult]:
        target = Target("fake", tuple(map(str, words)))
        return list(Checkup(Conversation(target, Limits(1, 1, restarts)), own=own).results())

    monkeypatch.setattr("punycode_conform.doctor.conversation.Child", InProcess)
    return run


def by_name(results: list[CheckResult]) -> dict[str, CheckResult]:
    return {result.name: result for result in results}


def worst(results: list[CheckResult]) -> str:
    """The first word of the last line."""
    return last_line("fake", [result.found.grade for result in results]).partition(":")[0]


@pytest.mark.parametrize("behaviour", DAMAGE)
def test_damage_is_named_and_may_be_the_codecs_unless_an_echo_shows_it(examined: Examined, behaviour: str) -> None:
    silent, echoing = examined(behaviour), examined(behaviour, "echo")
    found = by_name(silent)[f"passes {DAMAGE[behaviour]}"].found
    name = behaviour if " " in behaviour else " U+0061"  # which the table of changes does not have

    assert (worst(silent), found.grade) == ("UNCLEAR", Grade.UNCLEAR)
    assert name in found.why
    assert worst(echoing) == "FAULTY"
    assert any(name in result.found.why for result in echoing if result.found.grade is Grade.WRONG)


@pytest.mark.parametrize("echo", [(), ("echo",)], ids=["silent", "echoing"])
@pytest.mark.parametrize("behaviour", [*OTHER, *BETWEEN])
def test_every_other_mistake_is_the_adapters_and_what_may_be_either_is_unclear(
    examined: Examined, behaviour: str, echo: tuple[str, ...]
) -> None:
    check, why = (OTHER | BETWEEN)[behaviour]
    results = examined(behaviour, *echo)
    found = by_name(results)[check].found

    assert (worst(results), found.grade) == (
        ("FAULTY", Grade.WRONG) if behaviour in OTHER else ("UNCLEAR", Grade.UNCLEAR)
    )
    assert why in found.why


@pytest.mark.parametrize(
    "behaviour", ["refuses_everything", "echoes", "answers_a_constant", "swallows_errors", "NUL is left out"]
)
def test_around_a_python_codec_the_adapter_is_ours_and_never_at_fault(examined: Examined, behaviour: str) -> None:
    results = examined(behaviour, own=True)
    notes = [result.found.why for result in results if result.found.grade is Grade.NOTE]

    assert worst(results) == "CORRECT"
    assert any(why.endswith("the fault is the codec's") for why in notes)


@pytest.mark.parametrize("behaviour", ["speaks_a_labels", "decodes_a_labels"])
def test_an_idna_codec_is_named_and_its_strings_are_not_checked(examined: Examined, behaviour: str) -> None:
    results = examined(behaviour)

    assert worst(results) == "CORRECT"
    assert by_name(results)[CALLED].found.why.startswith("it is an IDNA codec, not raw Punycode: ")
    assert len(results) < 10


@pytest.mark.parametrize(
    ("words", "grade", "why", "end"),
    [
        (["cannot_echo", "echo"], Grade.OK, "", "FAULTY"),
        (["declares_nonsense"], Grade.WRONG, "choice surrogates has no behaviour 'maybe'", "FAULTY"),
        (["says_why_it_cannot"], Grade.WRONG, "it says that it cannot run: libpuny is not installed", "FAULTY"),
        (["greets_with_noise"], Grade.WRONG, "expected the handshake", "FAULTY"),
    ],
)
def test_a_handshake_is_checked_first(examined: Examined, words: list[str], grade: Grade, why: str, end: str) -> None:
    results = examined(*words)
    assert results[0].found.grade is grade
    assert results[0].found.why.startswith(why)
    assert worst(results) == end
    assert (len(results) == 1) == (grade is Grade.WRONG)


def test_the_doctor_gives_up_after_too_many_crashes_and_blames_nobody(examined: Examined) -> None:
    results = examined("exits_always", restarts=2)

    assert worst(results) == "UNCLEAR"
    assert results[-1].found.why == "it crashed or hung too often: the other checks were skipped"


@pytest.mark.parametrize("behaviour", [*ODD, "gives_junk_for_astral"])
def test_a_correct_adapter_that_can_echo_passes_whatever_its_codec_does(examined: Examined, behaviour: str) -> None:
    results = examined(behaviour, "echo")

    assert worst(results) == "CORRECT"
    assert len(results) == 8 + len(KINDS)


@pytest.mark.parametrize("name", REGISTER)
def test_the_fault_of_a_codec_is_never_shown_as_the_adapters(examined: Examined, name: str) -> None:
    results = examined(name, "echo")

    assert Grade.WRONG not in {result.found.grade for result in results}
    assert worst(results) == "CORRECT" or name in FAULTS
