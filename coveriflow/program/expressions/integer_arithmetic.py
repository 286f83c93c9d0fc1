"""What C's operators do to integers: the one definition that folding and the interpreter share (C11 6.5.3 to 6.5.9).

Signed overflow wraps, right shifts of negative values are arithmetic (both as gcc defines them).
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from coveriflow.program.expressions.expressions import BinaryOp, UnaryOp
from coveriflow.program.types.c_types import Scalar


class UndefinedOperation(ArithmeticError):
    """The operation has no value in C: division by zero, overflowing division, oversized shift."""


def quotient(left: int, right: int) -> int:
    """Division that truncates towards zero (C11 6.5.5 p6)."""
    magnitude = abs(left) // abs(right)
    return magnitude if (left < 0) == (right < 0) else -magnitude


def remainder(left: int, right: int) -> int:
    """``left - quotient * right``: it has the sign of ``left``."""
    magnitude = abs(left) % abs(right)
    return -magnitude if left < 0 else magnitude


_TOTAL: dict[BinaryOp, Callable[[int, int], int]] = {
    BinaryOp.ADD: operator.add,
    BinaryOp.SUB: operator.sub,
    BinaryOp.MUL: operator.mul,
    BinaryOp.AND: operator.and_,
    BinaryOp.OR: operator.or_,
    BinaryOp.XOR: operator.xor,
    BinaryOp.EQ: lambda a, b: int(a == b),
    BinaryOp.NE: lambda a, b: int(a != b),
    BinaryOp.LT: lambda a, b: int(a < b),
    BinaryOp.LE: lambda a, b: int(a <= b),
    BinaryOp.GT: lambda a, b: int(a > b),
    BinaryOp.GE: lambda a, b: int(a >= b),
}


def apply_unary(op: UnaryOp, operand: int, result: Scalar) -> int:
    """The value of ``op operand`` in type ``result``."""
    return result.wrap(-operand if op is UnaryOp.NEGATE else ~operand)


def apply_binary(op: BinaryOp, left: int, right: int, result: Scalar) -> int:
    """The value of ``left op right`` in type ``result``; raises ``UndefinedOperation`` where C gives none."""
    if total := _TOTAL.get(op):
        return result.wrap(total(left, right))
    if op in (BinaryOp.DIV, BinaryOp.MOD):
        return _divide(op, left, right, result)
    if not 0 <= right < result.width:
        raise UndefinedOperation(op.value)
    return result.wrap(left << right if op is BinaryOp.SHL else left >> right)


def _divide(op: BinaryOp, left: int, right: int, result: Scalar) -> int:
    if right == 0 or (result.signed and left == result.minimum and right == -1):
        raise UndefinedOperation(op.value)
    return quotient(left, right) if op is BinaryOp.DIV else remainder(left, right)
