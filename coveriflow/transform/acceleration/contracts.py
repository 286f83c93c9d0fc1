"""Acceleration of loops (Kroening, Lewis, Weissenbacher: Proving Safety with Trace Automata and Bounded Model Checking,
Sect. 3 to 5). See ``docs/howto/acceleration.md`` for the construction in bit-vector arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.expressions.expressions import Expression, Variable


class NotAccelerable(Exception):
    """A trace is left alone; the text completes the sentence 'it is left alone: ...'."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Trace:
    """A looping trace (Sect. 3): a path from ``head`` back to it, which calls and leaves functions as they nest."""

    head: Location
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """``array[index] = value``."""

    array: Variable
    index: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one passage of a trace does, over the values at its head and over ``inputs``, one for each value it reads.

    It is taken to its end just where all ``guards`` hold; then ``updates`` have been made, all at once, and ``writes``,
    one after the other. Variables that are never read from the head on are not among ``updates``. ``reads``: the edges
    that read ``inputs``.
    """

    guards: tuple[Expression, ...]
    updates: Mapping[Variable, Expression]
    writes: tuple[Write, ...] = ()
    inputs: tuple[Variable, ...] = ()
    reads: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class Fill:
    """``array[k] = value`` for each ``k`` = ``index`` for which ``holds``; all of it reads the array as it was."""

    array: Variable
    index: Variable
    holds: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class ForEach:
    """``body`` holds for each ``index`` below ``length`` for which ``holds``. ``start``: the first iteration's."""

    index: Variable
    start: Expression
    holds: Expression
    body: Expression
    length: int


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """What ``count`` iterations do, for ``count`` from 1 on: where all of ``feasible`` hold they can be made one after
    the other, and then ``updates`` and ``fills`` have been made, all at once.

    ``count`` is ``None`` where it makes no difference how many iterations there are. ``binomials``: variables that hold
    (count over 2), (count over 3), as far as they are used.
    """

    count: Variable | None
    feasible: tuple[Expression, ...]
    updates: Mapping[Variable, Expression]
    binomials: tuple[Variable, ...] = ()
    fills: tuple[Fill, ...] = ()
    each: tuple[ForEach, ...] = ()


class Subsumption(Enum):
    """Whether one iteration of the trace is one of the accelerator (the relation of Sect. 4)."""

    ALWAYS = "always"
    WHERE = "where a condition at the head holds"
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class Accelerator:
    """An accelerator of ``trace`` (Def. 3), which a solver has checked against it: each of its executions is one of the
    trace, taken a number of times.

    Unless ``subsumption`` is ``NOT_SHOWN`` the solver has shown property (1), too: two of its executions, one after the
    other, are one; and one passage of the trace is one of its executions, always, or where ``overlap`` holds at the
    head (Sect. 5, the predicate of tau).
    """

    trace: Trace
    iteration: Iteration
    form: ClosedForm
    subsumption: Subsumption
    overlap: tuple[Expression, ...] = ()
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A trace that has no accelerator, and why."""

    trace: Trace
    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """What there is to accelerate in a program."""

    accelerators: tuple[Accelerator, ...] = ()
    left_alone: tuple[LeftAlone, ...] = field(default=())
