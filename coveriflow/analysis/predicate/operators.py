"""The operators of a configured predicate CPA on one reachability graph."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.predicate.abstraction import PredicateAbstraction
from coveriflow.analysis.predicate.algorithms import Refinement
from coveriflow.analysis.predicate.arg import Arg, ArgNode, predicate_state
from coveriflow.analysis.predicate.blocks import BlockEnd
from coveriflow.analysis.predicate.forced_covering import ForcedCovering
from coveriflow.analysis.predicate.formulas import BlockFormulas
from coveriflow.analysis.predicate.refinement import Refiner
from coveriflow.analysis.predicate.states import Abstraction, PredicateState
from coveriflow.analysis.predicate.strengthening import Strengthening
from coveriflow.logic.terms import FALSE


@dataclass(slots=True)
class Operators:
    """``algorithms.Cpa``. ``forced_covering``: ``None`` stands for the trivial operator."""

    arg: Arg
    formulas: BlockFormulas
    ends_block: BlockEnd
    abstraction: PredicateAbstraction
    strengthening: Strengthening
    refiner: Refiner
    forced_covering: ForcedCovering | None

    def adjust(self, node: ArgNode) -> None:
        """``prec`` (Sect. 3.1.6)."""
        location, state = node.state.position.location, predicate_state(node)
        if state.is_abstraction or not (self.ends_block(location) or self._is_unsupported_end(node)):
            return
        watch = self.arg.analysis.steps_watch
        if watch is not None:
            watch.begin()
        before, path = state.abstraction, state.path
        with self.abstraction.questions.within(watch.seconds if watch is not None else None):
            formula = self.abstraction.of(before.formula, path, state.precision.at(location))
        start, number = self.formulas.start(path), self.arg.abstractions
        computed = Abstraction(formula, node.state.position, start, number, path, before, before.depth + 1)
        self.arg.abstractions += 1
        rest = node.state.elements[1:]
        state = PredicateState(computed, start, state.precision)
        self.arg.become(node, node.state._replace(elements=(state, *rest)))
        if watch is not None and not node.target and (reason := watch.too_much(state)) is not None:
            self.arg.cut(node)
            node.left_out = reason

    def _is_unsupported_end(self, node: ArgNode) -> bool:
        """What is not supported ends a block like the error location, if those do."""
        return node.target and self.ends_block(self.arg.analysis.cfa.error)

    def abort(self, node: ArgNode) -> bool:
        """A target that ends a block; where blocks do not end there, the search goes on to its end."""
        state = predicate_state(node)
        return node.target and state.is_abstraction and state.abstraction.formula is not FALSE

    def stop(self, node: ArgNode) -> bool:
        """Of abstraction states only (Sect. 3.1.5). Nothing is to be explored from *false*, nor from what was left."""
        if node.left_out is not None:
            return True
        state = predicate_state(node)
        if not state.is_abstraction:
            return False
        if state.abstraction.formula is FALSE:
            self.arg.cut(node)
            return True
        return self.strengthening.cover(node)

    def force_cover(self, node: ArgNode) -> bool:
        """Of abstraction states only (Sect. 3.3)."""
        if self.forced_covering is None or not predicate_state(node).is_abstraction:
            return False
        return self.forced_covering.force(node)

    def refine(self, target: ArgNode) -> Refinement:
        """See ``refinement``."""
        return self.refiner.refine(target)
