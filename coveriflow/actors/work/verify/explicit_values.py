"""Explicit-value analysis with the options of its actor."""

from __future__ import annotations

from coveriflow.actors.options import ValueOptions
from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.actors.work.words import chosen_by
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.value_precision import Scope
from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis, Merge, Strategy
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.execution.processes.worker import report_progress


def explicit(limits: SoftLimits, paths: PathLimits | None = None, strategy: Strategy | None = None) -> AnalysisRun:
    """Explicit-value analysis."""
    left = counted_from_now(limits)
    return lambda cfa, given: ExplicitValueAnalysis(
        cfa, left(), paths or PathLimits(), strategy or Strategy(), given, report_progress
    ).run()


def strategy(options: ValueOptions) -> Strategy:
    """The search that the words of ``options`` stand for; ``InputError`` for one that stands for none."""
    return Strategy(
        chosen_by(Order, "value", "order", options.order),
        options.seed,
        chosen_by(Merge, "value", "merge", options.merge),
        chosen_by(Refinement, "value", "refinement", options.refinement),
        chosen_by(Scope, "value", "precision", options.precision),
    )
