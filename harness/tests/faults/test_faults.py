"""Each fault is wrong in a way that no choice allows, and each control is right."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest

from punycode_conform import codec, faults, places
from punycode_conform.faults import CONTROLS, FAULTS, RARELY_DETECTED, Codec
from punycode_conform.suite import corpus, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.encoded import same_encoding
from punycode_conform.suite.outcome import Call, Operation
from punycode_conform.suite.vector import CLAUSE_IDS

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


def texts(pick: random.Random) -> Iterator[str]:
    """Decoded sides of all kinds, most of them short."""
    edges = [0, 0x2D, 0x41, 0x7F, 0x80, 0xFF, 0x100, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF]
    while True:
        common = pick.choice([[0x61], [0x61, 0xFC], range(0x80, 0x180), range(0x4E00, 0x4E40), range(0xE000), edges])
        length = pick.randrange(40) if pick.random() < 0.99 else pick.randrange(400)
        yield "".join(chr(pick.choice(common if pick.random() < 0.9 else edges)) for _ in range(length))


@cache
def calls() -> list[tuple[Operation, str, oracle.Expectation]]:
    """The suite's calls and random ones, with what must happen."""
    asked: dict[tuple[Operation, str], None] = {}
    for vector in json.loads(places.BUILT_VECTORS.read_text(encoding="utf-8"))["vectors"]:
        for operation in map(Operation, vector["operations"]):
            points = vector["decoded"] if operation is ENCODE else map(ord, vector["encoded"])
            asked[operation, "".join(chr(min(c, 0x10FFFF)) for c in points)] = None
    pick = random.Random(3492)
    for text, _ in zip(texts(pick), range(1500), strict=False):
        encoded = codec.encode(text)
        place, cut = pick.randint(0, len(encoded)), pick.randrange(2)
        put = pick.choice(["", "", "a", "Z", "9", "-", "_", "\\n", "\u00e9", "\uff4b", "99999"])
        asked[ENCODE, text] = asked[DECODE, encoded[:place] + put + encoded[place + cut :]] = None
    facts = {(o, text): oracle.facts(Call(o, tuple(map(ord, text)))) for o, text in asked}
    return [(o, text, oracle.expect(facts[o, text], Choices())) for o, text in asked]


def answer(target: Codec, operation: Operation, text: str) -> object:
    """The code points that it gives, None if it refuses, and what it raises or returns if that is something else."""
    try:
        result: object = getattr(target, operation.value)(text)
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


def wrong_answers(target: Codec) -> Iterator[tuple[Operation, str, object]]:
    for operation, text, expected in calls():
        if is_wrong(given := answer(target, operation, text), operation, expected):
            yield operation, text, given


def test_each_has_a_slug_of_its_own_and_says_what_it_does_in_a_sentence() -> None:
    rows = [name for theme in faults.THEMES for name in theme.FAULTS]

    assert len(rows) == len(FAULTS) >= 600
    assert len(EVERY) == len(FAULTS) + len(CONTROLS) >= 650
    assert [name for name in EVERY if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name)] == []
    assert [name for name, fault in EVERY.items() if not re.fullmatch(r"[^\n\t]+\.", fault.says)] == []


def test_each_fault_names_its_clause_and_a_known_bug_class_and_a_control_neither() -> None:
    assert [name for name, fault in FAULTS.items() if fault.clause not in CLAUSE_IDS] == []
    assert {fault.bug for fault in FAULTS.values()} - {"", *corpus.suite().bugs} == set()
    assert {control.clause + control.bug for control in CONTROLS.values()} == {""}


def test_the_tables_about_faults_name_faults_that_exist() -> None:
    assert set(RARELY_DETECTED) <= set(FAULTS)
    assert set(ENDLESS) == {name for name, fault in FAULTS.items() if not fault.ends}


def test_a_fault_is_an_attribute_and_is_fresh_each_time() -> None:
    first, second = getattr(faults, "cached-by-length"), getattr(faults, "cached-by-length")

    assert (first.encode("a"), second.encode("b")) == ("a-", "b-")
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
        "import sys; from punycode_conform import faults; from punycode_conform.targets import worker;"
        "worker.limit_memory(); target = faults.FAULTS[sys.argv[1]].make(); print(flush=True);"
        "getattr(target, sys.argv[2])(sys.argv[3].encode().decode('unicode_escape'))"
    )
    command = [sys.executable, "-c", script, name, operation.value, text.encode("unicode_escape").decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b""
        try:
            status = child.wait(0.7)
        except subprocess.TimeoutExpired:
            status = None
        child.kill()

    assert status != 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*CONTROLS} - {"encoded-octets"}))
def test_a_control_is_right(name: str) -> None:
    assert list(wrong_answers(CONTROLS[name].make())) == []


def test_the_control_in_octets_is_the_reference_in_octets() -> None:
    target = CONTROLS["encoded-octets"].make()

    assert repr(b"bcher-kva") == answer(target, ENCODE, "bücher")
    assert target.decode(b"bcher-kva") == "bücher"  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="bad-digit"):
        target.decode(b"-")  # type: ignore[arg-type]
