"""Small integer factors with which given sums are never negative, and some of them positive."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from coveriflow.logic.interruption import checked

_LARGEST = (1, 16)
"""Of a factor: larger ones describe the examples, not the program."""
_ROUNDS = 6
_context: z3.Context | None = None


def factors(rows: Sequence[Sequence[int]], seconds: float) -> tuple[int, ...] | None:
    """Factors ``f`` with ``sum(f[i] * row[i]) >= 0`` for each row and ``> 0`` for one at least, and for more of them
    where that is found soon; ``None`` if there are none, or no time.
    """
    global _context
    known = [row for row in dict.fromkeys(map(tuple, rows)) if any(row)]
    if not known:
        return None
    _context = _context or z3.Context()
    for largest in _LARGEST:
        found = _bounded(known, largest, seconds / len(_LARGEST), _context)
        if found is not None:
            return found
    return None


def _bounded(
    rows: Sequence[Sequence[int]], largest: int, seconds: float, context: z3.Context
) -> tuple[int, ...] | None:
    solver = z3.SolverFor("QF_LIA", ctx=context)
    unknown = [z3.Int(f"f{index}", ctx=context) for index in range(len(rows[0]))]
    for each in unknown:
        solver.add(each >= -largest, each <= largest)
    sums = [z3.Sum([value * each for value, each in zip(row, unknown, strict=True) if value]) for row in rows]
    for each in sums:
        solver.add(each >= 0)
    solver.add(z3.Or([each >= 1 for each in sums]))
    best: tuple[int, ...] | None = None
    for _ in range(_ROUNDS):
        if str(checked(solver, seconds / _ROUNDS)) != "sat":
            break
        model = solver.model()
        best = tuple(model.eval(each, model_completion=True).as_long() for each in unknown)
        positive = [sum(f * value for f, value in zip(best, row, strict=True)) > 0 for row in rows]
        if all(positive):
            break
        solver.add(*(each >= 1 for each, is_positive in zip(sums, positive, strict=True) if is_positive))
        solver.add(z3.Or([each >= 1 for each, is_positive in zip(sums, positive, strict=True) if not is_positive]))
    return best
