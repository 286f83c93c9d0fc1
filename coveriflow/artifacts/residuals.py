"""Residual programs: what a condition leaves to be verified (fold paper, Def. 3)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.tasks import Task
from coveriflow.program.labels import EdgeLabel


@dataclass(frozen=True, slots=True)
class Residual:
    """``task``: the residual program as a task of its own; ``origin``: printed line (from 1) -> the original's edge.

    The residual program reads the same values in the same order as the original, so its violations are the original's.
    ``justifications``: one for each condition applied, outermost first. ``assumptions``: what a ``true`` for the
    residual program needs beside them to be one for the original (a stranger's condition, say).
    """

    task: Task
    original: Task
    origin: tuple[tuple[int, EdgeLabel], ...]
    justifications: tuple[Justification, ...] = ()
    assumptions: tuple[str, ...] = ()


def residual_name(original: Task) -> str:
    """The file that a residual program of ``original`` is called after."""
    return f"{PurePath(original.name).stem}.residual.c"
