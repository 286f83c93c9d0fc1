"""Whether formulas are an inductive sequence of interpolants: one small question to a solver for each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.contracts import Ending
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interpolation.shapes import Shape, shape_of
from coveriflow.logic.substitution import size_of, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver

Question = tuple[Term, ...]
LARGEST = 3_000
"""Nodes of one interpolant: what is larger helps no one."""
_SMALL = 400
"""Nodes of a formula that all of z3's solvers are asked about: before they begin to solve, two of them may rewrite a
larger one for minutes, and then no limit of time stops them.
"""
_TURNS = ((Engine.COMBINED, 0.5), (Engine.SIMPLE, 0.5), (Engine.BLASTED, 1.0), (Engine.COMBINED, 5.0))


@dataclass(slots=True)
class Known:
    """Questions that were answered: those that differ in the names of variables only are one. Shapes are made where
    another question has the same size.
    """

    _shapes: set[Shape] = field(default_factory=set)
    _first: dict[int, Question | None] = field(default_factory=dict)
    """The first question of each size; ``None`` once its shape was made."""

    def has(self, question: Question) -> bool:
        """Whether ``question`` was answered."""
        size = _size(question)
        if size not in self._first:
            return False
        if (first := self._first[size]) is not None:
            self._shapes.add(shape_of(first)[0])
            self._first[size] = None
        return shape_of(question)[0] in self._shapes

    def add(self, question: Question) -> None:
        """``question`` has been answered."""
        size = _size(question)
        if size in self._first:
            self._shapes.add(shape_of(question)[0])
        else:
            self._first[size] = question


def checked(path: Path, interpolants: Sequence[Term], deadline: float, known: Known | None = None) -> Ending:
    """``FOUND`` if ``interpolants`` are what ``contracts.Interpolator`` promises. ``known``: questions that were
    answered already, to go on where the time had run out.
    """
    known = Known() if known is None else known
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


def _size(question: Question) -> int:
    return sum(map(size_of, question))


def _entailed_anew(premises: tuple[Term, Term], conclusion: Term, known: Known, deadline: float) -> Satisfiability:
    """What is ``known`` is not asked again."""
    question = (*premises, build.negate(conclusion))
    if known.has(question):
        return Satisfiability.UNSAT
    answer = entailed(premises, conclusion, deadline)
    if answer is Satisfiability.UNSAT:
        known.add(question)
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
