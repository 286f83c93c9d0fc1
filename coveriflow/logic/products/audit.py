"""Another engine for what algebra says: z3 multiplies both sides of each identity out, and compares them.

An identity has two terms that are equal whatever the variables are. The steps of ``normal`` are such identities; where
equations that are known to hold were used, multiples of these stand on one side.
"""

from __future__ import annotations

from dataclasses import dataclass

import z3

from coveriflow.logic.build import arithmetic
from coveriflow.logic.terms import Op, Term
from coveriflow.logic.z3_solver import shared_translator

_shown: set[tuple[Term, Term]] = set()


class NotShown(Exception):
    """z3 does not see that two terms are equal."""


@dataclass(slots=True)
class Audit:
    """``is_on``: else nothing is looked at."""

    is_on: bool = False

    def same(self, left: Term, right: Term) -> None:
        """Raises ``NotShown`` where z3 does not know that these bit-vectors are equal, whatever their variables are."""
        if not self.is_on or left is right or (left, right) in _shown:
            return
        difference = shared_translator().expression(arithmetic(Op.SUB, left, right))
        found = z3.simplify(difference, som=True)
        if not z3.is_bv_value(found):
            raise NotShown
        if found.as_long() != 0:
            raise AssertionError("z3 and our algebra multiply polynomials out to different ones")
        _shown.add((left, right))
