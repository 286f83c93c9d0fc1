"""Equations between products: found in executions, shown by algebra. Verdicts: ``tests/analysis/test_programs.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.induction.products import multiplies
from coveriflow.analysis.induction.strengthening import InvariantSource
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.display import rendered
from tests.analysis.runs import automaton_of
from tests.places import ROOT

FOLDER = ROOT / "tests" / "programs" / "induction"
DECLARED = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n"


@pytest.mark.parametrize(
    "path", sorted([*FOLDER.glob("2[4-9]*.c"), *FOLDER.glob("3[01]*.c")]), ids=lambda path: path.stem
)
def test_programs_that_multiply_are_told_from_others(path: Path) -> None:
    assert multiplies(automaton_of(path.read_text()))
    assert not multiplies(automaton_of((FOLDER / "01-count-down-and-up.c").read_text()))


def test_an_equation_of_degree_two_is_found_in_executions() -> None:
    """The program does not say it of these variables."""
    loop = "unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0; while (i < n) { i++; sum += 2 * i - 1; }"
    after = "unsigned side = i + 1; if (side * (side - 2) != sum - 1) reach_error();"
    cfa = automaton_of(f"{DECLARED}int main(void) {{ {loop} {after} return 0; }}")
    bounds = InductionLimits(last=1, invariants=InvariantSource.EXECUTIONS)
    induction = KInduction(cfa, SoftLimits(cpu=60), bounds)
    assert induction.run().verdict is Verdict.TRUE
    found = [rendered(each) for some in induction.invariants.values() for each in some]
    assert any("sum" in each and "i * i" in each for each in found), found


@pytest.mark.parametrize(
    ("change", "verdict"),
    [("sum += 2 * i - 1", Verdict.TRUE), ("sum += 2 * i - (i == 40000 ? 0 : 1)", Verdict.UNKNOWN)],
    ids=["always", "but once"],
)
def test_an_equation_that_fails_once_is_no_invariant(change: str, verdict: Verdict) -> None:
    """No execution that is sampled comes so far."""
    loop = f"unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0; while (i < n) {{ i++; {change}; }}"
    cfa = automaton_of(f"{DECLARED}int main(void) {{ {loop} if (sum != i * i) reach_error(); return 0; }}")
    bounds = InductionLimits(last=2, invariants=InvariantSource.BOTH)
    assert KInduction(cfa, SoftLimits(cpu=30), bounds).run().verdict is verdict
