"""What can be done at a location with a call stack, found out once for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from coveriflow.analysis.cpa.call_stack import CallStackDomain, Position, matches
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.cpa.steps import Steps, steps_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location, Unsupported
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.cfa.once import once


@dataclass(frozen=True, slots=True)
class Ways:
    """What can be done at one position: the steps, and where each of them leads."""

    steps: tuple[Step, ...]
    targets: Mapping[Step, Position]
    unsupported: Mapping[Step, str]


@dataclass(frozen=True)
class ControlFlow:
    """Of one program; several analyses of it may share this."""

    cfa: Cfa

    @cached_property
    def loops(self) -> Loops:
        """The program's loops."""
        return loops_of(self.cfa)

    @property
    def start(self) -> Position:
        """Where executions begin."""
        return self._stack.initial()

    def ways_from(self, position: Position) -> Ways:
        """The steps that the call stack allows there."""
        ways = self._ways.get(position)
        if ways is None:
            steps = tuple(s for s in self._steps[position.location] if matches(position, s[0]))
            followed = ((s, self._stack.successor(position, s)) for s in steps)
            targets = {s: after for s, after in followed if after is not None}
            ways = self._ways[position] = Ways(steps, targets, dict(_unsupported(steps)))
        return ways

    def steps_at(self, location: Location) -> Sequence[Step]:
        """The steps there with any call stack."""
        return self._steps[location]

    @cached_property
    def _ways(self) -> dict[Position, Ways]:
        return {}

    @cached_property
    def _steps(self) -> Steps:
        return steps_of(self.cfa, self.loops)

    @cached_property
    def _stack(self) -> CallStackDomain:
        return CallStackDomain(self.cfa)


@once
def control_flow(cfa: Cfa) -> ControlFlow:
    """Of ``cfa``: all analyses of it follow the same steps."""
    return ControlFlow(cfa)


def _unsupported(steps: Iterable[Step]) -> Iterator[tuple[Step, str]]:
    """The steps after which nothing is known, and why."""
    for step in steps:
        for edge in step:
            if isinstance(edge.operation, Unsupported):
                yield step, f"{edge.operation} ({edge.origin})"
