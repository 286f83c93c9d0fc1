"""Interpolants that are boolean combinations of the path's atoms: predicate abstraction in the strict sense (unifying
paper, Sect. 3.2.1), computed from all models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.contracts import Effort, Inapplicable, OutOfTime, Scope
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interpolation.predicates import atoms_of
from coveriflow.logic.substitution import conjunction, variables_of
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.logic.z3_solver import Engine as Z3Engine
from coveriflow.logic.z3_solver import Z3Solver

_MOST_PREDICATES = 16
_MOST_CUBES = 64


@dataclass(frozen=True, slots=True)
class BooleanPredicates:
    """The strongest combination of predicates at each cut: exponential, so a last resort."""

    name: str = "boolean predicates"
    scope: Scope = Scope.CORE
    effort: Effort = Effort.HEAVY

    def applies(self, path: Path) -> bool:
        """Always."""
        return True

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        atoms = tuple(dict.fromkeys(a for part in path.parts for a in atoms_of(part)))
        found: list[Term] = []
        current = TRUE
        for cut in path.cuts:
            usable = [a for a in atoms if variables_of(a) <= path.shared[cut]]
            current = _abstraction((current, *path.parts[cut]), usable[:_MOST_PREDICATES], deadline)
            found.append(current)
        return found


def _abstraction(formulas: Sequence[Term], predicates: Sequence[Term], deadline: float) -> Term:
    """The disjunction of all valuations of ``predicates`` with which ``formulas`` can hold."""
    solver = Z3Solver(Z3Engine.SIMPLE)
    for formula in formulas:
        solver.add(formula)
    found = FALSE
    for _ in range(_MOST_CUBES):
        left = deadline - cpu_time.now()
        answer = solver.check(seconds=left) if left > 0 else Satisfiability.UNKNOWN
        if answer is Satisfiability.UNSAT:
            return found
        if answer is Satisfiability.UNKNOWN:
            raise OutOfTime
        model = solver.model()
        cube = conjunction([p if model.value(p) else build.negate(p) for p in predicates])
        found = build.disjoin(found, cube)
        solver.add(build.negate(cube))
    raise Inapplicable("too many valuations of predicates")
