"""Small integer factors with which given sums are never negative, and as many as possible positive."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from coveriflow.logic.interruption import checked

_LARGEST = 16
"""Of a factor: larger ones describe the examples, not the program."""
_context: z3.Context | None = None


def factors(rows: Sequence[Sequence[int]], seconds: float) -> tuple[int, ...] | None:
    """Factors ``f`` with ``sum(f[i] * row[i]) >= 0`` for each row and ``> 0`` for one at least, ``None`` if none are
    found. Few of them are not zero, and more rows are positive than by chance.
    """
    global _context
    if not rows:
        return None
    _context = _context or z3.Context()
    solver = z3.Optimize(ctx=_context)
    unknown = [z3.Int(f"f{index}", ctx=_context) for index in range(len(rows[0]))]
    for each in unknown:
        solver.add(each >= -_LARGEST, each <= _LARGEST)
        solver.add_soft(each == 0, 1)
    sums = []
    for row in dict.fromkeys(map(tuple, rows)):
        parts = [z3.IntVal(value, ctx=_context) * each for value, each in zip(row, unknown, strict=True) if value]
        if parts:
            sums.append(z3.Sum(parts))
    if not sums:
        return None
    for each in sums:
        solver.add(each >= 0)
        solver.add_soft(each >= 1, 4)
    solver.add(z3.Or([each >= 1 for each in sums]))
    if str(checked(solver, seconds)) != "sat":
        return None
    model = solver.model()
    return tuple(model.eval(each, model_completion=True).as_long() for each in unknown)
