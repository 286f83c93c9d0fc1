"""Which of the checks that a proof assumes may fail."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability, Solver
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.edges import Edge


def failing_checks(solver: Solver, failing: Sequence[tuple[Edge, Term]], watch: LimitWatch) -> tuple[Edge, ...]:
    """Those of ``failing`` (with when they fail) that some execution fails; without time to find out, all of them."""
    if solver.check([any_of(fails for _, fails in failing)], watch.seconds_left(5.0)) is Satisfiability.UNSAT:
        return ()
    possible: dict[Edge, None] = {}
    for edge, fails in failing:
        if edge not in possible and _may_hold(solver, fails, watch):
            possible[edge] = None
    return tuple(possible)


def _may_hold(solver: Solver, formula: Term, watch: LimitWatch) -> bool:
    if watch.check_now() is not None:
        return True
    return solver.check([formula], watch.seconds_left(0.5)) is not Satisfiability.UNSAT
