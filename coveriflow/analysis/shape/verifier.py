"""Verification of programs with lists of any length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist, path_to
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import LimitWatch, Reporting, SoftLimits
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.analysis.shape.analysis import ShapeAnalysis, ShapeState
from coveriflow.analysis.shape.closure_check import why_not_closed
from coveriflow.analysis.shape.program import program_of
from coveriflow.artifacts.answers import ClosedReachedSet
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.gc_pause import without_gc
from coveriflow.program.wording import counted

_SEARCHES = ((4, False, 0.6), (4, True, 0.4), (24, False, 0.6))
"""How many graphs with one skeleton are kept apart, whether folding keeps objects apart, and by when the search ends,
as a share of the time: one after the other.
"""
_CHECKS_PER_ERROR = 3
_CHECK_SECONDS = 5.0


@dataclass(slots=True)
class ShapeVerifier:
    """One run over ``cfa``; ``progress`` hears how far it is."""

    cfa: Cfa
    limits: SoftLimits = field(default_factory=SoftLimits)
    progress: Callable[[str], None] = lambda _text: None
    _tried: Counter[Edge] = field(default_factory=Counter)

    def run(self) -> Findings:
        """Explore until closed, stopped, or an execution confirms a violation; then check what was found."""
        with without_gc():
            return self._run()

    def _run(self) -> Findings:
        whole = LimitWatch(self.limits.for_evidence())
        program, reasons = program_of(self.cfa), list[str]()
        for variants, keeps_apart, share in _SEARCHES:
            if keeps_apart and not program.compared:
                continue
            watch = LimitWatch(self.limits.for_search(share))
            analysis = ShapeAnalysis(program, variants, keeps_apart)
            reached = begun(analysis)
            found = self._searched(analysis, reached, watch)
            if found is not None:
                return Findings(Verdict.FALSE, "", NOTHING, counterexample=found)
            reason = analysis.refusal or watch.exhausted() or _why_open(reached)
            if not reason:
                return self._checked(analysis, reached, whole)
            reasons.append(reason)
            if not keeps_apart and (analysis.refusal is not None or watch.exhausted() is not None):
                break
        return Findings(Verdict.UNKNOWN, reasons[0], NOTHING)

    def _searched(
        self, analysis: ShapeAnalysis, reached: Reached[ShapeState], watch: LimitWatch
    ) -> Counterexample | None:
        watch.states = reached.__len__
        until = _UntilRefused(analysis, watch)
        reporting, outcome, found = Reporting(until, reached.__len__, self.progress), Outcome.TARGET, None
        while found is None and outcome is Outcome.TARGET:
            outcome = explore(analysis, reached, reporting)
            while found is None and (target := reached.next_found()) is not None:
                found = self._violation(target, watch)
        reporting.tell()
        return found

    def _violation(self, target: Node[ShapeState], watch: LimitWatch) -> Counterexample | None:
        """Check the path to ``target``; a few per error, since most of many are alike."""
        assert target.parent is not None
        self._tried[target.parent.step[-1]] += 1
        if self._tried[target.parent.step[-1]] > _CHECKS_PER_ERROR:
            return None
        from coveriflow.analysis.search.path_checks import counterexample_on  # with a solver, which few runs need

        answer = counterexample_on(self.cfa, path_to(target), watch, _CHECK_SECONDS)
        return answer if isinstance(answer, Counterexample) else None

    def _checked(self, analysis: ShapeAnalysis, reached: Reached[ShapeState], watch: LimitWatch) -> Findings:
        states = [node.state for node in reached.nodes]
        analysis.program.transfer.undefined.clear()
        if reason := why_not_closed(analysis, states, watch):
            return Findings(Verdict.UNKNOWN, reason, NOTHING)
        undefined = tuple(analysis.program.transfer.undefined)
        return Findings(Verdict.TRUE, "", EVERYTHING, ClosedReachedSet(len(states)), None, undefined)


@dataclass(frozen=True, slots=True)
class _UntilRefused:
    """Stops the search as soon as something was not understood: other verifiers find violations as soon."""

    analysis: ShapeAnalysis
    watch: LimitWatch

    def exhausted(self) -> str | None:
        """See ``Watch``."""
        return self.analysis.refusal or self.watch.exhausted()


def begun(analysis: ShapeAnalysis) -> Reached[ShapeState]:
    """A reached set with nothing but the initial state. Loops are closed before what comes after them is looked at."""
    order = UnrolledOrder(analysis.program.cfa, analysis.program.control.loops)

    def priority(state: ShapeState) -> tuple[int, ...]:
        return order.key(state.position, (Frame(),) * (len(state.position.stack) + 1))

    return Reached(analysis, Waitlist[ShapeState](Order.BREADTH_FIRST, priority), analysis.group)


def _why_open(reached: Reached[ShapeState]) -> str:
    """Nothing where the reached set is closed and without error."""
    targets = sum(1 for _ in reached.targets)
    return f"shapes are too imprecise: {counted(targets, 'abstract error state')} may be infeasible" if targets else ""
