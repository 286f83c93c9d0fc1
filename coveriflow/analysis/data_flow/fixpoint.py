"""From a precision to what holds at loop heads: the CPA algorithm with widening, then descents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Watch
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder

States = dict[Position, tuple[State, ...]]
"""By position: what control may come with. A position that is missing is never reached."""


@dataclass(slots=True)
class Fixpoint:
    """One run of ``domain``."""

    domain: DataFlowDomain
    watch: Watch

    def states(self) -> States | None:
        """What holds wherever control may be; ``None`` where ``watch`` stopped it before all was reached.

        Descents that are not finished do no harm: each of their steps keeps every state that an execution is in.
        """
        analysis = CompositeAnalysis(self.domain.cfa, (self.domain,))
        priority = self._priority()
        reached = Reached(analysis, Waitlist[CompositeState](Order.BREADTH_FIRST, priority))
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(analysis, reached, self.watch)
        if outcome is Outcome.STOPPED:
            return None
        found = {node.number: _state(node) for node in reached.nodes}
        self._descend(reached, found, priority)
        return _by_position(reached, found)

    def _priority(self) -> Callable[[CompositeState], Any]:
        """The weak topological order: a loop is stable before what comes after it is looked at."""
        order = UnrolledOrder(self.domain.cfa, self.domain.loops)
        return lambda s: order.key(s.position, (Frame(),) * (len(s.position.stack) + 1))

    def _descend(
        self, reached: Reached[CompositeState], found: dict[int, State], priority: Callable[[CompositeState], Any]
    ) -> None:
        """Narrow each state to what its predecessors lead to; states that none leads to any more are dropped."""
        into: defaultdict[int, list[Arc[CompositeState]]] = defaultdict(list)
        for node in reached.nodes:
            for arc in node.arcs:
                into[arc.target.number].append(arc)
        ordered = sorted(reached.nodes, key=lambda node: (priority(node.state), node.number))
        for _ in range(self.domain.precision.descents):
            for node in ordered:
                if self.watch.exhausted() is not None:
                    return
                if node.number in found:
                    start = [self.domain.initial()] if node is reached.root else []
                    self._narrow(node, [*start, *self._arriving(into[node.number], found)], found)

    def _narrow(self, node: Node[CompositeState], arriving: list[State], found: dict[int, State]) -> None:
        lattice, old = self.domain.lattice, found[node.number]
        narrower = lattice.meet(old, reduce(lattice.joined, arriving)) if arriving else None
        if narrower is None:
            del found[node.number]
        else:
            found[node.number] = narrower

    def _arriving(self, arcs: Iterable[Arc[CompositeState]], found: dict[int, State]) -> Iterator[State]:
        for arc in arcs:
            source = found.get(arc.source.number)
            after = None if source is None else self.domain.successor(source, arc.step)
            if after is not None:
                yield after


def _state(node: Node[CompositeState]) -> State:
    state: State = node.state.elements[0]
    return state


def _by_position(reached: Reached[CompositeState], found: dict[int, State]) -> States:
    states: defaultdict[Position, list[State]] = defaultdict(list)
    for node in reached.nodes:
        if node.number in found:
            states[node.state.position].append(found[node.number])
    return {position: tuple(some) for position, some in states.items()}
