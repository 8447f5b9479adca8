"""Calls per second over the pipe: against an echo child, against the worker, and without any pipe."""

import sys
from collections.abc import Sequence
from contextlib import closing

from benchmarks import suite
from benchmarks.measure import medians, ratio, table
from punycode_conform import codec
from punycode_conform.suite.outcome import Call, Operation, Returned
from punycode_conform.targets import name
from punycode_conform.targets.name import Target
from punycode_conform.targets.session import Session

CALLS = 10_000
ALONE = 1_000
REPETITIONS = 7
# It answers at once, with what it was asked.
ECHO = """
import sys
requests, replies = sys.stdin.buffer, sys.stdout.buffer
requests.readline()
replies.write(b"conform 1 name=echo\\n")
replies.flush()
for line in requests:
    number, _, rest = line.partition(b" ")
    replies.write(number + b" ok" + rest[6:])
    replies.flush()
"""


def calls(count: int) -> list[Call]:
    """As many calls, half of them each operation."""
    made: list[Call] = []
    for points in suite.labels(count // 2):
        made.append(Call(Operation.ENCODE, tuple(points)))
        made.append(Call(Operation.DECODE, tuple(map(ord, codec.encode_code_points(points)))))
    return made


def loop(asked: Sequence[Call]) -> None:
    """The reference codec in this process, on the values that the wire carries."""
    for call in asked:
        if call.operation is Operation.ENCODE:
            tuple(map(ord, codec.encode_code_points(call.input)))
        else:
            tuple(codec.decode_code_points("".join(map(chr, call.input))))


def converse(session: Session, asked: Sequence[Call]) -> None:
    """All calls, pipelined."""
    answers = list(session.ask(asked))
    assert len(answers) == len(asked)
    assert all(isinstance(outcome, Returned) for _, outcome in answers)


def one_by_one(session: Session, asked: Sequence[Call]) -> None:
    """Each call when the last is answered."""
    for call in asked:
        converse(session, [call])


def main() -> None:
    """Measure, and print the table."""
    asked = calls(CALLS)
    echoes = Target("echo", (sys.executable, "-c", ECHO))
    with closing(Session(echoes)) as echo, closing(Session(name.resolve("punycode_conform.codec", ()))) as worker:
        for session in (echo, worker):
            session.start()
            session.greet()
        bare, piped = "reference codec in this process", "echo child, pipelined"
        counts = {bare: CALLS, piped: CALLS, "worker with the reference codec": CALLS, "echo child, one by one": ALONE}
        contenders = (
            lambda: loop(asked),
            lambda: converse(echo, asked),
            lambda: converse(worker, asked),
            lambda: one_by_one(echo, asked[:ALONE]),
        )
        found = medians(dict(zip(counts, contenders, strict=True)), REPETITIONS)
    rates = {what: count / found[what] for what, count in counts.items()}
    rows = [
        [what, ratio(rate / rates[bare]), ratio(rate / rates[piped]), f"{rate:,.0f}"] for what, rate in rates.items()
    ]
    table("Calls per second", ("calls through", "over no pipe", "over the echo child", "calls per second"), rows)


if __name__ == "__main__":
    main()
