"""An adapter over the reference codec that is unsound in one named way: unsound_adapter.py BEHAVIOUR [echo] [FILE].

With ``echo`` it says that it can echo, and does so by its conversions. FILE keeps count over restarts.
"""

import os
import sys
import unicodedata
from pathlib import Path

from punycode_conform.codec import BootstringError, decode_code_points, encode_code_points

BEHAVIOUR = sys.argv[1]
ECHO = "echo" in sys.argv[2:]
FILE = Path(sys.argv[-1])


def harmed(points: list[int]) -> list[int]:
    """The input as it would come out of a bad conversion."""
    text = "".join(map(chr, points))
    match BEHAVIOUR:
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


def answer(operation: str, points: list[int]) -> str:
    if operation == "echo" and BEHAVIOUR == "cannot_echo":
        return "fault no such operation"
    match BEHAVIOUR:
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
    if any(c > 0x10FFFF for c in points):
        return "unsupported"
    try:
        points = harmed(points)
        if operation == "echo":
            found = points
        elif operation == "encode":
            found = [ord(c) for c in encode_code_points(points)]
        else:
            found = decode_code_points("".join(map(chr, points)), max_code_point=0x10FFFF)
    except BootstringError as error:
        if BEHAVIOUR == "swallows_errors":
            return "ok"
        return f"fault {error}" if BEHAVIOUR == "faults_where_it_refuses" else f"reject {error}"
    return "ok " + " ".join(f"{c:x}" for c in found)


def batches() -> None:
    """What is wrong only with requests that come together, or one after the other."""
    late: list[str] = []
    cached: dict[tuple[str, int], str] = {}
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        replies = []
        for line in lines:
            number, operation, *fields = line.decode().split()
            said = answer(operation, [int(field, 16) for field in fields])
            if BEHAVIOUR == "caches_by_length":
                said = cached.setdefault((operation, len(fields)), said)
            replies.append([number, said])
        if BEHAVIOUR == "swaps_ids" and len(replies) > 1:
            replies[0][0], replies[1][0] = replies[1][0], replies[0][0]
        late += [" ".join(reply) for reply in replies]
        keep = 1 if BEHAVIOUR == "answers_late" else 0
        while len(late) > keep:
            print(late.pop(0), flush=True)
    for reply in late:
        print(reply, flush=True)


def main() -> None:
    if BEHAVIOUR == "dies_when_started_again":
        if FILE.exists():
            sys.exit("the port is in use")
        FILE.touch()
    if BEHAVIOUR in ("answers_late", "caches_by_length", "swaps_ids"):
        sys.stdin = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115  # reads no more than a line
    sys.stdin.readline()
    handshake = "conform 1 name=unsound version=1 language=Python ops=encode,decode"
    handshake += " echo=yes" if ECHO else ""
    print(handshake + (" colour=red" if BEHAVIOUR == "declares_a_colour" else ""), flush=True)
    if BEHAVIOUR in ("answers_late", "caches_by_length", "swaps_ids"):
        batches()
        return
    if BEHAVIOUR == "does_not_flush":
        sys.stdout = open(1, "w", buffering=1 << 16, closefd=False)  # noqa: SIM115  # also if PYTHONUNBUFFERED
    for count, line in enumerate(sys.stdin):
        if BEHAVIOUR == "reads_numbers_in_lower_case_only" and line != line.lower():
            print(line.split()[0], "reject digits", flush=True)
            continue
        number, operation, *fields = line.split()
        number = str(count) if BEHAVIOUR == "counts_for_itself" else number
        if BEHAVIOUR == "prints_debug":
            print("debug:", operation, len(fields), flush=True)
        print(number, answer(operation, [int(field, 16) for field in fields]), flush=BEHAVIOUR != "does_not_flush")
    if BEHAVIOUR == "outlives_its_input":
        import time

        time.sleep(60)
    if BEHAVIOUR == "says_goodbye":
        print("goodbye", flush=True)


if __name__ == "__main__":
    main()
