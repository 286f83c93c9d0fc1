"""Symbolic execution (King 1976; CMC paper, Sect. I): every feasible path by itself, with a symbolic store and a path
constraint. Paths are never joined; a tree of paths without limits that has no leaf with an error is a proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist, arcs_to
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.search.assumption_automaton import assumption_automaton
from coveriflow.analysis.search.counterexamples import (
    Counterexample,
    replayed,
    replayed_with_letters,
    values_in,
)
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.analysis.symbolic.feasible_paths import Apart, FeasiblePaths, Paths
from coveriflow.analysis.symbolic.work_stealing import Dividing, Listening, Sharing, narrowed
from coveriflow.analysis.unwinding.path_tree_check import doubtful_nodes
from coveriflow.artifacts.answers import ClosedPathTree
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.substitution import size_of
from coveriflow.program.cfa.arguments import is_rest
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.gc_pause import without_gc

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
class SymbolicExecution:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears how far it is.

    ``sharing``: who may be given the right part of what is left; then ``given`` grows, and left branches come first.
    """

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    tree: TreeLimits = field(default_factory=TreeLimits)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    sharing: Sharing | None = None

    def run(self) -> Findings:
        """Deepen until all paths have been followed to their ends, an error is reached, or a limit stops the search."""
        with without_gc():
            whole = LimitWatch(self.limits.for_evidence())
            watch, loops = LimitWatch(self.limits.for_search(_SEARCH_SHARE)), loops_of(self.cfa)
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
            tree.narrow()
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
    given: ResolvedCondition | None = field(init=False)
    found: Counterexample | None = None
    reason: str = ""
    began: float = field(default_factory=time.process_time)

    def __post_init__(self) -> None:
        cfa, limits = self.execution.cfa, self.execution.tree
        self.monitor = LoopBound(self.loops, self.bound)
        domains: list[Domain[Any]] = [Paths(cfa), self.monitor]
        self.given = self.execution.given
        if self.given is not None:
            domains.append(ConditionDomain(self.given))
        steps_watch = limits.paths.watch(lambda formula: size_of(formula.guard))
        monitors = limits.paths.monitors(self.loops)
        is_shared = self.execution.sharing is not None
        self.analysis = FeasiblePaths(cfa, (*domains, *monitors), steps_watch, watch=self.watch, left_first=is_shared)
        self.reached = Reached(self.analysis, Waitlist[CompositeState](Order.DEPTH_FIRST), Apart)
        self.watch.states = self.reached.__len__
        if steps_watch is not None:
            steps_watch.states_at = self.reached.states_at

    def grow(self) -> None:
        """Follow all paths, until one is confirmed to reach the error."""
        reporting = Reporting(self.watch, self.reached.__len__, self.execution.progress)
        listening = Listening(reporting, self.execution.sharing)
        outcome = Outcome.TARGET
        while self.found is None and (outcome is Outcome.TARGET or self._gives(listening)):
            outcome = explore(self.analysis, self.reached, listening)
            while self.found is None and (target := self.reached.next_found()) is not None:
                self.found = self._violation(target)
        reporting.tell()

    def _gives(self, listening: Listening) -> bool:
        """Whether the search was stopped to give a part of it away; then that is done, if it is worth it."""
        sharing = self.execution.sharing
        if not listening.is_asked or sharing is None:
            return False
        listening.is_asked = False
        bound = Dividing(self.analysis, self.reached, sharing, self.began).bound()
        if bound is None:
            listening.pause()
            return True
        self.execution.given = sharing.give(bound)
        self.narrow()
        return True

    def narrow(self) -> None:
        """Leave what has been given away."""
        if self.given is not self.execution.given and self.execution.given is not None:
            self.given = self.execution.given
            self.analysis = narrowed(self.analysis, self.reached, self.given)

    def is_cut(self) -> bool:
        """Whether a larger bound of loops shows more."""
        left = (n for n in self.reached.nodes if n.left_out is not None)
        return any(self.monitor.exceeded(n.state.elements[1]) is not None for n in left)

    def _violation(self, target: _Node) -> Counterexample | None:
        """A test can only be given where memory that no one has written holds zeros."""
        domain = self.analysis.domains[0]
        assert isinstance(domain, SymbolicDomain)
        guard, solver = target.state.elements[0].guard, self.analysis.solver
        read = [each for arc in arcs_to(target) for each in arc.arrived.elements[0].inputs]
        with_zeros = build.conjoin(guard, domain.zeros_at_start())
        answer = solver.check(with_zeros, self.watch.seconds_left(_BRANCH_SECONDS))
        if answer is Satisfiability.SAT:
            found = replayed(self.execution.cfa, values_in(solver.model(), read))
            if found is None:
                raise AssertionError("a model of a path does not replay to the error")
            return found
        self.reason = "the solver gave up on a violation"
        if answer is Satisfiability.UNKNOWN:
            return None
        has_texts = any(is_rest(edge.operation) for edge, _ in read)
        if has_texts and solver.check(guard, self.watch.seconds_left(_BRANCH_SECONDS)) is Satisfiability.SAT:
            found = replayed_with_letters(self.execution.cfa, values_in(solver.model(), read))
            if found is not None:
                return found
        self.reason = "a violation that was found depends on memory that is read before it is written"
        return None

    def findings(self, whole: LimitWatch) -> Findings:
        """What was found, and what was verified when it is checked again."""
        nodes, undefined, limits = self.reached.nodes, self.analysis.undefined, self.execution.limits
        finished = self.found is None and self.watch.check_now() is None
        is_whole = finished and not any(n.target or n.left_out is not None or not n.expanded for n in nodes)
        if not is_whole and not limits.wants_condition(finished=finished):
            return self._decided(Findings(Verdict.UNKNOWN, self._why_open(()), NOTHING))
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
        automaton = assumption_automaton(
            self.analysis, self.reached.root, nodes, lambda n: n.number in open_nodes, limits.condition_size
        )
        why = self._why_open(doubtful)
        return self._decided(Findings(Verdict.UNKNOWN, why, automaton, proof, None, tuple(undefined)))

    def _decided(self, findings: Findings) -> Findings:
        """With the violation, where there is one."""
        if self.found is not None:
            return replace(findings, verdict=Verdict.FALSE, reason="", counterexample=self.found)
        return findings

    def _why_open(self, doubtful: Iterable[int]) -> str:
        left_out = (n.left_out for n in self.reached.nodes if n.left_out is not None)
        reason = self.watch.check_now() or self.reason or next(left_out, "")
        return reason or ("the infeasible paths could not be solved a second time" if doubtful else "")
