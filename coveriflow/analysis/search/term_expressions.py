"""Terms over values of program variables as expressions: the inverse of ``logic.encoding``, as far as there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from coveriflow.logic.substitution import depth_of
from coveriflow.logic.terms import Op, Term, signed
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, UnaryOp
from coveriflow.program.types.c_types import (
    CHAR,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Integer,
    Rank,
)

_UNSIGNED: Mapping[int, Integer] = {8: UCHAR, 16: USHORT, 32: UINT, 64: ULLONG, 128: UINT128}
_SIGNED: Mapping[int, Integer] = {8: CHAR, 16: SHORT, 32: INT, 64: LLONG, 128: INT128}
_ARITHMETIC = {
    Op.ADD: BinaryOp.ADD,
    Op.SUB: BinaryOp.SUB,
    Op.MUL: BinaryOp.MUL,
    Op.BVAND: BinaryOp.AND,
    Op.BVOR: BinaryOp.OR,
    Op.XOR: BinaryOp.XOR,
}
_LARGEST = 400
"""Terms of more parts, counted as often as they occur, are not translated."""
_DEEPEST = 60
"""Nor are those in which more operators lie inside of each other."""


class _NoExpression(Exception):
    """Nothing in C means this."""


@dataclass(slots=True)
class TermExpressions:
    """``place``: the integer variable, or the one integer in a region of its own, whose value a term is."""

    place: Callable[[Term], Expression | None]
    _left: int = field(default=0, init=False)

    def condition(self, term: Term) -> Expression | None:
        """A truth value that is 1 where the boolean ``term`` holds; ``None`` if there is no such expression."""
        self._left = _LARGEST
        if depth_of(term) > _DEEPEST:
            return None
        try:
            return self._truth(term)
        except _NoExpression:
            return None

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _NoExpression

    def _truth(self, term: Term) -> Expression:
        self._spend()
        if term.constant is not None:
            return Constant(term.constant, INT)
        match term.op, term.args:
            case Op.NOT, (inner,):
                return make.negation(self._truth(inner))
            case Op.AND, (left, right):
                return make.conjunction(self._truth(left), self._truth(right))
            case Op.OR, (left, right):
                return make.disjunction(self._truth(left), self._truth(right))
            case Op.ITE, (test, then, other):
                taken = make.conjunction(self._truth(test), self._truth(then))
                return make.disjunction(taken, make.conjunction(make.negation(self._truth(test)), self._truth(other)))
            case Op.EQ, (left, right) if left.sort == 0:
                return make.binary(BinaryOp.EQ, self._truth(left), self._truth(right))
            case Op.EQ, (left, right) if left.sort > 0:
                types = _SIGNED if self._is_signed(left) or self._is_signed(right) else _UNSIGNED
                return self._compared(BinaryOp.EQ, left, right, types)
            case Op.ULT, (left, right):
                return self._compared(BinaryOp.LT, left, right, _UNSIGNED)
            case Op.SLT, (left, right):
                return self._compared(BinaryOp.LT, left, right, _SIGNED)
            case _:
                raise _NoExpression

    def _is_signed(self, term: Term) -> bool:
        place = self.place(term) if term.op is Op.VARIABLE else None
        return place is not None and isinstance(place.type, Integer) and place.type.signed

    def _compared(self, op: BinaryOp, left: Term, right: Term, types: Mapping[int, Integer]) -> Expression:
        type_ = types.get(left.sort)
        if type_ is None:
            raise _NoExpression
        return make.binary(op, self._value(left, type_), self._value(right, type_))

    def _value(self, term: Term, type_: Integer) -> Expression:
        """The bits of ``term``, read as a ``type_`` of that width."""
        self._spend()
        if term.constant is not None:
            value = signed(term.constant, type_.width) if type_.signed else term.constant
            return Constant(value, type_)
        unsigned, other = _UNSIGNED[type_.width], type_
        match term.op, term.args:
            case Op.VARIABLE, ():
                return make.cast(self._place(term, type_.width), other)
            case op, (left, right) if op in _ARITHMETIC:
                found = make.binary(_ARITHMETIC[op], self._value(left, unsigned), self._value(right, unsigned))
            case (Op.UDIV | Op.UREM) as op, (left, right) if right.constant:
                sign = BinaryOp.DIV if op is Op.UDIV else BinaryOp.MOD
                found = make.binary(sign, self._value(left, unsigned), Constant(right.constant, unsigned))
            case Op.NEG, (inner,):
                found = make.binary(BinaryOp.SUB, Constant(0, unsigned), self._value(inner, unsigned))
            case Op.COMPLEMENT, (inner,):
                found = make.unary(UnaryOp.COMPLEMENT, self._value(inner, unsigned))
            case Op.TRUNCATE, (inner,):
                found = self._value(inner, self._of_width(_UNSIGNED, inner.sort))
            case (Op.ZERO_EXTEND | Op.SIGN_EXTEND) as op, (inner,):
                types = _UNSIGNED if op is Op.ZERO_EXTEND else _SIGNED
                found = self._value(inner, self._of_width(types, inner.sort))
            case _:
                raise _NoExpression
        return make.cast(make.cast(found, unsigned), other) if other.signed else make.cast(found, unsigned)

    def _of_width(self, types: Mapping[int, Integer], width: int) -> Integer:
        if width not in types:
            raise _NoExpression
        return types[width]

    def _place(self, term: Term, width: int) -> Expression:
        place = self.place(term)
        if place is None or not isinstance(place.type, Integer) or place.type.width != width:
            raise _NoExpression
        if place.type.rank is Rank.BOOL:
            return make.cast(place, _UNSIGNED[width])
        return place
