"""Constructors of typed expressions: they insert C's conversions and fold constants. Everything is built through
them.
"""

from __future__ import annotations

from dataclasses import replace

from coveriflow.program.arithmetic import UndefinedOperation, apply_binary, apply_unary
from coveriflow.program.expressions import (
    COMPARISONS,
    SHIFTS,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    scalar_type,
)
from coveriflow.program.types import INT, Integer, Pointer, Rank, Scalar, common, promoted

_OPPOSITE = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}


def cast(operand: Expression, target: Scalar) -> Expression:
    """``operand`` converted to ``target``."""
    if scalar_type(operand) == target:
        return operand
    if isinstance(operand, Address) and isinstance(target, Pointer):
        return replace(operand, type=target)
    if isinstance(operand, Cast) and isinstance(target, Pointer) and isinstance(operand.type, Pointer):
        return cast(operand.operand, target)
    if isinstance(operand, Constant):
        return Constant(target.wrap(operand.value), target)
    return Cast(operand, target)


def offset(pointer: Expression, count: int) -> Expression:
    """The address ``count`` bytes behind ``pointer``."""
    type_ = scalar_type(pointer)
    assert isinstance(type_, Pointer)
    match pointer:
        case _ if count == 0:
            return pointer
        case Address():
            return replace(pointer, offset=pointer.offset + count)
        case Constant(value):
            return Constant(type_.wrap(value + count), type_)
        case Binary(BinaryOp.ADD, base, Constant(before, step)) if isinstance(step, Integer):
            return Binary(BinaryOp.ADD, base, Constant(step.wrap(before + count), step), type_)
        case Cast(Address() | Binary(BinaryOp.ADD) as inner, _) if isinstance(inner.type, Pointer):
            return cast(offset(inner, count), type_)
        case _:
            step = _offset_type(type_)
            return Binary(BinaryOp.ADD, pointer, Constant(step.wrap(count), step), type_)


def indexed(pointer: Expression, index: Expression, size: int) -> Expression:
    """The address of the element ``index`` of ``size`` bytes each, counted from ``pointer`` (C11 6.5.6 p8)."""
    type_ = scalar_type(pointer)
    assert isinstance(type_, Pointer)
    step = _offset_type(type_)
    if isinstance(index, Constant):
        return offset(pointer, index.value * size)
    scaled = binary(BinaryOp.MUL, cast(index, step), Constant(step.wrap(size), step))
    return Binary(BinaryOp.ADD, pointer, scaled, type_)


def _offset_type(pointer: Pointer) -> Integer:
    """``ptrdiff_t``."""
    return Integer(Rank.INT if pointer.width == INT.width else Rank.LONG, pointer.width, signed=True)


def unary(op: UnaryOp, operand: Expression) -> Expression:
    """``op operand`` after the integer promotions (C11 6.5.3.3)."""
    converted = cast(operand, promoted(scalar_type(operand)))
    result = scalar_type(converted)
    if isinstance(converted, Constant):
        return Constant(apply_unary(op, converted.value, result), result)
    return Unary(op, converted, result)


def unary_minus(operand: Expression, type_: Scalar) -> Expression:
    """``-operand`` computed in ``type_``."""
    return unary(UnaryOp.NEGATE, cast(operand, type_))


def binary(op: BinaryOp, left: Expression, right: Expression) -> Expression:
    """``left op right`` after the conversions that C prescribes for ``op`` (C11 6.5.5 to 6.5.12)."""
    if op in SHIFTS:
        left = cast(left, promoted(scalar_type(left)))
        right = cast(right, promoted(scalar_type(right)))
        result = scalar_type(left)
    else:
        operands = common(scalar_type(left), scalar_type(right))
        left, right = cast(left, operands), cast(right, operands)
        result = INT if op in COMPARISONS else operands
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _folded(op, left, right, result)
    return Binary(op, left, right, result)


def _folded(op: BinaryOp, left: Constant, right: Constant, result: Scalar) -> Expression:
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
