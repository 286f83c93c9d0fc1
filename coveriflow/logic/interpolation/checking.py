"""Whether formulas are an inductive sequence of interpolants: one small question to a solver for each part."""

from __future__ import annotations

import time
from collections.abc import Sequence

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.contracts import Ending
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.substitution import size_of, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver

LARGEST = 3_000
"""Nodes of one interpolant: what is larger helps no one."""
_SLICES = (0.3, 1.0, None)
"""Seconds that each of z3's solvers gets for one question, in turns."""


def checked(path: Path, interpolants: Sequence[Term], deadline: float) -> Ending:
    """``FOUND`` if ``interpolants`` are what ``contracts.Interpolator`` promises."""
    if len(interpolants) != len(path.cuts):
        return Ending.REJECTED
    for interpolant, shared in zip(interpolants, path.shared, strict=True):
        if not variables_of(interpolant) <= shared or size_of(interpolant) > LARGEST:
            return Ending.REJECTED
    before = TRUE
    for part, after in zip(path.formulas, (*interpolants, FALSE), strict=True):
        answer = entailed((before, part), after, deadline)
        if answer is not Satisfiability.UNSAT:
            return Ending.REJECTED if answer is Satisfiability.SAT else Ending.UNCHECKED
        before = after
    return Ending.FOUND


def entailed(premises: Sequence[Term], conclusion: Term, deadline: float) -> Satisfiability:
    """``UNSAT`` where the premises entail the conclusion."""
    if conclusion is TRUE or conclusion in premises or FALSE in premises:
        return Satisfiability.UNSAT
    return satisfiable((*premises, build.negate(conclusion)), deadline)


def satisfiable(formulas: Sequence[Term], deadline: float) -> Satisfiability:
    """Whether ``formulas`` hold together, by whichever of z3's solvers says it first."""
    for seconds in _SLICES:
        for engine in Engine:
            left = deadline - time.monotonic()
            if left <= 0:
                return Satisfiability.UNKNOWN
            solver = Z3Solver(engine)
            for formula in formulas:
                solver.add(formula)
            answer = solver.check(seconds=left if seconds is None else min(seconds, left))
            if answer is not Satisfiability.UNKNOWN:
                return answer
    return Satisfiability.UNKNOWN
