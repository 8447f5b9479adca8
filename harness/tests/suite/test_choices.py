"""The freedoms of RFC 3492 as declared sides."""

import pytest

from punycode_conform.errors import ConformError
from punycode_conform.suite.choices import NAMES, SIDES, UNBOUNDED, Choices


@pytest.mark.parametrize(
    ("name", "side", "choices", "word"),
    [
        ("surrogates", "accept", Choices(surrogates=True), "accept"),
        ("surrogates", "reject", Choices(surrogates=False), "reject"),
        ("surrogates", " Reject\n", Choices(surrogates=False), "reject"),
        ("integers", "2^26", Choices(integers=26), "2^26"),
        ("integers", "26", Choices(integers=26), "2^26"),
        ("integers", "31", Choices(integers=31), "2^31"),
        ("integers", "2^64", Choices(integers=64), "2^64"),
        ("integers", "unbounded", Choices(integers=UNBOUNDED), "unbounded"),
        ("integers", "none", Choices(integers=UNBOUNDED), "unbounded"),
        ("length", "59", Choices(length=59), "59"),
        ("length", "256", Choices(length=256), "256"),
        ("length", "none", Choices(length=UNBOUNDED), "none"),
        ("length", "unlimited", Choices(length=UNBOUNDED), "none"),
        ("digit-case", "lower", Choices(digit_case="lower"), "lower"),
        ("digit-case", "UPPER", Choices(digit_case="upper"), "upper"),
        ("digit-case", "mixed", Choices(digit_case="mixed"), "mixed"),
        ("beyond-unicode", "integer", Choices(beyond_unicode=True), "integer"),
        ("beyond-unicode", "accept", Choices(beyond_unicode=True), "integer"),
        ("beyond-unicode", "reject", Choices(beyond_unicode=False), "reject"),
    ],
)
def test_each_side_is_declared_and_told_in_a_word_that_declares_it(
    name: str, side: str, choices: Choices, word: str
) -> None:
    assert choices == Choices().declare(name, side)
    assert choices.as_dict() == {name: word}
    assert choices == Choices().declare_all(choices.as_dict())


def test_nothing_is_declared_at_first() -> None:
    assert Choices().as_dict() == {}


def test_all_choices_are_declared_together_and_other_names_passed_over() -> None:
    sides = {
        "surrogates": "reject",
        "integers": "2^31",
        "length": "59",
        "digit-case": "upper",
        "beyond-unicode": "reject",
    }

    assert tuple(sides) == NAMES == tuple(SIDES)
    assert sides == Choices().declare_all(sides | {"name": "libidn", "ops": "encode"}).as_dict()


def test_a_later_side_takes_the_place_of_an_earlier() -> None:
    assert Choices(surrogates=False, length=59) == (
        Choices(length=59).declare("surrogates", "accept").declare("surrogates", "reject")
    )


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("surrogates", "yes"),
        ("surrogates", ""),
        ("integers", "25"),
        ("integers", "2^25"),
        ("integers", "0"),
        ("integers", "-31"),
        ("integers", "2^"),
        ("integers", "2^2^31"),
        ("integers", "31.0"),
        ("integers", "10000"),
        ("integers", "\uff13\uff11"),
        ("integers", "wide"),
        ("length", "58"),
        ("length", "-1"),
        ("length", "1000000000"),
        ("length", "\u0666\u0660"),
        ("length", "63 octets"),
        ("digit-case", "camel"),
        ("beyond-unicode", "maybe"),
    ],
)
def test_what_is_no_side_is_refused_and_the_sides_are_named(name: str, side: str) -> None:
    with pytest.raises(ConformError) as caught:
        Choices().declare(name, side)

    assert f"choice {name} has no side {side!r}" == caught.value.message
    assert f"sides: {SIDES[name]}" == caught.value.hint


@pytest.mark.parametrize("name", ["", "surrogate", "Surrogates", "digit_case"])
def test_what_is_no_choice_is_refused_and_the_choices_are_named(name: str) -> None:
    with pytest.raises(ConformError) as caught:
        Choices().declare(name, "reject")

    assert f"no choice is named {name!r}" == caught.value.message
    assert "surrogates, integers, length, digit-case, beyond-unicode" in caught.value.hint
