"""A finding as a test in the author's own language: pytest, JavaScript, Go, Rust, Java and C, to be pasted and adapted.

Each calls ``encode`` and ``decode`` of the author's codec, passes with every right codec and fails with the one that was
fuzzed. So there is none for what a single answer does not show: time, memory, chance, most laws.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation
from . import literal
from .finding import Finding

_LONGEST = 2000  # code points on both sides together
_KINDS = ("crash", "timeout", "refused", "accepted", "wrong", "stability")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a test says.

    Attributes:
        name: of the test: words of letters and digits.
        before: calls to make first, whatever they give.
        call: the call that is judged.
        value: what it must give, None if it must be refused.
        free: whether it may be refused as well.
    """

    name: tuple[str, ...]
    before: tuple[Call, ...]
    call: Call
    value: tuple[int, ...] | None
    free: bool

    @property
    def verb(self) -> str:
        """The name of the operation."""
        return self.call.operation.value


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    Attributes:
        needs: what stands around the test.
        decoded, encoded: whether its strings can hold a decoded, an encoded side.
        code: writes the test.
    """

    needs: str
    decoded: Callable[[Sequence[int]], bool]
    encoded: Callable[[Sequence[int]], bool]
    code: Callable[[Wanted], str]


def tests(finding: Finding, choices: Choices) -> Iterator[tuple[str, str]]:
    """Language and code, for each language that can hold the case; nothing where no test of this form shows it.

    Args:
        finding: to be shown.
        choices: the declared sides.
    """
    expected = oracle.expect(oracle.facts(finding.call), choices)
    value = None if isinstance(expected, oracle.Rejects) else expected.value
    *before, call = finding.problem.calls
    if finding.problem.kind not in _KINDS or sum(len(c.input) for c in (*before, call)) + len(value or ()) > _LONGEST:
        return
    if call in before and isinstance(expected, oracle.Either):  # both answers may be allowed, but for the other
        return
    for name, language in LANGUAGES.items():
        held = {Operation.ENCODE: language.decoded, Operation.DECODE: language.encoded}
        result = language.encoded if call.operation is Operation.ENCODE else language.decoded
        if all(held[one.operation](one.input) for one in (*before, call)):
            can = value if value is not None and result(value) else None  # what it cannot hold it must refuse
            free = can is not None and isinstance(expected, oracle.Either)
            yield name, language.code(Wanted(tuple(finding.id.split("-")), tuple(before), call, can, free))


def _python(wanted: Wanted) -> str:
    def made(call: Call) -> str:
        return f"{call.operation.value}({literal.python(call.input)})"

    lines = [f"def test_{'_'.join(wanted.name)}():"]
    for call in wanted.before:
        lines += ["    with contextlib.suppress(ValueError):", f"        {made(call)}"]
    if wanted.value is None:
        lines += ["    with pytest.raises(ValueError):", f"        {made(wanted.call)}"]
    elif wanted.free:
        lines += ["    try:", f"        got = {made(wanted.call)}", "    except ValueError:"]
        lines += ["        return  # it may refuse this", f"    assert got == {literal.python(wanted.value)}"]
    else:
        lines += [f"    assert {made(wanted.call)} == {literal.python(wanted.value)}"]
    return "\n".join(lines)


def _javascript(wanted: Wanted) -> str:
    def made(call: Call) -> str:
        return f"punycode.{call.operation.value}({literal.javascript(call.input)})"

    lines = [f'test("{" ".join(wanted.name)}", () => {{']
    lines += [f"  try {{ {made(call)}; }} catch {{ /* it may refuse this */ }}" for call in wanted.before]
    if wanted.value is None:
        lines += [f"  assert.throws(() => {made(wanted.call)});"]
    elif wanted.free:
        lines += ["  let got;", f"  try {{ got = {made(wanted.call)}; }} catch {{ return; /* it may refuse this */ }}"]
        lines += [f"  assert.strictEqual(got, {literal.javascript(wanted.value)});"]
    else:
        lines += [f"  assert.strictEqual({made(wanted.call)}, {literal.javascript(wanted.value)});"]
    return "\n".join([*lines, "});"])


def _go(wanted: Wanted) -> str:
    def made(call: Call) -> str:
        return f"{call.operation.value}({literal.go(call.input)})"

    lines = [f"func Test{''.join(map(_title, wanted.name))}(t *testing.T) {{"]
    lines += [f"\t_, _ = {made(call)} // it may refuse this" for call in wanted.before]
    lines += [f"\tgot, err := {made(wanted.call)}"]
    if wanted.value is None:
        lines += ["\tif err == nil {", '\t\tt.Errorf("accepted, as %+q", got)']
    elif wanted.free:
        lines += [f"\twant := {literal.go(wanted.value)}", "\tif err == nil && got != want { // it may refuse this"]
        lines += ['\t\tt.Errorf("got %+q, want %+q", got, want)']
    else:
        lines += [f"\twant := {literal.go(wanted.value)}", "\tif err != nil || got != want {"]
        lines += ['\t\tt.Errorf("got %+q, %v; want %+q", got, err, want)']
    return "\n".join([*lines, "\t}", "}"])


def _rust(wanted: Wanted) -> str:
    def made(call: Call) -> str:
        return f"{call.operation.value}({literal.rust(call.input)})"

    lines = ["#[test]", f"fn {'_'.join(wanted.name)}() {{"]
    lines += [f"    let _ = {made(call)}; // it may refuse this" for call in wanted.before]
    if wanted.value is None:
        lines += [f"    assert_eq!({made(wanted.call)}, None);"]
    elif wanted.free:
        lines += [f"    if let Some(got) = {made(wanted.call)} {{ // it may refuse this"]
        lines += [f"        assert_eq!(got, {literal.rust(wanted.value)});", "    }"]
    else:
        lines += [f"    assert_eq!({made(wanted.call)}.as_deref(), Some({literal.rust(wanted.value)}));"]
    return "\n".join([*lines, "}"])


def _java(wanted: Wanted) -> str:
    def made(call: Call) -> str:
        return f"Punycode.{call.operation.value}({literal.java(call.input)})"

    first, *more = wanted.name
    lines = ["@Test", f"void {first}{''.join(map(_title, more))}() {{"]
    for call in wanted.before:
        lines += ["    try {", f"        {made(call)};", "    } catch (IllegalArgumentException e) {"]
        lines += ["        // it may refuse this", "    }"]
    if wanted.value is None:
        lines += [f"    assertThrows(IllegalArgumentException.class, () -> {made(wanted.call)});"]
    elif wanted.free:
        lines += ["    String got;", "    try {", f"        got = {made(wanted.call)};"]
        lines += ["    } catch (IllegalArgumentException e) {", "        return; // it may refuse this", "    }"]
        lines += [f"    assertEquals({literal.java(wanted.value)}, got);"]
    else:
        lines += [f"    assertEquals({literal.java(wanted.value)}, {made(wanted.call)});"]
    return "\n".join([*lines, "}"])


def _c(wanted: Wanted) -> str:
    """With the interface of appendix C of the RFC: lengths in and out, flags for the case, 0 for success."""
    lines = [f"static void {'_'.join(wanted.name)}(void) {{"]
    for call in wanted.before:
        lines += ["  { /* it may refuse this */", *(f"  {line}" for line in _c_call(call, "")), "  }"]
    lines += _c_call(wanted.call, "int status = ")
    if wanted.value is None:
        lines += ["  assert(status != 0);"]
    else:
        encoding = wanted.call.operation is Operation.ENCODE
        size = len(wanted.value)
        lines += [_c_array("char" if encoding else "uint32_t", "wanted", wanted.value)]
        same = f"length == {size} && memcmp(output, wanted, {size} * sizeof output[0]) == 0"
        lines += (
            [f"  assert(status != 0 || ({same})); /* it may refuse this */"]
            if wanted.free
            else [f"  assert(status == 0 && {same});"]
        )
    return "\n".join([*lines, "}"])


def _c_call(call: Call, status: str) -> list[str]:
    encoding = call.operation is Operation.ENCODE
    kinds = ("uint32_t", "char") if encoding else ("char", "uint32_t")
    size = len(call.input) if encoding else len("".join(map(chr, call.input)).encode("utf-8", "surrogatepass"))
    arguments = f"{size}, input, NULL, &length, output" if encoding else f"{size}, input, &length, output, NULL"
    return [
        _c_array(kinds[0], "input", call.input),
        f"  {kinds[1]} output[4096];",
        "  size_t length = sizeof output / sizeof output[0];",
        f"  {status}punycode_{call.operation.value}({arguments});",
    ]


def _c_array(kind: str, name: str, points: Sequence[int]) -> str:
    return f"  const {kind} {name}[] = {literal.c_octets(points) if kind == 'char' else literal.c_numbers(points)};"


def _title(word: str) -> str:
    return word[:1].upper() + word[1:]


LANGUAGES = {
    "Python": Language("pytest, contextlib, encode, decode", literal.unicode, literal.unicode, _python),
    "JavaScript": Language(
        "test of node:test, assert of node:assert, punycode", literal.utf16, literal.unicode, _javascript
    ),
    "Go": Language("package testing; encode and decode give string, error", literal.scalars, literal.scalars, _go),
    "Rust": Language("encode and decode take &str and give Option<String>", literal.scalars, literal.scalars, _rust),
    "Java": Language("JUnit's Test and Assertions, Punycode", literal.utf16, literal.unicode, _java),
    "C": Language(
        "assert.h, stdint.h, string.h; the functions of RFC 3492's appendix C, with size_t and uint32_t",
        literal.uint32,
        literal.unicode,
        _c,
    ),
}
