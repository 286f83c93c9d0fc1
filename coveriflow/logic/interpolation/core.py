"""The conjuncts of a path that already contradict each other: interpolants of these are interpolants of the path."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.interruption import checked
from coveriflow.logic.terms import BOOLEAN, Term, variable
from coveriflow.logic.z3_solver import Translator, shared_translator

_ROUNDS = 3


def core_of(path: Path, deadline: float) -> Path | None:
    """``path`` with an unsatisfiable core of its conjuncts; ``None`` if none was found in time, or there is none."""
    kept = [(number, conjunct) for number, part in enumerate(path.parts) for conjunct in part]
    found = None
    for _ in range(_ROUNDS):
        smaller = unsatisfiable_core([conjunct for _, conjunct in kept], deadline)
        if smaller is None:
            break
        shrunk = len(smaller) < len(kept)
        found = kept = [kept[i] for i in smaller]
        if not shrunk:
            break
    if found is None:
        return None
    parts: list[list[Term]] = [[] for _ in path.parts]
    for number, conjunct in found:
        parts[number].append(conjunct)
    return Path(tuple(map(tuple, parts)))


def unsatisfiable_core(
    formulas: Sequence[Term], deadline: float, translator: Translator | None = None
) -> list[int] | None:
    """Positions of formulas that cannot hold together; ``None`` where z3 does not say that there are such."""
    translate = translator or shared_translator()
    for solver in (z3.SimpleSolver(ctx=translate.context), z3.Solver(ctx=translate.context)):
        left = deadline - cpu_time.now()
        if left <= 0:
            return None
        labels = [variable(f"core!{number}", BOOLEAN) for number in range(len(formulas))]
        handles = [translate.expression(label) for label in labels]
        for handle, formula in zip(handles, formulas, strict=True):
            solver.add(z3.Implies(handle, translate.expression(formula)))
        answer = checked(solver, left / 2, *handles)
        if answer == z3.unsat:
            numbers = {str(handle): number for number, handle in enumerate(handles)}
            return sorted(numbers[str(label)] for label in solver.unsat_core())
        if answer == z3.sat:
            return None
    return None
