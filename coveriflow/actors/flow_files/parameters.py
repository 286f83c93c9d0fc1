"""The values of parameters, as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from coveriflow.actors.algebra import Parameter
from coveriflow.actors.contracts import Definition

_WORDS: dict[str, Parameter] = {"none": None, "null": None, "true": True, "false": False}
_READERS: tuple[tuple[type, Callable[[str], Parameter]], ...] = ((int, int), (float, float), (str, str))


def parameter_of(definition: Definition, parameter: str, text: str) -> Parameter:
    """The value of ``parameter`` that ``text`` is; ``ValueError`` for one that the actor does not have or take."""
    if parameter not in definition.defaults:
        has = ", ".join(sorted(definition.defaults)) or "none"
        raise ValueError(f"{definition.name} has no parameter '{parameter}' (it has: {has})")
    hint = definition.hints[parameter]
    types = get_args(hint) or (hint,)
    if text in _WORDS and type(_WORDS[text]) in types:
        return _WORDS[text]
    for type_, reader in _READERS:
        if type_ in types:
            try:
                return reader(text)
            except ValueError:
                continue
    raise ValueError(f"'{text}' is no value of {definition.name}.{parameter} ({parameter_kind(definition, parameter)})")


def parameter_kind(definition: Definition, parameter: str) -> str:
    """What values a parameter has, in words."""
    hint = definition.hints[parameter]
    return " or ".join(getattr(t, "__name__", str(t)).replace("NoneType", "none") for t in get_args(hint) or (hint,))
