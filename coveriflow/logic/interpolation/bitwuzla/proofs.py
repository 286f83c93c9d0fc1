"""Calls of bitwuzla for interpolants. Only worker processes import this."""

from __future__ import annotations

from collections.abc import Sequence

import bitwuzla

from coveriflow.logic.interpolation.bitwuzla.terms import Translator, solver_for
from coveriflow.logic.interpolation.checking import LARGEST
from coveriflow.logic.substitution import conjunction, size_of
from coveriflow.logic.terms import FALSE, TRUE, Term


def from_one_proof(parts: Sequence[Term]) -> list[Term] | None:
    """All interpolants from one proof."""
    manager = bitwuzla.TermManager()
    translate, solver = Translator(manager), solver_for(manager)
    formulas = [translate(part) for part in parts]
    for formula in dict.fromkeys(formulas):
        solver.assert_formula(formula)
    if len({formula.id() for formula in formulas}) < len(formulas):
        return None
    if solver.check_sat() != bitwuzla.Result.UNSAT:
        return None
    return [translate.term(i) for i in solver.get_interpolants([[f] for f in formulas[:-1]])]


def forwards(parts: Sequence[Term]) -> list[Term] | None:
    """One interpolant after the other, each with a proof of its own."""
    found: list[Term] = []
    before = TRUE
    for cut in range(len(parts) - 1):
        if before is FALSE:
            found.append(FALSE)
            continue
        manager = bitwuzla.TermManager()
        translate, solver = Translator(manager), solver_for(manager)
        left = translate(conjunction([before, parts[cut]]))
        solver.assert_formula(left)
        solver.assert_formula(translate(conjunction(list(parts[cut + 1 :]))))
        if solver.check_sat() != bitwuzla.Result.UNSAT:
            return None
        before = translate.term(solver.get_interpolant([left]))
        found.append(before)
        if size_of(before) > LARGEST:
            return None
    return found
