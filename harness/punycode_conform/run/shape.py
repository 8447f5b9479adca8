"""The shape of a case: what is special about it, in a few words, to distinguish findings."""

import re

from ..codec import BootstringError, Reason, decode_code_points
from ..suite.choices import INTEGERS, LENGTH
from ..suite.encoded import fold, literal_length
from ..suite.facts import Facts
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Crashed, Operation, Outcome

# The hyphen is not among them: it has a feature of its own, since it is the delimiter.
_LDH = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789")
_COLON = re.compile(r"(?<!:):(?!:)")  # std::length_error is one name
_NAME = re.compile(r"\w[\w .:-]{0,58}")


def offence(call: Call) -> str:
    """Why no codec may take this input, and by what character; empty if one may."""
    if call.operation is Operation.ENCODE:
        return ""
    try:
        # As wide as the integers of the oracle, so that no width counts as an offence.
        decode_code_points("".join(chr(min(c, MAX_UNICODE)) for c in call.input), bits=4096)
    except BootstringError as error:
        if error.reason is Reason.BAD_DIGIT:
            return f"bad-digit {_character(call.input[error.position])}"
        return str(error.reason)
    return ""


def _character(c: int) -> str:
    if c == 0x2D:
        return "leading-delimiter"  # it is read as a digit only at the start
    return "underscore" if c == 0x5F else "ascii" if c < 0x80 else "non-ascii"


def special(call: Call, facts: Facts) -> str:
    """The special features of an input that a codec may accept, or :func:`offence`."""
    if facts.value is None:
        return offence(call)
    encoding = call.operation is Operation.ENCODE
    decoded, encoded = (call.input, facts.value) if encoding else (facts.value, call.input)
    digits = encoded[literal_length(encoded) :]
    extended = [c for c in decoded if c >= 0x80]
    literal = [c for c in decoded if c < 0x80]
    found = {
        "empty": not decoded,
        "surrogate": facts.surrogate,
        "beyond-unicode": facts.beyond,
        "astral": any(0xFFFF < c <= MAX_UNICODE for c in extended),
        "wide-integers": INTEGERS.applies(facts),
        "long": LENGTH.applies(facts),
        "upper-case-digits": digits != fold(digits),
        "hyphen": 0x2D in literal,
        "upper-case": any(0x41 <= c <= 0x5A for c in literal),
        "other-ascii": any(c | 0x20 not in _LDH and c != 0x2D for c in literal),
        "all-basic": bool(literal) and not extended,
        "repeated": len(set(extended)) < len(extended),
        "unsorted": extended != sorted(extended),
    }
    if found["long"]:  # the other features of a long input are mostly chance
        found = {name: found[name] for name in ("surrogate", "beyond-unicode", "long")}
    return " ".join(name for name, holds in found.items() if holds) or "plain"


def outcome_class(outcome: Outcome) -> str:
    """The name of a crash: the exception's class or the signal, without its message."""
    if not isinstance(outcome, Crashed):
        return ""
    # The message may hold the input or an address, and then one fault would have many names.
    head = _COLON.split(outcome.message)[0].split("(")[0].strip()
    return head if _NAME.fullmatch(head) else "crash"


def ended(outcome: Outcome) -> bool:
    """Whether a crash was the end of the process."""
    # The words in which targets/child.py reports the end of a process.
    return isinstance(outcome, Crashed) and outcome.message.startswith(("killed", "it "))


def died(outcome: Outcome) -> bool:
    """Whether a crash cost the process, and so a new one for each time that it is repeated."""
    return ended(outcome) or (isinstance(outcome, Crashed) and outcome.message.startswith("protocol error"))
