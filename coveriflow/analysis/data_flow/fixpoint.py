"""From a precision to what holds at loop heads: the CPA algorithm with widening, then descents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Step, Watch
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.framing.frames import returned
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.program.cfa.edges import Call, Location, Return

States = dict[Position, tuple[State, ...]]
"""By position: what control may come with. A position that is missing is never reached."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a framed call returns to, and with what control came to the function."""

    back: Position
    state: State
    exit: Location


@dataclass(frozen=True)
class DividingAnalysis(CompositeAnalysis):
    """Of abstract states that are divided after each step; the data-flow domain is the first component.

    Framed calls are followed once for each context. ``callers``, ``exits``: by context, what was seen of its calls and
    of its returns. Each of the calls has each of the returns.
    """

    callers: defaultdict[int | None, dict[Hashable, Caller]] = field(default_factory=lambda: defaultdict(dict))
    exits: defaultdict[int | None, dict[Hashable, State]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def domain(self) -> DataFlowDomain:
        """The first component."""
        found: DataFlowDomain = self.domains[0]  # type: ignore[assignment]
        return found

    def steps_at(self, position: Position) -> Sequence[Step]:
        """Those that the call stack allows; from a framed function any return."""
        frames = self.domain.frames
        if frames is not None and frames.is_entered(position):
            return self._control.steps_at(position.location)
        return super().steps_at(position)

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """All pieces, and what comes of returns that were seen before."""
        element: State = state.elements[0]
        reason = self.assumption(state.position, step, state.elements[1:])
        if self.is_framed(step):
            for entry, caller in self.entries(state, step):
                yield CompositeState(Position(step[-1].target), (entry,), reason)
                for exit_ in list(self.exits[entry.context].values()):
                    yield from self._back(caller, exit_)
        elif self._is_exit(state.position, step):
            self.see_exit(state)
            for caller in self.callers_of(element, step):
                yield from self._back(caller, element)
        elif (target := self.position_after(state.position, step)) is not None:
            after = self.domain.successor(element, step)
            for piece in () if after is None else self.domain.pieces(after):
                yield CompositeState(target, (piece,), reason)

    def is_framed(self, step: Step) -> bool:
        """Whether ``step`` is a framed call."""
        return self.domain.frames is not None and self.domain.frames.is_framed(step[-1])

    def sources(self, state: CompositeState, step: Step) -> Iterator[tuple[State, Position]]:
        """From what ``step`` is taken, and where it leads to: a return from a framed function from what is known of
        each of its callers.
        """
        if self._is_exit(state.position, step):
            for caller in self.callers_of(state.elements[0], step):
                yield self._returned(caller, state.elements[0], step), caller.back
            return
        target = Position(step[-1].target) if self.is_framed(step) else self.position_after(state.position, step)
        if target is not None:
            yield state.elements[0], target

    def is_kept(self, state: CompositeState) -> bool:
        """Whether framed calls, or returns from such, are made in ``state``: there is one for each key."""
        return any(self.is_framed(step) or self._is_exit(state.position, step) for step in self.steps(state))

    def is_of_a_context(self, state: CompositeState) -> bool:
        """Whether ``state`` says of which context it is, where control goes on in a framed function."""
        frames, element = self.domain.frames, state.elements[0]
        if frames is None or not frames.is_entered(state.position) or not self.steps_at(state.position):
            return True
        return element.context is not None and element.key[-1] == element.context

    def see_exit(self, state: CompositeState) -> None:
        """Keep what is known where a framed function returns."""
        element: State = state.elements[0]
        self.exits[element.context][element.key] = element

    def entries(self, state: CompositeState, step: Step) -> Iterator[tuple[State, Caller]]:
        """With what a framed call leads into the function, and what is known where it is made."""
        edge, after = step[-1], self.domain.successor(state.elements[0], step)
        assert isinstance(edge.operation, Call)
        function = self.cfa.functions[edge.operation.function]
        back = Position(edge.operation.return_to, state.position.stack)
        for number, piece in enumerate(() if after is None else self.domain.pieces(after)):
            entry, caller = self.domain.entered(piece, function.name), Caller(back, piece, function.exit)
            self.callers[entry.context][state.position, step, state.elements[0].key, number] = caller
            yield entry, caller

    def callers_of(self, exit_: State, step: Step) -> list[Caller]:
        """Of the context in which control is in ``exit_``, those to which ``step`` returns."""
        return [each for each in self.callers[exit_.context].values() if each.back.location == step[-1].target]

    def _is_exit(self, position: Position, step: Step) -> bool:
        frames = self.domain.frames
        return frames is not None and isinstance(step[-1].operation, Return) and frames.is_entered(position)

    def _back(self, caller: Caller, exit_: State) -> Iterator[CompositeState]:
        for step in self._control.steps_at(caller.exit):
            if step[-1].target == caller.back.location:
                after = self.domain.successor(self._returned(caller, exit_, step), step)
                for piece in () if after is None else self.domain.pieces(after):
                    yield CompositeState(caller.back, (piece,))

    def _returned(self, caller: Caller, exit_: State, step: Step) -> State:
        assert self.domain.frames is not None
        return returned(caller.state, exit_, self.domain.frames.effect(step[-1].source.function))


@dataclass(frozen=True, slots=True)
class _OneOf:
    """Stops where ``watch`` does, or where there are too many states."""

    watch: Watch
    domain: DataFlowDomain

    def exhausted(self) -> str | None:
        """Why."""
        return "too many states" if self.domain.many else self.watch.exhausted()


@dataclass(slots=True)
class Fixpoint:
    """One run of ``domain``. It stops where values of a variable keep too many states apart (``many``)."""

    domain: DataFlowDomain
    watch: Watch

    def states(self) -> States | None:
        """What holds wherever control may be; ``None`` where ``watch`` stopped it before all was reached.

        Descents that are not finished do no harm: each of their steps keeps every state that an execution is in.
        """
        found = self.reached()
        return None if found is None else by_position(found)

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
            outcome = explore(analysis, reached, _OneOf(self.watch, self.domain))
        return None if outcome is Outcome.STOPPED else reached

    def _priority(self) -> Callable[[CompositeState], Any]:
        """The weak topological order: a loop is stable before what comes after it is looked at."""
        order, frames = UnrolledOrder(self.domain.cfa, self.domain.loops), self.domain.frames

        def innermost_first(state: CompositeState) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
            """What a framed call leads to is gone through before what comes after the call."""
            position, within = state.position, ()
            key = order.key(position, (Frame(),) * (len(position.stack) + 1))
            if frames is None or state.elements[0].context is None:
                return key, 0, within
            return within, -state.elements[0].context, key

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


def settled(domain: DataFlowDomain, watch: Watch) -> tuple[Fixpoint, list[CompositeState] | None]:
    """The last run, and what it reached: values that would keep too many states apart do not."""
    fixpoint = Fixpoint(domain, watch)
    states = fixpoint.reached()
    while states is None and domain.many and watch.exhausted() is None:
        domain = replace(domain, together=domain.together | domain.many)
        fixpoint = Fixpoint(domain, watch)
        states = fixpoint.reached()
    return fixpoint, states


def _state(node: Node[CompositeState]) -> State:
    state: State = node.state.elements[0]
    return state


def by_position(found: Iterable[CompositeState]) -> States:
    """The states of each position."""
    states: defaultdict[Position, list[State]] = defaultdict(list)
    for each in found:
        states[each.position].append(each.elements[0])
    return {position: tuple(some) for position, some in states.items()}
