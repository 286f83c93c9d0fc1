"""What values a parameter of an actor takes, by its type: some of the plain types, or the words of a ``Literal``."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from coveriflow.actors.composition.nodes import Parameter

_WORDS: dict[str, Parameter] = {"none": None, "null": None, "true": True, "false": False}
_NUMBERS: tuple[type[int] | type[float], ...] = (int, float)


@dataclass(frozen=True, slots=True)
class Values:
    """``kinds``: types, of ``str``, ``int``, ``float``, ``bool`` and that of ``None``; ``words``: the only strings."""

    kinds: frozenset[type]
    words: tuple[str, ...] = ()

    @staticmethod
    def of(hint: Any) -> Values:
        """Those that ``hint`` allows."""
        options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
        words = tuple(word for option in options if get_origin(option) is Literal for word in get_args(option))
        return Values(frozenset(option for option in options if isinstance(option, type)), words)

    def allow(self, value: Parameter) -> bool:
        """Integers are taken where floats are; truth values are no integers."""
        kind = type(value)
        return value in self.words if kind is str and self.words else kind in self.kinds or self._is_float(value)

    def _is_float(self, value: Parameter) -> bool:
        return type(value) is int and float in self.kinds

    def read(self, text: str) -> Parameter:
        """What ``text`` means; ``ValueError`` if nothing that is allowed."""
        if text in _WORDS and type(_WORDS[text]) in self.kinds:
            return _WORDS[text]
        for kind in _NUMBERS:
            if kind in self.kinds:
                try:
                    return kind(text)
                except ValueError:
                    continue
        if not self.allow(text):
            raise ValueError(text)
        return text

    def __str__(self) -> str:
        """In words."""
        names = sorted(kind.__name__ for kind in self.kinds if kind is not types.NoneType)
        *most, last = [*self.words, *names, *(["none"] if types.NoneType in self.kinds else [])]
        return f"{', '.join(most)} or {last}" if most else last
