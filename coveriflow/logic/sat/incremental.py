"""A SAT solver for many small questions about the same clauses: what it has learnt for one serves the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from pysat.solvers import Cadical153, Minisat22

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.sat.circuits import Literal

_CONFLICTS = 2_000
_QUESTIONS = 32
"""After so many conflicts, or questions, the time is asked for: that takes as long as a small question."""
_DROPPED = 1_000
"""So many clauses that are dropped make questions slow: then the solver begins anew."""
_SLOW = ("probe", "probehbr", "ternary", "transred", "vivify")
"""What leaves hardly fewer clauses than the elimination of variables alone, and takes half as long again."""


class SatSolver:
    """MiniSat (Eén and Sörensson 2003). Answers are not computed again: who asks checks what comes of them.

    ``last``: the largest variable.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        """``keeps``: what was added, to be simplified and to begin anew. That takes more memory than MiniSat does."""
        self._keeps = keeps
        self.last: Literal = 0
        self._solver = Minisat22()
        self._clauses: list[Sequence[Literal]] = []
        self._asked = 0
        self._free: list[Literal] = []
        self._dropped: list[Literal] = []
        self._passing = 0

    @property
    def clauses(self) -> Sequence[Sequence[Literal]]:
        """All that hold now, for good."""
        return tuple(self._clauses)

    def new(self) -> Literal:
        """A new variable."""
        self.last += 1
        return self.last

    def add(self, clause: Sequence[Literal]) -> None:
        """``clause`` holds from now on."""
        self.last = max([self.last, *map(abs, clause)])
        self._solver.add_clause(clause)
        if self._keeps:
            self._clauses.append(clause)

    def add_all(self, clauses: Iterable[Sequence[Literal]]) -> None:
        """Each of ``clauses`` holds from now on; ``last`` is not less than their variables."""
        clauses = list(clauses)
        self._solver.append_formula(clauses)
        if self._keeps:
            self._clauses += clauses

    @contextmanager
    def passing(self, clause: Sequence[Literal]) -> Iterator[Literal]:
        """A variable: where it is assumed ``clause`` holds, within the block. Values are to be read there, too."""
        if self._keeps and not self._passing and len(self._dropped) >= _DROPPED:
            self._begin_anew()
        self._passing += 1
        variable = self._free.pop() if self._free else self.new()
        self._solver.add_clause([-variable, *clause])
        try:
            yield variable
        finally:
            self._solver.add_clause([-variable])
            self._dropped.append(variable)
            self._passing -= 1

    def _begin_anew(self) -> None:
        """With what holds, and without what was dropped."""
        self._solver.delete()
        self._solver = Minisat22(bootstrap_with=self._clauses)
        self._free += self._dropped
        self._dropped = []

    def simplify(self, kept: Collection[Literal]) -> Mapping[Literal, Literal]:
        """Say the same of the variables ``kept``, and forget the others (CaDiCaL; Biere and others 2024). What is
        returned has the new number of each, and of its negation.
        """
        processor = Cadical153(bootstrap_with=self._clauses)
        try:
            _, found = processor.process(freeze=sorted(kept), **dict.fromkeys(_SLOW, False))
        finally:
            processor.delete()
        used = {*kept, *(abs(literal) for clause in found for literal in clause)}
        number = {literal: place for place, literal in enumerate(sorted(used), 1)}
        number |= {-literal: -place for literal, place in number.items()}
        self._solver.delete()
        self._solver, self._clauses = Minisat22(), []
        self.last, self._free, self._dropped = len(used), [], []
        self.add_all([[number[literal] for literal in clause] for clause in found])
        return number

    def prefer(self, literals: Sequence[Literal]) -> None:
        """Where the solver may choose, these hold from now on."""
        self._solver.set_phases(literals)

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
