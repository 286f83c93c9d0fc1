"""Tests for branches: from the formulas of an unwinding, or of single paths, with iterative deepening.

(Test generation by reachability of each branch: Beyer, Chlipala, Henzinger, Jhala, Majumdar: Generating tests from
counterexamples, ICSE 2004. Here one unwinding answers for all branches.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist, arcs_to
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.search.counterexamples import InputsRead, values_in
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.analysis.symbolic.feasible_paths import Apart, FeasiblePaths, Paths
from coveriflow.analysis.testing.goals import Goals, values_called
from coveriflow.analysis.unwinding.bmc import inputs_along
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.path_solver import PathSolver
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import TRUE, Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import Loops, loops_of

_Arc = Arc[CompositeState]
_QUESTION_SECONDS = 5.0
_DEEPEST = 1 << 20


class Engine(Enum):
    """What the formulas are of: everything up to a bound at once, or each path by itself."""

    UNWINDING = "bmc"
    PATHS = "symbolic"


@dataclass(frozen=True, slots=True)
class Generated:
    """``unreachable``: branches that no defined execution takes, by an unwinding of the whole program. ``reason``: why
    some branches are left. ``whole``: no execution comes to what is not supported.
    """

    unreachable: frozenset[Edge]
    reason: str
    whole: bool = False


@dataclass(slots=True)
class TestGeneration:
    """One run for the open ``goals``; ``progress`` hears how far it is."""

    __test__ = False

    cfa: Cfa
    goals: Goals
    engine: Engine
    limits: SoftLimits = field(default_factory=SoftLimits)
    progress: Callable[[str], None] = lambda _text: None

    def run(self) -> Generated:
        """Deepen until all branches are taken or shown to be unreachable, or a limit stops it."""
        watch, loops, bound = LimitWatch(self.limits), loops_of(self.cfa), 1
        while self.goals.open and bound <= _DEEPEST:
            self.progress(f"{len(self.goals.taken)} of {len(self.goals.wanted)} branches taken, unwinding {bound}")
            unwound = (_Whole if self.engine is Engine.UNWINDING else _Tree)(self.cfa, loops, bound, watch)
            unwound.grow()
            left = unwound.aim_at(self.goals)
            if watch.check_now() is not None:
                break
            if not unwound.may_go_on():
                whole = unwound.is_whole()
                return Generated(frozenset(left if whole else ()), self._why(unwound), whole)
            bound *= 2
        return Generated(frozenset(), watch.check_now() or "")

    def _why(self, unwound: _Unwound) -> str:
        left_out = next((n.left_out for n in unwound.reached.nodes if n.left_out is not None), "")
        return (
            "the solver gave up on some branches" if unwound.doubtful else "" if unwound.is_whole() else left_out or ""
        )


@dataclass(slots=True)
class _Unwound:
    """The program up to one bound of loops. ``doubtful``: the solver gave up somewhere."""

    cfa: Cfa
    loops: Loops
    bound: int
    watch: LimitWatch
    solver: Portfolio = field(default_factory=Portfolio)
    doubtful: bool = False
    monitor: LoopBound = field(init=False)
    domain: SymbolicDomain = field(init=False)
    reached: Reached[CompositeState] = field(init=False)

    def grow(self) -> None:
        """All of it, or as far as the limits allow."""
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(self.reached.analysis, self.reached, self.watch)
            while self.reached.next_found() is not None:
                pass

    def aim_at(self, goals: Goals) -> list[Edge]:
        """Make tests for open goals; those of which it is shown that nothing comes there."""
        excluded = []
        arcs = self._arcs()
        for goal in goals.open:
            if not goals.is_open(goal) or self.watch.check_now() is not None:
                continue
            answer = self._aim(goals, goal, arcs.get(goal, ()))
            if answer is Satisfiability.UNSAT:
                excluded.append(goal)
            self.doubtful |= answer is Satisfiability.UNKNOWN
        return excluded

    def _arcs(self) -> Mapping[Edge, Sequence[_Arc]]:
        found = defaultdict[Edge, list[_Arc]](list)
        for node in self.reached.nodes:
            for arc in node.arcs:
                for edge in arc.step:
                    found[edge].append(arc)
        return found

    def _aim(self, goals: Goals, goal: Edge, arcs: Sequence[_Arc]) -> Satisfiability:
        raise NotImplementedError

    def _check(self, guard: Term) -> Satisfiability:
        """A test can only be given where memory that no one has written holds zeros."""
        zeros, seconds = self.domain.zeros_at_start(), self.watch.seconds_left(_QUESTION_SECONDS)
        answer = self.solver.check([guard, zeros], seconds)
        if answer is not Satisfiability.UNSAT or zeros is TRUE:
            return answer
        otherwise = self.solver.check([guard], seconds)
        return Satisfiability.UNSAT if otherwise is Satisfiability.UNSAT else Satisfiability.UNKNOWN

    def _cut(self) -> list[Node[CompositeState]]:
        """Where a larger bound shows more, if an execution comes there."""
        left = (n for n in self.reached.nodes if n.left_out is not None)
        return [n for n in left if self.monitor.exceeded(n.state.elements[1]) is not None]

    def is_whole(self) -> bool:
        """Nothing was left out but what goes beyond the bound."""
        left = sum(n.left_out is not None for n in self.reached.nodes)
        return left == len(self._cut()) and next(self.reached.waiting, None) is None

    def may_go_on(self) -> bool:
        """Whether a larger bound may show more."""
        question = any_of(n.state.elements[0].guard for n in self._cut())
        return self.solver.check([question], self.watch.seconds_left()) is not Satisfiability.UNSAT


@dataclass(slots=True)
class _Whole(_Unwound):
    """Joined where paths meet: a question per branch."""

    def __post_init__(self) -> None:
        self.domain, self.monitor = SymbolicDomain(self.cfa), LoopBound(self.loops, self.bound)
        domains: tuple[Domain[Any], ...] = (self.domain, self.monitor)
        order = UnrolledOrder(self.cfa, self.loops)
        waitlist = Waitlist[CompositeState](Order.BREADTH_FIRST, lambda s: order.key(s.position, s.elements[1]))
        self.reached = Reached(CompositeAnalysis(self.cfa, domains), waitlist)

    def _aim(self, goals: Goals, goal: Edge, arcs: Sequence[_Arc]) -> Satisfiability:
        answer = self._check(any_of(arc.arrived.elements[0].guard for arc in arcs))
        if answer is Satisfiability.SAT and not goals.try_values(
            values_called(inputs_along(self.reached.root, self.solver.model()))
        ):
            return Satisfiability.UNKNOWN
        return answer


@dataclass(slots=True)
class _Tree(_Unwound):
    """Single paths: a question per path that takes an open branch, until one is answered by a test."""

    def __post_init__(self) -> None:
        self.domain, self.monitor = Paths(self.cfa), LoopBound(self.loops, self.bound)
        analysis = FeasiblePaths(self.cfa, (self.domain, self.monitor), watch=self.watch, solver=PathSolver())
        self.reached = Reached(analysis, Waitlist[CompositeState](Order.DEPTH_FIRST), Apart)

    def _aim(self, goals: Goals, goal: Edge, arcs: Sequence[_Arc]) -> Satisfiability:
        together = Satisfiability.UNSAT
        for arc in arcs:
            answer = self._check(arc.arrived.elements[0].guard)
            if answer is Satisfiability.SAT and goals.try_values(values_called(_along(arc, self.solver.model()))):
                return answer
            if answer is not Satisfiability.UNSAT:
                together = Satisfiability.UNKNOWN
        return together


def _along(arc: _Arc, model: Model) -> InputsRead:
    return values_in(model, [each for one in _path(arc) for each in one.arrived.elements[0].inputs])


def _path(arc: _Arc) -> Iterator[_Arc]:
    yield from arcs_to(arc.source)
    yield arc
