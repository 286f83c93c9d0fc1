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


@dataclass(frozen=True, slots=True)
class _Search:
    """``variants``, ``keeps_apart``, ``keeps_pairs``: see ``ShapeAnalysis``. ``share``: of the time that is left."""

    variants: int = 4
    keeps_apart: bool = False
    keeps_pairs: bool = False
    share: float = 1.0


_SEARCHES = (_Search(), _Search(keeps_pairs=True, share=0.5), _Search(keeps_apart=True, share=0.5), _Search(24))
"""One after the other. Where the first one does not end in its time, or finds something that is not understood, there
are no more.
"""
_SEARCH_SHARE = 0.6
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
        watch = LimitWatch(self.limits.for_search(_SEARCH_SHARE))
        program, reasons = program_of(self.cfa), list[str]()
        for each in _SEARCHES:
            if each.keeps_apart and not program.compared:
                continue
            analysis = ShapeAnalysis(program, each.variants, each.keeps_apart, each.keeps_pairs)
            reached, until = begun(analysis), LimitWatch(SoftLimits(cpu=each.share * watch.seconds_left()))
            found = self._searched(analysis, reached, watch, until)
            if found is not None:
                return Findings(Verdict.FALSE, "", NOTHING, counterexample=found)
            reason = analysis.refusal or watch.exhausted() or until.exhausted() or _why_open(reached)
            if not reason:
                return self._checked(analysis, reached, whole)
            reasons.append(reason)
            is_first = len(reasons) == 1 and (analysis.refusal is not None or until.exhausted() is not None)
            if is_first or watch.exhausted() is not None:
                break
        return Findings(Verdict.UNKNOWN, reasons[0], NOTHING)

    def _searched(
        self, analysis: ShapeAnalysis, reached: Reached[ShapeState], watch: LimitWatch, until: LimitWatch
    ) -> Counterexample | None:
        watch.states = reached.__len__
        understood = _UntilRefused(analysis, (watch, until))
        reporting, outcome, found = Reporting(understood, reached.__len__, self.progress), Outcome.TARGET, None
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
    watches: tuple[LimitWatch, ...]

    def exhausted(self) -> str | None:
        """See ``Watch``."""
        return self.analysis.refusal or next(filter(None, (each.exhausted() for each in self.watches)), None)


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
