"""Bounded model checking with forward condition and iterative deepening (unifying paper, Algorithm 3 without the step
case).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.search.abstract_graphs import Drawable, abstract_graph
from coveriflow.analysis.search.assumption_automaton import assumption_automaton
from coveriflow.analysis.search.counterexamples import (
    Counterexample,
    InputsRead,
    replayed,
    replayed_with_letters,
    values_in,
)
from coveriflow.analysis.search.failing_checks import failing_checks
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.analysis.search.solver_schedule import solved_again
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.artifacts.answers import UnwindingCertificate
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import cpu_time
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.substitution import size_of
from coveriflow.logic.terms import TRUE, Term
from coveriflow.program.cfa.arguments import is_rest
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.wording import counted, within_bound

_Node = Node[CompositeState]
_SEARCH_SHARE = 0.8
"""Of the time, for the search; the rest is for the condition."""
_GROWTH = 0.5
"""Of the time of one question, the next one, about twice as many unwindings, takes as much at least. One that there is
no time for is not asked where a condition is wanted: a solver that prepares a large question is not always interrupted,
and what was verified would be lost.
"""


@dataclass(frozen=True, slots=True)
class UnwindingLimits:
    """``first``: the least bound; it doubles until ``last`` (``None``: until a soft limit)."""

    first: int = 1
    last: int | None = None
    paths: PathLimits = field(default_factory=PathLimits)


@dataclass(slots=True)
class BoundedModelChecker:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears the bound.
    ``observers`` restrict the search to paths on which all of them go on: then findings are about these paths.
    """

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    unwinding: UnwindingLimits = field(default_factory=UnwindingLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    observers: tuple[Domain[Any], ...] = ()

    def run(self) -> Findings:
        """Deepen until decided or a limit is reached; then the deepest bound that was finished tells the condition."""
        whole = LimitWatch(self.limits.for_evidence())
        watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        deepest: _Unwinding | None = None
        asked, within = 0.0, ""
        for bound in self._bounds():
            self.progress(f"unwinding {bound}")
            unwinding = _Unwinding(self, bound, watch, expected=_GROWTH * asked)
            stage = unwinding.solve()
            asked = unwinding.asked
            if unwinding.findings is not None:
                return replace(unwinding.findings, graph=unwinding.graph())
            if deepest is None or stage is not Stage.INTERRUPTED:
                deepest = unwinding
            if stage is Stage.CUT and self.given is None and not self.observers:
                within = within_bound(bound)
            if stage is not Stage.CUT:
                break
        assert deepest is not None
        stopped = watch.check_now()
        reason = "; ".join(filter(None, (stopped, within))) if stopped else unwinding.reason or deepest.reason
        findings = deepest.partial(reason, whole, finished=stage is not Stage.INTERRUPTED)
        return replace(findings, graph=deepest.graph())

    def _bounds(self) -> Iterator[int]:
        bound = self.unwinding.first
        while self.unwinding.last is None or bound < self.unwinding.last:
            yield bound
            bound = max(1, 2 * bound)
        yield self.unwinding.last


class Stage(Enum):
    """How far one bound came."""

    DECIDED = "there are findings"
    CUT = "no violation within the bound; some executions go beyond it"
    LEFT = "no violation within the bound; the other executions are left out for another reason, at every bound"
    INTERRUPTED = "a limit was reached, or the solver gave up"


@dataclass(slots=True)
class _Unwinding:
    """The program unwound to one bound. ``unsolved``: targets that were not shown to be unreachable. ``asked``: CPU
    seconds of its questions to the solver; ``expected``: of such questions, by those before.
    """

    checker: BoundedModelChecker
    bound: int
    watch: LimitWatch
    expected: float = 0.0
    asked: float = 0.0
    domain: SymbolicDomain = field(init=False)
    loops: LoopBound = field(init=False)
    analysis: CompositeAnalysis = field(init=False)
    reached: Reached[CompositeState] = field(init=False)
    solver: Portfolio = field(default_factory=Portfolio)
    unsolved: list[_Node] = field(default_factory=list)
    findings: Findings | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        cfa, unwinding = self.checker.cfa, self.checker.unwinding
        loops = loops_of(cfa)
        self.domain, self.loops = SymbolicDomain(cfa), LoopBound(loops, self.bound)
        domains: list[Domain[Any]] = [self.domain, self.loops]
        if self.checker.given is not None:
            domains.append(ConditionDomain(self.checker.given))
        domains += (*unwinding.paths.monitors(loops), *self.checker.observers)
        steps_watch = unwinding.paths.watch(lambda formula: size_of(formula.guard))
        self.analysis = CompositeAnalysis(cfa, tuple(domains), steps_watch)
        order = UnrolledOrder(cfa, loops)
        waitlist = Waitlist[CompositeState](Order.BREADTH_FIRST, lambda s: order.key(s.position, s.elements[1]))
        self.reached = Reached(self.analysis, waitlist)
        if steps_watch is not None:
            steps_watch.states_at = self.reached.states_at
        self.watch.states = self.reached.__len__

    def solve(self) -> Stage:
        """Unwind, then ask for violations, then whether anything was cut."""
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(self.analysis, self.reached, self.watch)
        targets = list(self.reached.targets)
        is_kept = self.checker.limits.wants_condition(finished=False)
        if is_kept and self.expected > self.watch.seconds_left():
            self.unsolved, self.reason = targets, f"there was no time to check {counted(self.bound, 'unwinding')}"
            return Stage.INTERRUPTED
        answer = self._check(targets)
        if answer is Satisfiability.SAT:
            return self._violated(targets)
        if answer is Satisfiability.UNKNOWN:
            self.unsolved = targets
            self.reason = f"the solver gave up on violations within {counted(self.bound, 'unwinding')}"
            return Stage.INTERRUPTED
        return Stage.INTERRUPTED if outcome is Outcome.STOPPED else self._forward_condition()

    def graph(self) -> AbstractGraph:
        """What was unwound."""
        return abstract_graph(Drawable(f"unwinding with bound {self.bound}"), self.analysis, self.reached.nodes)

    def _check(self, nodes: Sequence[_Node], further: Term = TRUE) -> Satisfiability:
        """Whether an execution for which ``further`` holds reaches one of ``nodes``."""
        question, begun = [any_of(_formula(n).guard for n in nodes), further], cpu_time.now()
        answer = self.solver.check(question, self.watch.seconds_left())
        self.asked += cpu_time.now() - begun
        return answer

    def _violated(self, targets: list[_Node]) -> Stage:
        """A test can only be given where memory that no one has written holds zeros."""
        zeros = self.domain.zeros_at_start()
        if zeros is TRUE or self._check(targets, zeros) is Satisfiability.SAT:
            found = replayed(self.checker.cfa, inputs_along(self.reached.root, self.solver.model()))
            if found is None:
                raise AssertionError("a model of the unwinding does not replay to the error")
            return self._violation(found)
        if (
            any(is_rest(edge.operation) for edge in self.checker.cfa.edges)
            and self._check(targets) is Satisfiability.SAT
        ):
            found = replayed_with_letters(self.checker.cfa, inputs_along(self.reached.root, self.solver.model()))
            if found is not None:
                return self._violation(found)
        self.unsolved = targets
        self.reason = "a violation that was found depends on memory that is read before it is written"
        return Stage.INTERRUPTED

    def _violation(self, found: Counterexample) -> Stage:
        self.findings = Findings(Verdict.FALSE, "", NOTHING, None, found)
        return Stage.DECIDED

    def _forward_condition(self) -> Stage:
        """If nothing can be where paths were cut, everything has been seen (the unwinding assertions hold)."""
        cut = [n for n in self.reached.nodes if n.left_out is not None]
        if self._check(cut) is not Satisfiability.UNSAT:
            return self._beyond(cut)
        if not self._solved_again(cut):
            self.reason = "the proof could not be solved a second time"
            return Stage.INTERRUPTED
        undefined = failing_checks(self.solver, self.domain.undefined, self.watch)
        self.findings = Findings(Verdict.TRUE, "", EVERYTHING, UnwindingCertificate(self.bound), None, undefined)
        return Stage.DECIDED

    def _beyond(self, cut: Sequence[_Node]) -> Stage:
        """Whether a larger bound can show more: not where paths were only left out because of their length. What is
        told is why an execution is left out that there is.
        """
        unwound = [n for n in cut if self.loops.exceeded(n.state.elements[1]) is not None]
        others = [n for n in cut if self.loops.exceeded(n.state.elements[1]) is None]
        if not others or self._check(unwound) is not Satisfiability.UNSAT:
            self.reason = unwound[0].left_out or ""
            return Stage.CUT
        reached = (n for n in others if not self._is_unreachable(n, self.watch))
        self.reason = next(reached, others[0]).left_out or ""
        return Stage.LEFT

    def _solved_again(self, cut: Sequence[_Node]) -> bool:
        """Contract: an unwinding certificate is re-solved."""
        question = any_of(_formula(n).guard for n in (*self.reached.targets, *cut))
        return solved_again(question, self.watch, "two engines disagree about an unwinding")

    def partial(self, reason: str, watch: LimitWatch, *, finished: bool) -> Findings:
        """Not covered are targets that were not excluded, what was cut and may be reached, and what was not unwound.
        Nothing is told where no condition is wanted.
        """
        if not self.checker.limits.wants_condition(finished=finished):
            return Findings(Verdict.UNKNOWN, reason, NOTHING)
        open_nodes = {n.number for n in self.unsolved}
        open_nodes |= {n.number for n in self.reached.waiting}
        cut = (n for n in self.reached.nodes if n.left_out is not None)
        open_nodes |= {n.number for n in cut if not self._is_unreachable(n, watch)}
        nodes = self.reached.nodes
        size = self.checker.limits.condition_size
        automaton = assumption_automaton(
            self.analysis, self.reached.root, nodes, lambda n: n.number in open_nodes, size
        )
        proof = UnwindingCertificate(self.bound)
        return Findings(
            Verdict.UNKNOWN, reason, automaton, proof, None, failing_checks(self.solver, self.domain.undefined, watch)
        )

    def _is_unreachable(self, node: _Node, watch: LimitWatch) -> bool:
        if watch.check_now() is not None:
            return False
        return self.solver.check([_formula(node).guard], watch.seconds_left(0.5)) is Satisfiability.UNSAT


def _formula(node: _Node) -> PathFormula:
    formula: PathFormula = node.state.elements[0]
    return formula


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
