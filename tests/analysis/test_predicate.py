"""Predicate abstraction and Impact on programs with their verdicts in the first line; what they rest on is checked.

``// PREDICATE: v | IMPACT: v``: what each says; who is not named may not contradict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.analysis.findings import Findings
from coveriflow.analysis.limits import LimitWatch, SoftLimits
from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.invariants import InvariantCheck, Place
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.artifacts.answers import InductiveInvariants
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.program.interpreter import End
from tests.analysis.runs import automaton_of, condition_of, covered_after, model_of, runs_of, small_program

PROGRAMS = Path(__file__).parent.parent / "programs"
FILES = sorted(file for topic in ("predicate", "impact") for file in (PROGRAMS / topic).glob("*.c"))


def expectations(path: Path) -> dict[str, str]:
    parts = path.read_text().splitlines()[0].removeprefix("//").split("|")
    return {key.strip(): value.strip() for key, _, value in (part.partition(":") for part in parts)}


CASES = [(path, who) for path in FILES for who in expectations(path)]


def analysis_of(text: str, configuration: Configuration, cpu: float = 60.0) -> PredicateAnalysis:
    return PredicateAnalysis(automaton_of(text), SoftLimits(cpu=cpu), configuration)


@pytest.mark.parametrize(("path", "who"), CASES, ids=lambda case: getattr(case, "stem", case))
def test_verdicts(path: Path, who: str) -> None:
    findings = analysis_of(path.read_text(), TABLE[who.lower()]).run()
    assert findings.verdict.value == expectations(path)[who], findings.reason
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, InductiveInvariants)


VARIANTS = {
    "blocks end at calls": replace(TABLE["predicate"], block=BlockOperator.LF),
    "Impact, blocks end at calls": replace(TABLE["impact"], block=BlockOperator.LF),
    "cartesian": replace(TABLE["predicate"], combination=Combination.CARTESIAN),
    "without forced covering": replace(TABLE["impact"], forced_covering=False),
    "both refinements": TABLE["ufo"],
}
LOOP_IN_A_FUNCTION = (PROGRAMS / "induction" / "06-loop-in-a-function.c").read_text()


@pytest.mark.parametrize("variant", VARIANTS)
def test_operators_combine(variant: str) -> None:
    analysis = analysis_of(LOOP_IN_A_FUNCTION, VARIANTS[variant])
    assert analysis.run().verdict is Verdict.TRUE


def proved() -> PredicateAnalysis:
    analysis = analysis_of(LOOP_IN_A_FUNCTION, TABLE["predicate"])
    assert analysis.run().verdict is Verdict.TRUE
    return analysis


def check(analysis: PredicateAnalysis, invariants: Mapping[Place, Term]) -> bool:
    search, watch = analysis.search, LimitWatch(SoftLimits(cpu=60))
    return InvariantCheck(analysis.cfa, search.loops, search.ends_block, invariants, None, watch).holds()


@pytest.mark.parametrize("wrong", [TRUE, FALSE, None], ids=["too weak", "too strong", "missing"])
def test_invariants_that_are_none_are_not_believed(wrong: Term | None) -> None:
    """Whatever place gets a wrong one."""
    analysis = proved()
    invariants = analysis.invariants()
    assert check(analysis, invariants)
    for place in invariants:
        changed = {p: wrong if p == place else formula for p, formula in invariants.items()}
        with pytest.raises(AssertionError, match="not inductive"):
            check(analysis, {p: formula for p, formula in changed.items() if formula is not None})


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
