"""Records: what ``dataclass(frozen=True, slots=True)`` makes, for what a run imports before it can begin.

Start-up time is part of the product. Importing ``dataclasses`` costs a run about as much as starting an interpreter, and
each frozen class half a millisecond more; a record costs a tenth of that. To a type checker it is a frozen dataclass
(PEP 681), and only a type checker enforces that.
"""

from typing import Any, TypeVar, cast, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def record(cls: type[_T]) -> type[_T]:
    """A class whose annotated attributes are its fields: arguments in their order, equality, hash, ``match`` and repr.

    Defaults must be immutable: they are shared.
    """
    names = tuple(cls.__annotations__)
    defaults = {name: vars(cls)[name] for name in names if name in vars(cls)}
    parameters = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
    all_of = {side: "".join(f"{side}.{name}, " for name in names) for side in ("self", "other")}
    source = [
        f"def __init__(self, {parameters}):",
        *(f"    self.{name} = {name}" for name in names),
        "def __eq__(self, other):",
        "    if other.__class__ is not self.__class__: return NotImplemented",
        f"    return ({all_of['self']}) == ({all_of['other']})",
        f"def __hash__(self): return hash(({all_of['self']}))",
    ]
    made: dict[str, Any] = {"defaults": defaults}
    exec("\n".join(source), made)
    kept = {name: value for name, value in vars(cls).items() if name not in {*defaults, "__dict__", "__weakref__"}}
    methods = {name: made[name] for name in ("__init__", "__eq__", "__hash__")}
    body = {**kept, **methods, "__slots__": names, "__match_args__": names, "__repr__": _repr}
    return cast("type[_T]", type(cls.__name__, cls.__bases__, body))


def fields(cls: type) -> tuple[str, ...]:
    """The names of a record's fields, in their order."""
    names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]  # record gives it to every one
    return names


def replace(one: _T, **changes: Any) -> _T:
    """A record with some fields changed."""
    return type(one)(**{name: getattr(one, name) for name in fields(type(one))} | changes)


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields(type(self)))
    return f"{type(self).__qualname__}({shown})"
