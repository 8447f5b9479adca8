"""Each fault is wrong in a way that no choice allows, and each control is right."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

from punycode_conform import faults
from punycode_conform.faults import CONTROLS, FAULTS, Codec
from punycode_conform.suite import corpus, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Operation, same_encoding
from punycode_conform.suite.vector import CLAUSE_IDS, cases

EVERY = {**FAULTS, **CONTROLS}
ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
# Each answer is allowed, but not all together: other tests see that. E000 and D7FF are no surrogates.
UNEVEN = {name for name, fault in FAULTS.items() if fault.bug == "surrogates-treated-unevenly"}
UNEVEN -= {"e000-refused", "d7ff-refused"}

# What makes each fault that does not end hang, die or run out of memory.
ENDLESS = {
    "hangs-at-delimiter-alone": (DECODE, "-"),
    "hangs-at-nul": (ENCODE, "a\0"),
    "hangs-at-punctuation": (ENCODE, "a.ü"),
    "hangs-at-the-end": (DECODE, "bcher-kv"),
    "hangs-past-1000": (ENCODE, "a" * 1001),
    "dies-beyond-unicode": (DECODE, "en32g"),
    "dies-at-bad-digit": (DECODE, "ls8h="),
    "dies-past-300": (DECODE, "a" * 301 + "-"),
    "memory-for-each-state": (DECODE, "99999999999999a"),
    "exponential-time": (DECODE, "a" * 60 + "!-"),
    "cubic-time": (ENCODE, "a" * 5000),
}


@cache
def calls() -> list[tuple[Operation, str, oracle.Expectation]]:
    """The suite's calls, with what must happen."""
    every = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    possible = [case for case in every if max(case.call.input, default=0) <= 0x10FFFF]
    return [
        (case.call.operation, "".join(map(chr, case.call.input)), oracle.expect(case.facts, Choices()))
        for case in possible
    ]


def answer(target: Codec, operation: Operation, text: str) -> object:
    """The code points that it gives, None if it refuses, and what it raises or returns if that is something else."""
    try:
        result: object = getattr(target, operation)(text)
    except ValueError:
        return None
    except Exception as error:  # a crash is what some faults are about
        return None if type(error).__module__.startswith("punycode_conform") else error
    return tuple(map(ord, result)) if isinstance(result, str) else repr(result)


def is_wrong(given: object, operation: Operation, expected: oracle.Expectation) -> bool:
    """Whether RFC 3492 and all its choices are against an answer."""
    if given is None:
        return isinstance(expected, oracle.Returns)
    if not isinstance(given, tuple) or isinstance(expected, oracle.Rejects):
        return True
    return not same_encoding(given, expected.value) if operation is ENCODE else given != expected.value


def wrong_answers(target: Codec) -> Iterator[tuple[Operation, str]]:
    return ((o, text) for o, text, expected in calls() if is_wrong(answer(target, o, text), o, expected))


def test_each_has_a_slug_of_its_own_and_says_what_it_does_in_a_sentence() -> None:
    rows = [name for theme in faults.THEMES for name in theme.FAULTS]

    assert len(rows) == len(FAULTS) >= 600
    assert len(EVERY) == len(FAULTS) + len(CONTROLS)
    assert [name for name in EVERY if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", name)] == []
    assert [fault.says for fault in EVERY.values() if not re.fullmatch("[^\n\t]+[.]", fault.says)] == []


def test_each_fault_names_its_clause_and_a_known_bug_class_and_a_control_neither() -> None:
    assert [name for name, fault in FAULTS.items() if fault.clause not in CLAUSE_IDS] == []
    assert {fault.bug for fault in FAULTS.values()} - {"", *corpus.suite().bugs} == set()
    assert {control.clause + control.bug for control in CONTROLS.values()} == {""}


def test_a_fault_is_an_attribute_and_is_fresh_each_time() -> None:
    assert [getattr(faults, "cached-by-length").encode(text) for text in "ab"] == ["a-", "b-"]
    with pytest.raises(AttributeError, match="no fault is named such-a-fault"):
        getattr(faults, "such-a-fault")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*FAULTS} - {*UNEVEN} - {*ENDLESS}))
def test_a_fault_is_wrong_whatever_is_chosen(name: str) -> None:
    assert next(wrong_answers(FAULTS[name].make()), None)


@pytest.mark.parametrize("name", sorted(UNEVEN))
def test_a_fault_takes_some_surrogates_and_refuses_others(name: str) -> None:
    target = FAULTS[name].make()
    allowed = [(o, text) for o, text, e in calls() if isinstance(e, oracle.Either) and e.choices == ("surrogates",)]
    refused = {answer(target, *call) is None for call in allowed}

    assert refused == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_a_fault_that_does_not_end_hangs_or_dies(name: str) -> None:
    operation, text = ENDLESS[name]
    script = (
        "from punycode_conform import faults; from punycode_conform.targets import worker;"
        f"worker.limit_memory(); target = faults.FAULTS[{name!r}].make(); print(flush=True);"
        f"target.{operation}({text!r})"
    )
    with subprocess.Popen((sys.executable, "-c", script), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout
        assert child.stdout.readline().strip() == b""
        with suppress(subprocess.TimeoutExpired):
            assert child.wait(0.7) != 0
        child.kill()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*CONTROLS} - {"encoded-octets"}))
def test_a_control_is_right(name: str) -> None:
    assert list(wrong_answers(CONTROLS[name].make())) == []
