"""Symbolic execution (King 1976; CMC paper, Sect. I): every feasible path by itself, with a symbolic store and a path
constraint. Paths are never joined; a tree of paths without limits that has no leaf with an error is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.analysis.algorithm import explore
from coveriflow.analysis.assumption_automaton import assumption_automaton
from coveriflow.analysis.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.contracts import Domain, Outcome, Step
from coveriflow.analysis.counterexamples import Counterexample, replayed, values_in
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.findings import EVERYTHING, Findings
from coveriflow.analysis.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.path_limits import PathLimits
from coveriflow.analysis.path_tree import doubtful_nodes
from coveriflow.analysis.reached import Node, Order, Reached, Waitlist, arcs_to
from coveriflow.artifacts.answers import ClosedPathTree
from coveriflow.artifacts.resolution import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.path_solver import PathSolver
from coveriflow.logic.substitution import size_of
from coveriflow.logic.terms import TRUE, Term
from coveriflow.logic.z3_solver import Z3Model
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge
from coveriflow.program.growing import only_growing
from coveriflow.program.loops import Loops, loops_of

_Node = Node[CompositeState]
_SEARCH_SHARE = 0.6
_BRANCH_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """The bound of loops grows from ``first_bound`` fourfold up to ``last_bound`` (``None``: until a soft limit), as
    long as it cuts a path.
    """

    first_bound: int = 4
    last_bound: int | None = None
    paths: PathLimits = field(default_factory=PathLimits)


@dataclass(slots=True)
class Paths(SymbolicDomain):
    """Path formulas that are not joined."""

    def merge(self, new: PathFormula, old: PathFormula) -> PathFormula:
        """Never."""
        return old


class Apart:
    """A group in which no state has to do with another (``reached.Group``)."""

    def add(self, state: CompositeState) -> None:
        """See ``Group``."""

    def discard(self, state: CompositeState) -> None:
        """See ``Group``."""

    def candidates(self, state: CompositeState) -> Sequence[CompositeState]:
        """See ``Group``: none."""
        return ()


@dataclass(frozen=True)
class FeasiblePaths(CompositeAnalysis):
    """``CompositeAnalysis`` of path formulas (the first component) that leaves infeasible paths.

    ``undefined`` gets the checks that may fail on a feasible path.
    """

    watch: LimitWatch = field(default_factory=lambda: LimitWatch(SoftLimits()))
    solver: PathSolver = field(default_factory=PathSolver)
    undefined: dict[Edge, None] = field(default_factory=dict)
    models: dict[int, Z3Model] = field(default_factory=dict)
    """By the ``id`` of a formula that waits: an execution that comes there."""

    def transitions(self, state: CompositeState) -> Iterator[tuple[Step, CompositeState]]:
        """See ``Analysis``: to states that some execution may come to."""
        before: PathFormula = state.elements[0]
        model = self.models.pop(id(before), None)
        for step, after in super().transitions(state):
            self._note_undefined(model)
            formula: PathFormula = after.elements[0]
            answer, of_it = self._feasible(formula.guard, before.guard, model)
            if answer is Satisfiability.UNSAT:
                continue
            if of_it is not None:
                self.models[id(formula)] = of_it
            reason = "the solver gave up on a path" if answer is Satisfiability.UNKNOWN else None
            if self.steps_watch is not None:
                reason = self.steps_watch.too_much(formula) or reason
            yield step, after._replace(assumption=after.assumption or reason)
        self._note_undefined(model)

    @property
    def _most_seconds(self) -> float:
        limit = self.steps_watch.limits.post_seconds if self.steps_watch is not None else None
        return _BRANCH_SECONDS if limit is None else min(limit, _BRANCH_SECONDS)

    def _feasible(self, guard: Term, before: Term, model: Z3Model | None) -> tuple[Satisfiability, Z3Model | None]:
        """Whether an execution that came so far goes on; what is known of one may be enough to say so."""
        if guard is before or (model is not None and model.value(guard)):
            return Satisfiability.SAT, model
        answer = self.solver.check(guard, self.watch.seconds_left(self._most_seconds))
        return answer, self.solver.model() if answer is Satisfiability.SAT else None

    def _note_undefined(self, model: Z3Model | None) -> None:
        domain = self.domains[0]
        assert isinstance(domain, SymbolicDomain)
        for edge, fails in domain.undefined:
            if edge not in self.undefined and self._feasible(fails, TRUE, model)[0] is not Satisfiability.UNSAT:
                self.undefined[edge] = None
        domain.undefined.clear()


@dataclass(slots=True)
class SymbolicExecution:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears how far it is."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    tree: TreeLimits = field(default_factory=TreeLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None

    def run(self) -> Findings:
        """Deepen until all paths have been followed to their ends, an error is reached, or a limit stops the search."""
        with only_growing():
            whole = LimitWatch(self.limits.for_evidence())
            watch, loops = LimitWatch(self.limits.scaled(_SEARCH_SHARE)), loops_of(self.cfa)
            complete: _Tree | None = None
            for bound in self._bounds():
                tree = _Tree(self, loops, bound, watch)
                tree.grow()
                if watch.check_now() is not None:
                    tree = tree if tree.found is not None or complete is None else complete
                    break
                complete = tree
                if tree.found is not None or not tree.is_cut():
                    break
            return tree.findings(whole)

    def _bounds(self) -> Iterator[int]:
        bound, last = self.tree.first_bound, self.tree.last_bound
        while last is None or bound < last:
            yield bound
            bound = max(1, 4 * bound)
        yield last


@dataclass(slots=True)
class _Tree:
    """The paths up to one bound of loops."""

    execution: SymbolicExecution
    loops: Loops
    bound: int
    watch: LimitWatch
    monitor: LoopBound = field(init=False)
    analysis: FeasiblePaths = field(init=False)
    reached: Reached[CompositeState] = field(init=False)
    found: Counterexample | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        cfa, limits = self.execution.cfa, self.execution.tree
        self.monitor = LoopBound(self.loops, self.bound)
        domains: list[Domain[Any]] = [Paths(cfa), self.monitor]
        if self.execution.given is not None:
            domains.append(ConditionDomain(self.execution.given))
        steps_watch = limits.paths.watch(lambda formula: size_of(formula.guard))
        monitors = limits.paths.monitors(self.loops)
        self.analysis = FeasiblePaths(cfa, (*domains, *monitors), steps_watch, watch=self.watch)
        self.reached = Reached(self.analysis, Waitlist[CompositeState](Order.DEPTH_FIRST), Apart)
        self.watch.states = self.reached.__len__
        if steps_watch is not None:
            steps_watch.states_at = self.reached.states_at

    def grow(self) -> None:
        """Follow all paths, until one is confirmed to reach the error."""
        reporting = Reporting(self.watch, self.reached.__len__, self.execution.progress)
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET and self.found is None:
            outcome = explore(self.analysis, self.reached, reporting)
            while self.found is None and (target := self.reached.next_found()) is not None:
                self.found = self._violation(target)
        reporting.tell()

    def is_cut(self) -> bool:
        """Whether a larger bound of loops shows more."""
        left = (n for n in self.reached.nodes if n.left_out is not None)
        return any(self.monitor.exceeded(n.state.elements[1]) is not None for n in left)

    def _violation(self, target: _Node) -> Counterexample | None:
        """A test can only be given where memory that no one has written holds zeros."""
        domain = self.analysis.domains[0]
        assert isinstance(domain, SymbolicDomain)
        guard = build.conjoin(target.state.elements[0].guard, domain.zeros_at_start())
        answer = self.analysis.solver.check(guard, self.watch.seconds_left(_BRANCH_SECONDS))
        if answer is not Satisfiability.SAT:
            unread = "a violation that was found depends on memory that is read before it is written"
            self.reason = unread if answer is Satisfiability.UNSAT else "the solver gave up on a violation"
            return None
        read = [each for arc in arcs_to(target) for each in arc.arrived.elements[0].inputs]
        found = replayed(self.execution.cfa, values_in(self.analysis.solver.model(), read))
        if found is None:
            raise AssertionError("a model of a path does not replay to the error")
        return found

    def findings(self, whole: LimitWatch) -> Findings:
        """What was found, and what was verified when it is checked again."""
        nodes, undefined = self.reached.nodes, self.analysis.undefined
        paths = sum(1 for n in nodes if n.expanded and not n.arcs)
        proof = ClosedPathTree(paths)
        open_nodes = {n.number for n in nodes if n.target or n.left_out is not None or not n.expanded}
        monitors = self.execution.tree.paths.monitors(self.loops, again=True)
        others = self.analysis.domains[1 : len(self.analysis.domains) - len(monitors)]
        plain = CompositeAnalysis(self.execution.cfa, (Paths(self.execution.cfa), *others, *monitors))
        doubtful, assumed = doubtful_nodes(plain, self.reached, undefined, whole)
        undefined.update(dict.fromkeys(assumed))
        open_nodes |= doubtful
        if not open_nodes:
            return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, tuple(undefined))
        size = self.execution.limits.condition_size
        automaton = assumption_automaton(
            self.analysis, self.reached.root, nodes, lambda n: n.number in open_nodes, size
        )
        findings = Findings(Verdict.UNKNOWN, self._why_open(doubtful), automaton, proof, None, tuple(undefined))
        if self.found is not None:
            return replace(findings, verdict=Verdict.FALSE, reason="", counterexample=self.found)
        return findings

    def _why_open(self, doubtful: Iterable[int]) -> str:
        left_out = (n.left_out for n in self.reached.nodes if n.left_out is not None)
        reason = self.watch.check_now() or self.reason or next(left_out, "")
        return reason or ("the infeasible paths could not be solved a second time" if doubtful else "")
