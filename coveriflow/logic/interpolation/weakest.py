"""Weakest preconditions, backwards over an unsatisfiable core: substitution, no solver (unless something is left)."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.logic import build, cpu_time
from coveriflow.logic.interpolation.contracts import Effort, OutOfTime, Scope
from coveriflow.logic.interpolation.elimination.by_rules import Projection, decided, projected
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.substitution import conjunction, conjuncts_of, variables_of
from coveriflow.logic.terms import FALSE, Term


class WeakestPreconditions:
    """I_i-1 is the weakest formula over the shared variables with which A_i entails I_i.

    For parts ``guard ∧ x' = t(x)`` it is a substitution. What cannot be eliminated otherwise is left out of the part
    if I_i does not speak of it: the formula gets stronger, and the check tells whether it is too strong.
    """

    name = "weakest preconditions"
    scope = Scope.CORE
    effort = Effort.LIGHT

    def applies(self, path: Path) -> bool:
        """Always."""
        return True

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        found: list[Term] = []
        current = FALSE
        for cut in reversed(path.cuts):
            if cpu_time.now() > deadline:
                raise OutOfTime
            violated = conjuncts_of(build.negate(current))
            variables = path.variables[cut + 1] | variables_of(current)
            projection = projected((*path.parts[cut + 1], *violated), variables - path.shared[cut])
            current = _precondition(decided(projection))
            if not variables_of(current) <= path.shared[cut]:
                return None
            found.append(current)
        return tuple(reversed(found))


def _precondition(projection: Projection) -> Term:
    kept = [c for c in projection.conjuncts if projection.left.isdisjoint(variables_of(c))]
    return build.negate(conjunction(kept or list(projection.conjuncts)))
