"""Bounded model checking with forward condition and iterative deepening (unifying paper, Algorithm 3 without the step case)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.analysis.algorithm import explore
from coveriflow.analysis.assumption_automaton import Automaton, assumption_automaton
from coveriflow.analysis.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.contracts import Domain, Outcome
from coveriflow.analysis.counterexamples import InputsRead, replayed, values_in
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.artifacts.resolution import ResolvedCondition
from coveriflow.analysis.domains.monitors import AssumeEdges, LoopBound, PathLength
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.limits import LimitWatch, SoftLimits
from coveriflow.analysis.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.unrolled_order import UnrolledOrder
from coveriflow.artifacts.answers import UnwindingCertificate
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.terms import FALSE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge
from coveriflow.program.loops import loops_of

_Node = Node[CompositeState]
_UNDEFINED_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class UnwindingLimits:
    """``first``: the least bound; it doubles until ``last`` (``None``: until a soft limit). The rest are path limits."""

    first: int = 1
    last: int | None = None
    path_length: int | None = None
    assume_edges: int | None = None


@dataclass(slots=True)
class BoundedModelChecker:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears the bound."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    unwinding: UnwindingLimits = field(default_factory=UnwindingLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None

    def run(self) -> Findings:
        """Deepen until decided or a limit is reached; then the deepest bound that was finished tells the condition."""
        best = Findings(Verdict.UNKNOWN, "no bound was finished", NOTHING)
        watch = LimitWatch(self.limits)
        for bound in self._bounds():
            self.progress(f"unwinding {bound}")
            found = _Unwinding(self, bound, watch).run()
            if found is None:
                return replace(best, reason=watch.check_now() or best.reason)
            best = found
            if best.verdict.decisive or not best.reason.startswith("loop"):
                return best
        return best

    def _bounds(self) -> Iterator[int]:
        bound = self.unwinding.first
        while self.unwinding.last is None or bound < self.unwinding.last:
            yield bound
            bound *= 2
        yield self.unwinding.last


@dataclass(slots=True)
class _Unwinding:
    """The program unwound to one bound."""

    checker: BoundedModelChecker
    bound: int
    watch: LimitWatch
    domain: SymbolicDomain = field(init=False)
    analysis: CompositeAnalysis = field(init=False)
    reached: Reached[CompositeState] = field(init=False)
    solver: Z3Solver = field(default_factory=Z3Solver)

    def __post_init__(self) -> None:
        cfa, unwinding = self.checker.cfa, self.checker.unwinding
        loops = loops_of(cfa)
        self.domain = SymbolicDomain(cfa)
        domains: list[Domain[Any]] = [self.domain, LoopBound(loops, self.bound)]
        if self.checker.given is not None:
            domains.append(ConditionDomain(self.checker.given))
        if unwinding.path_length is not None:
            domains.append(PathLength(unwinding.path_length))
        if unwinding.assume_edges is not None:
            domains.append(AssumeEdges(unwinding.assume_edges))
        self.analysis = CompositeAnalysis(cfa, tuple(domains))
        order = UnrolledOrder(cfa, loops)
        waitlist = Waitlist(Order.BREADTH_FIRST, lambda s: order.key(s.position, s.elements[1]))
        self.reached = Reached(self.analysis, waitlist)
        self.watch.states = self.reached.__len__

    def run(self) -> Findings | None:
        """Unwind, then ask for violations, then whether anything was cut. ``None``: a limit stopped the unwinding."""
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(self.analysis, self.reached, self.watch)
        if outcome is Outcome.STOPPED:
            return self._stopped()
        targets = list(self.reached.targets)
        answer = self._check(targets)
        if answer is Satisfiability.SAT:
            return self._violation()
        if answer is Satisfiability.UNKNOWN:
            return self._undecided(targets, f"the solver gave up on violations within {self.bound} unwindings")
        return self._forward_condition()

    def _stopped(self) -> Findings | None:
        """The first bound is too much: what was unwound until then can still be a condition, if it has no violation."""
        if self.bound != self.checker.unwinding.first:
            return None
        reason = self.watch.exhausted() or ""
        targets = list(self.reached.targets)
        answer = self._check(targets)
        if answer is Satisfiability.SAT:
            return self._violation()
        return self._undecided(targets if answer is Satisfiability.UNKNOWN else [], reason)

    def _check(self, nodes: Sequence[_Node]) -> Satisfiability:
        """Whether an execution reaches one of ``nodes``."""
        return self.solver.check([_any(_formula(n).guard for n in nodes)], self.watch.seconds_left())

    def _violation(self) -> Findings:
        model = self.solver.model()
        found = replayed(self.checker.cfa, inputs_along(self.reached.root, model))
        if found is None:
            raise AssertionError("a model of the unwinding does not replay to the error")
        findings = self._undecided(list(self.reached.targets), "")
        return replace(findings, verdict=Verdict.FALSE, counterexample=found)

    def _forward_condition(self) -> Findings:
        """If nothing can be where paths were cut, everything has been seen (the unwinding assertions hold)."""
        cut = [n for n in self.reached.nodes if n.left_out is not None]
        answer = self._check(cut)
        if answer is Satisfiability.UNSAT:
            if not self._solved_again(cut):
                return self._undecided([], "the proof could not be solved a second time")
            undefined = self._undefined()
            return Findings(Verdict.TRUE, "", EVERYTHING, UnwindingCertificate(self.bound), None, undefined)
        reason = cut[0].left_out or ""
        return self._undecided([], reason)

    def _solved_again(self, cut: Sequence[_Node]) -> bool:
        """Contract: an unwinding certificate is re-solved, by another engine if that one can."""
        question = _any(_formula(n).guard for n in (*self.reached.targets, *cut))
        for engine, most in ((Engine.SIMPLE, 10.0), (Engine.COMBINED, 3600.0)):
            answer = Z3Solver(engine).check([question], self.watch.seconds_left(most))
            if answer is Satisfiability.SAT:
                raise AssertionError("two engines disagree about an unwinding")
            if answer is Satisfiability.UNSAT:
                return True
        return False

    def _undecided(self, targets: Sequence[_Node], reason: str) -> Findings:
        """Not covered are ``targets``, what was cut and can be reached, and what was not unwound."""
        open_nodes = {n.number for n in targets}
        for node in self.reached.nodes:
            if not node.expanded and not node.target:
                if node.left_out is None or not self._is_unreachable(node):
                    open_nodes.add(node.number)
        automaton = self._automaton(open_nodes)
        proof = UnwindingCertificate(self.bound)
        return Findings(Verdict.UNKNOWN, reason, automaton, proof, None, self._undefined())

    def _is_unreachable(self, node: _Node) -> bool:
        seconds = min(2.0, self.watch.seconds_left())
        return self.solver.check([_formula(node).guard], seconds) is Satisfiability.UNSAT

    def _automaton(self, open_nodes: set[int]) -> Automaton:
        nodes = self.reached.nodes
        return assumption_automaton(self.analysis, self.reached.root, nodes, lambda n: n.number in open_nodes)

    def _undefined(self) -> tuple[Edge, ...]:
        """Checks that some execution within the bound may fail."""
        together = _any(fails for _, fails in self.domain.undefined)
        if self.solver.check([together], _UNDEFINED_SECONDS) is Satisfiability.UNSAT:
            return ()
        possible = {}
        for edge, fails in self.domain.undefined:
            if edge not in possible and self.solver.check([fails], 1.0) is not Satisfiability.UNSAT:
                possible[edge] = None
        return tuple(possible)


def _formula(node: _Node) -> PathFormula:
    formula: PathFormula = node.state.elements[0]
    return formula


def _any(terms: Any) -> Term:
    """The disjunction, as a balanced tree."""
    level = list(terms)
    while len(level) > 1:
        level = [build.disjoin(a, b) for a, b in zip(level[::2], [*level[1::2], FALSE], strict=False)]
    return level[0] if level else FALSE


def inputs_along(root: _Node, model: Model) -> InputsRead:
    """The inputs of the one path that ``model`` takes: from each node, the arc whose guard holds."""
    read: list[tuple[Edge, Term]] = []
    node = root
    while True:
        arc = next((a for a in node.arcs if model.value(a.arrived.elements[0].guard)), None)
        if arc is None:
            return values_in(model, read)
        read.extend(arc.arrived.elements[0].inputs)
        node = arc.target
