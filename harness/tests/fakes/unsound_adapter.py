"""An adapter over the reference codec that is wrong in one named way: unsound_adapter.py BEHAVIOUR [echo] [FILE].

With ``echo`` it says that it can echo, and does so by its conversions. FILE keeps count over restarts. The class runs in
the tests' own process too, where nothing is waited for.
"""

import os
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from punycode_conform.codec import BootstringError, Reason, decode_code_points, encode_code_points

_LONG = 1_500  # words


class Adapter:
    """An adapter without its pipes: lines in, lines out.

    Attributes:
        outlives: whether it goes on when its input has ended.
    """

    def __init__(self, behaviour: str, *more: str) -> None:
        self.behaviour = behaviour
        self.outlives = behaviour == "outlives_its_input"
        self._echo = "echo" in more
        self._file = Path(more[-1]) if more else Path()
        self._count = -1
        self._late: list[str] = []
        self._cached: dict[tuple[str, int], str] = {}

    def greet(self) -> list[str]:
        """The handshake, or nothing if it ends at once."""
        if self.behaviour == "dies_when_started_again":
            if self._file.exists():
                return []
            self._file.touch()
        if self.behaviour == "decodes_a_labels":
            return ["conform 1 name=unsound version=1 language=Python ops=decode"]
        more = (" echo=yes" if self._echo else "") + (" colour=red" if self.behaviour == "declares_a_colour" else "")
        return [f"conform 1 name=unsound version=1 language=Python ops=encode,decode{more}"]

    def read(self, lines: list[str]) -> list[str]:
        """What it writes when these lines come at once."""
        replies = [self._reply(line) for line in lines]
        if self.behaviour == "swaps_ids" and len(replies) > 1:
            (one, first), (two, second), *rest = (reply.split(" ", 1) for reply in replies)
            replies = [f"{two} {first}", f"{one} {second}", *(" ".join(reply) for reply in rest)]
        if self.behaviour == "says_ok_in_upper_case":
            replies = [reply.replace("ok", "OK") for reply in replies]
        if self.behaviour == "prints_debug":
            replies = [each for reply in replies for each in ("debug: called", reply)]
        if self.behaviour == "answers_twice":
            replies = [reply for reply in replies for _ in range(2)]
        if self.behaviour == "is_late_at_long_requests":
            replies = [reply for line, reply in zip(lines, replies, strict=True) if len(line.split()) < _LONG]
        self._late += replies
        kept = {"does_not_flush": len(self._late), "answers_late": 1}.get(self.behaviour, 0)
        now, self._late = self._late[: len(self._late) - kept], self._late[len(self._late) - kept :]
        return now

    def end(self) -> list[str]:
        """What it writes when its input ends."""
        return ["goodbye"] if self.behaviour == "says_goodbye" else self._late

    def _reply(self, line: str) -> str:
        self._count += 1
        number, operation, *fields = line.split()
        if self.behaviour == "reads_numbers_in_lower_case_only" and line != line.lower():
            return f"{number} reject digits"
        said = self._answer(operation, [int(field, 16) for field in fields])
        if self.behaviour == "caches_by_length":
            said = self._cached.setdefault((operation, len(fields)), said)
        return f"{self._count if self.behaviour == 'counts_for_itself' else number} {said}"

    def _answer(self, operation: str, points: list[int]) -> str:
        match self.behaviour:
            case "cannot_echo" if operation == "echo":
                return "fault no such operation"
            case "lacks_what_it_declares" if operation == "decode":
                return "unsupported"
            case "echoes":
                return "ok " + " ".join(f"{c:x}" for c in points)
            case "answers_a_constant":
                return "ok 61"
            case "refuses_everything":
                return "reject no"
            case "supports_nothing":
                return "unsupported"
            case "speaks_a_labels" | "decodes_a_labels":
                return _a_label(operation, "".join(map(chr, points)))
        if self.behaviour in _LEFT_OUT and any(map(_LEFT_OUT[self.behaviour], points)):
            return "unsupported"
        if any(c > 0x10FFFF for c in points):
            return "unsupported"
        try:
            points = self._damaged(points)
            if operation == "echo":
                found = points
            elif operation == "encode":
                found = [ord(c) for c in encode_code_points(points)]
            else:
                found = decode_code_points("".join(map(chr, points)), max_code_point=0x10FFFF)
        except BootstringError as error:
            if self.behaviour == "swallows_errors":
                return "ok"
            faults = self.behaviour in ("faults_where_it_refuses", _FAULTS.get(error.reason))
            long = " because" * 4000 * (self.behaviour == "refuses_at_length")
            return f"fault {error}" if faults else f"reject {error}{long}"
        if self.behaviour == "cannot_read_long_results" and operation == "decode" and len(found) > 255:
            return "fault the buffer is full"
        if self.behaviour == "cannot_read_astral_results" and operation == "decode" and max(found, default=0) > 0xFFFF:
            return "fault not in the BMP"
        return "ok " + " ".join(f"{c:x}" for c in found)

    def _damaged(self, points: list[int]) -> list[int]:
        """The input as it comes out of a bad conversion."""
        text = "".join(map(chr, points))
        match self.behaviour:
            case "replaces_surrogates":
                return [0xFFFD if 0xD800 <= c <= 0xDFFF else c for c in points]
            case "joins_surrogates":
                return list(map(ord, text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")))
            case "writes_question_marks":
                return list(text.encode("latin-1", "replace"))
            case "takes_octets_for_code_points":
                return list(text.encode("utf-8", "surrogatepass"))
            case "cuts_at_nul":
                return points[: points.index(0)] if 0 in points else points
            case "drops_the_byte_order_mark":
                return points[1:] if points[:1] == [0xFEFF] else points
            case "trims":
                return list(map(ord, text.strip()))
            case "lower_cases":
                return list(map(ord, text.lower()))
            case "drops_nul":
                return [c for c in points if c]
            case "cuts_at_255":
                return points[:255]
            case "normalises":
                return list(map(ord, unicodedata.normalize("NFC", text)))
            case "passes_units":
                units = text.encode("utf-16-le", "surrogatepass")
                return [int.from_bytes(units[at : at + 2], "little") for at in range(0, len(units), 2)]
            case "cuts_to_16_bits":
                return [c & 0xFFFF for c in points]
            case "drops_the_last":
                return points[:-1]
        return points


# Why a refusal is reported as a fault.
_FAULTS = {
    Reason.NON_BASIC: "faults_at_what_is_not_ascii",
    Reason.OVERFLOW: "faults_at_overflow",
    Reason.BEYOND_UNICODE: "faults_at_overflow",
    Reason.TRUNCATED: "faults_at_a_truncated_delta",
    Reason.BAD_DIGIT: "faults_at_a_bad_digit",
}
# What is answered with unsupported: characters that an interface uses for itself, or a whole kind.
_LEFT_OUT: dict[str, Callable[[int], bool]] = {
    "cannot_be_given_dots": lambda c: c == 0x2E,
    "cannot_be_given_other_dots": lambda c: c in (0x3002, 0xFF0E, 0xFF61),
    "cannot_be_given_line_ends": lambda c: c in (0xA, 0xD, 0x2028),
    "leaves_out_astral": lambda c: c > 0xFFFF,
    "leaves_out_latin": lambda c: 0x7F < c < 0x100,
}


def _a_label(operation: str, text: str) -> str:
    """The answer of an IDNA codec."""
    if text.isascii() and (operation == "encode" or not text.startswith("xn--")):
        found = text
    else:
        found = (
            "xn--" + text.encode("punycode").decode() if operation == "encode" else text[4:].encode().decode("punycode")
        )
    return "ok " + " ".join(f"{ord(c):x}" for c in found)


def say(lines: list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main() -> None:
    adapter = Adapter(*sys.argv[1:])
    sys.stdin.readline()
    greeting = adapter.greet()
    if not greeting:
        sys.exit("the port is in use")
    say(greeting)
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        say(adapter.read([line.decode() for line in lines]))
    say(adapter.end())
    if adapter.outlives:
        import time

        time.sleep(60)


if __name__ == "__main__":
    main()
