"""Lazy abstraction with explicit values: an infeasible error path refines the precision, and the search begins again
at the pivot, after which a state of the path does not imply its interpolant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.reached import Arc, Node, Reached, arcs_to
from coveriflow.analysis.explicit.long_steps import LongStepAnalysis
from coveriflow.analysis.explicit.refinement import Interpolants, Refiner
from coveriflow.program.cfa.edges import Location


@dataclass(slots=True)
class LazyAbstraction:
    """Refines ``analysis`` and cuts back ``reached``.

    It comes to an end. What is tracked grows finitely often. While it does not grow, a restart removes a state that was
    reached when less was tracked: a state that implies its interpolant leads to one that implies the next, if what they
    name is tracked. Where states are joined that is not so; then the search begins anew, once until something is added.
    """

    analysis: LongStepAnalysis
    reached: Reached[CompositeState]
    refiner: Refiner
    most_variables: int | None = None
    """Tracked at one location."""
    _old: int = 0
    """How many states may have been reached when less was tracked."""
    _began_anew: bool = False

    def refute(self, target: Node[CompositeState]) -> bool:
        """Whether values show that the path to ``target`` is infeasible; then ``target`` is not reached any more."""
        arcs = arcs_to(target)
        path = [edge for arc in arcs for edge in arc.step]
        found = self.refiner.refined(path)
        if found is None:
            return False
        tracked = found.tracked(path)
        if self._is_too_precise(tracked):
            return False
        if self.analysis.track(tracked):
            self._old, self._began_anew = len(self.reached), False
        pivot = _pivot(self.reached.root, arcs, found)
        if pivot is not None and self._old > 0:
            self._old -= 1
            self.reached.restart_at(pivot)
            return True
        if self._began_anew:
            return False
        self._old, self._began_anew = 0, True
        self.reached.begin_anew()
        return True

    def _is_too_precise(self, tracked: Mapping[Location, Set[str]]) -> bool:
        if self.most_variables is None:
            return False
        there = self.analysis.tracked_at
        return any(len(there(location) | names) > self.most_variables for location, names in tracked.items())


def _pivot(
    root: Node[CompositeState], arcs: Sequence[Arc[CompositeState]], found: Interpolants
) -> Node[CompositeState] | None:
    """The last state of the path before one that does not imply its interpolant; ``None`` if the root does not."""
    if not found.held_by(root.state.elements[0].known, 0):
        return None
    position = 0
    for arc in arcs:
        position += len(arc.step)
        if not found.held_by(arc.target.state.elements[0].known, position):
            return arc.source
    raise AssertionError("no state implies what does not hold")
