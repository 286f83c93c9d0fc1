"""Constructors of typed expressions: they insert C's conversions and fold constants. Everything is built through
them.
"""

from __future__ import annotations

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import float_arithmetic, softfloat
from coveriflow.program.expressions.expressions import (
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
from coveriflow.program.expressions.integer_arithmetic import UndefinedOperation, apply_binary, apply_unary
from coveriflow.program.types.c_types import INT, Floating, Integer, Pointer, Rank, Scalar, common, promoted

_OPPOSITE = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}

_EXACT = frozenset({UnaryOp.NEGATE, UnaryOp.ABSOLUTE})
"""What changes nothing but the sign of a NaN, and says which it is."""

_UNORDERED = {op: _OPPOSITE[op] for op in (BinaryOp.EQ, BinaryOp.NE)}


def cast(operand: Expression, target: Scalar) -> Expression:
    """``operand`` converted to ``target``. Floating values are cut to integers by ``cut`` only."""
    source = scalar_type(operand)
    if source is target or source == target:
        return operand
    if isinstance(source, Floating) or isinstance(target, Floating):
        return _floating_cast(operand, source, target)
    if isinstance(operand, Address) and isinstance(target, Pointer):
        return Address(operand.object, operand.offset, target)
    if isinstance(operand, Cast) and isinstance(target, Pointer) and isinstance(operand.type, Pointer):
        return cast(operand.operand, target)
    if isinstance(operand, Constant):
        return Constant(target.wrap(operand.value), target)
    return Cast(operand, target)


def _floating_cast(operand: Expression, source: Scalar, target: Scalar) -> Expression:
    if isinstance(source, Pointer) or isinstance(target, Pointer):
        raise InputError("a pointer is no floating value, and cannot be converted to or from one")
    value = float_arithmetic.converted(operand.value, source, target) if isinstance(operand, Constant) else None
    if value is not None:
        return _constant(value, target, is_computed=_is_changed_by_conversion(operand))
    if isinstance(target, Integer):
        if target.rank is Rank.BOOL:
            return cast(binary(BinaryOp.NE, operand, Constant(0, source)), target)
        raise NotSupported("the conversion of a floating value to an integer here")
    return Cast(operand, target)


def _constant(value: int, type_: Scalar, *, is_computed: bool) -> Constant:
    """``is_computed``: if it is a NaN, its sign and payload are open."""
    is_nan = isinstance(type_, Floating) and softfloat.is_nan(float_arithmetic.format_of(type_), value)
    return Constant(value, type_, is_nan and is_computed)


def _is_changed_by_conversion(operand: Expression) -> bool:
    """Whether it is a NaN that is open or signalling."""
    assert isinstance(operand, Constant)
    if operand.is_open or not isinstance(operand.type, Floating):
        return operand.is_open
    return not operand.value & float_arithmetic.format_of(operand.type).quiet


def cut(operand: Expression, target: Integer) -> Expression:
    """A floating ``operand`` cut to an integer, where it is known to fit."""
    return Cast(operand, target)


def offset(pointer: Expression, count: int) -> Expression:
    """The address ``count`` bytes after ``pointer``."""
    type_ = scalar_type(pointer)
    assert isinstance(type_, Pointer)
    match pointer:
        case _ if count == 0:
            return pointer
        case Address():
            return Address(pointer.object, pointer.offset + count, pointer.type)
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
    if isinstance(index.type, Floating):
        raise InputError("an index is an integer, no floating value")
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
        if isinstance(result, Floating):
            found = float_arithmetic.apply_unary(op, converted.value, result)
            return _constant(found, result, is_computed=converted.is_open or op not in _EXACT)
        return Constant(apply_unary(op, converted.value, result), result)
    return Unary(op, converted, result)


def unary_minus(operand: Expression, type_: Scalar) -> Expression:
    """``-operand`` computed in ``type_``."""
    return unary(UnaryOp.NEGATE, cast(operand, type_))


def sign(operand: Expression) -> Expression:
    """The sign bit of a floating ``operand``, as ``int``."""
    if isinstance(operand, Constant) and not operand.is_open:
        type_ = scalar_type(operand)
        assert isinstance(type_, Floating)
        return Constant(float_arithmetic.apply_unary(UnaryOp.SIGN, operand.value, type_), INT)
    return Unary(UnaryOp.SIGN, operand, INT)


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
    if isinstance(left.type, Floating):
        return _constant(
            float_arithmetic.apply_binary(op, left.value, right.value, left.type), result, is_computed=True
        )
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
    if isinstance(condition, Binary) and condition.operator in _opposites(condition):
        return Binary(_OPPOSITE[condition.operator], condition.left, condition.right, INT)
    return binary(BinaryOp.EQ, condition, Constant(0, INT))


def _opposites(comparison: Binary) -> dict[BinaryOp, BinaryOp]:
    """With a NaN neither ``a < b`` holds nor ``a >= b``."""
    return _UNORDERED if isinstance(scalar_type(comparison.left), Floating) else _OPPOSITE


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
