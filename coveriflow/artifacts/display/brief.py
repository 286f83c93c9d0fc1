"""How values look at a prompt: in a line, whatever they hold. What they are, field by field, is ``structure``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any

LONGEST = 300
"""Characters of a value."""
_LONGEST_TEXT = 60


class Brief:
    """A dataclass (with ``repr=False``) whose ``repr`` is a line: texts are cut, and of tuples there is the length."""

    __slots__ = ()

    def __repr__(self) -> str:
        return brief(self)


def brief(value: Any) -> str:
    """The class, and the fields that are not as usual, in at most ``LONGEST`` characters."""
    shown = ", ".join(_fields(value))
    return cut(f"<{type(value).__name__} {shown}>" if shown else f"<{type(value).__name__}>")


def cut(text: str, longest: int = LONGEST) -> str:
    """``text`` without its end, if it is longer."""
    return text if len(text) <= longest else text[: longest - 1] + "\u2026"


def structure(value: object) -> object:
    """Classes and fields of ``value`` as tuples of plain values, all of it: equal for equal values, for digests."""
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *((f.name, structure(getattr(value, f.name))) for f in fields(value)))
    if isinstance(value, tuple | list):
        return (type(value).__name__, *map(structure, value))
    if isinstance(value, Mapping):
        return ("mapping", *((structure(key), structure(each)) for key, each in value.items()))
    if isinstance(value, Set):
        return ("set", *sorted(repr(structure(each)) for each in value))
    return repr(value)


def _fields(value: Any) -> Iterator[str]:
    for field in fields(value):
        found = getattr(value, field.name)
        if not _is_usual(field, found):
            yield f"{field.name}: {_shown(found)}"


def _is_usual(field: Field[Any], found: object) -> bool:
    usual = field.default_factory() if field.default_factory is not MISSING else field.default
    return usual is not MISSING and type(usual) is type(found) and bool(usual == found)


def _shown(value: object) -> str:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Brief):
        return cut(repr(value), 2 * _LONGEST_TEXT)
    if isinstance(value, type):
        return value.__name__
    if is_dataclass(value):
        return f"<{type(value).__name__}>"
    if isinstance(value, tuple | list | Set | Mapping):
        return str(len(value))
    return cut(repr(value), _LONGEST_TEXT)
