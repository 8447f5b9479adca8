"""Basic text that means something elsewhere: to a shell, a template, a mail program, a pattern, a reader of numbers.

Some layers change a word wherever it is in a text, others only a text that is a word as a whole.
"""

from .randomness import Source

# Shells, variables, formats, templates, escapes, mail, markup, addresses, patterns, prefixes; then white space and controls.
_SIGNS = r"""
$HOME ${HOME} $PATH $1 $$ $(a) `a` ~ ~/a * ? !! !a #a ; | & > <a && {a,b} [a-z] %PATH% %HOME% ^a @a %s %d %% %n %1 {}
{0} {a} {{a}} {%a%} #{a} <%=a%> <?a?> [[a]] @@a@@ __a__ :a: \(a) -n -e -- --a - \(a) /? //a /*a*/ <!--a--> 'a' "a" ''
"" `` ' " \' \" \n \t \r \0 \\ \a \x41 \u0041 \101 \u{41} \N{TILDE} %41 %00 %2d %20 %C3%BC %u0041 + a+b &amp; &lt;
&#65; &#x41; &nbsp; &auml; &a; & =3D =41 =?utf-8?q?a?= +AGE- +- ??= ^A _x0041_ #x41 U+0041 <b> </b> <br/> ]]> **a**
_a_ [a](b) a@b.c http://a/ a.b .. ../ ./a ?a=b . / \ : = a:b (c) ... -> != :-) .* ^ $ \d \1 [^a] (?i) a|b % _ =1+1 1/2
xn-- XN-- Xn-- xn--tda xn- bq-- ab--c -a a- --- a--b tda- -tda
"""
SIGNS = (
    *_SIGNS.split(),
    *("\\\n", "=\r\n", "\\ ", "\r\n.\r\n", "\n.", "\nFrom ", "\r\n a", " ", "  ", "\t", "\n", "\r", "\r\n", "\x0b"),
    *("\x0c", "\x00", "\x00a", "\x01", "\x04", "\x08", "a\x08", "\x1a", "\x1b", "\x1b[0m", "\x1c", "\x1d", "\x1e"),
    *("\x1f", "\x7f", "\n\n", " \n", "\ta"),
)
# Whole texts that programs read as nothing, as a truth, as a member of every object, as a number, a date or an option.
_VALUES = """
true false null yes no True False TRUE FALSE on off y n NULL nil None undefined NaN nan inf Infinity -inf N/A
constructor toString valueOf hasOwnProperty __proto__ prototype __class__ length =1+1 @a +a ~ -n -h --help -- [] {} ()
'' 0 .. . 1 7 00 007 010 100 1024 2147483648 9007199254740993 18446744073709551617 -1 +1 1.0 1.50 .5 5. 1e5 1E-5 0x1F
0b11 0o7 1_000 1,000 10% 1/2 1n 1L 1:1:1 1:30 2-13 2020-01-13 2020-01-13T00:00:00Z 1/2/2020 1.2.3 127.0.0.1 ::1 -5 -0
00.5 1e400
"""
VALUES = (*_VALUES.split(), " 1", "1 ", " 5", "0 ")
# Marks around a text that a layer may take off because it reads the text as quoted.
PAIRS = ('""', "''", "<>", "()", "[]", "{}", "**", "__", "``", "//", "||", "%%", "$$", "::", "  ", "“”", "«»")


def words(source: Source) -> list[int]:
    """A word, or many at once."""
    between = source.one(("", " ", "a", "-", "\n"))
    return points(between.join(source.one(SIGNS) for _ in range(1 if source.below(2) else 2 + source.below(20))))


def value(source: Source) -> list[int]:
    """A text that some layer changes as a whole."""
    return points(source.one(VALUES))


def enclosed(inner: list[int], source: Source) -> list[int]:
    """A text between two marks."""
    left, right = points(source.one(PAIRS))
    return [left, *inner, right]


def points(text: str) -> list[int]:
    """The code points of a text."""
    return list(map(ord, text))
