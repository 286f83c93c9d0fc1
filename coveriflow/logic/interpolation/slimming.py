"""Interpolants without the conjuncts that the path does not need: they say less, and hold more often."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.logic import build, cpu_time
from coveriflow.logic.interpolation.core import unsatisfiable_core
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.substitution import conjunction, conjuncts_of
from coveriflow.logic.terms import FALSE, Term

_SECONDS = 1.0
"""For one question; where that is not enough nothing is left out."""


def slimmed(path: Path, interpolants: Sequence[Term], deadline: float) -> list[Term]:
    """Backwards, each of ``interpolants`` without the conjuncts that do not help to prove the next one."""
    found: list[Term] = []
    goal = FALSE
    for cut in reversed(path.cuts):
        goal = _needed(conjuncts_of(interpolants[cut]), path.parts[cut + 1], goal, deadline)
        found.append(goal)
    return found[::-1]


def _needed(conjuncts: Sequence[Term], part: Sequence[Term], goal: Term, deadline: float) -> Term:
    whole = conjunction(list(conjuncts))
    if len(conjuncts) < 2 or cpu_time.now() > deadline:
        return whole
    formulas = [*conjuncts, *part, build.negate(goal)]
    core = unsatisfiable_core(formulas, min(deadline, cpu_time.now() + _SECONDS))
    if core is None:
        return whole
    return conjunction([conjuncts[number] for number in core if number < len(conjuncts)])
