"""Words of options, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from coveriflow.program.errors import InputError

_Choice = TypeVar("_Choice", bound=Enum)


def chosen_by(choices: Iterable[_Choice], actor: str, parameter: str, word: str) -> _Choice:
    """The member of ``choices`` that ``word`` names; ``InputError`` if it names none."""
    there = list(choices)
    found = next((choice for choice in there if choice.value == word), None)
    if found is None:
        known = ", ".join(str(choice.value) for choice in there)
        raise InputError(f"{actor} has no {parameter} '{word}': there are {known}")
    return found
