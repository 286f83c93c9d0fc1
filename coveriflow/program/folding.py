"""Constructors of typed expressions: they insert C's conversions and fold constants. Everything is built through
them.
"""

from __future__ import annotations

from coveriflow.program.arithmetic import UndefinedOperation, apply_binary, apply_unary
from coveriflow.program.expressions import (
    COMPARISONS,
    SHIFTS,
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    integer_type,
)
from coveriflow.program.types import INT, Integer, common, promoted

_OPPOSITE = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}


def cast(operand: Expression, target: Integer) -> Expression:
    """``operand`` converted to ``target``."""
    if integer_type(operand) == target:
        return operand
    if isinstance(operand, Constant):
        return Constant(target.wrap(operand.value), target)
    return Cast(operand, target)


def unary(op: UnaryOp, operand: Expression) -> Expression:
    """``op operand`` after the integer promotions (C11 6.5.3.3)."""
    converted = cast(operand, promoted(integer_type(operand)))
    result = integer_type(converted)
    if isinstance(converted, Constant):
        return Constant(apply_unary(op, converted.value, result), result)
    return Unary(op, converted, result)


def binary(op: BinaryOp, left: Expression, right: Expression) -> Expression:
    """``left op right`` after the conversions that C prescribes for ``op`` (C11 6.5.5 to 6.5.12)."""
    if op in SHIFTS:
        left = cast(left, promoted(integer_type(left)))
        right = cast(right, promoted(integer_type(right)))
        result = integer_type(left)
    else:
        operands = common(integer_type(left), integer_type(right))
        left, right = cast(left, operands), cast(right, operands)
        result = INT if op in COMPARISONS else operands
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _folded(op, left, right, result)
    return Binary(op, left, right, result)


def _folded(op: BinaryOp, left: Constant, right: Constant, result: Integer) -> Expression:
    try:
        return Constant(apply_binary(op, left.value, right.value, result), result)
    except UndefinedOperation:
        return Binary(op, left, right, result)


def truth(expression: Expression) -> Expression:
    """``expression != 0`` as an ``int`` that is 0 or 1; a comparison stays as it is."""
    if is_truth_value(expression):
        return expression
    return binary(BinaryOp.NE, expression, Constant(0, INT))


def is_truth_value(expression: Expression) -> bool:
    """Whether ``expression`` is an ``int`` that is always 0 or 1 by its form."""
    match expression:
        case Binary(op, left, right):
            return op in COMPARISONS or (
                op in (BinaryOp.AND, BinaryOp.OR) and is_truth_value(left) and is_truth_value(right)
            )
        case Constant(value, type_):
            return value in (0, 1) and type_ == INT
        case _:
            return False


def negation(expression: Expression) -> Expression:
    """``!expression`` (C11 6.5.3.3 p5)."""
    condition = truth(expression)
    if isinstance(condition, Constant):
        return Constant(1 - condition.value, INT)
    if isinstance(condition, Binary) and condition.operator in _OPPOSITE:
        return Binary(_OPPOSITE[condition.operator], condition.left, condition.right, INT)
    return binary(BinaryOp.EQ, condition, Constant(0, INT))


def conjunction(left: Expression, right: Expression) -> Expression:
    """Both hold; without short circuit, so only for operands that are defined in any case."""
    return _connect(BinaryOp.AND, truth(left), truth(right), neutral=1)


def disjunction(left: Expression, right: Expression) -> Expression:
    """One holds; see ``conjunction``."""
    return _connect(BinaryOp.OR, truth(left), truth(right), neutral=0)


def _connect(op: BinaryOp, left: Expression, right: Expression, *, neutral: int) -> Expression:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Constant):
            return other if one.value == neutral else one
    return binary(op, left, right)
