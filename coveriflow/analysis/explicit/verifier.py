"""Explicit-value analysis as a conditional verifier (CMC paper, Sect. IV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Step
from coveriflow.analysis.cpa.reached import Node, Order, PlainGroup, Reached, Waitlist, path_to
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.value_group import ValueGroup
from coveriflow.analysis.domains.value_precision import Scope, ValuePrecision
from coveriflow.analysis.domains.values import ValueDomain
from coveriflow.analysis.explicit.closure_check import unchecked_nodes
from coveriflow.analysis.explicit.invariants import HeadValues
from coveriflow.analysis.explicit.lazy_abstraction import LazyAbstraction
from coveriflow.analysis.explicit.long_steps import LongStepAnalysis
from coveriflow.analysis.explicit.only_execution import is_short, only_execution
from coveriflow.analysis.explicit.refinement import Refinement, Refiner, checked_variables
from coveriflow.analysis.search.abstract_graphs import Drawable, abstract_graph, known_values
from coveriflow.analysis.search.assumption_automaton import assumption_automaton
from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.artifacts.answers import ClosedReachedSet
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.contracts import Satisfiability
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.gc_pause import without_gc
from coveriflow.program.wording import counted

_CHECKS_PER_ERROR = 10
_CHECK_SECONDS = 10.0
_SHARE_WHILE_SEARCHING = 0.1
"""Of the time that is left, for the solver on one error path while there are states to be expanded."""
_SEARCH_SHARE = 0.4
"""Of the time, for the search: checking the reached set again takes about as much."""


class Merge(Enum):
    """What becomes of states at one position with different values."""

    SEPARATE = "sep"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to search. ``seed``: of the random order; ``scope``: of what refinement finds to be tracked."""

    order: Order = Order.DEPTH_FIRST
    seed: int = 0
    merge: Merge = Merge.SEPARATE
    refinement: Refinement = Refinement.NONE
    scope: Scope = Scope.LOCATION


@dataclass(slots=True)
class _Search:
    """One search, and how far it is."""

    analysis: LongStepAnalysis
    reached: Reached[CompositeState]
    cegar: LazyAbstraction | None
    outcome: Outcome = Outcome.TARGET

    def is_undecided(self) -> bool:
        """It came to its end, with an error that it can neither refute nor confirm, or with checks that may fail."""
        return self.outcome is Outcome.CLOSED and (any(self.reached.targets) or bool(self.analysis.undefined))


