"""Error paths that a solver does not decide: the search goes on, and asks again when nothing else is left."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis
from coveriflow.analysis.search import path_checks
from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.contracts import Satisfiability
from coveriflow.program.cfa.cfa import Cfa
from tests.analysis.runs import automaton_of

PROGRAM = """
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  if (a == 78) reach_error();
  if (a == 77) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("late", [Satisfiability.UNSAT, Satisfiability.UNKNOWN])
def test_a_path_that_is_not_decided_is_asked_about_again_in_the_end(
    monkeypatch: pytest.MonkeyPatch, late: Satisfiability
) -> None:
    asked = list[tuple[int, float]]()
    real = path_checks.counterexample_on

    def counted(cfa: Cfa, path: Sequence[Step], watch: LimitWatch, seconds: float) -> Counterexample | Satisfiability:
        asked.append((hash(tuple(path)), seconds))
        if len(asked) < 3:
            return Satisfiability.UNKNOWN
        return late if len(asked) == 3 else real(cfa, path, watch, seconds)

    monkeypatch.setattr(path_checks, "counterexample_on", counted)
    found = ExplicitValueAnalysis(automaton_of(PROGRAM), SoftLimits(cpu=100.0)).run()
    assert found.verdict is Verdict.FALSE
    (first, short), (second, _), (again, long), (last, _) = asked
    assert (again, last) == (first, second)
    assert first != second
    assert short < long
