"""A finding as a test in the author's own language, to be pasted and adapted; the templates are in fuzz/pasted/.

Each test calls ``encode`` and ``decode`` of the author's codec, passes with every correct codec and fails with the one that
was fuzzed. So there is none for what a single answer does not show: time, memory, chance, most laws.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from string import Template
from typing import NamedTuple

from .. import places
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation
from .finding import Finding

_LONGEST = 2000  # code points on both sides together
_KINDS = ("crash", "timeout", "refused", "accepted", "wrong", "stability")
_PLAIN = {c: chr(c) for c in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}

Points = Sequence[int]


class PastedTest(NamedTuple):
    """A test to paste: its language, what the file around it must import or define, and its code."""

    language: str
    needs: str
    code: str


class _Strings(NamedTuple):
    """A language's strings for one side: whether they can hold code points, and a literal in printable ASCII."""

    can_hold: Callable[[Points], bool]
    literal: Callable[[Points], str]


def tests(finding: Finding, choices: Choices) -> Iterator[PastedTest]:
    """A test in each language whose strings can hold the case; none where no such test shows the finding."""
    expected = oracle.expect(oracle.facts(finding.call), choices)
    value = None if isinstance(expected, oracle.Rejects) else expected.value
    either = isinstance(expected, oracle.Either)
    *before, call = calls = finding.problem.calls
    if finding.problem.kind not in _KINDS or sum(len(c.input) for c in calls) + len(value or ()) > _LONGEST:
        return
    if call in before and either:  # both answers may be allowed, but not one after the other
        return
    for language in LANGUAGES:
        if all(_strings(language, c)[0].can_hold(c.input) for c in calls):
            # A result that the language's strings cannot hold must be refused.
            held = value is not None and _strings(language, call)[1].can_hold(value)
            check = ("either" if either else "returned") if held else "refused"
            yield _rendered(language, check, finding, value if held and value else ())


def _rendered(language: str, check: str, finding: Finding, value: Points) -> PastedTest:
    text = (places.FUZZ / "pasted" / f"{language}.txt").read_text(encoding="utf-8")
    templates = dict(part.split("\n", 1) for part in text.removeprefix("== ").split("\n== "))

    def filled(template: str, fields: dict[str, str]) -> str:
        return Template(templates[template].rstrip("\n") + "\n").substitute(fields)

    *before, call = finding.problem.calls
    words = finding.id.split("-")
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    names = {"words": " ".join(words), "snake": "_".join(words), "camel": camel}
    calls = {
        "before": "".join(filled("before", _fields(language, earlier, ())) for earlier in before),
        "check": filled(check, _fields(language, call, value)),
    }
    code = filled("test", names | calls | {"lower_camel": camel[:1].lower() + camel[1:]})
    return PastedTest(language, templates["needs"].strip(), code.rstrip("\n"))


def _fields(language: str, call: Call, value: Points) -> dict[str, str]:
    """The fields of the templates for a call and the value that it must give."""
    its_input, result = _strings(language, call)
    encoding = call.operation is Operation.ENCODE
    size = len(call.input) if encoding else len(_octets(call.input))
    return {
        "operation": call.operation.value,
        "input": its_input.literal(call.input),
        "value": result.literal(value),
        # These are for C, with the interface of appendix C: lengths in and out, flags for the case, 0 for success.
        "count": str(len(value)),
        "input_type": "uint32_t" if encoding else "char",
        "output_type": "char" if encoding else "uint32_t",
        "arguments": f"{size}, input, NULL, &length, output" if encoding else f"{size}, input, &length, output, NULL",
    }


def _strings(language: str, call: Call) -> tuple[_Strings, _Strings]:
    """The strings of a call's input and of its result."""
    decoded, encoded = LANGUAGES[language]
    return (decoded, encoded) if call.operation is Operation.ENCODE else (encoded, decoded)


def _escapes(narrow: str, wide: str) -> Callable[[Points], str]:
    """Literals with these escapes for code points up to U+FFFF and above."""
    return lambda points: _quoted(points, lambda c: (narrow if c < 0x10000 else wide).format(c))


def _java(c: int) -> str:
    """In UTF-16. The compiler turns \\u000a into a line end before it reads the literal, so ASCII gets octal escapes."""
    units = [c] if c < 0x10000 else [0xD800 + (c - 0x10000 >> 10), 0xDC00 + (c & 0x3FF)]
    return f"\\{c:03o}" if c < 0x80 else "".join(f"\\u{unit:04x}" for unit in units)


def _c_octets(points: Points) -> str:
    """In UTF-8; three octal digits each, so that a digit after them is not part of the escape."""
    text = _quoted(_octets(points), lambda c: f"\\{c:03o}")
    return text.replace("?", "\\?") if "??" in text else text  # two of them may begin a trigraph


def _octets(points: Points) -> bytes:
    """UTF-8, a surrogate as if it were a character."""
    return "".join(map(chr, points)).encode("utf-8", "surrogatepass")


def _quoted(points: Points, escaped: Callable[[int], str]) -> str:
    return '"' + "".join(_PLAIN.get(c) or escaped(c) for c in points) + '"'


def _unicode(points: Points) -> bool:
    return max(points, default=0) <= 0x10FFFF


def _utf16(points: Points) -> bool:
    """In UTF-16 two surrogates may become one character."""
    return _unicode(points) and not any(0xD800 <= a < 0xDC00 <= b < 0xE000 for a, b in pairwise(points))


def _scalars(points: Points) -> bool:
    return _unicode(points) and not any(0xD800 <= c <= 0xDFFF for c in points)


_python = _Strings(_unicode, lambda points: ascii("".join(map(chr, points))))
_javascript, _go = _escapes(r"\u{:04x}", r"\u{{{:x}}}"), _Strings(_scalars, _escapes(r"\u{:04x}", r"\U{:08x}"))
_rust = _Strings(_scalars, _escapes(r"\u{{{:x}}}", r"\u{{{:x}}}"))
_numbers = _Strings(  # the initializer of an array in C, which may not be empty
    lambda points: max(points, default=0) < 1 << 32,
    lambda points: "{" + (", ".join(f"0x{c:X}" for c in points) or "0") + "}",
)
# The strings of the decoded and of the encoded side.
LANGUAGES = {
    "Python": (_python, _python),
    "JavaScript": (_Strings(_utf16, _javascript), _Strings(_unicode, _javascript)),
    "Go": (_go, _go),
    "Rust": (_rust, _rust),
    "Java": (_Strings(_utf16, lambda p: _quoted(p, _java)), _Strings(_unicode, lambda p: _quoted(p, _java))),
    "C": (_numbers, _Strings(_unicode, _c_octets)),
}
