"""From a precision to what holds at loop heads: the CPA algorithm with widening, then descents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Step, Watch
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder

States = dict[Position, tuple[State, ...]]
"""By position: what control may come with. A position that is missing is never reached."""


class DividingAnalysis(CompositeAnalysis):
    """Of abstract states that are divided after each step; the data-flow domain is the first component."""

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """All pieces."""
        domain: DataFlowDomain = self.domains[0]  # type: ignore[assignment]
        for after in super().successors(state, step):
            for piece in domain.pieces(after.elements[0]):
                yield after._replace(elements=(piece, *after.elements[1:]))


@dataclass(slots=True)
class Fixpoint:
    """One run of ``domain``."""

    domain: DataFlowDomain
    watch: Watch

    def states(self) -> States | None:
        """What holds wherever control may be; ``None`` where ``watch`` stopped it before all was reached.

        Descents that are not finished do no harm: each of their steps keeps every state that an execution is in.
        """
        found = self.reached()
        return None if found is None else _by_position(found)

    def analysis(self) -> DividingAnalysis:
        """Of the domain."""
        return DividingAnalysis(self.domain.cfa, (self.domain,))

    def reached(self) -> list[CompositeState] | None:
        """The same, one by one, with all components."""
        priority = self._priority()
        reached = self._explored((), priority)
        if reached is None:
            return None
        found = {node.number: _state(node) for node in reached.nodes}
        self._descend(reached, found, priority)
        return [
            node.state._replace(elements=(found[node.number], *node.state.elements[1:]))
            for node in reached.nodes
            if node.number in found
        ]

    def reached_from(self, states: Sequence[CompositeState]) -> list[CompositeState] | None:
        """``states``, and all that is reached from them: where descents went too far, since no transfer need be
        monotone, this is a fixpoint again. One state for each key.
        """
        reached = self._explored(states, self._priority())
        return None if reached is None else [node.state for node in reached.nodes]

    def _explored(
        self, starts: Sequence[CompositeState], priority: Callable[[CompositeState], Any]
    ) -> Reached[CompositeState] | None:
        analysis = self.analysis()
        waitlist = Waitlist[CompositeState](Order.BREADTH_FIRST, priority)
        reached, outcome = Reached(analysis, waitlist, starts=starts), Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(analysis, reached, self.watch)
        return None if outcome is Outcome.STOPPED else reached

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
        """What arrives by each arc: of several pieces, those with the key of the target."""
        for arc in {(arc.source.number, arc.step): arc for arc in arcs}.values():
            source = found.get(arc.source.number)
            after = None if source is None else self.domain.successor(source, arc.step)
            key = _state(arc.target).key
            yield from (each for each in self.domain.pieces(after) if each.key == key) if after is not None else ()


def _state(node: Node[CompositeState]) -> State:
    state: State = node.state.elements[0]
    return state


def _by_position(found: Iterable[CompositeState]) -> States:
    states: defaultdict[Position, list[State]] = defaultdict(list)
    for each in found:
        states[each.position].append(each.elements[0])
    return {position: tuple(some) for position, some in states.items()}
