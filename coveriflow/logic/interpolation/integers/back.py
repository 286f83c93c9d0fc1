"""Formulas over integers as terms over bit-vectors that mean the same as long as the numbers fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import z3

from coveriflow.logic import build
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.interpolation.from_z3 import postorder
from coveriflow.logic.substitution import equality
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, TRUE, Op, Term, bits, boolean

_WIDEST = 256


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of terms with factors, and a constant."""

    factors: Mapping[Term, int]
    constant: int = 0

    def plus(self, other: Linear, times: int = 1) -> Linear:
        """The sum of both, ``other`` taken ``times`` times."""
        factors = dict(self.factors)
        for term, factor in other.factors.items():
            factors[term] = factors.get(term, 0) + times * factor
        return Linear({t: f for t, f in factors.items() if f}, self.constant + times * other.constant)


@dataclass(frozen=True, slots=True)
class AtMostZero:
    """A comparison, until it is known whether its counterpart makes an equation of it."""

    sum: Linear

    @property
    def opposite(self) -> AtMostZero:
        """That the sum is at least zero."""
        return AtMostZero(Linear({}).plus(self.sum, -1))

    @property
    def negation(self) -> AtMostZero:
        """That the sum is greater than zero."""
        return AtMostZero(Linear({}, 1).plus(self.sum, -1))

    @property
    def key(self) -> tuple[frozenset[tuple[Term, int]], int]:
        """Equal for equal comparisons."""
        return frozenset(self.sum.factors.items()), self.sum.constant


_Value = Term | Linear | AtMostZero


