"""JSON without surprises: limited size, no duplicate keys, no NaN, and typed access to the fields of an object."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn, TypeVar

from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.program.errors import InputError, Span

Choice = TypeVar("Choice", bound=Enum)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one JSON object; each access raises ``InputError`` where the field is not as expected."""

    values: dict[str, Any]
    span: Span

    def says(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.values.get(key) is not None

    def version(self, key: str, *expected: int) -> None:
        """Refuse any other version than those ``expected``."""
        if self.count(key) not in expected:
            self._refuse(key, " or ".join(map(str, expected)))

    def text(self, key: str) -> str:
        """A string."""
        value = self.values.get(key)
        return value if isinstance(value, str) else self._refuse(key, "a text")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        values = self._list(key)
        return tuple(values) if all(isinstance(each, str) for each in values) else self._refuse(key, "a list of texts")

    def records(self, key: str) -> tuple[Fields, ...]:
        """A list of objects."""
        values = self._list(key)
        if not all(isinstance(each, dict) for each in values):
            self._refuse(key, "a list of objects")
        return tuple(Fields(each, self.span) for each in values)

    def record(self, key: str) -> Fields:
        """An object."""
        value = self.values.get(key)
        return Fields(value, self.span) if isinstance(value, dict) else self._refuse(key, "an object")

    def choice(self, key: str, choices: type[Choice]) -> Choice:
        """One of the values of an enumeration."""
        text = self.text(key)
        names = ", ".join(str(each.value) for each in choices)
        return next((each for each in choices if each.value == text), None) or self._refuse(key, f"one of {names}")

    def amount(self, key: str) -> float:
        """A finite number that is not negative."""
        value = self.values.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= sys.float_info.max:
            self._refuse(key, "a finite number that is not negative")
        return float(value)

    def count(self, key: str) -> int:
        """A whole number that is not negative."""
        value = self.values.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self._refuse(key, "a whole number that is not negative")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.values.get(key)
        return value if isinstance(value, bool) else self._refuse(key, "true or false")

    def _list(self, key: str) -> list[Any]:
        value = self.values.get(key)
        return value if isinstance(value, list) else self._refuse(key, "a list")

    def _refuse(self, key: str, expected: str) -> NoReturn:
        raise InputError(f"'{key}' is not {expected}", self.span)


def loaded(data: bytes, name: str, limit: int) -> Fields:
    """The object that the file is; ``limit`` in bytes."""
    value = _value(data, name, limit)
    if not isinstance(value, dict):
        raise InputError("not a JSON object", Span(name))
    return Fields(value, Span(name))


def loaded_list(data: bytes, name: str, limit: int) -> tuple[Fields, ...]:
    """The objects of the list that the file is; ``limit`` in bytes."""
    value = _value(data, name, limit)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise InputError("not a JSON list of objects", Span(name))
    return tuple(Fields(each, Span(name)) for each in value)


def _value(data: bytes, name: str, limit: int) -> Any:
    text = decoded(data, name, limit)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", Span(name, error.lineno, error.colno)) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON that can be read: {shortened(str(error))}", Span(name)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number of JSON")
