"""Refinement: from an abstract counterexample to an execution, or to a more precise analysis (unifying paper, Sect.
3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Flag, auto

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.predicate.algorithms import Refinement
from coveriflow.analysis.predicate.arg import Arg, ArgNode, predicate_state
from coveriflow.analysis.predicate.formulas import AlongPath, Cuts, atoms, block_formulas, from_cut
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.states import Abstraction, Precision, precision_of
from coveriflow.analysis.predicate.strengthening import Strengthening
from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.analysis.search.path_checks import counterexample_on
from coveriflow.analysis.search.path_limits import RefinementLimits, peak_memory
from coveriflow.logic.contracts import Interpolator, Model, Satisfiability
from coveriflow.logic.interpolation.differences import Differences
from coveriflow.logic.substitution import size_of
from coveriflow.logic.terms import FALSE, Term
from coveriflow.program.cfa.cfa import Cfa

_REPLAY_SECONDS = 20.0
_INTERPOLATION_SECONDS = 30.0


class Strategy(Flag):
    """What interpolants are used for: more ``PREDICATES``, stronger abstraction formulas (``INTERPOLANTS``), or both
    (Ufo, Sect. 4.5.1).
    """

    NONE = 0
    PREDICATES = auto()
    INTERPOLANTS = auto()


@dataclass(slots=True)
class Refiner:
    """``refine``. ``found``: the execution that reaches the error, once there is one. ``refinements``: how many."""

    cfa: Cfa
    arg: Arg
    questions: Questions
    interpolator: Interpolator
    strengthening: Strengthening
    strategy: Strategy
    limits: RefinementLimits = field(default_factory=RefinementLimits)
    found: Counterexample | None = None
    refinements: int = field(default=0)
    differences: Differences = field(default_factory=Differences)

    def refine(self, target: ArgNode) -> Refinement:
        """Exclude ``target``, by an assumption where it cannot be refined (CMC paper, III-B); or find an execution."""
        path = predicate_state(target).abstraction.path()
        cuts = Cuts(block_formulas(path))
        largest = self.limits.formula_size
        if largest is not None and sum(map(size_of, cuts.parts)) > largest:
            return self._excluded(target, f"the formula of an error path has more than {largest} nodes")
        with self.questions.within(self.limits.seconds):
            return self._refine(target, path, cuts)

    def _refine(self, target: ArgNode, path: Sequence[Abstraction], cuts: Cuts) -> Refinement:
        memory = peak_memory()
        answer, model = self.questions.satisfiable(cuts.parts)
        if answer is Satisfiability.SAT:
            assert model is not None
            return self._feasible(target, path, model)
        if self.questions.watch.check_now() is not None:
            return Refinement.INTERRUPTED
        if answer is Satisfiability.UNKNOWN:
            return self._excluded(target, "the solver gave up on an error path")
        facts = self._interpolated(cuts)
        reason = self._too_much(path, facts, memory)
        if reason is None and (facts is None or not self._refined(path, facts)):
            reason = "no refinement was found for an error path"
        if reason is not None:
            return self._excluded(self._first_unreachable(path, cuts), reason)
        self.refinements += 1
        return Refinement.REFINED

    def _too_much(self, path: Sequence[Abstraction], facts: Sequence[Term] | None, memory: int) -> str | None:
        """Why not to refine (CMC paper, Fig. 7)."""
        limits = self.limits
        if limits.memory is not None and peak_memory() - memory > limits.memory:
            return f"a refinement took more than {limits.memory / 1e6:.3g} MB"
        if self.questions.is_late:
            return f"a refinement took more than {limits.seconds:.3g} s"
        if limits.precision_size is None or facts is None or Strategy.PREDICATES not in self.strategy:
            return None
        nodes = [self.arg.node_of[abstraction] for abstraction in path[1:]]
        precision = predicate_state(nodes[-1]).precision.joined(self._precision(nodes, facts))
        if any(len(precision.at(node.state.position.location)) > limits.precision_size for node in nodes):
            return f"more than {limits.precision_size} predicates at one location"
        return None

    def _excluded(self, node: ArgNode, reason: str) -> Refinement:
        if self.questions.watch.check_now() is not None:
            return Refinement.INTERRUPTED
        self.arg.cut(node)
        node.left_out = reason
        return Refinement.REFINED

    def _feasible(self, target: ArgNode, path: Sequence[Abstraction], model: Model) -> Refinement:
        """Replay the one path that ``model`` takes."""
        if target.state.assumption is not None:
            return self._excluded(target, target.state.assumption)
        steps = self._path_of(path, model)
        if steps is not None:
            found = counterexample_on(self.cfa, steps, self.questions.watch, _REPLAY_SECONDS)
            if isinstance(found, Counterexample):
                self.found = found
                return Refinement.FEASIBLE
        return self._excluded(target, "an error path was found, but no execution that takes it could be replayed")

    def _path_of(self, path: Sequence[Abstraction], model: Model) -> list[Step] | None:
        """From each state the arc whose guard holds."""
        steps, node, on_path = [], self.arg.root, AlongPath()
        for abstraction in path[1:]:
            goal = self.arg.node_of[abstraction]
            while node is not goal:
                guards = ((arc, on_path(arc.arrived.elements[0].path.guard)) for arc in node.arcs)
                arc = next((arc for arc, guard in guards if model.value(guard)), None)
                if arc is None:
                    return None
                steps.append(arc.step)
                node = arc.target
            assert abstraction.block is not None
            on_path.leave(abstraction.block)
        return steps

    def _interpolated(self, cuts: Cuts) -> list[Term] | None:
        """A fact for every abstraction state of the path but the first; the last is *false*."""
        if len(cuts.parts) == 1:
            return [FALSE]
        seconds = self.questions.seconds_left(_INTERPOLATION_SECONDS)
        found = self.interpolator.sequence(cuts.parts, seconds)
        return None if found is None else [*(from_cut(each, cut) for cut, each in enumerate(found, start=1)), FALSE]

    def _first_unreachable(self, path: Sequence[Abstraction], cuts: Cuts) -> ArgNode:
        """By bisection: what is after an unreachable state is unreachable, too. The whole path is."""
        reachable, unreachable = 0, len(cuts.parts)
        while unreachable - reachable > 1 and self.questions.watch.check_now() is None:
            middle = (reachable + unreachable) // 2
            if self.questions.unsatisfiable(*cuts.parts[:middle]):
                unreachable = middle
            else:
                reachable = middle
        return self.arg.node_of[path[unreachable]]

    def _refined(self, path: Sequence[Abstraction], facts: Sequence[Term]) -> bool:
        """Whether the path is excluded from now on."""
        nodes = [self.arg.node_of[abstraction] for abstraction in path[1:]]
        if Strategy.INTERPOLANTS not in self.strategy:
            return self._more_predicates(nodes, facts)
        precision = predicate_state(nodes[-1]).precision
        self._stronger_formulas(nodes, facts)
        if Strategy.PREDICATES in self.strategy:
            self._for_what_waits(precision.joined(self._precision(nodes, facts)))
        return True

    def _stronger_formulas(self, nodes: Sequence[ArgNode], facts: Sequence[Term]) -> None:
        """Impact: conjoin the interpolants; the first strengthened state that is covered now ends the path."""
        for node in self.strengthening.strengthen(list(zip(nodes, facts, strict=True))):
            if predicate_state(node).abstraction.formula is not FALSE and self.strengthening.cover(node):
                return

    def _more_predicates(self, nodes: Sequence[ArgNode], facts: Sequence[Term]) -> bool:
        """Lazy predicate abstraction: explore again from the pivot, the first state where there are new predicates."""
        precision = predicate_state(nodes[-1]).precision.joined(self._precision(nodes, facts))
        pivot = next((node for node in nodes if _grows(node, precision)), None)
        if pivot is None:
            return False
        for parent in self.arg.remove(pivot):
            _set_precision(parent, precision)
            self.arg.put_back(parent)
        return True

    def _precision(self, nodes: Sequence[ArgNode], facts: Sequence[Term]) -> Precision:
        """The atoms of each interpolant, for the location of its state; and what these make one think of."""
        found = [(node.state.position.location, fact) for node, fact in zip(nodes, facts, strict=True)]
        return precision_of((place, atoms(fact) | self.differences.after(place, fact)) for place, fact in found)

    def _for_what_waits(self, precision: Precision) -> None:
        for node in self.arg.nodes:
            if not node.expanded:
                _set_precision(node, predicate_state(node).precision.joined(precision))


def _grows(node: ArgNode, precision: Precision) -> bool:
    location = node.state.position.location
    return not precision.at(location) <= predicate_state(node).precision.at(location)


def _set_precision(node: ArgNode, precision: Precision) -> None:
    state, *others = node.state.elements
    node.state = node.state._replace(elements=(replace(state, precision=precision), *others))
