"""The one fake adapter: over a codec of the package, it misbehaves in one named way: adapter.py BEHAVIOUR [echo] [FILE].

A behaviour is named after what it does; without one of the tables below, or as the name of a fault or a control, the
adapter is correct. With ``echo`` it can echo. FILE takes process ids, or keeps count over restarts. The class runs in the
tests' own process too, where nothing is waited for.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from punycode_conform import codec, faults
from punycode_conform.account.difference import DAMAGES
from punycode_conform.codec import BootstringError, Reason

HANDSHAKE = "conform 1 name=fake version=1 language=Python"
SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


class Refused(Exception):
    """The codec refuses."""


def hang(*_: object) -> None:
    while True:
        time.sleep(60)


def say(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


def end_with(status: int, words: str) -> None:
    sys.stderr.write(words)
    sys.exit(status)


def once(file: Path, act: Callable[[], object]) -> None:
    if not file.exists():
        file.touch()
        act()


def leave_children(file: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pids = [os.getpid()]
    for apart in (False, True):
        command = [sys.executable, "-c", SLEEPER]
        pids.append(subprocess.Popen(command, start_new_session=apart, env={} if apart else None).pid)
    with file.open("a") as lines:
        lines.writelines(f"{pid}\n" for pid in pids)


def then_hang(act: Callable[..., object], *arguments: object) -> None:
    act(*arguments)
    hang()


def flood() -> None:
    while True:
        say("y" * 100_000, "")


GREETINGS = {
    "greets_with_noise": "Loading \x1b]0;owned\x07 data...",
    "says_why_it_cannot": "conform 1 error=libpuny%20is%20not%20installed",
    "speaks_another_version": HANDSHAKE.replace("conform 1", "conform 9"),
    "declares_nonsense": HANDSHAKE + " surrogates=maybe",
    "has_no_encode": HANDSHAKE + " ops=decode",
    "has_no_decode": HANDSHAKE + " ops=encode",
    "decodes_a_labels": HANDSHAKE + " ops=decode",
    "ends_lines_with_crlf": HANDSHAKE + "\r",
}
# Before the handshake.
STARTS: dict[str, Callable[[Path], object]] = {
    "exits_at_once": lambda file: sys.exit(0),
    "fails_at_once": lambda file: end_with(7, "cannot find \x1b[31mlibpuny.so\x1b[0m\n"),
    "never_greets": hang,
    "greets_without_line_end": lambda file: then_hang(say, "x" * (40 << 20), ""),
    "leaves_children_and_hangs": leave_children,
}
# At the input "zzzz" of decode; the result is the reply.
AT_TRIGGER: dict[str, Callable[["Adapter"], str | None]] = {
    "hangs_on_one": hang,
    "segfaults_on_one": lambda adapter: os.kill(os.getpid(), signal.SIGSEGV),
    "exits_on_one_and_blames_stderr": lambda adapter: end_with(3, "assertion \x1b[2Jfailed: n < 0x110000\n"),
    "hangs_once": lambda adapter: once(adapter.file, hang),
    "dies_once": lambda adapter: once(adapter.file, os.abort),
    "prints_noise_on_one": lambda adapter: say("Warning: undefined offset \x1b[31m4 ::error::x"),
    "closes_its_output": lambda adapter: then_hang(os.close, 1),
    # The cases in conftest are twelve: only the repetition differs.
    "answers_differently_later": lambda adapter: "ok 61" if adapter.count > 12 else None,
}
ALWAYS: dict[str, Callable[["Adapter"], str | None]] = {
    "answers_slowly": lambda adapter: time.sleep(0.3),
    "never_answers": hang,
    "leaves_children_and_hangs": hang,
    "dies_always": lambda adapter: os.abort(),
    "exits_always": lambda adapter: sys.exit(0),
    "floods_without_line_end": lambda adapter: flood(),
    "floods_stderr": lambda adapter: print("noise\n" * 50_000, file=sys.stderr),
    "answers_at_great_length": lambda adapter: "ok" + " ff" * 2_000_000,
    "answers_a_constant": lambda adapter: "ok 61",
    "refuses_everything": lambda adapter: "reject no",
    "supports_nothing": lambda adapter: "unsupported",
}
# What is answered with unsupported.
LEFT_OUT: dict[str, Callable[[int], bool]] = {
    "supports_no_hyphen": lambda c: c == 0x2D,
    "leaves_out_astral": lambda c: c > 0xFFFF,
}
# The input as it comes out of a bad conversion: those that the doctor names, and two others.
DAMAGE: dict[str, Callable[[tuple[int, ...]], tuple[int, ...]]] = {
    **{change.says: change.of for change in DAMAGES},
    "cuts_at_255": lambda points: points[:255],
    "drops_the_last": lambda points: points[:-1],
}


def _a_label(operation: str, text: str) -> str:
    """The answer of an IDNA codec."""
    if text.isascii() and (operation == "encode" or not text.startswith("xn--")):
        return text
    return "xn--" + codec.encode(text) if operation == "encode" else codec.decode(text[4:])


class Adapter:
    """An adapter without its pipes: lines in, lines out. It may go on when its input has ended."""

    file: Path
    count: int

    def __init__(self, behaviour: str, *more: str) -> None:
        self.behaviour = behaviour
        self.outlives = behaviour == "outlives_its_input"
        self.file = Path(more[-1]) if more else Path()
        self.count = 0
        self._echo = "echo" in more
        self._late: list[str] = []
        own = behaviour in {**faults.CONTROLS, **faults.FAULTS}
        self._codec = getattr(faults, behaviour) if own else codec

    def greet(self) -> list[str]:
        """The lines of the handshake."""
        if self.behaviour in STARTS:
            STARTS[self.behaviour](self.file)
        return (GREETINGS.get(self.behaviour, HANDSHAKE) + " echo=yes" * self._echo).split("\n")

    def read(self, lines: list[str]) -> list[str]:
        """What it writes when these lines come at once."""
        replies = [reply for line in lines if (reply := self._reply(line))]
        match self.behaviour:
            case "answers_out_of_order":
                replies.reverse()
            case "answers_twice":
                replies = [reply for reply in replies for _ in range(2)]
            case "prints_debug":
                replies = [line for reply in replies for line in ("debug: called", reply)]
            case "ends_lines_with_crlf":
                replies = [f"{reply}\r" for reply in replies]
            case "does_not_flush":
                self._late, replies = self._late + replies, []
        return replies

    def end(self) -> list[str]:
        """What it writes when its input ends."""
        return ["goodbye"] if self.behaviour == "says_goodbye" else self._late

    def _reply(self, line: str) -> str:
        self.count += 1
        number, operation, *fields = line.split()
        words = self._answer(operation, [int(field, 16) for field in fields])
        return f"{number} {words}" if words else ""

    def _answer(self, operation: str, points: list[int]) -> str:
        """The reply without its id, or nothing."""
        act = ALWAYS.get(self.behaviour)
        if operation == "decode" and points == [0x7A] * 4:
            act = AT_TRIGGER.get(self.behaviour, act)
        if act and (words := act(self)) is not None:
            return words
        if self.behaviour == "rejects_with_hostile_text" and points == [0x61]:
            return "reject \x1b[31m\u202e\x07</failure>]]>&<script>|`::error::"
        if self.behaviour == "cannot_echo" and operation == "echo":
            return "fault no such operation"
        left_out: Callable[[int], bool] = LEFT_OUT.get(self.behaviour, lambda c: c > 0x10FFFF)
        if any(c > 0x10FFFF or left_out(c) for c in points):
            return "unsupported by this interface"
        damage = DAMAGE.get(self.behaviour)
        text = "".join(map(chr, damage(tuple(points)) if damage else points))
        try:
            result = text if operation == "echo" or self.behaviour == "echoes" else self._called(operation, text)
        except Refused as error:
            return "ok" if self.behaviour == "swallows_errors" else f"reject {error}"
        except Exception as error:  # whatever breaks
            return f"fault {type(error).__name__}: {error}"
        astral = operation == "decode" and max(result, default="") > "\uffff"
        if astral and self.behaviour == "cannot_read_astral_results":
            return "fault not in the BMP"
        numbers = " ".join(f"{ord(c):x}" for c in result)
        return f"ok {numbers.upper() if self.behaviour == 'says_hexadecimal_in_upper_case' else numbers}".rstrip()

    def _called(self, operation: str, text: str) -> str:
        """The result of the codec, which may be odd."""
        if self.behaviour == "gives_junk_for_astral" and max(text, default="") > "\uffff" and operation == "encode":
            return "junk"
        if self.behaviour in ("speaks_a_labels", "decodes_a_labels"):
            return _a_label(operation, text)
        try:
            return str(getattr(self._codec, operation)(text))
        except Exception as error:
            truncated = isinstance(error, BootstringError) and error.reason is Reason.TRUNCATED
            if self.behaviour == "faults_where_it_refuses":
                raise
            if self.behaviour == "faults_at_a_truncated_delta" and truncated:
                raise
            if isinstance(error, ValueError) or type(error).__module__.startswith("punycode_conform"):
                raise Refused(error) from None
            raise


def main() -> None:
    adapter = Adapter(*sys.argv[1:])
    sys.stdin.readline()
    say("\n".join(adapter.greet()))
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *octets, rest = (rest + chunk).split(b"\n")
        lines = [line.decode() for line in octets]
        together = adapter.behaviour == "answers_out_of_order"
        for batch in [lines] if together else [[line] for line in lines]:
            for line in adapter.read(batch):
                say(line)
    for line in adapter.end():
        say(line)
    if adapter.outlives:
        hang()


if __name__ == "__main__":
    main()
