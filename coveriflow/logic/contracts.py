"""What solvers and interpolators offer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from coveriflow.logic.terms import Term


class Satisfiability(Enum):
    """``UNKNOWN``: the time ran out or the solver gave up."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Model(Protocol):
    """An assignment that satisfies what was checked."""

    def value(self, term: Term) -> int:
        """The unsigned value of ``term`` (booleans: 0 or 1); what the formula leaves open is chosen once."""
        ...

    def elements(self, array: Term, length: int) -> Sequence[int]:
        """The unsigned values of the first ``length`` elements of ``array``."""
        ...


class Solver(Protocol):
    """An incremental solver for boolean terms."""

    def add(self, formula: Term) -> None:
        """``formula`` holds from now on."""
        ...

    def check(self, assumptions: Sequence[Term] = (), seconds: float | None = None) -> Satisfiability:
        """Whether all that was added and ``assumptions`` hold together, within about ``seconds`` of CPU time."""
        ...

    def model(self) -> Model:
        """The model of the last check, which must be ``SAT``."""
        ...


class Interpolator(Protocol):
    """Finds inductive sequences of interpolants (unifying paper, Sect. 3.2.3)."""

    def sequence(self, parts: Sequence[Term], seconds: float) -> Sequence[Term] | None:
        """I_1..I_n-1 for ``parts`` A_1..A_n, which cannot hold together; ``None``: none was found in time.

        Law, with I_0 true and I_n false: I_i-1 and A_i entail I_i, and every variable of I_i occurs both in A_1..A_i
        and in A_i+1..A_n. A solver has checked it.
        """
        ...
