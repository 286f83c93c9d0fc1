"""Residual programs: what a condition leaves to be verified (fold paper, Def. 3)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.labels import EdgeLabel

REDUCERS = {
    "sep": "the parallel composition of program and condition: as precise as it can be, and large",
    "cfa": "all copies of a location are one: what is left of the original",
    "lh": "copies of loop heads are one: unrolled loops become loops again",
    "lhc": "as lh, if they are reached by the same branches",
    "lhb": "as lh, if they are in the same iteration, or in any from the bound on",
    "lhbc": "as lh, if both hold",
    "nlh": "copies of all other locations are one: branches join, unrolled loops stay",
    "monitor": "the program as it is, with the condition's state in a variable; also for recursive programs",
    "prune": "the program as it is, without what only covered executions take; also for recursive programs",
    "identity": "the program itself",
}
"""The reducers, and how each makes a residual program (fold paper, Sect. 4.1; and ``monitor``)."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """How a residual program was made: the reducer's ``name``, its ``bound``, the lines of loop ``heads`` with commas
    between them, and whether a ``slice`` followed. ``minimise``: of the condition the smallest automaton was taken.
    """

    name: str = "sep"
    bound: int = 10
    heads: str = ""
    slice: bool = False
    minimise: bool = True


@dataclass(frozen=True, slots=True)
class Applied:
    """``condition`` was taken out of a program by ``reduction``; of the residual program ``outer``, if that is not the
    original.
    """

    condition: Condition
    reduction: Reduction
    outer: Residual | None = None


@dataclass(frozen=True, slots=True)
class Used:
    """An accelerator of a program: the line of its text that reads the number of iterations, and how many values it
    reads then, which each of these iterations reads again.
    """

    count: int
    inputs: int = 0


@dataclass(frozen=True, slots=True)
class Acceleration:
    """What an accelerated program reads otherwise than the original. ``choices``: lines that read a choice among paths.

    ``size``: edges of the original, of the accelerated program, and of that with its trace automaton.
    """

    choices: tuple[int, ...]
    uses: tuple[Used, ...]
    size: tuple[int, int, int]
    left_alone: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LoopAbstraction:
    """The loops of few iterations in a program that has more executions than the original: its violations need not be
    the original's. ``left_alone``: the other loops, each with a reason.
    """

    loops: tuple[str, ...]
    left_alone: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Residual(Displayed, Brief):
    """``task``: the residual program as a task of its own; ``origin``: printed line (from 1) -> the original's edge.

    The residual program reads the same values in the same order as the original, so its violations are the original's.
    ``justifications``: one for each condition applied, outermost first. ``assumptions``: what a ``true`` for the
    residual program needs beside them to be one for the original (an external condition, say). ``applied``: what it
    was made from, last; ``None`` for a program that is only printed. ``acceleration``: of an accelerated program, which
    reads other values (``actors.work.verify.accelerated_inputs`` translates them). ``abstraction``: of a program whose
    loops are abstracted.
    """

    task: Task
    original: Task
    origin: tuple[tuple[int, EdgeLabel], ...]
    justifications: tuple[Justification, ...] = ()
    assumptions: tuple[str, ...] = ()
    applied: Applied | None = None
    acceleration: Acceleration | None = None
    abstraction: LoopAbstraction | None = None

    @property
    def is_abstract(self) -> bool:
        """Whether it may violate the property where the original does not."""
        return self.abstraction is not None and bool(self.abstraction.loops)


def residual_name(original: Task) -> str:
    """The file that a residual program of ``original`` is called after."""
    return f"{PurePath(original.name).stem}.residual.c"
