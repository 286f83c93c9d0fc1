"""What the analysis asks solvers: which formulas hold together, and which follow from others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.limits import LimitWatch
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine, Z3Solver

_TURNS = ((Engine.SIMPLE, 0.3), (Engine.COMBINED, 2.0), (Engine.BLASTED, 3600.0))
"""Each engine's seconds: what the first one does not find soon is often easy for another."""


@dataclass(slots=True)
class Questions:
    """Answers are kept. An ``UNKNOWN`` is never taken for a proof."""

    watch: LimitWatch
    most: float = 30.0
    _entailed: dict[tuple[Term, Term], bool] = field(default_factory=dict)

    def satisfiable(self, formulas: Sequence[Term]) -> tuple[Satisfiability, Model | None]:
        """Whether ``formulas`` hold together, with a model if so."""
        if FALSE in formulas:
            return Satisfiability.UNSAT, None
        for engine, seconds in _TURNS:
            solver = Z3Solver(engine)
            answer = solver.check(formulas, self.watch.seconds_left(min(seconds, self.most)))
            if answer is not Satisfiability.UNKNOWN:
                return answer, solver.model() if answer is Satisfiability.SAT else None
        return Satisfiability.UNKNOWN, None

    def unsatisfiable(self, *formulas: Term) -> bool:
        """Whether a solver says that ``formulas`` cannot hold together."""
        return self.satisfiable(formulas)[0] is Satisfiability.UNSAT

    def entails(self, premise: Term, conclusion: Term) -> bool:
        """Whether a solver says that ``conclusion`` holds wherever ``premise`` does."""
        if premise is FALSE or conclusion is TRUE or premise is conclusion:
            return True
        if premise is TRUE and conclusion is FALSE:
            return False
        key = premise, conclusion
        if key not in self._entailed:
            self._entailed[key] = self.unsatisfiable(premise, build.negate(conclusion))
        return self._entailed[key]
