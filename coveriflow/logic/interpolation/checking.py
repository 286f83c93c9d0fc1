"""Whether formulas are an inductive sequence of interpolants: one small question to a solver for each part."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.contracts import Ending
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interpolation.shapes import Shape, shape_of
from coveriflow.logic.substitution import size_of, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver

LARGEST = 3_000
"""Nodes of one interpolant: what is larger helps no one."""
_SMALL = 400
"""Nodes of a formula that all of z3's solvers are asked about: before they begin to solve, two of them may rewrite a
larger one for minutes, and then no limit of time stops them.
"""
_TURNS = ((Engine.COMBINED, 0.5), (Engine.SIMPLE, 0.5), (Engine.BLASTED, 1.0), (Engine.COMBINED, 5.0))


def checked(path: Path, interpolants: Sequence[Term], deadline: float, known: set[Shape] | None = None) -> Ending:
    """``FOUND`` if ``interpolants`` are what ``contracts.Interpolator`` promises. ``known``: questions that were
    answered already, to go on where the time had run out.
    """
    known = set() if known is None else known
    if len(interpolants) != len(path.cuts):
        return Ending.REJECTED
    for interpolant, shared in zip(interpolants, path.shared, strict=True):
        if not variables_of(interpolant) <= shared or size_of(interpolant) > LARGEST:
            return Ending.REJECTED
    before = TRUE
    for part, after in zip(path.formulas, (*interpolants, FALSE), strict=True):
        answer = _entailed_anew((before, part), after, known, deadline)
        if answer is not Satisfiability.UNSAT:
            return Ending.REJECTED if answer is Satisfiability.SAT else Ending.UNCHECKED
        before = after
    return Ending.FOUND


def _entailed_anew(premises: tuple[Term, Term], conclusion: Term, known: set[Shape], deadline: float) -> Satisfiability:
    """Questions that differ in the names of variables only are asked once: those that were answered are ``known``."""
    shape, _ = shape_of((*premises, build.negate(conclusion)))
    if shape in known:
        return Satisfiability.UNSAT
    answer = entailed(premises, conclusion, deadline)
    if answer is Satisfiability.UNSAT:
        known.add(shape)
    return answer


def entailed(premises: Sequence[Term], conclusion: Term, deadline: float) -> Satisfiability:
    """``UNSAT`` where the premises entail the conclusion."""
    if conclusion is TRUE or conclusion in premises or FALSE in premises:
        return Satisfiability.UNSAT
    return satisfiable((*premises, build.negate(conclusion)), deadline)


def satisfiable(formulas: Sequence[Term], deadline: float) -> Satisfiability:
    """Whether ``formulas`` hold together, by whichever of z3's solvers says it first."""
    turns = _TURNS if sum(map(size_of, formulas)) <= _SMALL else ()
    for engine, seconds in (*turns, (Engine.SIMPLE, None)):
        left = deadline - cpu_time.now()
        if left <= 0:
            return Satisfiability.UNKNOWN
        solver = Z3Solver(engine)
        for formula in formulas:
            solver.add(formula)
        answer = solver.check(seconds=left if seconds is None else min(seconds, left))
        if answer is not Satisfiability.UNKNOWN:
            return answer
    return Satisfiability.UNKNOWN
