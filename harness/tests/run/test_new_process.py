"""Further processes: what a codec answers as the first call of one, or in several threads at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punycode_conform.run.new_process import FirstCalls
from punycode_conform.suite import follow_up
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.outcome import Call, Operation, Rejected, Returned
from punycode_conform.targets.name import resolve
from punycode_conform.targets.pool import Pool
from punycode_conform.targets.session import Limits

from ..conftest import TARGETS, Conform
from ..targets.test_session import greeted

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
WORDS = ["", "bücher", "BÜCHER", "日本語", "a-b", "ü" * 300, "ß-ü-é", "MÜNCHEN", "🗼" * 40]
LABELS = ["", "tda", "TDA", "bcher-kva", "-", "a-", "fiq228c", "0"]
CALLS = [Call(o, tuple(map(ord, t))) for o, texts in ((ENCODE, WORDS), (DECODE, LABELS)) for t in texts]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punycode_conform.run.new_process._SHARE", 0)
    monkeypatch.chdir(TARGETS)


def answers(pool: Pool) -> Evidence:
    """The evidence of a run that begins with a lower-case word, as the vectors do."""
    evidence = Evidence()
    calls = [CALLS[1], *CALLS]
    for index, outcome in pool.ask(calls):
        evidence.take(calls[index], outcome)
    return evidence


def breaches(codec: str, threads: int = 1, limit: float = 5.0) -> Iterator[str]:
    with greeted(resolve(f"stateful_codec:{codec}", ()), Limits(call=limit)) as pool:
        fresh, evidence = FirstCalls(pool, threads), answers(pool)
        if threads == 1:
            fresh.start()
        yield from (breach.shows for breach in fresh.breaches(evidence))


@pytest.mark.slow
@pytest.mark.parametrize("codec", ["begins_with_capitals", "begins_with_nothing", "begins_with_a_refusal"])
def test_a_fault_of_the_first_call_is_shown(codec: str) -> None:
    shown = list(breaches(codec))

    assert shown
    assert all(", but among the first calls of a process it gives " in one for one in shown)


@pytest.mark.parametrize(
    ("codec", "threads"), [("sound", 1), ("sound", 3), ("with_a_lock", 2), ("with_a_buffer_for_each_thread", 2)]
)
def test_a_right_codec_is_right_in_any_process_and_in_threads(codec: str, threads: int) -> None:
    assert list(breaches(codec, threads)) == []


def test_a_failing_run_has_time_for_new_processes_however_short_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_SHARE", 1e6), ("_FAILING", 1e12)):
        monkeypatch.setattr(f"punycode_conform.run.new_process.{name}", value)
    with greeted(resolve("stateful_codec:sound", ()), Limits()) as pool:
        fresh, evidence = FirstCalls(pool), answers(pool)

        for failed, count in (((), 0), (CALLS[:1], follow_up.OPENINGS)):
            assert (list(fresh.breaches(evidence, failed)), len(fresh._begun)) == ([], count)


@pytest.mark.slow
def test_a_codec_that_waits_for_itself_is_shown() -> None:
    assert any("gives no answer within" in one for one in breaches("that_waits_for_itself", 2, 0.5))


def test_processes_begin_with_capitals_nothing_and_a_refusal() -> None:
    seen = {call: Returned((0x61,)) for call in CALLS} | {Call(DECODE, tuple(b"-")): Rejected("no")}
    openings = follow_up.openings(Evidence(dict(seen)), CALLS[1:4])
    starts = [[(c.operation, "".join(map(chr, c.input))) for c in calls[:2]] for calls in openings]

    assert len(starts) == follow_up.OPENINGS
    assert starts[0] == [(DECODE, "TDA"), (ENCODE, "BÜCHER")]
    assert starts[1] == [(DECODE, ""), (ENCODE, "")]
    assert starts[2][0] == (DECODE, "-")
    assert {calls[-1] for calls in openings} == {*CALLS[1:4]}  # those that failed are asked last


def test_the_command_that_repeats_a_law_has_the_threads(conform: Conform, vectors: Path) -> None:
    done = conform("run", "stateful_codec:with_a_shared_buffer", "--vectors", vectors, "--threads", "2")

    assert done.status == 1
    assert "but while 2 threads call the codec it" in " ".join(done.out.split())
    assert "--threads 2 --only law/stability" in " ".join(done.out.replace("\\\n", " ").split())
