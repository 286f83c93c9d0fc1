"""Lazy abstraction with explicit values: an infeasible error path refines the precision, and the search begins again
where the path's first interpolant is not trivial.
"""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.composite import CompositeState
from coveriflow.analysis.long_steps import LongStepAnalysis
from coveriflow.analysis.reached import Node, Reached, arcs_to
from coveriflow.analysis.refinement import Refiner


@dataclass(slots=True)
class LazyAbstraction:
    """Refines ``analysis`` and cuts back ``reached``.

    It comes to an end: each refinement adds variables, or else the search begins anew with those that there are, and
    that once only until some are added.
    """

    analysis: LongStepAnalysis
    reached: Reached[CompositeState]
    refiner: Refiner
    _began_anew: bool = False

    def refute(self, target: Node[CompositeState]) -> bool:
        """Whether values show that the path to ``target`` is infeasible; then ``target`` is not reached any more."""
        arcs = arcs_to(target)
        found = self.refiner.refined([edge for arc in arcs for edge in arc.step])
        if found is None:
            return False
        new = found.names - self.analysis.precision
        if not new and self._began_anew:
            return False
        self._began_anew = not new
        self.analysis.track(new)
        if not new or found.pivot == 0:
            self.reached.begin_anew()
            return True
        edges = 0
        for arc in arcs:
            edges += len(arc.step)
            if edges > found.pivot:
                self.reached.restart_at(arc.source)
                break
        return True
