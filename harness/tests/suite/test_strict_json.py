"""JSON that people bring: nothing in it is read in two ways."""

import pytest

from punycode_conform.suite.strict_json import loads


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1, "a": 2}', "key 'a' appears twice"),
        (r'{"a": 1, "\u0061": 1}', "key 'a' appears twice"),
        ('[{"b": {"c": 1, "d": 2, "c": 1}}]', "key 'c' appears twice"),
        ("[NaN]", "NaN is no number"),
        ("-Infinity", "-Infinity is no number"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "digits"),
        ("{'a': 1}", "Expecting property name"),
        (b"\xff", "decode"),
    ],
)
def test_what_another_reader_could_take_in_another_way_is_refused(text: str | bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        loads(text)


def test_equal_keys_of_different_objects_are_read() -> None:
    assert loads('{"a": {"a": 1}, "b": [{"a": 2}, {"a": 3}]}') == {"a": {"a": 1}, "b": [{"a": 2}, {"a": 3}]}
