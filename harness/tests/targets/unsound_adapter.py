"""An adapter over the reference codec that is unsound in one named way: unsound_adapter.py BEHAVIOUR."""

import sys

from punycode_conform.codec import BootstringError, decode_code_points, encode_code_points

BEHAVIOUR = sys.argv[1]


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
    return points


def answer(operation: str, points: list[int]) -> str:
    match BEHAVIOUR:
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
        if operation == "encode":
            found = [ord(c) for c in encode_code_points(points)]
        else:
            found = decode_code_points("".join(map(chr, points)), max_code_point=0x10FFFF)
    except BootstringError as error:
        return "ok" if BEHAVIOUR == "swallows_errors" else f"reject {error}"
    return "ok " + " ".join(f"{c:x}" for c in found)


def main() -> None:
    sys.stdin.readline()
    handshake = "conform 1 name=unsound version=1 language=Python ops=encode,decode"
    print(handshake + (" colour=red" if BEHAVIOUR == "declares_a_colour" else ""), flush=True)
    if BEHAVIOUR == "does_not_flush":
        sys.stdout = open(1, "w", buffering=1 << 16, closefd=False)  # noqa: SIM115  # also if PYTHONUNBUFFERED
    for count, line in enumerate(sys.stdin):
        if BEHAVIOUR == "reads_numbers_in_lower_case_only" and line != line.lower():
            print(line.split()[0], "reject digits", flush=True)
            continue
        number, operation, *fields = line.split()
        number = str(count) if BEHAVIOUR == "counts_for_itself" else number
        print(number, answer(operation, [int(field, 16) for field in fields]), flush=BEHAVIOUR != "does_not_flush")
    if BEHAVIOUR == "outlives_its_input":
        import time

        time.sleep(60)
    if BEHAVIOUR == "says_goodbye":
        print("goodbye", flush=True)


if __name__ == "__main__":
    main()
