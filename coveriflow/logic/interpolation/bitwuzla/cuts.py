"""Interpolants by bitwuzla, from proofs of its SAT solver: for formulas of bit-vectors alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.logic.interpolation.checking import LARGEST
from coveriflow.logic.interpolation.contracts import Effort, Inapplicable, Scope
from coveriflow.logic.interpolation.path import FLOATING, Path, has_operations
from coveriflow.logic.substitution import size_of
from coveriflow.logic.terms import BOOLEAN, Op, Term

_UNKNOWN = FLOATING | {Op.SELECT, Op.STORE, Op.CONST_ARRAY}


@dataclass(frozen=True, slots=True)
class BitwuzlaCuts:
    """Craig interpolants: first all from one proof; else cut by cut, each from the one before it and the parts after
    it. Not to be run in this process (``apart``): some calls of bitwuzla end it, and others cannot be stopped.
    """

    name: str = "bitwuzla"
    scope: Scope = Scope.CORE
    effort: Effort = Effort.HEAVY

    def applies(self, path: Path) -> bool:
        """Bitwuzla interpolates bit-vectors only."""
        return not has_operations(path, _UNKNOWN) and all(v.sort >= BOOLEAN for vs in path.variables for v in vs)

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        if not self.applies(path):
            raise Inapplicable("arrays or floating-point numbers")
        from coveriflow.logic.interpolation.bitwuzla.proofs import forwards, from_one_proof  # worker processes only

        for attempt in (from_one_proof, forwards):
            found = attempt(path.formulas)
            if found is not None and max(map(size_of, found)) <= LARGEST:
                return found
        return None
