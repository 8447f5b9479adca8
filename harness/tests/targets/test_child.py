"""The last words of a child that died."""

import pytest

from punycode_conform.targets.child import conclusion

JAVA = """Exception in thread "main" java.lang.NoClassDefFoundError: com/x/Y
\tat ConformAdapter.main(ConformAdapter.java:86)
Caused by: java.lang.ClassNotFoundException: com.x.Y
\tat java.base/java.lang.ClassLoader.loadClass(ClassLoader.java:525)
\t... 4 more
"""
JAVASCRIPT = """/a/b.js:1
throw new Error("not today");
^

Error: not today
    at Object.<anonymous> (/a/b.js:1:7)

Node.js v20.1.0
"""
PYTHON = """Traceback (most recent call last):
  File "<string>", line 1, in <module>
ValueError: not today
"""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (JAVA, "Caused by: java.lang.ClassNotFoundException: com.x.Y"),
        (JAVASCRIPT, "Error: not today"),
        (PYTHON, "ValueError: not today"),
        ("loading\ncannot open\n\n", "cannot open"),
        ("  only indented\n    lines\n", "lines"),
        ("\tat a\n\tat b\n", "at b"),
        ("", ""),
        (" \n\n", ""),
    ],
)
def test_the_line_that_says_why(written: str, said: str) -> None:
    assert conclusion(written) == said
