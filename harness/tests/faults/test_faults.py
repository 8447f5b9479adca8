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
from punycode_conform.suite.vector import CLAUSE_IDS, cases

ENDING = sorted(name for name, fault in FAULTS.items() if fault.ends)
UNEVEN = [name for name in ENDING if FAULTS[name].bug == "surrogates-treated-unevenly"]
UNEVEN = [name for name in UNEVEN if not re.match("e000|d7ff", name)]  # these refuse what is no surrogate
ENCODE, DECODE = Operation.ENCODE, Operation.DECODE

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


def encoded_forms(pick: random.Random) -> Iterator[str]:
    """Encoded sides, some of them with one thing wrong."""
    for text in texts(pick):
        encoded = codec.encode(text)
        place = pick.randint(0, len(encoded))
        cut = pick.randrange(2)
        put = pick.choice(["", "", "a", "Z", "9", "-", "_", "\\n", "\u00e9", "\uff4b", "99999"])
        yield pick.choice([encoded, encoded[:place] + put + encoded[place + cut :]])


@cache
def calls() -> list[tuple[Operation, str, oracle.Expectation]]:
    """The suite's calls and three thousand random ones, with what must happen."""
    asked: dict[tuple[Operation, str], None] = {}
    for vector in json.loads(places.BUILT_VECTORS.read_text(encoding="utf-8"))["vectors"]:
        for operation in map(Operation, vector["operations"]):
            points = vector["decoded"] if operation is ENCODE else map(ord, vector["encoded"])
            asked[operation, "".join(chr(min(c, 0x10FFFF)) for c in points)] = None
    pick = random.Random(3492)
    for text, encoded, _ in zip(texts(pick), encoded_forms(pick), range(1500), strict=False):
        asked[ENCODE, text] = None
        asked[DECODE, encoded] = None
    return [(operation, text, expectation(operation, text)) for operation, text in asked]


def expectation(operation: Operation, text: str) -> oracle.Expectation:
    return oracle.expect(oracle.facts(Call(operation, tuple(map(ord, text)))), Choices())


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


def test_there_are_many_and_their_names_are_slugs() -> None:
    assert len(FAULTS) >= 150
    assert len(CONTROLS) >= 15
    assert FAULTS.keys() & CONTROLS.keys() == set()
    assert [name for name in (*FAULTS, *CONTROLS) if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name)] == []


def test_no_name_is_given_twice() -> None:
    listed = [fault.name for theme in faults.THEMES for fault in theme.FAULTS]

    assert len(set(listed)) == len(listed) == len(FAULTS)


def test_a_fault_is_found_as_an_attribute_and_is_fresh_each_time() -> None:
    one, other = getattr(faults, "cached-by-length"), getattr(faults, "cached-by-length")

    assert one.encode("a") == "a-"
    assert other.encode("b") == "b-"
    with pytest.raises(AttributeError, match="no fault is named such-a-fault"):
        getattr(faults, "such-a-fault")


def test_each_fault_names_its_clause_and_a_known_bug_class() -> None:
    bugs = {"", *corpus.suite().bugs}

    assert [name for name, fault in FAULTS.items() if fault.clause not in CLAUSE_IDS] == []
    assert [name for name, fault in FAULTS.items() if fault.bug not in bugs] == []
    assert {""} == {control.clause + control.bug for control in CONTROLS.values()}


def test_each_says_what_it_does_in_a_sentence() -> None:
    both = {**FAULTS, **CONTROLS}

    assert [name for name, fault in both.items() if not re.fullmatch(r"[^\n\t]+\.", fault.says)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*ENDING} - {*UNEVEN}))
def test_a_fault_is_wrong_whatever_is_chosen(name: str) -> None:
    target = FAULTS[name].make()

    assert any(is_wrong(answer(target, operation, text), operation, expected) for operation, text, expected in calls())


@cache
def with_surrogates() -> list[tuple[Operation, str]]:
    """The suite's calls that a codec may answer or refuse for their surrogates alone."""
    raw = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    expected = [(case.call, oracle.expect(case.facts, Choices())) for case in raw]
    return [
        (call.operation, "".join(map(chr, call.input)))
        for call, e in expected
        if isinstance(e, oracle.Either) and e.choices == ("surrogates",)
    ]


@pytest.mark.parametrize("name", UNEVEN)
def test_a_fault_takes_some_surrogates_and_refuses_others(name: str) -> None:
    target = FAULTS[name].make()
    given = [answer(target, operation, text) for operation, text in with_surrogates()]

    assert None in given
    assert set(given) != {None}


def test_each_fault_that_does_not_end_has_an_example() -> None:
    assert set(ENDLESS) == {name for name, fault in FAULTS.items() if not fault.ends}


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
        assert child.stdout.readline().replace(b"\r", b"") == b"\n"
        try:
            status = child.wait(0.7)
        except subprocess.TimeoutExpired:
            status = None
        child.kill()

    assert status != 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*CONTROLS} - {"encoded-octets"}))
def test_a_control_is_right(name: str) -> None:
    target = CONTROLS[name].make()
    answers = [(o, t, e, answer(target, o, t)) for o, t, e in calls()]

    assert [(o, t, given) for o, t, e, given in answers if is_wrong(given, o, e)] == []


def test_the_control_in_octets_is_the_reference_in_octets() -> None:
    target = CONTROLS["encoded-octets"].make()

    assert repr(b"bcher-kva") == answer(target, ENCODE, "bücher")
    assert target.decode(b"bcher-kva") == "bücher"  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="bad-digit"):
        target.decode(b"-")  # type: ignore[arg-type]


def test_reasons_for_a_single_vector_are_of_faults_that_exist() -> None:
    assert set(RARELY_DETECTED) <= set(FAULTS)
