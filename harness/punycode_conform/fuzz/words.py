"""Basic text that means something to a layer which has no business here: a shell, a template, a mail program, a pattern,
a reader of numbers.

Some layers change a word wherever it is in a text, others only a text that is a word as a whole. So there are both: single
words, and many at once, of which each is met soon.
"""

from collections.abc import Callable

from .randomness import Source


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# The usual words of each notation.
SIGNS = (
    # Shells, variables, formats, templates.
    *_listed(
        r"$HOME ${HOME} $PATH $1 $$ $? $(a) `a` ~ ~/a * ? !! !a #a ; | & > <a && {a,b} [a-z] %PATH% %HOME% !a! ^a @a"
    ),
    *_listed(
        r"%s %d %% %n %1 {} {0} {a} {{a}} {{ }} {%a%} #{a} <%=a%> <?a?> [[a]] @@a@@ __a__ :a: \(a) -n -e -E -- --a -"
    ),
    *_listed(r"""/? //a /*a*/ <!--a--> 'a' "a" '' "" `` ' " \' \" """),
    # Escapes.
    *_listed(
        r"\n \t \r \0 \\ \a \x41 \u0041 \101 \u{41} \N{TILDE} \& %41 %00 %2d %20 %C3%BC %u0041 + a+b &amp; &lt; &#65;"
    ),
    *_listed(r"&#x41; &nbsp; &auml; &a; & =3D =41 =?utf-8?q?a?= +AGE- +- ??= ^A \cA _x0041_ #x41 U+0041"),
    *("\\\n", "=\r\n", "\\ "),
    # Mail, markup, addresses, typography, patterns.
    *("\r\n.\r\n", "\n.", "\nFrom ", "\r\n a", "-n ", "-e "),
    *_listed(
        r"<b> </b> <br/> ]]> **a** _a_ [a](b) a@b.c http://a/ a.b .. ../ ./a ?a=b . / \ : = a:b (c) (a) ... -> <- != :-)"
    ),
    *_listed(r".* ^ $ \d \1 [^a] (?i) a+ a|b % _ '='' a-- 1/2 \b (.)"),
    # Prefixes, and hyphens where IDNA has rules.
    *_listed("xn-- XN-- Xn-- xn--tda xn- bq-- ab--c -a a- --- a--b tda- -tda"),
    # White space and controls.
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\x0b",
        "\x0c",
        "\0",
        "\0a",
        "\x01",
        "\x04",
        "\x08",
        "a\x08",
        "\x1a",
        "\x1b",
    ),
    *("\x1b[0m", "\x1c", "\x1d", "\x1e", "\x1f", "\x7f", "\n\n", " \n", "\ta"),
)
_NAMES = _listed("HOME PATH USER TMP a b e n s t x E 0 1 41 x41 u0041 amp name")
_FORMS = (
    *_listed(
        "${} ${{{}}} $({}) %{}% %({})s %{} `{}` {{{}}} {{{{{}}}}} <{}> </{}> #{{{}}} #{} @{} @{{{}}} :{}: :{} ~{} &{};"
    ),
    *_listed(
        "&#{}; \\{} ={} =?{}?= [{}] ({}) *{}* _{}_ __{}__ '{}' \"{}\" -{} --{} /{} !{} ^{} +{}- {}= {}: {}; {}() {}\\"
    ),
)
_PUNCTUATION = "".join(chr(c) for c in range(0x20, 0x80) if not chr(c).isalnum())

# Whole texts that programs read as nothing, as a truth, as a member of every object, as an option or a formula.
VALUES = (
    *_listed(
        "true false null yes no true false null True FALSE on off y n NULL nil None undefined NaN nan inf Infinity"
    ),
    *_listed(
        "-inf N/A #N/A constructor toString valueOf hasOwnProperty isPrototypeOf __proto__ prototype __class__ length"
    ),
    *_listed("=1+1 @a +a ~ ~/a -n -e -E -h --help -- [] {} () '' \"\" 0 .. ."),
)
_FIGURES = _listed("0 1 5 7 00 007 010 42 100 1024 2147483648 9007199254740993 18446744073709551617")
_NUMBERS = (
    *_listed("{a} 0{a} -{a} +{a} +{a} {a}.{b} {a}.{b}0 {a}.{b}0 .{a} {a}. {a}e{d} {a}E-{d} 1e{d} 0x{a}F 0b1{d} 0o{d}"),
    *_listed(
        "{a}_{b} {a},{b} {a}% {a}/{b} {a}n {a}L ${a} ({a}) {a}{b}{a}{b} 1{b}{a}{b}1 {d}:{a} {d}:1{d}:1{d} {d}-{d}"
    ),
    *_listed("{d}-1{d} 20{d}{d}-0{d}-1{d} 20{d}{d}-1{d}-0{d}T0{d}:0{d}:00Z {d}/{d}/{a} {d}.{d}.{d} 127.0.0.{d} ::{d}"),
    *(" {a}", "{a} "),
)
PREFIXES = tuple(tuple(map(ord, prefix)) for prefix in ("xn--", "XN--", "Xn--", "xn--a"))
# What may be put around a text, and taken off again by a layer that reads it as quoted.
PAIRS = ('""', "''", "<>", "()", "[]", "{}", "**", "__", "``", "//", "||", "%%", "$$", "::", "  ", "“”", "«»")


def word(source: Source) -> list[int]:
    """A word that some layer changes wherever it is."""
    kind = source.below(8)
    if kind < 5:
        return _points(source.one(SIGNS))
    if kind < 7:
        return _points(source.one(_FORMS).format(source.one(_NAMES)))
    mark = source.one(_PUNCTUATION)  # doubled, before a letter, or before another one
    return _points(mark + source.one((mark, source.one("abnxAZ019"), source.one(_PUNCTUATION))))


def words(source: Source) -> list[int]:
    """Many words at once."""
    between = source.one(("", " ", "a", "-", "\n"))
    return [c for _ in range(2 + source.below(20)) for c in (*word(source), *_points(between))]


def value(source: Source) -> list[int]:
    """A text that some layer changes as a whole."""
    if source.below(2):
        return _points(source.one(VALUES))
    figures = {"a": source.one(_FIGURES), "b": source.one(_FIGURES), "d": source.one("0123456789")}
    return _points(source.one(_NUMBERS).format(**figures))


def enclosed(inner: list[int], source: Source) -> list[int]:
    """A text between two marks."""
    left, right = _points(source.one(PAIRS))
    return [left, *inner, right]


def _points(text: str) -> list[int]:
    return list(map(ord, text))


def prefix(source: Source) -> list[int]:
    """The prefix of IDNA, which is not part of Punycode."""
    return list(source.one(PREFIXES))


TEXTS: tuple[Callable[[Source], list[int]], ...] = (word, words, words, value, prefix)
