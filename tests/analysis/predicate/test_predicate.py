"""Predicate abstraction and Impact: operators combine, and what they rest on is checked. Verdicts are in
``tests/analysis/test_programs.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest

from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.arg import ArgNode
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.formulas import Cuts
from coveriflow.analysis.predicate.invariants import InvariantCheck, Place
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.refinement import Refiner
from coveriflow.analysis.predicate.states import Abstraction
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.chain import Chain
from coveriflow.logic.interpolation.strongest import StrongestPostconditions
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.program.interpreter.interpreter import End
from tests.analysis.runs import automaton_of, condition_of, covered_after, model_of, runs_of, small_program
from tests.places import ROOT

PROGRAMS = ROOT / "tests" / "programs"


def analysis_of(text: str, configuration: Configuration, cpu: float = 60.0) -> PredicateAnalysis:
    return PredicateAnalysis(automaton_of(text), SoftLimits(cpu=cpu), configuration)


VARIANTS = {
    "blocks end at calls": replace(TABLE["predicate"], block=BlockOperator.LF),
    "Impact, blocks end at calls": replace(TABLE["impact"], block=BlockOperator.LF),
    "cartesian": replace(TABLE["predicate"], combination=Combination.CARTESIAN),
    "without forced covering": replace(TABLE["impact"], forced_covering=False),
    "both refinements": TABLE["ufo"],
}
LOOP_IN_A_FUNCTION = (PROGRAMS / "induction" / "06-loop-in-a-function.c").read_text()
LOOPS_BY_INPUTS = LOOP_IN_A_FUNCTION.replace("for (unsigned i = 0; i < a; i++)", "while (__VERIFIER_nondet_uint())")
"""The same without a counter: no predicate has to know how often the inner loop went round."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_operators_combine(variant: str) -> None:
    """Where a call and an inner loop lie in a loop."""
    analysis = analysis_of(LOOPS_BY_INPUTS, VARIANTS[variant])
    assert analysis.run().verdict is Verdict.TRUE


def check(analysis: PredicateAnalysis, invariants: Mapping[Place, Term]) -> bool:
    search, watch = analysis.search, LimitWatch(SoftLimits(cpu=60))
    return InvariantCheck(analysis.cfa, search.loops, search.ends_block, invariants, None, watch).holds()


def test_invariants_that_are_none_are_not_believed() -> None:
    """Whatever place gets a wrong one: too weak, too strong, or none."""
    analysis = analysis_of(LOOP_IN_A_FUNCTION, TABLE["predicate"])
    assert analysis.run().verdict is Verdict.TRUE
    invariants = analysis.invariants()
    assert check(analysis, invariants)
    believed = []
    for place, wrong in product(invariants, (TRUE, FALSE, None)):
        changed = {p: wrong if p == place else formula for p, formula in invariants.items()}
        if not is_refused(analysis, {p: formula for p, formula in changed.items() if formula is not None}):
            believed.append((place, wrong))
    assert not believed


def is_refused(analysis: PredicateAnalysis, invariants: Mapping[Place, Term]) -> bool:
    try:
        check(analysis, invariants)
    except AssertionError as error:
        return "not inductive" in str(error)
    return False


class Nobody:
    """An interpolator that finds nothing."""

    def sequence(self, parts: Sequence[Term], seconds: float) -> Sequence[Term] | None:
        return None


@pytest.mark.parametrize("name", ["predicate", "impact"])
def test_without_interpolants_the_condition_says_what_was_verified(name: str) -> None:
    """The error path is excluded by an assumption, and the rest of the program is verified (CMC paper, III-B)."""
    reasons, covered = set(), 0
    for seed in range(12):
        text, values = small_program(seed)
        cfa = automaton_of(text, model_of(seed))
        findings: Findings = PredicateAnalysis(cfa, SoftLimits(cpu=5), TABLE[name], interpolator=Nobody()).run()
        reasons.add(findings.reason)
        condition = condition_of(cfa, findings.automaton)
        for execution in runs_of(cfa, values, 60, seed).executions:
            if covered_after(condition, execution.trace) is not None:
                covered += 1
                assert execution.end is not End.ERROR
    assert "no refinement was found for an error path" in reasons
    assert covered


class _Short:
    """An interpolator that finds nothing for long paths, and nothing general for short ones."""

    def sequence(self, parts: Sequence[Term], seconds: float) -> Sequence[Term] | None:
        return Chain((StrongestPostconditions(),)).sequence(parts, seconds) if len(parts) < 9 else None


def test_the_first_unreachable_state_is_found_with_few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    plain, asked = Refiner._first_unreachable, list[int]()

    def first_unreachable(self: Refiner, path: Sequence[Abstraction], cuts: Cuts) -> ArgNode:
        asked.clear()
        found = plain(self, path, cuts)
        seen.append((len(cuts.parts), len(asked)))
        behind = [self.questions.unsatisfiable(*cuts.parts[:number]) for number in range(1, len(cuts.parts) + 1)]
        assert found is self.arg.node_of[path[1 + behind.index(True)]]
        return found

    def unsatisfiable(self: Questions, *formulas: Term) -> bool:
        asked.append(1)
        return self.satisfiable(formulas)[0] is Satisfiability.UNSAT

    monkeypatch.setattr(Refiner, "_first_unreachable", first_unreachable)
    monkeypatch.setattr(Questions, "unsatisfiable", unsatisfiable)
    text = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int main(void) { int i = 0; while (i < 12) { i++; } if (__VERIFIER_nondet_int()) { if (i > 12) reach_error(); } }"""
    analysis = PredicateAnalysis(automaton_of(text), SoftLimits(cpu=60), TABLE["predicate"], interpolator=_Short())
    assert analysis.run().verdict is Verdict.UNKNOWN
    assert max(parts for parts, _ in seen) > 8
    assert all(2 ** (questions - 1) <= parts for parts, questions in seen)
