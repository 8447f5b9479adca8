"""The black box's own reasoning, with a pool that has no processes."""

from types import SimpleNamespace
from typing import Any

from punycode_conform.fuzz.blackbox import BlackBox, Budget
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Crashed, Hiccup
from punycode_conform.targets.name import resolve
from punycode_conform.targets.session import Limits

from ..suite.answers import decode


def test_a_crash_that_is_not_repeated_is_noticed_in_whichever_process_it_happened() -> None:
    first, second, third = (Hiccup(decode(text), Crashed("killed by SIGSEGV")) for text in ("a", "b", "c"))
    pool: Any = SimpleNamespace(hiccups=[second], bound=lambda until: None, memory=lambda: 0)
    box = BlackBox(Budget(0, 1, None, (0, 1), ()), pool, resolve("codec:punycode", ()), Limits(), Choices())

    found = [[problem.call for problem in box._unrepeatable()]]
    pool.hiccups = [first, second, third]  # the process of the first comes before that of the second
    found += [[problem.call for problem in box._unrepeatable()] for _ in range(2)]

    assert found == [[second.call], [first.call, third.call], []]
