"""Composite analysis with assumption storage (CMC paper, III-B): components side by side, and a memory of what was left out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from coveriflow.analysis.contracts import Domain, Step
from coveriflow.analysis.domains.call_stack import CallStackDomain, Position, matches
from coveriflow.analysis.steps import steps_of
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Location
from coveriflow.program.loops import Loops, loops_of


@dataclass(frozen=True, slots=True)
class CompositeState:
    """``assumption``: the assumption-storage component. ``None`` is *true*; a text is *false*, and says what ran out."""

    position: Position
    elements: tuple[Any, ...]
    assumption: str | None = None


@dataclass(frozen=True)
class CompositeAnalysis:
    """The product of location and call stack with ``domains`` (the first one is the analysis proper).

    The strengthening operator turns a monitor's 'exceeded' into the assumption *false*, and nothing is explored from such
    a state: it counts as not covered. A state with assumption *false* covers no other.
    """

    cfa: Cfa
    domains: tuple[Domain[Any], ...]

    @cached_property
    def loops(self) -> Loops:
        """The program's loops."""
        return loops_of(self.cfa)

    @cached_property
    def _steps(self) -> dict[Location, Sequence[Step]]:
        return dict(steps_of(self.cfa, self.loops))

    @cached_property
    def _stack(self) -> CallStackDomain:
        return CallStackDomain(self.cfa)

    def initial(self) -> CompositeState:
        """The entry with every component's initial element."""
        return CompositeState(self._stack.initial(), tuple(d.initial() for d in self.domains))

    def location(self, state: CompositeState) -> Location:
        """Where control is."""
        return state.position.location

    def steps(self, state: CompositeState) -> Sequence[Step]:
        """The steps that the call stack allows."""
        return [s for s in self._steps[state.position.location] if matches(state.position, s[0])]

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """One successor, or none where a component has none."""
        position = self._stack.successor(state.position, step)
        if position is None:
            return ()
        elements = []
        for domain, element in zip(self.domains, state.elements, strict=True):
            after = domain.successor(element, step)
            if after is None:
                return ()
            elements.append(after)
        return (self._strengthened(CompositeState(position, tuple(elements))),)

    def _strengthened(self, state: CompositeState) -> CompositeState:
        for domain, element in zip(self.domains, state.elements, strict=True):
            exceeded = getattr(domain, "exceeded", None)
            reason = exceeded(element) if exceeded is not None else None
            if reason is not None:
                return CompositeState(state.position, state.elements, reason)
        return state

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
        return next((r for r in reached if self._covers(r, state)), None)

    def _covers(self, larger: CompositeState, smaller: CompositeState) -> bool:
        return (
            larger.assumption is None
            and larger.position == smaller.position
            and all(d.covers(a, b) for d, a, b in zip(self.domains, larger.elements, smaller.elements, strict=True))
        )

    def is_target(self, state: CompositeState) -> bool:
        """Control is at the error location."""
        return state.position.location == self.cfa.error

    def left_out(self, state: CompositeState) -> str | None:
        """The assumption is *false*."""
        return state.assumption

    def key(self, state: CompositeState) -> Hashable:
        """Position and the components' keys."""
        return (state.position, *(d.key(e) for d, e in zip(self.domains, state.elements, strict=True)))
