"""What z3 has for an operator that means the same of bit-vectors and of integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from coveriflow.logic.terms import Op

SAME = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE, Op.EQ, Op.SELECT, Op.STORE})
"""Those operators. Numbers are equal where they are in range."""


def with_same_operator(op: Op, args: Sequence[Any]) -> Any:
    """``op``, one of ``SAME``, of what z3 has for its operands."""
    match op:
        case Op.NOT:
            return z3.Not(*args)
        case Op.AND:
            return z3.And(*args)
        case Op.OR:
            return z3.Or(*args)
        case Op.ITE:
            return z3.If(*args)
        case Op.SELECT:
            return z3.Select(*args)
        case Op.STORE:
            return z3.Store(*args)
        case _:
            return args[0] == args[1]


def integer_bounds(width: int, *, is_signed: bool) -> tuple[int, int]:
    """The least and the largest value of ``width`` bits."""
    half = 1 << (width - 1)
    return (-half, half - 1) if is_signed else (0, 2 * half - 1)
