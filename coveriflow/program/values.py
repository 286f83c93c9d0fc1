"""Values that a program is made of, by the hundred thousand: frozen dataclasses that are quick to make and to pickle.

What ``dataclasses`` generates for a frozen class looks up each attribute by its name when a value is made, and all of
its fields when one is pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def many(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots, the same but for its speed. Each field is a parameter of its ``__init__``, none
    has a factory, and nothing is to be done after it.
    """
    own = fields(cls)  # type: ignore[arg-type]
    if hasattr(cls, "__post_init__") or not all(map(_is_plain, own)):
        raise TypeError(f"{cls.__name__} has fields that are no plain parameters")
    names = [each.name for each in own]
    setters: dict[str, Any] = {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    defaults = {f"_default_{each.name}": each.default for each in own if each.default is not MISSING}
    parameters = [f"{name}=_default_{name}" if f"_default_{name}" in defaults else name for name in names]
    body = "; ".join(f"_set_{name}(self, {name})" for name in names)
    header = f"def __init__(self, {', '.join(parameters)}): {body}"
    methods = {"__init__": _function(header, cls, setters | defaults), "__reduce__": _reduction(cls, names)}
    for name, method in methods.items():
        setattr(cls, name, method)
    return cls


def _is_plain(field: Field[Any]) -> bool:
    return field.init and field.default_factory is MISSING and not field.kw_only


def _function(text: str, cls: type[Any], known: dict[str, Any]) -> Callable[..., None]:
    made: dict[str, Any] = {}
    exec(text, known, made)
    found: Callable[..., None] = made["__init__"]
    before = cls.__init__
    found.__qualname__, found.__module__, found.__annotations__ = (
        before.__qualname__,
        cls.__module__,
        before.__annotations__,
    )
    return found


def _reduction(cls: type[T], names: list[str]) -> Callable[[T], tuple[type[T], tuple[Any, ...]]]:
    """How ``pickle`` keeps a value."""
    if len(names) == 1:
        (name,) = names
        return lambda value: (cls, (getattr(value, name),))
    values = attrgetter(*names)
    return lambda value: (cls, values(value))
