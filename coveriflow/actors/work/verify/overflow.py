"""Analyses that look at no execution after a signed overflow (CMC paper, III-B)."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.transform.overflow import without_overflow


def without_overflows(run: AnalysisRun) -> AnalysisRun:
    """``run``, with a branch before all that may overflow; the findings are about the program without these."""

    def monitored(cfa: Cfa, given: ResolvedCondition | None) -> Findings:
        without = without_overflow(cfa)
        found = run(without.cfa, None if given is None else without.following(given))
        automaton = found.automaton
        initial, transitions = without.over_program(automaton.initial, automaton.accepting, automaton.transitions)
        known = {place: what for place, what in found.invariants.items() if place not in without.branches}
        return replace(found, automaton=replace(automaton, initial=initial, transitions=transitions), invariants=known)

    return monitored
