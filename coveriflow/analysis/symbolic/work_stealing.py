"""Giving the right part of what is left of a range to an idle worker (Siddiqui and Khurshid: Scaling symbolic execution
using ranged analysis, 2012, Sect. 3.3: work stealing).

The tree of paths grows from left to right, so that what is left of it lies right of what has been explored. A path
through that becomes the upper bound of who goes on here, and the lower bound of who takes the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random
from typing import Protocol

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.cpa.reached import Node, Reached
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.search.counterexamples import InputsRead, values_in
from coveriflow.analysis.splitting.enumeration import enumerated
from coveriflow.analysis.symbolic.feasible_paths import FeasiblePaths, goes_left
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.interpreter.path_order import InducedPath, at_most, order_key

_Node = Node[CompositeState]
_PROBES = 16
_PROBING_SECONDS = 0.4
_STEPS = 300
"""From one branch with two ways to the next one."""
_WORTH_IT = 0.5
"""Seconds of work, as far as can be told, below which nothing is given away."""
_PAUSE = 2.0
"""Seconds until the next look, where nothing was."""
_CALLS = 32
_MODEL_SECONDS = 1.0


class Sharing(Protocol):
    """A worker that may take paths of a range."""

    def is_asked(self) -> bool:
        """Whether a worker waits for some."""
        ...

    def bound(self, inputs: InputsRead) -> InducedPath | None:
        """The path of the test with these inputs, if it lies between the bounds of the range and is none of them."""
        ...

    def give(self, inputs: InputsRead) -> ResolvedCondition:
        """Leave the paths right of that one to others from now on; returns what is left alone now."""
        ...


@dataclass(slots=True)
class Listening:
    """A ``Watch`` that stops the search also when it is asked for a part of its range."""

    watch: Watch
    sharing: Sharing | None
    is_asked: bool = False
    _calls: int = 0
    _next: float = 0.0

    def exhausted(self) -> str | None:
        """See ``Watch``."""
        reason = self.watch.exhausted()
        self._calls += 1
        if reason is not None or self.sharing is None or self._calls % _CALLS:
            return reason
        self.is_asked = time.monotonic() >= self._next and self.sharing.is_asked()
        return "a worker is idle" if self.is_asked else None

    def pause(self) -> None:
        """There is nothing to give: do not look for a while."""
        self._next = time.monotonic() + _PAUSE


@dataclass(slots=True)
class Dividing:
    """Where to part what waits in ``reached``. ``began``: when the search did, by the clock of CPU time."""

    analysis: FeasiblePaths
    reached: Reached[CompositeState]
    sharing: Sharing
    began: float
    random: Random = field(default_factory=lambda: Random(0))

    def bound(self) -> InputsRead | None:
        """Inputs of a test whose path has about half of what is left on either side; ``None`` where that is little."""
        waiting = _leading_to_waiting(self.reached)
        open_nodes = list(_in_order(self.reached, waiting))
        if not open_nodes:
            return None
        first = [edge for node in _path_to(open_nodes[0]) if node.parent for edge in node.parent.step]
        trying = replace(self.analysis, models=dict(self.analysis.models), undefined={}, steps_watch=None)
        end = time.process_time() + _PROBING_SECONDS
        level = [_Prefix(trying, node.state, tuple(_states_to(node))) for node in open_nodes]
        found = enumerated(level, _PROBES, lambda: "over" if time.process_time() > end else None, self.random)
        total = sum(weight for _, weight in found)
        done, used = sum(1 for n in self.reached.nodes if n.expanded and not n.arcs), time.process_time() - self.began
        if total * used < max(1, done) * _WORTH_IT:
            return None
        return self._middle(found, first)

    def _middle(self, found: Iterable[tuple[_Prefix, float]], first: Sequence[Edge]) -> InputsRead | None:
        """Of those paths that can be bounds, right of the ``first`` one that waits."""
        probes = list[tuple[tuple[bytes, int], InputsRead, float]]()
        for prefix, weight in found:
            inputs = prefix.inputs()
            path = None if inputs is None else self.sharing.bound(inputs)
            if inputs is not None and path is not None and at_most(first, path.edges):
                probes.append((order_key(path.edges), inputs, weight))
        probes.sort(key=lambda probe: probe[0])
        total, sums = sum(weight for _, _, weight in probes), accumulate(weight for _, _, weight in probes)
        return next((inputs for (_, inputs, _), left in zip(probes, sums, strict=True) if 2 * left >= total), None)


@dataclass(slots=True)
class _Prefix:
    """Of a path that has not been explored: the state at its end, and those on the way."""

    trying: FeasiblePaths
    state: CompositeState
    states: tuple[CompositeState, ...]

    def forks(self) -> Sequence[_Prefix]:
        """See ``enumeration.Prefix``."""
        for _ in range(_STEPS):
            if self.trying.is_target(self.state) or self.trying.left_out(self.state) is not None:
                return ()
            ways = sorted(self.trying.transitions(self.state), key=lambda way: not goes_left(way[0]))
            if len(ways) > 1:
                return [_Prefix(self.trying, state, (*self.states, state)) for _, state in ways]
            if not ways:
                return ()
            self.state = ways[0][1]
            self.states = (*self.states, self.state)
        return ()

    def inputs(self) -> InputsRead | None:
        """Those of an execution that begins so, if one is found."""
        read = [each for state in self.states for each in state.elements[0].inputs]
        model = _model_of(self.trying, self.state)
        return None if model is None else values_in(model, read)


def _model_of(trying: FeasiblePaths, state: CompositeState) -> Model | None:
    formula = state.elements[0]
    known = trying.models.get(id(formula))
    if known is not None:
        return known
    answer = trying.solver.check(formula.guard, trying.watch.seconds_left(_MODEL_SECONDS))
    return trying.solver.model() if answer is Satisfiability.SAT else None


def _leading_to_waiting(reached: Reached[CompositeState]) -> set[int]:
    """Numbers of the nodes that wait, and of those on the way there."""
    found = set[int]()
    for waiting in reached.waiting:
        node: _Node | None = waiting
        while node is not None and node.number not in found:
            found.add(node.number)
            node = None if node.parent is None else node.parent.source
    return found


def _in_order(reached: Reached[CompositeState], leading: set[int]) -> Iterator[_Node]:
    """The nodes that wait, from left to right."""
    pending = [reached.root]
    while pending:
        node = pending.pop()
        if node.number in leading:
            if not node.expanded:
                yield node
            pending += [arc.target for arc in sorted(node.arcs, key=lambda arc: goes_left(arc.step))]


def _path_to(node: _Node) -> list[_Node]:
    """From the root on."""
    found = [node]
    while found[-1].parent is not None:
        found.append(found[-1].parent.source)
    return found[::-1]


def _states_to(node: _Node) -> Iterator[CompositeState]:
    """As they were when they were arrived at, with the inputs that were read there."""
    yield from (each.parent.arrived for each in _path_to(node) if each.parent is not None)


def narrowed(analysis: FeasiblePaths, reached: Reached[CompositeState], given: ResolvedCondition) -> FeasiblePaths:
    """``analysis`` beside ``given``, which covers more than the condition that it had; what that covers leaves
    ``reached``, as if it had never been looked at.

    Where neither of the two conditions watches a path any more, nothing changes after.
    """
    place = next(n for n, each in enumerate(analysis.domains) if isinstance(each, ConditionDomain))
    domain = ConditionDomain(given)
    domains = (*analysis.domains[:place], domain, *analysis.domains[place + 1 :])
    doomed, pending = list[_Node](), [(reached.root, domain.initial())]
    while pending:
        node, states = pending.pop()
        before = node.state.elements[place]
        if not states and not before:
            continue
        if states != before:
            reached.restate(node, _with(node.state, place, states))
        after = [(arc, domain.successor(states, arc.step)) for arc in node.arcs]
        doomed += [arc.target for arc, covered in after if covered is None]
        node.arcs = [arc for arc, covered in after if covered is not None]
        pending += [(arc.target, states) for arc, states in after if states is not None]
    for gone in reached.leave(doomed):
        analysis.models.pop(id(gone.state.elements[0]), None)
    reached.analysis = replace(analysis, domains=domains)
    return reached.analysis


def _with(state: CompositeState, place: int, states: AutomatonStates) -> CompositeState:
    return state._replace(elements=(*state.elements[:place], states, *state.elements[place + 1 :]))
