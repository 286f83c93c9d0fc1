"""Signed arithmetic whose mathematical result its type cannot hold (C11 6.5 p5; SV-COMP's ``no-overflow``).

Checks are emitted only where the property asks for them: with any other one, signed arithmetic wraps. Conditions are
such as no arithmetic in them can wrap.
"""

from __future__ import annotations

from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.types.c_types import INT, INT128, LLONG, Integer, common, promoted


def is_checked(context: FunctionContext, span: Span) -> bool:
    """Whether overflows at ``span`` violate the property: those in models of the library are ours."""
    return Undefined.OVERFLOW in context.program.violations.checks and not span.file.startswith("<")


def operation_fits(op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression | None:
    """Whether ``left op right`` has a value in its type; ``None`` for operations that always have.

    A shift is asked about only where its count is in range.
    """
    if op is BinaryOp.SHL:
        return _shift_fits(left, right)
    type_ = common(scalar_type(left), scalar_type(right))
    if not isinstance(type_, Integer) or not type_.signed:
        return None
    left, right = make.cast(left, type_), make.cast(right, type_)
    match op:
        case BinaryOp.ADD | BinaryOp.SUB:
            return _sum_fits(op, left, right, type_)
        case BinaryOp.MUL:
            return _product_fits(left, right, type_, span)
        case BinaryOp.DIV | BinaryOp.MOD:
            return quotient_fits(left, right, type_)
        case _:
            return None


def negation_fits(operand: Expression) -> Expression | None:
    """Whether ``-operand`` has a value in its type."""
    type_ = promoted(scalar_type(operand))
    if not isinstance(type_, Integer) or not type_.signed:
        return None
    return make.binary(BinaryOp.NE, make.cast(operand, type_), Constant(type_.minimum, type_))


def quotient_fits(left: Expression, right: Expression, type_: Integer) -> Expression:
    """Whether ``left / right`` has a value in the signed ``type_`` where ``right`` is not zero."""
    not_least = make.binary(BinaryOp.NE, left, Constant(type_.minimum, type_))
    return make.disjunction(not_least, make.binary(BinaryOp.NE, right, Constant(-1, type_)))


def _sum_fits(op: BinaryOp, left: Expression, right: Expression, type_: Integer) -> Expression:
    if op is BinaryOp.ADD and isinstance(left, Constant):
        left, right = right, left
    if isinstance(right, Constant):
        by = right.value if op is BinaryOp.ADD else -right.value
        return _between(left, type_.minimum - by, type_.maximum - by, type_)
    if isinstance(left, Constant):
        return _between(right, left.value - type_.maximum, left.value - type_.minimum, type_)
    if type_.width < LLONG.width:
        return _in_wider(op, left, right, type_, LLONG)
    return _without_wider(op, left, right, type_)


def _without_wider(op: BinaryOp, left: Expression, right: Expression, type_: Integer) -> Expression:
    """The limit that ``left`` must keep depends on the sign of ``right``."""
    least, most, zero = Constant(type_.minimum, type_), Constant(type_.maximum, type_), Constant(0, type_)
    back = BinaryOp.SUB if op is BinaryOp.ADD else BinaryOp.ADD
    grows = BinaryOp.GE if op is BinaryOp.ADD else BinaryOp.LE
    shrinks = BinaryOp.LE if op is BinaryOp.ADD else BinaryOp.GE
    below = make.binary(BinaryOp.LE, left, make.binary(back, most, right))
    above = make.binary(BinaryOp.GE, left, make.binary(back, least, right))
    if_growing = make.disjunction(make.negation(make.binary(grows, right, zero)), below)
    return make.conjunction(if_growing, make.disjunction(make.negation(make.binary(shrinks, right, zero)), above))


def _product_fits(left: Expression, right: Expression, type_: Integer, span: Span) -> Expression:
    if isinstance(left, Constant):
        left, right = right, left
    if isinstance(right, Constant):
        return _multiple_fits(left, right.value, type_)
    if type_.width == INT128.width:
        raise NotSupported("the overflow of a product of type __int128", span)
    return _in_wider(BinaryOp.MUL, left, right, type_, LLONG if type_.width <= INT.width else INT128)


def _multiple_fits(operand: Expression, factor: int, type_: Integer) -> Expression:
    if factor == 0:
        return Constant(1, INT)
    ends = (type_.minimum, type_.maximum) if factor > 0 else (type_.maximum, type_.minimum)
    least, most = -(-ends[0] // factor), ends[1] // factor
    return _between(operand, least, most, type_)


def _between(operand: Expression, least: int, most: int, type_: Integer) -> Expression:
    """What the type excludes is not asked."""
    found: Expression = Constant(1, INT)
    if least > type_.minimum:
        found = make.binary(BinaryOp.GE, operand, Constant(min(least, type_.maximum), type_))
        found = found if least <= type_.maximum else Constant(0, INT)
    if most < type_.maximum:
        below = make.binary(BinaryOp.LE, operand, Constant(max(most, type_.minimum), type_))
        found = make.conjunction(found, below if most >= type_.minimum else Constant(0, INT))
    return found


def _in_wider(op: BinaryOp, left: Expression, right: Expression, type_: Integer, wide: Integer) -> Expression:
    whole = make.binary(op, make.cast(left, wide), make.cast(right, wide))
    return _between_wide(whole, type_, wide)


def _between_wide(whole: Expression, type_: Integer, wide: Integer) -> Expression:
    least = make.binary(BinaryOp.GE, whole, Constant(type_.minimum, wide))
    return make.conjunction(least, make.binary(BinaryOp.LE, whole, Constant(type_.maximum, wide)))


def _shift_fits(left: Expression, right: Expression) -> Expression | None:
    """Whether ``left * 2^right`` has a value in the type of ``left``: shifted back it is ``left`` again."""
    type_ = promoted(scalar_type(left))
    if not isinstance(type_, Integer) or not type_.signed:
        return None
    left = make.cast(left, type_)
    if isinstance(left, Constant) and isinstance(right, Constant) and 0 <= right.value < type_.width:
        return Constant(int(type_.minimum <= left.value << right.value <= type_.maximum), INT)
    there = make.binary(BinaryOp.SHL, left, right)
    return make.binary(BinaryOp.EQ, make.binary(BinaryOp.SHR, there, right), left)
