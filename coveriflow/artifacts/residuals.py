"""Residual programs: what a condition leaves to be verified (fold paper, Def. 3)."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.tasks import Task
from coveriflow.program.labels import EdgeLabel


@dataclass(frozen=True, slots=True)
class Residual:
    """``task``: the residual program as a task of its own; ``origin``: printed line (from 1) -> the original's edge.

    The residual program reads the same inputs in the same order as the original, so its tests are the original's.
    ``justification`` is ``None`` where the condition came from outside: then a ``true`` rests on that condition.
    """

    task: Task
    original: Task
    origin: tuple[tuple[int, EdgeLabel], ...]
    condition_producer: str
    justification: Justification | None = None
