"""The reducer that keeps the program, and leaves out the edges that only covered executions take: calls stay calls,
nothing is unfolded, nothing is added.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.errors import NotSupported
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.reducers.parallel_composition import LARGEST_PRODUCT

_Begun = tuple[Location, AutomatonStates]
"""How a function is entered."""
_Pair = tuple[Location, AutomatonStates]


def pruned(cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    """``cfa`` without the edges that no execution takes which ``condition`` does not cover.

    Law: this is a reducer (fold paper, Def. 3). Of two branches one may be left; an execution ends where all that
    follows is covered. Size: at most that of ``cfa``. Raises ``NotSupported`` as the parallel composition does.
    """
    if condition.accepts(condition.initial):
        return Transformed(replace(cfa, edges=(), control=()), {})
    taken = _Search(cfa, condition).taken()
    kept = [edge for edge in cfa.edges if edge in taken]
    if len(kept) == len(cfa.edges):
        return Transformed(cfa, {edge: edge for edge in cfa.edges})
    made = Instrumenting(0)
    for edge in kept:
        made.add(edge, edge.source, edge.operation, edge.target)
    functions = {edge.source.function for edge in kept} | {cfa.entry_function}
    named = {each.variable.name.removeprefix("&") for each in cfa.objects}
    left = {name: function for name, function in cfa.functions.items() if name in functions | named}
    return made.transformed(lambda edges: replace(cfa, edges=edges, functions=left, control=()))


@dataclass(slots=True)
class _Search:
    """Where executions come that are not covered, by summaries of functions: each is searched once for each way to
    enter it. ``callers``: who enters it so, how that was entered, and by which call; ``exits``: how it is left.
    """

    cfa: Cfa
    condition: ResolvedCondition
    seen: set[tuple[_Begun, _Pair]] = field(default_factory=set)
    waiting: list[tuple[_Begun, _Pair]] = field(default_factory=list)
    callers: defaultdict[_Begun, set[tuple[_Begun, Edge]]] = field(default_factory=lambda: defaultdict(set))
    exits: defaultdict[_Begun, set[_Pair]] = field(default_factory=lambda: defaultdict(set))
    found: set[Edge] = field(default_factory=set)

    def taken(self) -> set[Edge]:
        """The edges that executions take which are not covered before. A call that returns to nothing but what is
        covered has its return all the same: a call in C always returns.
        """
        begun = self.cfa.entry, self.condition.initial
        self._reach(begun, begun)
        while self.waiting:
            self._leave(*self.waiting.pop())
        for begun, callers in self.callers.items():
            for exit_, _ in self.exits[begun]:
                self.found |= {_return(self.cfa, exit_, call) for _, call in callers}
        return self.found

    def _leave(self, begun: _Begun, pair: _Pair) -> None:
        location, states = pair
        for edge in self.cfa.leaving[location]:
            if isinstance(edge.operation, Return):
                self._exit(begun, pair)
                return
            after = self.condition.after(states, edge)
            if self.condition.accepts(after):
                continue
            self.found.add(edge)
            if isinstance(edge.operation, Call):
                self._enter(begun, edge, (edge.target, after))
            else:
                self._reach(begun, (edge.target, after))

    def _enter(self, begun: _Begun, call: Edge, entered: _Begun) -> None:
        self.callers[entered].add((begun, call))
        self._reach(entered, entered)
        for exit_ in tuple(self.exits[entered]):
            self._return(exit_, begun, call)

    def _exit(self, begun: _Begun, exit_: _Pair) -> None:
        self.exits[begun].add(exit_)
        for caller, call in tuple(self.callers[begun]):
            self._return(exit_, caller, call)

    def _return(self, exit_: _Pair, caller: _Begun, call: Edge) -> None:
        location, states = exit_
        edge = _return(self.cfa, location, call)
        after = self.condition.after(states, edge)
        if not self.condition.accepts(after):
            self.found.add(edge)
            self._reach(caller, (edge.target, after))

    def _reach(self, begun: _Begun, pair: _Pair) -> None:
        if (begun, pair) in self.seen:
            return
        self.seen.add((begun, pair))
        self.waiting.append((begun, pair))
        if len(self.seen) > LARGEST_PRODUCT:
            raise NotSupported(f"a condition with more than {LARGEST_PRODUCT} states at the program's locations")


def _return(cfa: Cfa, exit_: Location, call: Edge) -> Edge:
    """The edge by which a call returns."""
    assert isinstance(call.operation, Call)
    back = call.operation.return_to
    return next(edge for edge in cfa.leaving[exit_] if edge.target == back)
