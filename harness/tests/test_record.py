"""Records behave like frozen dataclasses with slots."""

import pytest

from punycode_conform.record import record, replace


@record
class Point:
    """Two numbers."""

    x: int
    y: int = 7

    def sum(self) -> int:
        """Of both."""
        return self.x + self.y


@record
class Place:
    """The same fields, another class."""

    x: int
    y: int = 7


def test_fields_are_arguments_in_their_order_with_their_defaults() -> None:
    assert (Point(1).x, Point(1).y) == (1, 7)
    assert Point(1, 2) == Point(y=2, x=1)
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Point(1, 2, 3)  # type: ignore[call-arg]


def test_equality_and_hash_are_by_class_and_fields() -> None:
    assert Point(1) == Point(1, 7)
    assert Point(1) != Point(2)
    others: tuple[object, ...] = (Place(1), (1, 7), None)
    assert all(Point(1) != other for other in others)
    assert len({Point(1), Point(1, 7), Point(2)}) == 2


def test_a_record_is_matched_by_position_and_by_name() -> None:
    match Point(3, 4):
        case Point(x, y=4):
            found = x
    assert found == 3


def test_replace_changes_the_named_fields_alone() -> None:
    assert replace(Point(1, 2), y=5) == Point(1, 5)
    with pytest.raises(TypeError):
        replace(Point(1), z=1)


def test_methods_docstring_and_repr_stay() -> None:
    assert Point(1).sum() == 8
    assert Point.__doc__ == "Two numbers."
    assert repr(Point(1)) == "Point(x=1, y=7)"


def test_a_record_has_slots_only() -> None:
    assert not hasattr(Point(1), "__dict__")
    with pytest.raises(AttributeError):
        Point(1).z = 1  # type: ignore[attr-defined]