@dataclass(slots=True)
class ExplicitValueAnalysis:
    """One run over ``cfa``; ``given``: what is verified already and left alone; ``progress`` hears how far it is."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    paths: PathLimits = field(default_factory=PathLimits)
    strategy: Strategy = field(default_factory=Strategy)
    given: ResolvedCondition | None = None
    progress: Callable[[str], None] = lambda _text: None
    _tried: Counter[Edge] = field(default_factory=Counter)
    _postponed: list[Sequence[Step]] = field(default_factory=list)
    """Error paths that the solver did not decide while there was more to search."""

    def run(self) -> Findings:
        """Explore until closed, stopped, or an execution confirms a violation; then check what was found."""
        with without_gc():
            return self._run()

    def _run(self) -> Findings:
        alone = self._alone()
        if alone is not None and not is_short(alone):
            return alone
        found = self._searched_and_checked()
        return alone if alone is not None and not found.verdict.decisive else found

    def _searched_and_checked(self) -> Findings:
        whole = LimitWatch(self.limits.for_evidence())
        watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        search = self._search(self.strategy.refinement)
        found = self._searched(search, watch)
        if found is None and search.is_undecided() and self._may_track_all():
            everything = self._search(Refinement.NONE)
            found = self._searched(everything, watch)
            if found is not None or everything.outcome is Outcome.CLOSED:
                search = everything
        findings, reason = self._checked(search, found, whole)
        drawable = Drawable("explicit values", known_values, joins=self.strategy.merge is Merge.JOIN)
        findings = replace(findings, graph=abstract_graph(drawable, search.analysis, search.reached.nodes))
        if found is not None:
            return replace(findings, verdict=Verdict.FALSE, counterexample=found)
        return findings if findings.verdict.decisive else replace(findings, reason=watch.exhausted() or reason)

    def _alone(self) -> Findings | None:
        """What the only execution shows, unless something limits the states that may be visited."""
        is_limited = self.given is not None or self.limits.states is not None or self.paths != PathLimits()
        return None if is_limited else only_execution(self.cfa, self.limits)

    def _checked(self, search: _Search, found: Counterexample | None, whole: LimitWatch) -> tuple[Findings, str]:
        """What is shown when the evidence has been checked, and why that is not all; nothing where no one asks."""
        reached, precise = search.reached, ValueDomain(self.cfa, relates=True)
        finished = found is None and search.outcome is Outcome.CLOSED
        is_whole = finished and not any(n.target or n.left_out is not None for n in reached.nodes)
        if not is_whole and not self.limits.wants_condition(finished=finished):
            return Findings(Verdict.UNKNOWN, "", NOTHING), _why_open(reached, set())
        plain = CompositeAnalysis(self.cfa, self._components(precise, again=True))
        heads = HeadValues(plain)
        unchecked = unchecked_nodes(plain, reached, whole, heads)
        findings = self._findings(search.analysis, reached, unchecked, tuple(precise.undefined), heads)
        return findings, _why_open(reached, unchecked)

    def _may_track_all(self) -> bool:
        """Whether a search with everything tracked is another one, and allowed."""
        return self.strategy.refinement is not Refinement.NONE and self.paths.refinement.precision_size is None

    def _search(self, refinement: Refinement) -> _Search:
        """A search that has not begun."""
        precision = None
        if refinement is not Refinement.NONE:
            precision = ValuePrecision(self.strategy.scope, frozenset(checked_variables(self.cfa)))
        values = ValueDomain(self.cfa, precision, joins=self.strategy.merge is Merge.JOIN, relates=True)
        steps_watch = self.paths.watch(lambda values: len(values.known))
        analysis = LongStepAnalysis(self.cfa, self._components(values), steps_watch)
        group = PlainGroup if values.joins else ValueGroup
        reached = Reached(analysis, Waitlist[CompositeState](self.strategy.order, seed=self.strategy.seed), group)
        if steps_watch is not None:
            steps_watch.states_at = reached.states_at
        if precision is None:
            return _Search(analysis, reached, None)
        limits = self.paths.refinement
        refiner = Refiner(self.cfa, analysis.loops, refinement)
        if limits.seconds is not None:
            refiner.seconds = min(refiner.seconds, limits.seconds)
        return _Search(analysis, reached, LazyAbstraction(analysis, reached, refiner, limits.precision_size))

    def _searched(self, search: _Search, watch: LimitWatch) -> Counterexample | None:
        """Explore until closed or stopped, or until an error path is confirmed."""
        reached = search.reached
        watch.states = reached.__len__
        reporting = Reporting(watch, reached.__len__, self.progress)
        found = None
        while found is None and search.outcome is Outcome.TARGET:
            search.outcome = explore(search.analysis, reached, reporting)
            while found is None and (target := reached.next_found()) is not None:
                if search.cegar is not None and search.cegar.refute(target):
                    search.outcome = Outcome.TARGET if search.outcome is Outcome.CLOSED else search.outcome
                    break
                found = self._violation(target, watch)
        reporting.tell()
        return found or self._late_violation(search, watch)

    def _components(self, values: ValueDomain, *, again: bool = False) -> tuple[Domain[Any], ...]:
        """``again``: for the certificate check, which takes another time."""
        loops = loops_of(self.cfa)
        domains: list[Domain[Any]] = [values]
        if self.given is not None:
            domains.append(ConditionDomain(self.given))
        if self.paths.loop_bound is not None:
            domains.append(LoopBound(loops, self.paths.loop_bound))
        return (*domains, *self.paths.monitors(loops, again=again))

    def _violation(self, target: Node[CompositeState], watch: LimitWatch) -> Counterexample | None:
        """Check the path to ``target``; a few per error call, since most of many are alike."""
        assert target.parent is not None
        error_edge = target.parent.step[-1]
        self._tried[error_edge] += 1
        if self._tried[error_edge] > _CHECKS_PER_ERROR:
            return None
        path = path_to(target)
        answer = self._execution_on(path, watch, _SHARE_WHILE_SEARCHING * watch.seconds_left())
        if answer is Satisfiability.UNKNOWN:
            self._postponed.append(path)
        return answer if isinstance(answer, Counterexample) else None

    def _late_violation(self, search: _Search, watch: LimitWatch) -> Counterexample | None:
        """The paths that were postponed, when nothing else is left to be searched."""
        while search.outcome is Outcome.CLOSED and self._postponed and watch.check_now() is None:
            answer = self._execution_on(self._postponed.pop(0), watch, _CHECK_SECONDS)
            if isinstance(answer, Counterexample):
                return answer
        return None

    def _execution_on(self, path: Sequence[Step], watch: LimitWatch, seconds: float) -> Counterexample | Satisfiability:
        from coveriflow.analysis.search.path_checks import (
            counterexample_on,  # with a solver, which many runs do not need
        )

        return counterexample_on(self.cfa, path, watch, min(_CHECK_SECONDS, seconds))

    def _findings(
        self,
        analysis: CompositeAnalysis,
        reached: Reached[CompositeState],
        unchecked: set[int],
        undefined: tuple[Edge, ...],
        heads: HeadValues,
    ) -> Findings:
        proof = ClosedReachedSet(len(reached))
        open_nodes = {
            n.number for n in reached.nodes if n.target or n.left_out is not None or not n.expanded
        } | unchecked
        if not open_nodes:
            return Findings(Verdict.TRUE, "", EVERYTHING, proof, None, undefined, None, heads.invariants())
        size = self.limits.condition_size
        automaton = assumption_automaton(analysis, reached.root, reached.nodes, lambda n: n.number in open_nodes, size)
        return Findings(Verdict.UNKNOWN, "", automaton, proof, None, undefined)


def _why_open(reached: Reached[CompositeState], unchecked: set[int]) -> str:
    left_out = [n.left_out for n in reached.nodes if n.left_out is not None]
    if left_out:
        return left_out[0]
    targets = sum(1 for _ in reached.targets)
    if targets == 0 and unchecked:
        return "there was no time left to check the reached set again"
    states = counted(targets, "abstract error state")
    return f"explicit values are too imprecise: {states} may be infeasible"
