"""Shape analysis as what an actor runs."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.work.verify.soft_limits import counted_from_now, soft_limits
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.analysis.search.limits import ConditionWanted
from coveriflow.analysis.shape.verifier import ShapeVerifier
from coveriflow.execution.processes.worker import report_progress


def shaping(cpu: float | None = None, share: float = 1.0, states: int | None = None) -> AnalysisRun:
    """Shapes of lists. Nothing can be given to it: it has no conditions."""
    left = counted_from_now(replace(soft_limits(cpu, share, states), condition=ConditionWanted.NEVER))
    return lambda cfa, _given: ShapeVerifier(cfa, left(), report_progress).run()
