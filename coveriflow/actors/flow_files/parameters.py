"""The values of parameters, as text."""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Parameter
from coveriflow.actors.definition import Definition


def parameter_of(definition: Definition[...], parameter: str, text: str) -> Parameter:
    """The value of ``parameter`` that ``text`` is; ``ValueError`` for one that the actor does not have or take."""
    if parameter not in definition.defaults:
        has = ", ".join(sorted(definition.defaults)) or "none"
        raise ValueError(f"{definition.name} has no parameter '{parameter}' (it has: {has})")
    try:
        return definition.values[parameter].read(text)
    except ValueError:
        raise ValueError(definition.objection(parameter, text)) from None


def parameter_kind(definition: Definition[...], parameter: str) -> str:
    """What values a parameter has, in words."""
    return str(definition.values[parameter])
