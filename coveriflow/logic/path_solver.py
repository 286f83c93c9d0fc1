"""Incremental solving along paths: what a path shares with the one before it stays on the solver."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.interruption import checked
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.ranges.check import has_floats
from coveriflow.logic.terms import FALSE, TRUE, Op, Term
from coveriflow.logic.z3_solver import Z3Model, shared_translator

_INCREMENTAL_SECONDS = 1.0
"""After that, the question is asked afresh: z3's other solver may find what its incremental one does not."""


def conjuncts(guard: Term) -> list[Term]:
    """What a guard is made of, in the order in which it was conjoined.

    Law: if ``guard`` became ``further`` by ``build.conjoin(guard, c)``, then its conjuncts are the first of those of
    ``further``.
    """
    found = []
    while guard.op is Op.AND:
        guard, last = guard.args
        found.append(last)
    return [guard, *reversed(found)]


class PathSolver:
    """One persistent solver with a scope for each conjunct of the path on it."""

    def __init__(self) -> None:
        self._translator = shared_translator()
        self._solver = z3.SimpleSolver(ctx=self._translator.context)
        self._path: list[Term] = []
        self._last: Model | None = None

    def check(self, guard: Term, seconds: float) -> Satisfiability:
        """Whether ``guard`` can hold, within about ``seconds``."""
        if guard is FALSE:
            return Satisfiability.UNSAT
        if has_floats(guard):
            return self._afresh(guard, seconds)
        self._move_to([] if guard is TRUE else conjuncts(guard))
        result = checked(self._solver, min(seconds, _INCREMENTAL_SECONDS))
        if result == z3.unknown:
            return self._afresh(guard, seconds)
        self._last = Z3Model(self._translator, self._solver.model()) if result == z3.sat else None
        return Satisfiability(str(result))

    def _afresh(self, guard: Term, seconds: float) -> Satisfiability:
        """The last model is tried first: most of what a path asks, the path before it has answered."""
        if self._last is not None and has_floats(guard) and self._last.value(guard):
            return Satisfiability.SAT
        solver = Portfolio()
        answer = solver.check([guard], seconds)
        self._last = solver.model() if answer is Satisfiability.SAT else None
        return answer

    def _move_to(self, path: Sequence[Term]) -> None:
        shared = 0
        while shared < min(len(path), len(self._path)) and path[shared] is self._path[shared]:
            shared += 1
        if shared < len(self._path):
            self._solver.pop(len(self._path) - shared)
            del self._path[shared:]
        for term in path[shared:]:
            formula = self._translator.expression(term)
            self._solver.push()
            self._path.append(term)
            self._solver.add(formula)

    def model(self) -> Model:
        """The model of the last check, which must be ``SAT``."""
        assert self._last is not None
        return self._last
