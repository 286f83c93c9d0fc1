"""A violating execution as people read it: lines of the program, and what happens there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.display.brief import Brief


class EventKind(Enum):
    """What can happen. Values complete the sentence 'this is ...'."""

    VALUE = "a new value of a variable"
    INPUT = "a nondeterministic value"
    BRANCH = "a condition that was evaluated"
    CALL = "a call"
    RETURN = "a return to the caller"
    ERROR = "the violation"
    UNDEFINED = "undefined behaviour"
    CYCLE = "a state that is come to again and again"


@dataclass(frozen=True, slots=True)
class Event:
    """``name``: the variable, the condition, the function, or the kind of undefined behaviour (``Undefined``);
    ``value``: what it is now, evaluates to, gets or returns; of undefined behaviour what it is exactly, or ``""``.

    ``scope``: the function that the variable is local to, ``""`` for one that is not.
    """

    kind: EventKind
    name: str
    value: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class PathStep:
    """What happens in one line before control goes on; ``depth``: the calls that are open, 0 in the entry function."""

    file: str
    line: int
    function: str
    depth: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ErrorPath(Brief):
    """The steps to the error. Of very many, ``omitted`` ones are missing before the step number ``gap``."""

    steps: tuple[PathStep, ...]
    omitted: int = 0
    gap: int = 0

    @property
    def inputs(self) -> tuple[Event, ...]:
        """The nondeterministic values, in order."""
        return tuple(event for step in self.steps for event in step.events if event.kind is EventKind.INPUT)
