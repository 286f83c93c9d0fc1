"""The analyses that follow paths with a solver: bounded model checking, k-induction, symbolic execution."""

from __future__ import annotations

from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.actors.work.words import chosen_by
from coveriflow.analysis.data_flow.beside import beside
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.induction.strengthening import InvariantSource
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.symbolic.verifier import SymbolicExecution, TreeLimits
from coveriflow.analysis.symbolic.work_stealing import Sharing
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.execution.processes.worker import report_progress


def bounded(limits: SoftLimits, unwinding: UnwindingLimits) -> AnalysisRun:
    """Bounded model checking."""
    left = counted_from_now(limits)
    return lambda cfa, given: BoundedModelChecker(cfa, left(), unwinding, given, report_progress).run()


def executed(limits: SoftLimits, tree: TreeLimits, sharing: Sharing | None = None) -> AnalysisRun:
    """Symbolic execution; ``sharing``: who may be given a part of the range."""
    left = counted_from_now(limits)
    return lambda cfa, given: SymbolicExecution(cfa, left(), tree, given, report_progress, sharing).run()


def inductive(limits: SoftLimits, bounds: InductionLimits) -> AnalysisRun:
    """k-induction with invariants; their data-flow analysis has a process of its own."""
    left = counted_from_now(limits)
    return lambda cfa, given: KInduction(cfa, left(), bounds, given, report_progress, beside).run()


def invariant_source(word: str) -> InvariantSource:
    """The source of invariants that this word stands for; ``InputError`` if it stands for none."""
    return chosen_by(InvariantSource, "kinduction", "invariants", word)
