"""Ranges of paths, each between the paths that two tests induce (ranged analysis, Sect. 2.2); and alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from coveriflow.artifacts.specifications import REACH_ERROR, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase
from coveriflow.program.types.data_model import DataModel

_SHOWN = 6
"""So many inputs of a bound are shown, at most."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """The paths that take one of ``of`` large parts, between which the program chooses before any loop
    (``program.cfa.alternatives``): the one with this ``number``, from 1 on.
    """

    number: int
    of: int

    def __str__(self) -> str:
        return f"alternative {self.number} of {self.of}"


@dataclass(frozen=True, slots=True)
class Range:
    """The paths from the one that ``lower`` induces to the one that ``upper`` does, both included; ``None``: no bound.

    A bound belongs to both of its neighbours. Of a test whose inputs are exhausted, the paths that go on belong to the
    range right of it. ``program_hash``, ``specification`` and ``data_model`` are those of the task: in another program
    the same tests induce other paths. ``alternative``: only paths that take it.
    """

    lower: TestCase | None
    upper: TestCase | None
    program_hash: str
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64
    alternative: Alternative | None = None

    @property
    def is_full(self) -> bool:
        """Whether all paths are in it."""
        return self.is_unbounded and self.alternative is None

    @property
    def is_unbounded(self) -> bool:
        """Whether it has no bound."""
        return self.lower is None and self.upper is None

    def __str__(self) -> str:
        """As people write it: ``[start, (0, 2, 1)]``, or ``alternative 1 of 2``."""
        if self.alternative is not None and self.is_unbounded:
            return str(self.alternative)
        lower = "start" if self.lower is None else shown_bound(self.lower)
        bounds = f"[{lower}, {'end' if self.upper is None else shown_bound(self.upper)}]"
        return bounds if self.alternative is None else f"{bounds} of {self.alternative}"


@dataclass(frozen=True, slots=True)
class StolenRange:
    """What the analysis of a range says while it runs: from now on ``bound`` is its upper bound; the paths from there
    to the upper bound that it had are for another worker.
    """

    bound: TestCase

    def __str__(self) -> str:
        """For people who watch."""
        return f"gives away the paths after {shown_bound(self.bound)}"


@dataclass(frozen=True, slots=True)
class Ranges:
    """Consecutive ranges that together are the whole program, or of each alternative all of it: none is before the
    first, none after the last, and each ends where the next one begins. ``reason``: why there are fewer than were asked
    for.
    """

    parts: tuple[Range, ...]
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse what leaves a path out."""
        if len({(part.program_hash, part.specification, part.data_model) for part in self.parts}) > 1:
            raise ValueError("ranges of different tasks")
        chosen = tuple(dict.fromkeys(part.alternative for part in self.parts))
        if chosen not in ((None,), tuple(Alternative(number, len(chosen)) for number in range(1, len(chosen) + 1))):
            raise ValueError("ranges that are not all alternatives")
        if not chosen:
            raise ValueError("ranges that are not there")
        for alternative in chosen:
            _check_whole([part for part in self.parts if part.alternative == alternative])

    @property
    def bounds(self) -> tuple[TestCase, ...]:
        """The tests between the ranges, in order."""
        return tuple(part.lower for part in self.parts if part.lower is not None)


def _check_whole(parts: Sequence[Range]) -> None:
    if parts[0].lower is not None or parts[-1].upper is not None:
        raise ValueError("ranges that are not the whole program")
    if any(one.upper is None or one.upper != other.lower for one, other in pairwise(parts)):
        raise ValueError("ranges that are not consecutive")


def alternatives(task: Task, number: int, reason: str = "") -> Ranges:
    """A range for each of so many alternatives of ``task``; all paths are one range if there is one."""
    about = (task.program_hash, task.specification, task.data_model)
    chosen = [Alternative(each, number) for each in range(1, number + 1)] if number > 1 else [None]
    return Ranges(tuple(Range(None, None, *about, each) for each in chosen), reason)


def ranges_between(task: Task, bounds: Sequence[TestCase], reason: str = "") -> Ranges:
    """The ranges of ``task`` that ``bounds`` part, which are in the order of the paths that they induce."""
    edges = (None, *bounds, None)
    about = (task.program_hash, task.specification, task.data_model)
    return Ranges(tuple(Range(lower, upper, *about) for lower, upper in pairwise(edges)), reason)


def shown_bound(test: TestCase) -> str:
    """The inputs of a test, the first ones if there are many."""
    first = ", ".join(str(each) for each in test.inputs[:_SHOWN])
    return f"({first}{', ...' if len(test.inputs) > _SHOWN else ''})"
