"""A SAT solver for many small questions about the same clauses: what it has learnt for one serves the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Minisat22

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.sat.circuits import Literal

_CONFLICTS = 2_000
_QUESTIONS = 32
"""After so many conflicts, or questions, the time is asked for: that takes as long as a small question."""


class SatSolver:
    """MiniSat (Eén and Sörensson 2003). Answers are not computed again: who asks checks what comes of them."""

    def __init__(self) -> None:
        self._solver = Minisat22()
        self._asked = 0

    def add(self, clause: Sequence[Literal]) -> None:
        """``clause`` holds from now on."""
        self._solver.add_clause(clause)

    def add_all(self, clauses: Iterable[Sequence[Literal]]) -> None:
        """Each of ``clauses`` holds from now on."""
        self._solver.append_formula(clauses)

    def check(self, assumptions: Sequence[Literal], deadline: Deadline) -> Satisfiability:
        """Whether all that was added and ``assumptions`` hold together."""
        self._asked += 1
        if self._asked % _QUESTIONS == 0 and deadline.is_over():
            return Satisfiability.UNKNOWN
        self._solver.conf_budget(_CONFLICTS)
        while (answer := self._solver.solve_limited(assumptions)) is None:
            if deadline.is_over():
                return Satisfiability.UNKNOWN
            self._solver.conf_budget(_CONFLICTS)
        return Satisfiability.SAT if answer else Satisfiability.UNSAT

    def needed(self) -> frozenset[Literal]:
        """The assumptions that the last answer needs, which must be ``UNSAT``."""
        return frozenset(self._solver.get_core() or ())

    def values(self) -> Sequence[Literal]:
        """Of the last answer, which must be ``SAT``: for each variable, in their order, the literal that holds."""
        found: Sequence[Literal] = self._solver.get_model()
        return found
