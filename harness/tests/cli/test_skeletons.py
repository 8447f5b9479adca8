"""Skeletons with a codec that shows what reached it and what it returned: one rule for surrogates in all languages."""

import shlex
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from punycode_conform.cli.init import Skeleton

from ..conftest import Conform
from .test_init import WITH_ADAPTER, build, initialised

# In each: encode gives its input back; decode, asked for one letter, gives a surrogate (s), a number above 10FFFF (b) or
# octets that are no UTF-8 (x), as far as its strings hold them, and refuses in the language's way what is anything else.
C = """\
static enum status encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    memcpy(output, input, length * sizeof *input);
    *count = length;
    return OK;
}
static enum status decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    if (length != 1 || (*input != 's' && *input != 'b')) return REJECTED;
    *output = *input == 's' ? 0xD800 : 0x110000;
    *count = 1;
    return OK;
}
"""
CPP = """\
    if (operation == "encode") return input;
    if (input == U"s") return std::u32string(1, 0xD800);
    if (input == U"b") return std::u32string(1, 0x110000);
    throw Rejected("no");
"""
GO = """\
	results := map[string]string{"s": "\\xed\\xa0\\x80", "b": "\\xf4\\x90\\x80\\x80", "x": "a\\xff", "l": "\\xc1\\x81"}
	if result, ok := results[input]; ok || operation == "encode" {
		return map[bool]string{true: result, false: input}[ok && operation == "decode"], nil
	}
	return "", errors.New("no")
"""
PHP = """\
    $results = ['s' => "\\xED\\xA0\\x80", 'b' => "\\xF4\\x90\\x80\\x80", 'x' => "a\\xFF", 'l' => "\\xC1\\x81"];
    return $operation === 'encode' ? $input : $results[$input] ?? throw new Rejected('no');
"""
RUBY = """\
  "encode" => ->(text) { text },
  "decode" => lambda do |text|
    results = { "s" => "\\xED\\xA0\\x80", "b" => "\\xF4\\x90\\x80\\x80", "x" => "a\\xFF", "l" => "\\xC1\\x81" }
    results[text] || raise(Rejected, "nil")
  end,
"""
RUST = """\
    if operation == "encode" { Ok(input.to_string()) } else { Err(Refusal::Rejected("no".to_string())) }
"""
JAVA = """\
        if (operation.equals("encode")) return input;
        if (input.equals("s")) return "\\ud800";
        throw new Rejected("no");
"""
CSHARP = """\
        if (operation == "encode") return input;
        if (input == "s") return "\\ud800";
        throw new Rejected("no");
"""
JAVASCRIPT = """{
    encode: (text) => text,
    decode: (text) => ({ s: "\\ud800" })[text] ?? refuse("no"),
}"""
PERL = """\
    encode => sub { $_[0] },
    decode => sub { {s => chr 0xD800, b => chr 0x110000}->{$_[0]} // die 'refused' },
"""
SHELL = """\
    case "$*" in
    encode*) shift; echo ok "$@" ;;
    "decode 73") echo "ok d800" ;;
    *) echo "reject no" ;;
    esac
"""


def between(source: str, start: str, end: str, code: str) -> str:
    """A source with other code from ``start`` to ``end``."""
    head, _, rest = source.partition(start)
    _, mark, tail = rest.partition(end)
    assert head
    assert mark
    return head + code + mark + tail


def answers(skeleton: Skeleton, folder: Path, *requests: str) -> list[str]:
    """The answers of the built adapter, without their numbers."""
    lines = ["conform 1", *(f"{number} {request}" for number, request in enumerate(requests))]
    done = subprocess.run(
        shlex.split(skeleton.run),
        input="\n".join(lines) + "\n",
        cwd=folder,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return [line.split(" ", 1)[1] for line in done.stdout.splitlines()][1:]


RUST_EMPTY = '    let _ = (operation, input);\n    Err(Refusal::Unsupported("not filled in".to_string()))\n'
NOT_FILLED_IN = 'throw new Unsupported("not filled in");'
FILL: Mapping[str, Callable[[str], str]] = {
    "c": lambda text: between(text, "static enum status encode(", "/* Whether your codec's strings", C),
    "c++": lambda text: text.replace("    (void)operation, (void)input;\n    throw Unsupported();\n", CPP),
    "c#": lambda text: text.replace(NOT_FILLED_IN, CSHARP),
    "mono": lambda text: text.replace(NOT_FILLED_IN, CSHARP),
    "go": lambda text: text.replace('	return "", errUnsupported\n', GO),
    "java": lambda text: text.replace(NOT_FILLED_IN, JAVA),
    "javascript": lambda text: text.replace("codec = null", f"codec = {JAVASCRIPT}"),
    "perl": lambda text: text.replace("    encode => undef,\n    decode => undef,\n", PERL).replace("(?!)", "refused"),
    "php": lambda text: text.replace("    throw new Unsupported('not filled in');\n", PHP),
    "ruby": lambda text: text.replace('  "encode" => nil,\n  "decode" => nil,\n', RUBY),
    "rust": lambda text: text.replace(RUST_EMPTY, RUST),
    "shell": lambda text: text.replace('    echo "unsupported not filled in"\n', SHELL),
}
# What strings hold: the words of the answers to encode D800, D83D DCA9 and 110000, and to decode s, b, x and l. None is
# where a language has no such result.
OCTETS = ["unsupported", "unsupported", "unsupported", "ok d800", "ok 110000", "fault", "fault"]
UTF16 = ["ok d800", "unsupported", "unsupported", "ok d800", "reject", "reject", "reject"]
INTEGERS = ["ok d800", "ok d83d dca9", "ok 110000", "ok d800", "ok 110000", "reject", "reject"]
HELD = {
    **dict.fromkeys(["go", "php", "ruby"], OCTETS),
    **dict.fromkeys(["c#", "mono", "java", "javascript"], UTF16),
    **dict.fromkeys(["c", "c++", "perl"], INTEGERS),
    "rust": [*["unsupported"] * 3, *["reject"] * 4],
    "shell": [*INTEGERS[:4], *["reject"] * 3],
}
REQUESTS = [
    "encode d800",
    "encode d83d dca9",
    "encode 110000",
    *(f"decode {ord(letter):x}" for letter in "sbxl"),
    "encode fffe fdd0 1f4a9 fc",
    "encode dca9 d83d",
    "decode 7a",
]


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_ADAPTER)
def test_what_strings_hold_is_passed_and_nothing_else_is_unsupported(
    conform: Conform, tmp_path: Path, language: str
) -> None:
    skeleton = initialised(conform, language, tmp_path)
    source = tmp_path / skeleton.adapter
    before = source.read_text(encoding="utf-8")
    source.write_text(FILL[language](before), encoding="utf-8")
    build(skeleton, tmp_path)
    seen = answers(skeleton, tmp_path, *REQUESTS)
    held = HELD[language]

    assert FILL[language](before) != before
    assert [answer if answer.startswith("ok") else answer.split()[0] for answer in seen[:7]] == held
    assert seen[7] == "ok fffe fdd0 1f4a9 fc"
    # Surrogates in the other order are no pair.
    assert seen[8] == "ok dca9 d83d" if held[0] == "ok d800" else seen[8].startswith("unsupported")
    assert seen[9].startswith("reject")
