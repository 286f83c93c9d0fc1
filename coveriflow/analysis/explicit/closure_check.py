"""The certificate check of a fixed point. It shares no search with the analysis: edge by edge it takes what
``values.ValueDomain`` says, and of every path that the search has taken it asks whether nothing parts from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Step, Watch
from coveriflow.analysis.cpa.reached import Arc, Node, Reached
from coveriflow.analysis.domains.values import Plan, ValueDomain, Values
from coveriflow.analysis.explicit.invariants import HeadValues

_Node = Node[CompositeState]
_Arc = Arc[CompositeState]
LONGEST_STEP = 1 << 14
"""Steps of a path that ends without a successor, at most: no fewer than the search takes at once."""


def unchecked_nodes(
    analysis: CompositeAnalysis, reached: Reached[CompositeState], watch: Watch, heads: HeadValues | None = None
) -> set[int]:
    """Check the evidence once more (contract: a closed reached set), as long as ``watch`` allows.

    The initial state and every successor of an expanded state must lie in one state that is there, and no error state
    may count as expanded; where that does not hold, the algorithm is wrong and ``AssertionError`` is raised. Returns
    the numbers of the expanded nodes that there was no time for. ``analysis`` goes step by step, with explicit values
    that are as precise as they can be, whatever the search has done: that only makes successors smaller.
    """
    if analysis.stop(analysis.initial(), [reached.root.state]) is None or reached.root is not reached.nodes[0]:
        raise AssertionError("the reached set does not hold the initial state")
    check = _Check(analysis, reached, heads or HeadValues(analysis))
    expanded = [node for node in reached.nodes if node.expanded]
    for index, node in enumerate(expanded):
        if watch.exhausted() is not None:
            return {n.number for n in expanded[index:]}
        if not check.is_closed(node):
            raise AssertionError(f"the reached set is not closed at {node.state}")
    return set()


@dataclass(frozen=True, slots=True)
class _Leg:
    """One step of a path, with the others that are possible where it begins. ``reason``: why to leave the path
    after it.
    """

    step: Step
    plan: Plan
    parting: tuple[tuple[Step, Plan], ...]
    source: Position
    target: Position
    reason: str | None
    is_head: bool


@dataclass(slots=True)
class _Check:
    analysis: CompositeAnalysis
    reached: Reached[CompositeState]
    heads: HeadValues
    values: ValueDomain = field(init=False)
    legs: dict[tuple[Position, Step], tuple[_Leg, ...]] = field(default_factory=dict)
    beginning: dict[Position, tuple[_Leg, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        domain = self.analysis.domains[0]
        assert isinstance(domain, ValueDomain)
        self.values = domain

    def is_closed(self, node: _Node) -> bool:
        """Whether all that can be done at ``node`` leads into nodes that are there."""
        state, arcs = node.state, {arc.step[0]: arc for arc in node.arcs}
        self._see(state)
        for step in self.analysis.steps(state):
            if self.values.plan(step).remaining(state.elements[0].known) is None:
                continue
            arc = arcs.get(step[0])
            if arc is None and not self._vanish(self.analysis.successors(state, step)):
                return False
            if arc is not None and not self._leads_into_target(state, arc):
                return False
        return not self.analysis.is_target(state)

    def _see(self, state: CompositeState) -> None:
        if state.position.location in self.heads.heads:
            self.heads.see(state.position.location, state.elements[0].known)

    def _vanish(self, states: Iterable[CompositeState]) -> bool:
        """Whether ``states`` have no successors before long: at no end of the program, and without error."""
        pending = list(states)
        for _ in range(LONGEST_STEP):
            if not pending:
                return True
            state = pending.pop()
            self._see(state)
            steps = self.analysis.steps(state)
            if state.assumption is not None or not steps or self.analysis.is_target(state):
                return False
            for step in steps:
                pending += self.analysis.successors(state, step)
        return False

    def _leads_into_target(self, state: CompositeState, arc: _Arc) -> bool:
        """Whether all executions that begin with the arc's first edge go along it and then lie in its target, or end
        before without error.
        """
        if arc.target is not self.reached.nodes[arc.target.number]:
            return False
        legs = self._legs(state.position, arc.step)
        known, others, assumption = state.elements[0].known.copy(), state.elements[1:], None
        for index, leg in enumerate(legs):
            if index and (assumption is not None or leg.source.location == self.analysis.cfa.error):
                return False
            if index:
                if leg.is_head:
                    self.heads.see(leg.source.location, known)
                for step, plan in leg.parting:
                    if plan.remaining(known) is not None and self._parts(known, others, leg.source, step):
                        return False
            if not leg.plan.done(known, leg.plan.applies):
                return True
            assumption = leg.reason
            if others:
                others = self._following(others, leg.step)
                if None in others:
                    return True
                assumption = self.analysis.assumption(leg.source, leg.step, others)
        after = CompositeState(legs[-1].target, (Values(known), *others), assumption) if legs else None
        return after is not None and (arc.target.left_out is not None or self.analysis.covers(arc.target.state, after))

    def _parts(self, known: dict[Any, int], others: tuple[Any, ...], position: Position, step: Step) -> bool:
        return any(self.analysis.successors(CompositeState(position, (Values(known), *others)), step))

    def _following(self, others: tuple[Any, ...], step: Step) -> tuple[Any, ...]:
        domains = self.analysis.domains[1:]
        return tuple(domain.successor(element, step) for domain, element in zip(domains, others, strict=True))

    def _legs(self, position: Position, path: Step) -> tuple[_Leg, ...]:
        """``path`` from ``position``, step by step; none where it is no path."""
        key = position, path
        if key not in self.legs:
            found = tuple(self._split(position, path))
            whole = tuple(edge for leg in found for edge in leg.step)
            self.legs[key] = found if whole == path else ()
        return self.legs[key]

    def _split(self, position: Position, path: Step) -> Iterator[_Leg]:
        done = 0
        while done < len(path):
            leg = next((e for e in self._legs_from(position) if e.step == path[done : done + len(e.step)]), None)
            if leg is None:
                return
            yield leg
            position, done = leg.target, done + len(leg.step)

    def _legs_from(self, position: Position) -> tuple[_Leg, ...]:
        """What can be done at ``position``, but for what ends there."""
        found = self.beginning.get(position)
        if found is None:
            found = self.beginning[position] = tuple(self._made_legs(position))
        return found

    def _made_legs(self, position: Position) -> Iterator[_Leg]:
        steps, is_head = self.analysis.steps_at(position), position.location in self.heads.heads
        for step in steps:
            after = self.analysis.position_after(position, step)
            if after is not None:
                parting = tuple((other, self.values.plan(other)) for other in steps if other is not step)
                reason = self.analysis.assumption(position, step, ())
                yield _Leg(step, self.values.plan(step), parting, position, after, reason, is_head)
