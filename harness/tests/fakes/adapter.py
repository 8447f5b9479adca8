"""An adapter over the reference codec that misbehaves in one named way: adapter.py BEHAVIOUR [FILE].

The behaviours are named after what they do. FILE, where one is used, takes the process ids of what was started, or keeps
count over restarts.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from punycode_conform.codec import BootstringError, decode_code_points, encode_code_points

BEHAVIOUR = sys.argv[1]
FILE = Path(sys.argv[2]) if len(sys.argv) > 2 else None
HANDSHAKE = "conform 1 name=fake version=1 language=Python ops=encode,decode"
SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def say(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def start() -> None:
    """What happens in place of, or before, the handshake."""
    match BEHAVIOUR:
        case "exits_at_once":
            sys.exit(0)
        case "fails_at_once":
            sys.stderr.write("cannot find \x1b[31mlibpuny.so\x1b[0m\n")
            sys.exit(7)
        case "never_greets":
            hang()
        case "greets_with_noise":
            say("Loading \x1b]0;owned\x07 data...")
        case "says_why_it_cannot":
            say("conform 1 error=libpuny%20is%20not%20installed")
            sys.exit(0)
        case "greets_without_line_end":
            say("x" * (1 << 20) * 40, end="")
            hang()
    if BEHAVIOUR in ("leaves_children", "leaves_children_and_hangs"):
        assert FILE is not None
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        children = [
            subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=apart, env={} if apart else None)
            for apart in (False, True)
        ]
        with FILE.open("a") as file:
            file.writelines(f"{pid}\n" for pid in [os.getpid(), *(child.pid for child in children)])


def answer(operation: str, fields: list[str]) -> str:
    points = [int(field, 16) for field in fields]
    try:
        if operation == "encode":
            encoded = encode_code_points(points)
            if BEHAVIOUR == "upper_case_digits":
                literal, hyphen, digits = encoded.rpartition("-")
                encoded = literal + hyphen + digits.upper()
            return "ok " + " ".join(f"{ord(c):x}" for c in encoded)
        result = decode_code_points("".join(map(chr, points)), max_code_point=0x10FFFF)
        return ("ok " + " ".join(f"{c:X}" for c in result)).rstrip()
    except BootstringError as error:
        return f"reject {error}"


def act(number: int, operation: str, fields: list[str], count: int) -> str | None:
    """The misbehaviour at one request: what to answer instead, None for a sound answer."""
    triggered = operation == "decode" and " ".join(fields) == "7a 7a 7a 7a"
    match BEHAVIOUR:
        case "answers_slowly":
            time.sleep(0.3)
        case "hangs_on_one":
            if triggered:
                hang()
        case "never_answers" | "leaves_children_and_hangs":
            hang()
        case "segfaults_on_one":
            if triggered:
                os.kill(os.getpid(), signal.SIGSEGV)
        case "exits_cleanly_on_one":
            if triggered:
                sys.exit(0)
        case "exits_on_one_and_blames_stderr":
            if triggered:
                sys.stderr.write("assertion \x1b[2Jfailed: n < 0x110000\n")
                sys.exit(3)
        case "dies_always":
            os.abort()
        case "dies_at_seventh_call":
            if count == 7:
                os.abort()
        case "hangs_once":
            assert FILE is not None
            if triggered and not FILE.exists():
                FILE.write_text("hung")
                hang()
        case "dies_once":
            assert FILE is not None
            if triggered and not FILE.exists():
                FILE.write_text("died")
                os.abort()
        case "prints_noise_on_one":
            if triggered:
                say("Warning: undefined offset \x1b[31m4 ::error::x")
        case "prints_noise_always":
            say("debug: called")
        case "prints_an_empty_line":
            if triggered:
                say("")
        case "answers_twice":
            say(f"{number} {answer(operation, fields)}")
        case "answers_with_wrong_id":
            return f"{number + 100000} ok"
        case "answers_in_octal":
            return f"{number} ok 0o17"
        case "answers_negative":
            return f"{number} ok -1"
        case "answers_at_great_length":
            return f"{number} ok" + " ff" * 2_000_000
        case "answers_nothing_sensible":
            return f"{number} maybe"
        case "stops_in_the_middle_of_a_line":
            if triggered:
                say(f"{number} ok 61", end="")
                os._exit(0)
        case "closes_its_output":
            if triggered:
                os.close(1)
                hang()
        case "floods_with_lines":
            while True:
                say("y" * 200)
        case "floods_without_line_end":
            while True:
                say("y" * 100_000, end="")
        case "floods_stderr":
            sys.stderr.write("noise\n" * 50_000)
        case "supports_nothing":
            return f"{number} unsupported"
        case "supports_no_hyphen":
            if "2d" in fields:
                return f"{number} unsupported by this interface"
        case "faults_on_one":
            if triggered:
                return f"{number} fault IndexError: \x1b[31mlist index out of range"
        case "forgets_one":
            if triggered:
                return ""
        case "answers_differently_later":
            if triggered and count > 12:  # the cases in conftest are twelve: only the repetition differs
                return f"{number} ok 61"
        case "rejects_with_hostile_text" if fields == ["61"]:
            return f"{number} reject \x1b[31m\u202e\x07</failure>]]>&<script>|`::error::"
    return None


def answer_out_of_order() -> None:
    """Answer whatever has come so far in the reverse order of its coming."""
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in reversed(lines):
            number, operation, *fields = line.decode().split()
            say(f"{number} {answer(operation, fields)}")


def main() -> None:
    sys.stdin.readline()
    start()
    greetings = {
        "speaks_another_version": HANDSHAKE.replace("conform 1", "conform 9"),
        "declares_nonsense": HANDSHAKE + " surrogates=maybe",
        "declares_surrogates_rejected": HANDSHAKE + " surrogates=reject",
        "greets_twice": HANDSHAKE + "\n" + HANDSHAKE,
        "has_no_encode": HANDSHAKE.replace("encode,decode", "decode"),
        "ends_lines_with_crlf": HANDSHAKE + "\r",
    }
    say(greetings.get(BEHAVIOUR, HANDSHAKE))
    if BEHAVIOUR == "answers_out_of_order":
        answer_out_of_order()
        return
    for count, line in enumerate(sys.stdin, 1):
        identity, operation, *fields = line.split()
        number = int(identity)
        reply = act(number, operation, fields, count)
        if reply is None:
            reply = f"{number} {answer(operation, fields)}"
        if reply:
            say(reply, end="\r\n" if BEHAVIOUR == "ends_lines_with_crlf" else "\n")


if __name__ == "__main__":
    main()
