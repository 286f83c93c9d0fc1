"""Verification by Horn clauses as what an actor runs."""

from __future__ import annotations

from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.actors.work.words import chosen_by
from coveriflow.analysis.horn.verifier import Asked, HornVerifier
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.execution.processes.worker import report_progress


def solving(limits: SoftLimits, arithmetic: str) -> AnalysisRun:
    """Horn clauses in that arithmetic; ``InputError`` for a word that says none."""
    left, asked = counted_from_now(limits), chosen_by(Asked, "horn", "arithmetic", arithmetic)
    return lambda cfa, given: HornVerifier(cfa, left(), given, report_progress, asked).run()
