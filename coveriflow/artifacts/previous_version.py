"""An earlier version of a program, and what was verified of it."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task


@dataclass(frozen=True, slots=True)
class Earlier:
    """``condition`` is about the program of ``task``; ``justification``: why it is true, where that is known."""

    task: Task
    condition: Condition
    justification: Justification | None = None


@dataclass(frozen=True, slots=True)
class Reuse:
    """How much of a condition is true of the present version, too: of its transitions that accept.

    ``changes``: so many edges of the present version are new; ``first``: where, ``""`` if there is none.
    """

    acceptances: int
    accepted: int
    changes: int
    first: str = ""

    def __str__(self) -> str:
        reused = f"{self.accepted} of {self.acceptances} covered parts are still covered"
        if not self.changes:
            return f"{reused}; nothing changed"
        edges = "edge" if self.changes == 1 else "edges"
        return f"{reused}; {self.changes} {edges} changed, the first at {self.first}"
