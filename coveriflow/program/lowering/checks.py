"""What has no value for some operands: a check goes before it (C11 6.3.1.4, 6.5.5, 6.5.6, 6.5.7)."""

from __future__ import annotations

from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.errors import InputError, Span
from coveriflow.program.expressions import float_arithmetic, make, softfloat
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    BinaryOp,
    Constant,
    Expression,
    UnaryOp,
    scalar_type,
)
from coveriflow.program.expressions.float_arithmetic import ON_FLOATS
from coveriflow.program.lowering import overflow
from coveriflow.program.lowering.address_casts import check_number
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.environment import PRECISION
from coveriflow.program.types.c_types import (
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    UINT128,
    ULLONG,
    Floating,
    Integer,
    Pointer,
    Rank,
    Scalar,
    common,
    promoted,
)
from coveriflow.program.types.data_model import DataModel

_SHIFTS = (BinaryOp.SHL, BinaryOp.SHR)
_DIVISIONS = (BinaryOp.DIV, BinaryOp.MOD)


def arithmetic(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """``left op right``, with a check where it may have no value."""
    type_ = common(scalar_type(left), scalar_type(right))
    if isinstance(type_, Floating):
        if op not in ON_FLOATS:
            raise InputError(f"the operator {op.value} takes no floating operands", span)
        if context.program.model is DataModel.ILP32 and op not in COMPARISONS and type_ in (FLOAT, DOUBLE):
            context.program.assumptions.setdefault(PRECISION)
    else:
        _check_integers(context, op, left, right, span)
    return make.binary(op, left, right)


def in_range(context: FunctionContext, found: Expression, type_: Scalar, span: Span) -> Expression:
    """``found``, which was computed in a wider type, as a number of ``type_``: it overflows where it is none."""
    if isinstance(type_, Integer) and type_.signed and overflow.is_checked(context, span):
        least, greatest = (Constant(end, scalar_type(found)) for end in (type_.minimum, type_.maximum))
        at_least, at_most = make.binary(BinaryOp.GE, found, least), make.binary(BinaryOp.LE, found, greatest)
        _check_fits(context, make.conjunction(at_least, at_most), span)
    return make.cast(found, type_)


def negated(context: FunctionContext, operand: Expression, span: Span) -> Expression:
    """``-operand``, with a check where it may have no value."""
    if isinstance(scalar_type(operand), Integer) and overflow.is_checked(context, span):
        _check_fits(context, overflow.negation_fits(operand), span)
    return make.unary(UnaryOp.NEGATE, operand)


def _check_integers(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> None:
    """Also of overflow, if that violates the property: then each check has one reason to fail."""
    overflows = overflow.is_checked(context, span)
    if op in _DIVISIONS:
        defined = _divisor_is_not_zero(left, right) if overflows else _divides(left, right)
        _check(context, defined, Undefined.DIVISION, span)
    elif op in _SHIFTS:
        _check(context, _shifts(left, right), Undefined.SHIFT, span)
        if overflows and Undefined.SHIFT in context.program.violations.checks and op is BinaryOp.SHL:
            _check(context, _is_not_negative(left), Undefined.SHIFT, span)
    if overflows:
        _check_fits(context, overflow.operation_fits(op, left, right, span), span)


def _is_not_negative(operand: Expression) -> Expression:
    """What C asks of an operand that is shifted left, and compilers do not (C11 6.5.7 p4)."""
    type_ = promoted(scalar_type(operand))
    return make.binary(BinaryOp.GE, make.cast(operand, type_), Constant(0, type_)) if type_.signed else Constant(1, INT)


def _check_fits(context: FunctionContext, fits: Expression | None, span: Span) -> None:
    if fits is not None:
        _check(context, fits, Undefined.OVERFLOW, span)


def converted(context: FunctionContext, operand: Expression, target: Scalar, span: Span) -> Expression:
    """``operand`` converted to ``target``, with a check where a floating value may not fit (C11 6.3.1.4)."""
    check_number(context.program, operand, target, span)
    source = scalar_type(operand)
    cuts = isinstance(source, Floating) and isinstance(target, Integer) and target.rank is not Rank.BOOL
    if not cuts or (isinstance(operand, Constant) and _value(operand, target) is not None):
        return make.cast(_as_number(operand, target), target)
    assert isinstance(source, Floating)
    assert isinstance(target, Integer)
    _check(context, is_in_range(operand, source, target), Undefined.FLOAT_CONVERSION, span)
    return make.cut(operand, target)


def _as_number(operand: Expression, target: Scalar) -> Expression:
    """A pointer that becomes a wider integer is extended by its sign: C11 6.3.2.3 p6 leaves that to gcc's manual."""
    source = scalar_type(operand)
    widens = isinstance(source, Pointer) and isinstance(target, Integer) and target.width > source.width
    return make.cast(operand, LLONG if source.width == LLONG.width else INT) if widens else operand


def _value(constant: Constant, target: Scalar) -> int | None:
    return float_arithmetic.converted(constant.value, constant.type, target)


def check_fits(context: FunctionContext, operand: Expression, target: Integer, span: Span) -> None:
    """That a floating value, cut, is a number of the type ``target``: of a bit-field, that which has its width."""
    source = scalar_type(operand)
    assert isinstance(source, Floating)
    if not isinstance(operand, Constant) or _value(operand, target) is None:
        _check(context, is_in_range(operand, source, target), Undefined.FLOAT_CONVERSION, span)


def is_in_range(operand: Expression, source: Floating, target: Integer) -> Expression:
    """Whether ``operand``, cut, is a number of the type ``target``."""
    bounds = softfloat.outside(float_arithmetic.format_of(source), target.minimum, target.maximum)
    below, above = (Constant(bound, source) for bound in bounds)
    least, greatest = make.binary(BinaryOp.LT, below, operand), make.binary(BinaryOp.LT, operand, above)
    return make.conjunction(least, greatest)


def check_apart(context: FunctionContext, target: Expression, source: Expression, size: int, span: Span) -> None:
    """That two places that are known do not overlap in part (C11 6.5.16.1 p3)."""
    if isinstance(target, Address) and isinstance(source, Address) and target.object == source.object:
        if 0 < abs(target.offset - source.offset) < size:
            _check(context, Constant(0, INT), Undefined.OVERLAP, span)


def index_within(context: FunctionContext, index: Expression, length: int, span: Span) -> Expression:
    """``index`` as ``unsigned long long``, checked to be below ``length``; a negative one wraps to a huge one."""
    unsigned = make.cast(index, UINT128 if scalar_type(index).width > ULLONG.width else ULLONG)
    kind = Undefined.DEREFERENCE if context.program.asks_whole_objects else Undefined.BOUNDS
    _check(context, make.binary(BinaryOp.LT, unsigned, Constant(length, ULLONG)), kind, span)
    return make.cast(index, ULLONG)


def _check(context: FunctionContext, defined: Expression, undefined: Undefined, span: Span) -> None:
    """The execution goes on only where ``defined`` holds; nothing is emitted where it always does."""
    if not (isinstance(defined, Constant) and defined.value):
        context.cursor.emit(Check(defined, undefined), span)


def _divides(left: Expression, right: Expression) -> Expression:
    operands = common(scalar_type(left), scalar_type(right))
    not_zero = _divisor_is_not_zero(left, right)
    if not isinstance(operands, Integer) or not operands.signed:
        return not_zero
    left, right = make.cast(left, operands), make.cast(right, operands)
    return make.conjunction(not_zero, overflow.quotient_fits(left, right, operands))


def _divisor_is_not_zero(left: Expression, right: Expression) -> Expression:
    operands = common(scalar_type(left), scalar_type(right))
    return make.binary(BinaryOp.NE, make.cast(right, operands), Constant(0, operands))


def _shifts(left: Expression, right: Expression) -> Expression:
    count = make.cast(right, promoted(scalar_type(right)))
    type_ = scalar_type(count)
    width = promoted(scalar_type(left)).width
    below = make.binary(BinaryOp.LT, count, Constant(width, type_))
    if not type_.signed:
        return below
    return make.conjunction(make.binary(BinaryOp.GE, count, Constant(0, type_)), below)
