"""A case as a test in the author's own language: pytest, JavaScript, Go, Rust, Java and C, to be pasted and adapted.

Each calls ``encode`` and ``decode`` of the author's codec. Strings are arrays of code points where a language's strings
could not hold them, or would need care.
"""

from collections.abc import Iterator, Sequence

from ..suite import oracle
from ..suite.outcome import Call, Operation

_LONGEST = 2000
_SCALAR_ONLY = ("Go", "Rust")  # their strings hold no surrogates


def tests(call: Call) -> Iterator[tuple[str, str]]:
    """Language and code, for each language; nothing for a case too long to paste."""
    facts = oracle.facts(call)
    if len(call.input) + len(facts.value or ()) > _LONGEST:
        return
    points = {*call.input, *(facts.value or ())}
    lone = any(0xD800 <= c <= 0xDFFF for c in points)
    beyond = max(points, default=0) > 0x10FFFF
    for language, code in _LANGUAGES.items():
        if (lone and language in _SCALAR_ONLY) or (beyond and language != "C"):
            continue
        yield language, code(call, facts.value)


def _numbers(points: Sequence[int]) -> str:
    return ", ".join(f"0x{c:X}" for c in points)


def _python(call: Call, right: tuple[int, ...] | None) -> str:
    given = _python_text(call.input)
    head = f"def test_{call.operation.value}_found_by_fuzzing():"
    if right is None:
        return f"{head}\n    with pytest.raises(ValueError):\n        {call.operation.value}({given})"
    return f"{head}\n    assert {call.operation.value}({given}) == {_python_text(right)}"


def _python_text(points: Sequence[int]) -> str:
    return ascii("".join(map(chr, points)))


def _javascript(call: Call, right: tuple[int, ...] | None) -> str:
    given = f"String.fromCodePoint({_numbers(call.input)})"
    name = f'test("{call.operation.value}, found by fuzzing", () => {{'
    if right is None:
        return f"{name}\n  assert.throws(() => punycode.{call.operation.value}({given}));\n}});"
    wanted = f"String.fromCodePoint({_numbers(right)})"
    return f"{name}\n  assert.strictEqual(punycode.{call.operation.value}({given}), {wanted});\n}});"


def _go(call: Call, right: tuple[int, ...] | None) -> str:
    verb = call.operation.value
    body = [
        f"func Test{verb.title()}FoundByFuzzing(t *testing.T) {{",
        f"\tgot, err := {verb}(string([]rune{{{_numbers(call.input)}}}))",
    ]
    if right is None:
        body += ["\tif err == nil {", '\t\tt.Errorf("accepted, as %q", got)', "\t}"]
    else:
        body += [
            f"\twant := string([]rune{{{_numbers(right)}}})",
            "\tif err != nil || got != want {",
            '\t\tt.Errorf("got %q, %v; want %q", got, err, want)',
            "\t}",
        ]
    return "\n".join([*body, "}"])


def _rust(call: Call, right: tuple[int, ...] | None) -> str:
    verb = call.operation.value
    if right is None:
        check = f"    assert!({verb}({_rust_text(call.input)}).is_none());"
    else:
        check = f"    assert_eq!({verb}({_rust_text(call.input)}).as_deref(), Some({_rust_text(right)}));"
    return f"#[test]\nfn {verb}_found_by_fuzzing() {{\n{check}\n}}"


def _rust_text(points: Sequence[int]) -> str:
    return '"' + "".join(f"\\u{{{c:x}}}" for c in points) + '"'


def _java(call: Call, right: tuple[int, ...] | None) -> str:
    verb = call.operation.value

    def text(points: Sequence[int]) -> str:
        return f"new String(new int[] {{{_numbers(points)}}}, 0, {len(points)})"

    check = (
        f"    assertThrows(IllegalArgumentException.class, () -> Punycode.{verb}({text(call.input)}));"
        if right is None
        else f"    assertEquals({text(right)}, Punycode.{verb}({text(call.input)}));"
    )
    return f"@Test\nvoid {verb}FoundByFuzzing() {{\n{check}\n}}"


def _c(call: Call, right: tuple[int, ...] | None) -> str:
    """After the interface of appendix C of the RFC: lengths in and out, 0 for success."""
    encoding = call.operation is Operation.ENCODE
    kinds = ("uint32_t", "char") if encoding else ("char", "uint32_t")
    lines = [
        f"static void {call.operation.value}_found_by_fuzzing(void) {{",
        f"  const {kinds[0]} input[] = {{{_numbers(call.input) or 0}}};",
        f"  {kinds[1]} output[4096];",
        "  size_t length = sizeof output / sizeof output[0];",
        f"  int status = punycode_{call.operation.value}({len(call.input)}, input, &length, output);",
    ]
    if right is None:
        lines.append("  assert(status != 0);")
    else:
        lines += [
            f"  const {kinds[1]} wanted[] = {{{_numbers(right) or 0}}};",
            f"  assert(status == 0 && length == {len(right)});",
            "  assert(memcmp(output, wanted, length * sizeof wanted[0]) == 0);",
        ]
    return "\n".join([*lines, "}"])


_LANGUAGES = {"Python": _python, "JavaScript": _javascript, "Go": _go, "Rust": _rust, "Java": _java, "C": _c}
