"""A sound adapter around a codec that is odd, or wrong, in one named way: odd_adapter.py BEHAVIOUR."""

import sys
import time

from punycode_conform import faults

BEHAVIOUR = sys.argv[1]


class Refused(Exception):
    """The codec's own."""


def codec(operation: str, text: str) -> str:
    """What is odd is the codec's; the adapter below is not."""
    made = getattr(faults, BEHAVIOUR if BEHAVIOUR in {**faults.CONTROLS, **faults.FAULTS} else "reference-codec")
    match BEHAVIOUR:
        case "refuses_astral" if any(c > "\uffff" for c in text):
            raise Refused
        case "leaves_ascii_alone" if text.isascii() and operation == "encode":
            return text
        case "breaks_at_line_ends" if "\n" in text:
            raise IndexError("list index out of range")
        case "gives_junk_for_astral" if any(c > "\uffff" for c in text) and operation == "encode":
            return "junk"
    try:
        return str(getattr(made, operation)(text))
    except ValueError:
        raise Refused from None


def answer(operation: str, fields: list[str]) -> str:
    points = [int(field, 16) for field in fields]
    if any(c > 0x10FFFF for c in points):
        return "unsupported"
    text = "".join(map(chr, points))
    try:
        found = text if operation == "echo" else codec(operation, text)
    except Refused:
        return "reject"
    except Exception as error:  # whatever breaks
        return f"fault {type(error).__name__}: {error}"
    reply = "ok " + " ".join(f"{ord(c):x}" for c in found)
    return reply.upper().replace("OK", "ok") if BEHAVIOUR == "says_hexadecimal_in_upper_case" else reply


def main() -> None:
    sys.stdin.readline()
    ops = {"decodes_only": "decode", "encodes_only": "encode"}.get(BEHAVIOUR, "encode,decode")
    end = "\r\n" if BEHAVIOUR == "ends_lines_with_crlf" else "\n"
    if BEHAVIOUR == "starts_slowly":
        time.sleep(1.5)
    print(f"conform 1 name=odd version=1 language=Python ops={ops} echo=yes", end=end, flush=True)
    for line in sys.stdin:
        number, operation, *fields = line.split()
        if BEHAVIOUR == "talks_on_stderr":
            print("asked for", operation, len(fields), "x" * 500, file=sys.stderr, flush=True)
        print(number, answer(operation, fields), end=end, flush=True)


if __name__ == "__main__":
    main()
