"""Reducers: from a program and a condition to the program that is left (fold paper, Def. 3)."""

from __future__ import annotations

from coveriflow.actors.contracts import Produced, actor
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residuals import Residual
from coveriflow.artifacts.tasks import Task


@actor(version="1", provides=(Residual,))
def reduce(task: Task | Residual, condition: Condition, justification: Justification | None) -> Produced:
    """ParComp: the parallel composition of program and condition, printed as C (fold paper, Sect. 2)."""
    from coveriflow.actors.work.reducing import reduced

    return (reduced(task, condition, justification),)
