"""Composite analysis with assumption storage (CMC paper, III-B): components side by side, and a memory of what was
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Domain, Step, StepMonitor
from coveriflow.analysis.cpa.control_flow import ControlFlow, control_flow
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.cfa.loops import Loops


class CompositeState(NamedTuple):
    """``assumption``: the assumption-storage component. ``None`` is *true*; a text is *false*, and says what ran
    out.
    """

    position: Position
    elements: tuple[Any, ...]
    assumption: str | None = None


@dataclass(frozen=True)
class CompositeAnalysis:
    """The product of location and call stack with ``domains`` (the first one is the analysis proper).

    The strengthening operator turns a monitor's 'exceeded' into the assumption *false*, and nothing is explored from
    such a state: it counts as not covered. A state with assumption *false* covers no other. So it is with what
    ``steps_watch`` asks for, which looks at the search as a whole.
    """

    cfa: Cfa
    domains: tuple[Domain[Any], ...]
    steps_watch: StepMonitor | None = None

    @property
    def loops(self) -> Loops:
        """The program's loops."""
        return self._control.loops

    @cached_property
    def _control(self) -> ControlFlow:
        return control_flow(self.cfa)

    @cached_property
    def _transfers(self) -> tuple[Callable[[Any, Step], Any], ...]:
        return tuple(domain.successor for domain in self.domains)

    @cached_property
    def _monitors(self) -> tuple[tuple[int, Callable[[Any], str | None]], ...]:
        """Components that may ask to leave a path."""
        found = ((index, getattr(domain, "exceeded", None)) for index, domain in enumerate(self.domains))
        return tuple((index, exceeded) for index, exceeded in found if exceeded is not None)

    def initial(self) -> CompositeState:
        """The entry with every component's initial element."""
        return CompositeState(self._control.start, tuple(d.initial() for d in self.domains))

    def location(self, state: CompositeState) -> Location:
        """Where control is."""
        return state.position.location

    def steps(self, state: CompositeState) -> Sequence[Step]:
        """The steps that the call stack allows."""
        return self.steps_at(state.position)

    def steps_at(self, position: Position) -> Sequence[Step]:
        """The steps from ``position``."""
        return self._control.ways_from(position).steps

    def position_after(self, position: Position, step: Step) -> Position | None:
        """Where ``step`` leads from ``position``."""
        return self._control.ways_from(position).targets.get(step)

    def assumption(self, position: Position, step: Step, others: Sequence[Any]) -> str | None:
        """Why to leave the path after ``step``, where the components but the first one are ``others``; without them
        only what the program says.
        """
        reason = self._control.ways_from(position).unsupported.get(step)
        return reason or (self._strengthened((None, *others)) if self._monitors and others else None)

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """One successor, or none where a component has none."""
        if self.steps_watch is not None:
            self.steps_watch.begin()
        elements = []
        for transfer, element in zip(self._transfers, state.elements, strict=True):
            after = transfer(element, step)
            if after is None:
                return ()
            elements.append(after)
        ways = self._control.ways_from(state.position)
        position = ways.targets.get(step)
        if position is None:
            return ()
        assumption = ways.unsupported.get(step) or (self._strengthened(elements) if self._monitors else None)
        if assumption is None and self.steps_watch is not None:
            assumption = self.steps_watch.reason(step, position.location, elements[0])
        return (CompositeState(position, tuple(elements), assumption),)

    def transitions(self, state: CompositeState) -> Iterable[tuple[Step, CompositeState]]:
        """Step by step."""
        return ((step, after) for step in self.steps(state) for after in self.successors(state, step))

    def alternatives(self, edges: Step) -> Iterator[tuple[int, Edge]]:
        """The edges that part from a path after its first edge, each with the index of the one it parts from."""
        for index, edge in enumerate(edges):
            if index and isinstance(edge.operation, Assume):
                yield from ((index, other) for other in self.cfa.leaving[edge.source] if other is not edge)

    def _strengthened(self, elements: Sequence[Any]) -> str | None:
        """The assumption that the components together make."""
        for index, exceeded in self._monitors:
            reason = exceeded(elements[index])
            if reason is not None:
                return reason
        return None

    def merge(self, new: CompositeState, reached: CompositeState) -> CompositeState:
        """All components together, or not at all."""
        if new.assumption is not None or new.position != reached.position:
            return reached
        merged = []
        for domain, fresh, old in zip(self.domains, new.elements, reached.elements, strict=True):
            joined = domain.merge(fresh, old)
            if joined is old and not domain.covers(old, fresh):
                return reached
            merged.append(joined)
        if all(a is b for a, b in zip(merged, reached.elements, strict=True)):
            return reached
        return CompositeState(reached.position, tuple(merged))

    def stop(self, state: CompositeState, reached: Iterable[CompositeState]) -> CompositeState | None:
        """One reached state that covers all components together."""
        for candidate in reached:
            if self.covers(candidate, state):
                return candidate
        return None

    def covers(self, larger: CompositeState, smaller: CompositeState) -> bool:
        """All components of ``larger`` together contain all that ``smaller`` stands for.

        Where the program halts, a state with assumption *false* came by what is not supported: no other one goes on for
        it.
        """
        if larger.assumption is not None or larger.position != smaller.position:
            return False
        if smaller.assumption is not None and smaller.position.location == self.cfa.halt:
            return False
        for domain, a, b in zip(self.domains, larger.elements, smaller.elements, strict=True):
            if not domain.covers(a, b):
                return False
        return True

    def is_target(self, state: CompositeState) -> bool:
        """Control is at the error location."""
        return state.position.location.number == self.cfa.error.number

    def left_out(self, state: CompositeState) -> str | None:
        """The assumption is *false*."""
        return state.assumption

    def key(self, state: CompositeState) -> Hashable:
        """Position and the components' keys."""
        return (state.position, *[d.key(e) for d, e in zip(self.domains, state.elements, strict=True)])
