"""A finding as a test in the author's own language, to be pasted and adapted; the templates are in fuzz/pasted/.

Each test calls ``encode`` and ``decode`` of the author's codec, passes with every correct codec and fails with the one that
was fuzzed. So there is none for what a single answer does not show: chance, most laws.
"""

from collections.abc import Iterator, Sequence
from string import Template
from typing import NamedTuple

from .. import places
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call
from .finding import Finding

_LONGEST = 2000  # code points on both sides together
_KINDS = ("crash", "timeout", "refused", "accepted", "wrong", "stability")
_PLAIN = {c: chr(c) for c in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}
# The escapes of a language for code points up to U+FFFF and above.
LANGUAGES = {
    "Python": (r"\u{:04x}", r"\U{:08x}"),
    "JavaScript": (r"\u{:04x}", r"\u{{{:x}}}"),
    "Go": (r"\u{:04x}", r"\U{:08x}"),
    "Rust": (r"\u{{{:x}}}", r"\u{{{:x}}}"),
    "Java": (r"\u{:04x}", ""),  # in UTF-16
}


class PastedTest(NamedTuple):
    """A test to paste: its language, what the file around it must import or define, and its code."""

    language: str
    needs: str
    code: str


def tests(finding: Finding, choices: Choices) -> Iterator[PastedTest]:
    """A test in each language whose strings can hold the case; none where no such test shows the finding."""
    expected = oracle.expect(oracle.facts(finding.call), choices)
    value = () if isinstance(expected, oracle.Rejects) else expected.value
    check = {oracle.Rejects: "refused", oracle.Either: "either"}.get(type(expected), "returned")
    *before, call = calls = finding.problem.calls
    if finding.problem.kind not in _KINDS or sum(len(c.input) for c in calls) + len(value) > _LONGEST:
        return
    if call in before and check == "either":  # both answers may be allowed, but not one after the other
        return
    if max(value, default=0) > MAX_UNICODE:  # no string can hold the result, so it must be refused
        check, value = "refused", ()
    points = {c for text in (value, *(c.input for c in calls)) for c in text}
    for language in LANGUAGES if max(points, default=0) <= MAX_UNICODE else ():
        # Only in Python a surrogate is a character like any other.
        if language == "Python" or not any(0xD800 <= c <= 0xDFFF for c in points):
            yield _rendered(language, check, finding, value)


def _rendered(language: str, check: str, finding: Finding, value: Sequence[int]) -> PastedTest:
    text = (places.FUZZ / "pasted" / f"{language}.txt").read_text(encoding="utf-8")
    templates = dict(part.split("\n", 1) for part in text.removeprefix("== ").split("\n== "))

    def filled(template: str, call: Call) -> str:
        fields = {"operation": call.operation.value, "input": _literal(call.input, language)}
        return Template(templates[template].rstrip("\n") + "\n").substitute(fields, value=_literal(value, language))

    *before, call = finding.problem.calls
    words = finding.id.split("-")
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    code = Template(templates["test"].rstrip("\n")).substitute(
        words=" ".join(words),
        snake="_".join(words),
        camel=camel,
        lower_camel=camel[:1].lower() + camel[1:],
        before="".join(filled("before", earlier) for earlier in before),
        check=filled(check, call),
    )
    return PastedTest(language, templates["needs"].strip(), code.rstrip("\n"))


def _literal(points: Sequence[int], language: str) -> str:
    """A literal in printable ASCII."""
    narrow, wide = LANGUAGES[language]
    if not wide:
        units = "".join(map(chr, points)).encode("utf-16-be")
        points = [high << 8 | low for high, low in zip(units[::2], units[1::2], strict=True)]
    return '"' + "".join(_PLAIN.get(c) or (narrow if c < 0x10000 else wide).format(c) for c in points) + '"'