@dataclass(slots=True)
class Reader:
    """Reads formulas back. ``name`` says which variables there are."""

    is_signed: bool
    _variables: dict[str, Term] = field(default_factory=dict)

    def name(self, variable: Term) -> None:
        """``variable`` may occur."""
        self._variables[str(variable.payload)] = variable

    def formula(self, root: Any) -> Term:
        """The term for ``root``; raises ``Inapplicable`` where there is none."""
        done: dict[int, _Value] = {}
        for expression in postorder(root):
            args = [done[child.get_id()] for child in expression.children()]
            done[expression.get_id()] = self._read(expression, args)
        return self._truth(done[root.get_id()])

    def _truth(self, value: _Value) -> Term:
        match value:
            case AtMostZero(difference):
                return self._at_most_zero(difference)
            case Term():
                return value
            case _:
                raise Inapplicable("a number in place of a truth value")

    def _read(self, expression: Any, args: list[_Value]) -> _Value:
        kind = expression.decl().kind()
        match kind:
            case z3.Z3_OP_UNINTERPRETED if not args:
                found = self._variables.get(expression.decl().name())
                if found is None:
                    raise Inapplicable(f"unknown {expression}")
                return Linear({found: 1}) if found.sort > BOOLEAN else found
            case z3.Z3_OP_ANUM:
                return Linear({}, expression.as_long())
            case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
                return boolean(kind == z3.Z3_OP_TRUE)
            case z3.Z3_OP_NOT:
                return args[0].negation if isinstance(args[0], AtMostZero) else build.negate(self._truth(args[0]))
            case z3.Z3_OP_AND:
                return self._conjunction(args)
            case z3.Z3_OP_OR:
                negated = [a.negation if isinstance(a, AtMostZero) else build.negate(self._truth(a)) for a in args]
                return build.negate(self._conjunction(negated))
            case z3.Z3_OP_IMPLIES:
                return build.disjoin(build.negate(self._truth(args[0])), self._truth(args[1]))
            case z3.Z3_OP_EQ | z3.Z3_OP_IFF:
                return self._equal(*args)
            case z3.Z3_OP_DISTINCT if len(args) == 2:
                return build.negate(self._equal(*args))
            case z3.Z3_OP_LE | z3.Z3_OP_GE | z3.Z3_OP_LT | z3.Z3_OP_GT:
                return self._ordered(kind, *map(_linear, args))
            case _:
                return self._number(kind, args)

    def _conjunction(self, args: Sequence[_Value]) -> Term:
        """Two comparisons that are opposites are an equation."""
        comparisons = {a.key: a for a in args if isinstance(a, AtMostZero)}
        found = TRUE
        for arg in args:
            if not isinstance(arg, AtMostZero):
                found = build.conjoin(found, self._truth(arg))
            elif arg.key in comparisons:
                del comparisons[arg.key]
                equated = comparisons.pop(arg.opposite.key, None) is not None
                whole = self._equal(arg.sum, Linear({})) if equated else self._at_most_zero(arg.sum)
                found = build.conjoin(found, whole)
        return found

    def _number(self, kind: int, args: list[_Value]) -> _Value:
        match kind:
            case z3.Z3_OP_ADD:
                return reduce(Linear.plus, map(_linear, args))
            case z3.Z3_OP_SUB:
                return reduce(lambda a, b: a.plus(b, -1), map(_linear, args))
            case z3.Z3_OP_UMINUS:
                return Linear({}).plus(_linear(args[0]), -1)
            case z3.Z3_OP_MUL if len(args) == 2:
                one, other = map(_linear, args)
                if one.factors and other.factors:
                    raise Inapplicable("a product")
                return Linear({}).plus(*((other, one.constant) if not one.factors else (one, other.constant)))
            case z3.Z3_OP_ITE if isinstance(args[1], Linear):
                then, otherwise = self._together(_linear(args[1]), _linear(args[2]))
                return Linear({build.ite(self._truth(args[0]), then, otherwise): 1})
            case z3.Z3_OP_ITE:
                return build.ite(self._truth(args[0]), self._truth(args[1]), self._truth(args[2]))
            case z3.Z3_OP_SELECT:
                return Linear({build.select(_array(args[0]), self._sum(_linear(args[1]), INDEX_WIDTH)): 1})
            case z3.Z3_OP_STORE:
                array = _array(args[0])
                value = self._sum(_linear(args[2]), -array.sort)
                return build.store(array, self._sum(_linear(args[1]), INDEX_WIDTH), value)
            case z3.Z3_OP_MOD | z3.Z3_OP_IDIV:
                return self._divided(kind, *map(_linear, args))
            case _:
                raise Inapplicable(f"no bit-vector operation for kind {kind}")

    def _divided(self, kind: int, dividend: Linear, divisor: Linear) -> Linear:
        number, width = divisor.constant, _width(dividend)
        if divisor.factors or number <= 0 or number >> (width - 1):
            raise Inapplicable("division by something else than a small constant")
        operand = self._sum(dividend, width)
        if number & (number - 1) == 0 and kind == z3.Z3_OP_MOD:
            return Linear({build.arithmetic(Op.BVAND, operand, bits(number - 1, width)): 1})
        op = {(True, True): Op.SREM, (True, False): Op.SDIV, (False, True): Op.UREM, (False, False): Op.UDIV}
        found = op[self.is_signed, kind == z3.Z3_OP_MOD]
        return Linear({build.arithmetic(found, operand, bits(number, width)): 1})

    def _equal(self, left: _Value, right: _Value) -> Term:
        if not isinstance(left, Linear) or not isinstance(right, Linear):
            return equality(self._truth(left), self._truth(right))
        difference = left.plus(right, -1)
        return build.equal(*self._together(*_sides(difference)))

    def _together(self, left: Linear, right: Linear) -> tuple[Term, Term]:
        width = max(_width(left), _width(right))
        return self._sum(left, width), self._sum(right, width)

    def _ordered(self, kind: int, left: Linear, right: Linear) -> AtMostZero:
        if kind in (z3.Z3_OP_GE, z3.Z3_OP_GT):
            left, right = right, left
        difference = left.plus(right, -1)
        if kind in (z3.Z3_OP_LT, z3.Z3_OP_GT):
            difference = Linear(difference.factors, difference.constant + 1)
        return AtMostZero(difference)

    def _at_most_zero(self, difference: Linear) -> Term:
        """Pairs and single variables are compared as they are; sums in a width in which they cannot wrap."""
        if not difference.factors:
            return boolean(difference.constant <= 0)
        small, large = _sides(difference)
        if _is_plain(small) and _is_plain(large):
            if difference.constant == 1 and small.factors and large.factors:
                left, right = self._together(Linear(small.factors), Linear(large.factors))
                return build.less(left, right, is_signed=self.is_signed)
            if self._fits(small) and self._fits(large):
                left, right = self._together(small, large)
                return build.negate(build.less(right, left, is_signed=self.is_signed))
        magnitude = abs(difference.constant) + sum(map(abs, difference.factors.values()))
        width = _width(difference) + magnitude.bit_length() + 2
        if width > _WIDEST:
            raise Inapplicable("numbers too large")
        left, right = self._sum(small, width), self._sum(large, width)
        return build.negate(build.less(right, left, is_signed=True))

    def _fits(self, side: Linear) -> bool:
        if side.factors:
            return side.constant == 0
        half = 1 << (64 - 1)
        return -half <= side.constant < half if self.is_signed else 0 <= side.constant < 2 * half

    def _sum(self, linear: Linear, width: int) -> Term:
        found = bits(linear.constant, width)
        for term, factor in linear.factors.items():
            operand = build.resized(term, width, is_signed=self.is_signed)
            scaled = build.arithmetic(Op.MUL, operand, bits(abs(factor), width))
            found = build.arithmetic(
                Op.ADD if factor > 0 else Op.SUB, *((scaled, found) if factor > 0 else (found, scaled))
            )
        return found


def _width(linear: Linear) -> int:
    return max((term.sort for term in linear.factors), default=1)


def _is_plain(side: Linear) -> bool:
    return not side.factors or (len(side.factors) == 1 and set(side.factors.values()) == {1} and side.constant == 0)


def _sides(difference: Linear) -> tuple[Linear, Linear]:
    """``difference = 0`` with nothing negative on either side: what is added, what is subtracted."""
    added = Linear({t: f for t, f in difference.factors.items() if f > 0}, max(difference.constant, 0))
    taken = Linear({t: -f for t, f in difference.factors.items() if f < 0}, max(-difference.constant, 0))
    return added, taken


def _array(value: _Value) -> Term:
    if not isinstance(value, Term):
        raise Inapplicable("something else than an array")
    return value


def _linear(value: _Value) -> Linear:
    if not isinstance(value, Linear):
        raise Inapplicable("a truth value or an array in place of a number")
    return value
