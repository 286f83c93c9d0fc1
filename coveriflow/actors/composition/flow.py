"""Named compositions that answer a task, and the questions that most of them ask."""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.actors.composition.nodes import Composable, Composition, CompositionError, IfThenElse, no_composition
from coveriflow.actors.composition.typing import at_first, supplied
from coveriflow.actors.questions import VerdictIs
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.display.brief import Brief, cut
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict

DEEPEST, LARGEST = 100, 10_000
"""Compositions within each other, and in all."""


@dataclass(frozen=True, slots=True, repr=False)
class Flow(Displayed, Brief):
    """A named composition that answers a task. Checked when built: actors find their inputs, and there is an answer.
    ``instead``: the flow that stands for the named one here, since something is given besides the task.
    """

    name: str
    composition: Composition
    takes: tuple[type, ...] = (Task,)
    instead: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return cut(f"<Flow {self.name!r}: {self.composition!r}>")

    def __post_init__(self) -> None:
        """Raise ``CompositionError`` where it cannot work."""
        _check_size(self.composition)
        if Answer not in supplied(self.composition, at_first(self.takes)).kinds:
            raise CompositionError(f"flow '{self.name}' never gives an answer")


def _check_size(composition: Composition) -> None:
    """``CompositionError`` for what is too deep or too large to be looked through."""
    waiting, seen = [(composition, 1)], 0
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if not isinstance(part, Composable):
            raise no_composition(part)
        if depth > DEEPEST or seen > LARGEST:
            raise CompositionError(f"more than {DEEPEST} compositions within each other, or {LARGEST} in all")
        waiting += [(each, depth + 1) for each in part.children()]


def when_unknown(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where nothing has been decided."""
    return IfThenElse(VerdictIs((Verdict.UNKNOWN,)), then, otherwise)


def when_false(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where a violation is claimed."""
    return IfThenElse(VerdictIs((Verdict.FALSE,)), then, otherwise)
