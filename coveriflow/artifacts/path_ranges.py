"""Ranges of paths, each between the paths that two tests induce (ranged analysis, Sect. 2.2)."""

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
class Range:
    """The paths from the one that ``lower`` induces to the one that ``upper`` does, both included; ``None``: no bound.

    A bound belongs to both of its neighbours. Of a test whose inputs are exhausted, the paths that go on belong to the
    range right of it. ``program_hash``, ``specification`` and ``data_model`` are those of the task: in another program
    the same tests induce other paths.
    """

    lower: TestCase | None
    upper: TestCase | None
    program_hash: str
    specification: Specification = REACH_ERROR
    data_model: DataModel = DataModel.LP64

    @property
    def is_full(self) -> bool:
        """Whether all paths are in it."""
        return self.lower is None and self.upper is None

    def __str__(self) -> str:
        """As people write it: ``[start, (0, 2, 1)]``."""
        lower = "start" if self.lower is None else shown_bound(self.lower)
        return f"[{lower}, {'end' if self.upper is None else shown_bound(self.upper)}]"


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
    """Consecutive ranges that together are the whole program: none is before the first, none after the last, and each
    ends where the next one begins. ``reason``: why there are fewer than were asked for.
    """

    parts: tuple[Range, ...]
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse what leaves a path out."""
        if not self.parts or self.parts[0].lower is not None or self.parts[-1].upper is not None:
            raise ValueError("ranges that are not the whole program")
        if any(one.upper is None or one.upper != other.lower for one, other in pairwise(self.parts)):
            raise ValueError("ranges that are not consecutive")
        if len({(part.program_hash, part.specification, part.data_model) for part in self.parts}) > 1:
            raise ValueError("ranges of different tasks")

    @property
    def bounds(self) -> tuple[TestCase, ...]:
        """The tests between the ranges, in order."""
        return tuple(part.lower for part in self.parts if part.lower is not None)


def ranges_between(task: Task, bounds: Sequence[TestCase], reason: str = "") -> Ranges:
    """The ranges of ``task`` that ``bounds`` part, which are in the order of the paths that they induce."""
    edges = (None, *bounds, None)
    about = (task.program_hash, task.specification, task.data_model)
    return Ranges(tuple(Range(lower, upper, *about) for lower, upper in pairwise(edges)), reason)


def shown_bound(test: TestCase) -> str:
    """The inputs of a test, the first ones if there are many."""
    first = ", ".join(str(each) for each in test.inputs[:_SHOWN])
    return f"({first}{', ...' if len(test.inputs) > _SHOWN else ''})"
