"""Strongest postconditions, forwards over an unsatisfiable core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.contracts import Effort, OutOfTime, Scope
from coveriflow.logic.interpolation.elimination.by_rules import decided, projected
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interpolation.slimming import slimmed
from coveriflow.logic.substitution import conjunction, variables_of
from coveriflow.logic.terms import Term


@dataclass(frozen=True, slots=True)
class StrongestPostconditions:
    """I_i is the strongest formula over the shared variables that I_i-1 and A_i entail; then what is needed of it.

    What speaks of a variable that cannot be eliminated is left out: the formula gets weaker, and the check tells
    whether it is too weak. On a core that happens more often: it has lost what is equal without being needed.
    """

    name: str = "strongest postconditions"
    scope: Scope = Scope.CORE
    effort: Effort = Effort.LIGHT

    def applies(self, path: Path) -> bool:
        """Always."""
        return True

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        found: list[Term] = []
        current: tuple[Term, ...] = ()
        for cut in path.cuts:
            if cpu_time.now() > deadline:
                raise OutOfTime
            conjuncts = (*current, *path.parts[cut])
            variables = frozenset[Term]().union(*map(variables_of, conjuncts))
            projection = decided(projected(conjuncts, variables - path.shared[cut]))
            current = tuple(c for c in projection.conjuncts if projection.left.isdisjoint(variables_of(c)))
            found.append(conjunction(current))
        return slimmed(path, found, deadline)
