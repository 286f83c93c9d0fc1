"""Giving the right part of what is left of a range to somebody idle (Siddiqui and Khurshid: Scaling symbolic execution
using ranged analysis, 2012, Sect. 3.3: work stealing).

The tree of paths grows from left to right, so that what is left of it lies right of what has been explored. A path
through that becomes the upper bound of who goes on here, and the lower bound of who takes the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random
from typing import Protocol

from coveriflow.analysis.composite import CompositeState
from coveriflow.analysis.contracts import Step, Watch
from coveriflow.analysis.counterexamples import InputsRead, values_in
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.feasible_paths import FeasiblePaths, goes_left
from coveriflow.analysis.reached import Node, Reached
from coveriflow.analysis.splitting.strata import Chances, stratified
from coveriflow.artifacts.resolution import AutomatonStates, ResolvedCondition
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.program.edges import Edge
from coveriflow.program.path_order import InducedPath, at_most, order_key

_Node = Node[CompositeState]
_PROBES = 16
_PROBING_SECONDS = 0.4
_BRANCHES = 300
"""Of a probe, beyond what has been explored."""
_WORTH_IT = 0.5
"""Seconds of work, as far as can be told, below which nothing is given away."""
_PAUSE = 2.0
"""Seconds until the next look, where nothing was."""
_CALLS = 32
_MODEL_SECONDS = 1.0


class Sharing(Protocol):
    """Somebody who may take paths of a range."""

    def is_asked(self) -> bool:
        """Whether somebody waits for some."""
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
        return "somebody is idle" if self.is_asked else None

    def pause(self) -> None:
        """There is nothing to give: do not look for a while."""
        self._next = time.monotonic() + _PAUSE


@dataclass(frozen=True, slots=True)
class Probe:
    """A feasible path that begins with one that waits. ``stands_for``: about so many paths (Knuth, 1975)."""

    inputs: InputsRead
    stands_for: float
    path: InducedPath


@dataclass(slots=True)
class Dividing:
    """Where to part what waits in ``reached``. ``began``: when the search did, by the clock of CPU time."""

    analysis: FeasiblePaths
    reached: Reached[CompositeState]
    sharing: Sharing
    began: float
    random: Random = field(default_factory=lambda: Random(0))

    def bound(self) -> InputsRead | None:
        """Inputs of a test whose path has about half of the work left of it and half right of it; ``None`` where there
        is not enough of it.
        """
        done, used = sum(1 for n in self.reached.nodes if n.expanded and not n.arcs), time.process_time() - self.began
        probes = sorted(self._probes(), key=lambda probe: order_key(probe.path.edges))
        total = sum(probe.stands_for for probe in probes)
        if not probes or total * used < len(probes) * max(1, done) * _WORTH_IT:
            return None
        sums = accumulate(probe.stands_for for probe in probes)
        return next(probe for probe, left in zip(probes, sums, strict=True) if 2 * left >= total).inputs

    def _probes(self) -> Iterator[Probe]:
        """Random walks to the ends of paths that have not been explored."""
        waiting = _leading_to_waiting(self.reached)
        first = self._first_waiting(waiting)
        trying = replace(self.analysis, models=dict(self.analysis.models), undefined={}, steps_watch=None)
        end = time.process_time() + _PROBING_SECONDS
        for strata in stratified(_PROBES if first is not None else 0, self.random):
            found = self._walk(trying, waiting, strata)
            path = None if found is None else self.sharing.bound(found[0])
            if found is not None and path is not None and first is not None and at_most(first, path.edges):
                yield Probe(*found, path)
            if time.process_time() > end:
                return

    def _first_waiting(self, waiting: set[int]) -> Sequence[Edge] | None:
        """The leftmost path that waits."""
        node, path = self.reached.root, list[Edge]()
        while node.expanded and node.number in waiting:
            ways = [arc for arc in node.arcs if arc.target.number in waiting]
            arc = next((arc for arc in ways if goes_left(arc.step)), ways[0])
            path += arc.step
            node = arc.target
        return path if node.number in waiting else None

    def _walk(self, trying: FeasiblePaths, waiting: set[int], strata: Iterator[int]) -> tuple[InputsRead, float] | None:
        """Inputs of a random path, and for how many it stands; ``strata``: the first ways."""
        node, states = self.reached.root, list[CompositeState]()
        chances = Chances(self.random, strata)
        while node.expanded:
            ways = [arc for arc in node.arcs if arc.target.number in waiting]
            arc = ways[chances.taken([self._stays(node.state, each.step) for each in ways])]
            states.append(arc.arrived)
            node = arc.target
        self._further(trying, node.state, states, chances)
        read = [each for state in states for each in state.elements[0].inputs]
        model = _model_of(trying, states[-1] if states else node.state)
        return None if model is None else (values_in(model, read), chances.stands_for)

    def _further(
        self, trying: FeasiblePaths, state: CompositeState, states: list[CompositeState], chances: Chances
    ) -> None:
        """To the end of a path, or for long enough."""
        for _ in range(_BRANCHES):
            if trying.is_target(state) or trying.left_out(state) is not None:
                return
            ways = list(trying.transitions(state))
            if not ways:
                return
            state = ways[chances.taken([self._stays(state, step) for step, _ in ways])][1]
            states.append(state)

    def _stays(self, state: CompositeState, step: Step) -> bool:
        """Whether a step from the head of a loop goes into its body."""
        at, loops = state.position.location, self.analysis.loops
        return loops.is_head(at) and at in loops.heads.get(step[0].target, ())


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


def narrowed(analysis: FeasiblePaths, reached: Reached[CompositeState], given: ResolvedCondition) -> FeasiblePaths:
    """``analysis`` beside ``given``, which covers more than the condition that it had; what that covers leaves
    ``reached``, as if it had never been looked at.

    Where neither of the two conditions watches a path any more, nothing changes behind.
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
