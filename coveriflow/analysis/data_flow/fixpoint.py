"""From a precision to what holds at loop heads: the CPA algorithm with widening, then descents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Step, Watch
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.states import Key, State
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.program.cfa.edges import Call, Return

Awaited = tuple[Position, Key]
States = dict[Position, tuple[State, ...]]
"""By position: what control may come with. A position that is missing is never reached."""


@dataclass(frozen=True)
class DividingAnalysis(CompositeAnalysis):
    """Of abstract states that are divided after each step; the data-flow domain is the first component.

    Where call stacks are merged, a call returns to where a call with the same counters was seen only: each execution
    that returns has called before. ``awaited``: by where such a call returns to, and its counters, those of the call
    before it. ``withheld``: where a return was met to which no call had been seen.
    """

    awaited: defaultdict[Awaited, dict[Key, None]] = field(default_factory=lambda: defaultdict(dict))
    withheld: defaultdict[Awaited, set[Position]] = field(default_factory=lambda: defaultdict(set))
    seen_late: set[Position] = field(default_factory=set)

    @property
    def domain(self) -> DataFlowDomain:
        """The first component."""
        found: DataFlowDomain = self.domains[0]  # type: ignore[assignment]
        return found

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """All pieces, at each position that the step may lead to."""
        self.see(state, step)
        for after in super().successors(state, step):
            for position, piece in self.placed(state, step, after.elements[0]):
                yield after._replace(position=position, elements=(piece, *after.elements[1:]))

    def see(self, state: CompositeState, step: Step) -> None:
        """A step that is taken from ``state``."""
        call, before = step[-1].operation, state.elements[0]
        if self.domain.stacks is not None and isinstance(call, Call):
            awaited = Position(call.return_to, state.position.stack), self.domain.counts(before)
            if before.called not in self.awaited[awaited]:
                self.awaited[awaited][before.called] = None
                self.seen_late.update(self.withheld.get(awaited, ()))

    def placed(self, source: CompositeState, step: Step, after: State) -> Iterator[tuple[Position, State]]:
        """The pieces of ``after``, and where they are."""
        pieces, stacks = self.domain.pieces(after), self.domain.stacks
        if stacks is None:
            target = self.position_after(source.position, step)
            yield from ((target, piece) for piece in pieces if target is not None)
            return
        operation, counts = step[-1].operation, self.domain.counts(source.elements[0])
        for position in stacks.after(source.position, step):
            if isinstance(operation, Call) and stacks.counts(operation.return_to):
                yield from ((position, self.domain.called(piece, counts)) for piece in pieces)
            elif isinstance(operation, Return) and stacks.counts(position.location):
                awaited = position, source.elements[0].called
                self.withheld[awaited].add(source.position)
                for before in list(self.awaited.get(awaited, ())):
                    yield from ((position, self.domain.called(piece, before)) for piece in pieces)
            else:
                yield from ((position, piece) for piece in pieces)

    def late(self) -> set[Position]:
        """Where returns were met before calls that they belong to."""
        found = set(self.seen_late)
        self.seen_late.clear()
        return found


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
            if outcome is Outcome.CLOSED and (late := analysis.late()):
                reached.expand_again([node for node in reached.nodes if node.state.position in late])
                outcome = Outcome.TARGET
        return None if outcome is Outcome.STOPPED else reached

    def _priority(self) -> Callable[[CompositeState], Any]:
        """The weak topological order: a loop is stable before what comes after it is looked at."""
        order, stacks = UnrolledOrder(self.domain.cfa, self.domain.loops), self.domain.stacks

        def key(position: Position) -> tuple[int, ...]:
            return order.key(position, (Frame(),) * (len(position.stack) + 1))

        def innermost_first(state: CompositeState) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
            """A call that may be made again is gone through before what comes after it."""
            location, stack = state.position.location, state.position.stack
            outer = len(stack) if stacks is None else stacks.outer(stack)
            if outer == len(stack):
                return key(state.position), 0, ()
            before = key(Position(order.call_of[stack[outer - 1]], stack[: outer - 1])) if outer else ()
            return before, outer - len(stack), key(Position(location, stack[outer:]))

        return innermost_first

    def _descend(
        self, reached: Reached[CompositeState], found: dict[int, State], priority: Callable[[CompositeState], Any]
    ) -> None:
        """Narrow each state to what its predecessors lead to; states that none leads to any more are dropped."""
        analysis: DividingAnalysis = reached.analysis  # type: ignore[assignment]
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
                    self._narrow(node, [*start, *self._arriving(analysis, into[node.number], found)], found)

    def _narrow(self, node: Node[CompositeState], arriving: list[State], found: dict[int, State]) -> None:
        lattice, old = self.domain.lattice, found[node.number]
        narrower = lattice.meet(old, reduce(lattice.joined, arriving)) if arriving else None
        if narrower is None:
            del found[node.number]
        else:
            found[node.number] = narrower

    @staticmethod
    def _arriving(
        analysis: DividingAnalysis, arcs: Iterable[Arc[CompositeState]], found: dict[int, State]
    ) -> Iterator[State]:
        """What arrives by each arc: of several pieces, those with the key of the target."""
        for arc in {(arc.source.number, arc.step): arc for arc in arcs}.values():
            source = found.get(arc.source.number)
            if source is None:
                continue
            state = arc.source.state._replace(elements=(source, *arc.source.state.elements[1:]))
            key = analysis.key(arc.target.state)
            yield from (each.elements[0] for each in analysis.successors(state, arc.step) if analysis.key(each) == key)


def _state(node: Node[CompositeState]) -> State:
    state: State = node.state.elements[0]
    return state


def _by_position(found: Iterable[CompositeState]) -> States:
    states: defaultdict[Position, list[State]] = defaultdict(list)
    for each in found:
        states[each.position].append(each.elements[0])
    return {position: tuple(some) for position, some in states.items()}
