"""A correct adapter around a codec that is odd, or wrong, in one named way: odd_adapter.py BEHAVIOUR.

A BEHAVIOUR may also be a fault or a control of the package. The class runs in the tests' own process too.
"""

import sys
import time

from punycode_conform import faults


class Refused(Exception):
    """The codec's own."""


class Adapter:
    """An adapter without its pipes: lines in, lines out.

    Attributes:
        outlives: whether it goes on when its input has ended.
    """

    outlives = False

    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour
        known = behaviour in {**faults.CONTROLS, **faults.FAULTS}
        self._codec = getattr(faults, behaviour if known else "reference-codec")

    def greet(self) -> list[str]:
        """The handshake."""
        ops = {"decodes_only": "decode", "encodes_only": "encode"}.get(self.behaviour, "encode,decode")
        return [f"conform 1 name=odd version=1 language=Python ops={ops} echo=yes"]

    def read(self, lines: list[str]) -> list[str]:
        """What it writes when these lines come at once."""
        found = []
        for line in lines:
            number, operation, *fields = line.split()
            found.append(f"{number} {self._answer(operation, fields)}")
        return found[::-1] if self.behaviour == "answers_out_of_order" else found

    def end(self) -> list[str]:
        """What it writes when its input ends."""
        return []

    def _answer(self, operation: str, fields: list[str]) -> str:
        points = [int(field, 16) for field in fields]
        if any(c > 0x10FFFF for c in points):
            return "unsupported"
        text = "".join(map(chr, points))
        try:
            found = text if operation == "echo" else self._called(operation, text)
        except Refused:
            return "reject"
        except Exception as error:  # whatever breaks
            return f"fault {type(error).__name__}: {error}"
        reply = "ok " + " ".join(f"{ord(c):x}" for c in found)
        return reply.upper().replace("OK", "ok") if self.behaviour == "says_hexadecimal_in_upper_case" else reply

    def _called(self, operation: str, text: str) -> str:
        """What is odd is the codec's; the rest of the adapter is not."""
        match self.behaviour:
            case "refuses_astral" if any(c > "\uffff" for c in text):
                raise Refused
            case "leaves_ascii_alone" if text.isascii() and operation == "encode":
                return text
            case "breaks_at_line_ends" if "\n" in text:
                raise IndexError("list index out of range")
            case "gives_junk_for_astral" if any(c > "\uffff" for c in text) and operation == "encode":
                return "junk"
        try:
            return str(getattr(self._codec, operation)(text))
        except Exception as error:
            if isinstance(error, ValueError) or type(error).__module__.startswith("punycode_conform"):
                raise Refused from None
            raise


def main() -> None:
    adapter = Adapter(sys.argv[1])
    end = "\r\n" if adapter.behaviour == "ends_lines_with_crlf" else "\n"
    sys.stdin.readline()
    if adapter.behaviour == "starts_slowly":
        time.sleep(1.5)
    print(*adapter.greet(), end=end, flush=True)
    for line in sys.stdin:
        if adapter.behaviour == "talks_on_stderr":
            print("asked for", line, "x" * 500, file=sys.stderr, flush=True)
        print(*adapter.read([line]), end=end, flush=True)


if __name__ == "__main__":
    main()
