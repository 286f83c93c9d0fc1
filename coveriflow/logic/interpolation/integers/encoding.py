"""Bit-vectors as integers: linear arithmetic generalises where bits do not.

Every operation that could wrap has a side condition: that it does not. In ``Integers`` a formula assumes them, and the
check in bit-vectors tells whether that was harmless. In ``CarefulIntegers`` they are proved: with no operation of the
path wrapping, what holds in integers holds in C's arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import z3

from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.interpolation.integers.back import Reader
from coveriflow.logic.interpolation.path import named
from coveriflow.logic.substitution import variables_of
from coveriflow.logic.terms import BOOLEAN, Op, Term, signed, subterms
from coveriflow.logic.z3_operators import SAME, integer_bounds, with_same_operator


class Integers:
    """Every bit-vector is its signed value, or its unsigned one if the formulas compare unsigned numbers only."""

    def __init__(self, conjuncts: Iterable[Term] = ()) -> None:
        self._context = z3.Context()
        operators = {t.op for t in subterms(list(conjuncts))}
        self._signed = Op.SLT in operators or Op.ULT not in operators
        self._known: dict[Term, Any] = {}
        self._conditions: dict[Term, tuple[Any, ...]] = {}
        self._reader = Reader(is_signed=self._signed)

    def formula(self, conjuncts: Iterable[Term]) -> Any:
        """That ``conjuncts`` hold and nothing in them wraps."""
        wanted = list(conjuncts)
        holds = [self._expression(c) for c in wanted]
        return z3.And(*holds, *self._side_conditions(wanted), z3.BoolVal(True, ctx=self._context))

    def excluded(self, conjuncts: Sequence[Term]) -> list[Any]:
        """What must be impossible where ``conjuncts`` hold, for ``formula`` to say what they do."""
        return []

    def ranges(self, variables: Iterable[Term]) -> list[Any]:
        """The least and the greatest values of their widths."""
        return [self._within(self._expression(v), v.sort) for v in variables if v.sort > BOOLEAN]

    def constant(self, variable: Term) -> Any:
        return self._expression(variable)

    def term(self, expression: Any) -> Term:
        return self._reader.formula(expression)

    def _side_conditions(self, conjuncts: Sequence[Term]) -> list[Any]:
        return [c for t in subterms(list(conjuncts)) for c in self._conditions.get(t, ())]

    def _expression(self, root: Term) -> Any:
        for term in subterms([root], self._known):
            self._known[term] = self._made(term, [self._known[a] for a in term.args])
        return self._known[root]

    def _sort(self, sort: int) -> Any:
        if sort == BOOLEAN:
            return z3.BoolSort(ctx=self._context)
        number = z3.IntSort(ctx=self._context)
        return number if sort > 0 else z3.ArraySort(number, number)

    def _value(self, value: int, width: int) -> int:
        return signed(value, width) if self._signed else value

    def _within(self, expression: Any, width: int) -> Any:
        least, most = integer_bounds(width, is_signed=self._signed)
        return z3.And(expression >= least, expression <= most)

    def _made(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case Op.VARIABLE:
                made = z3.Const(str(term.payload), self._sort(term.sort))
                self._reader.name(term)
                return made
            case Op.CONSTANT if term.sort == BOOLEAN:
                return z3.BoolVal(bool(term.payload), ctx=self._context)
            case Op.CONSTANT:
                return z3.IntVal(self._value(int(term.payload), term.sort), ctx=self._context)
            case op if op in SAME:
                return with_same_operator(op, args)
            case Op.CONST_ARRAY:
                return z3.K(self._sort(1), args[0])
            case _:
                return self._number(term, args)

    def _number(self, term: Term, args: list[Any]) -> Any:
        half = 1 << (term.args[0].sort - 1)
        match term.op:
            case Op.SLT | Op.ULT:
                if self._signed != (term.op is Op.SLT):
                    self._require(term, *(self._half(a, half) for a in args))
                return args[0] < args[1]
            case Op.SIGN_EXTEND | Op.ZERO_EXTEND:
                if self._signed != (term.op is Op.SIGN_EXTEND):
                    self._require(term, self._half(args[0], half))
                return args[0]
            case Op.TRUNCATE:
                self._require(term, self._within(args[0], term.sort))
                return args[0]
            case Op.COMPLEMENT:
                return -1 - args[0] if self._signed else 2 * half - 1 - args[0]
            case Op.ADD | Op.SUB | Op.NEG | Op.MUL | Op.SHL:
                raw = self._raw(term, args)
                self._require(term, self._within(raw, term.sort))
                return raw
            case _:
                return self._divided(term, args, half)

    def _require(self, term: Term, *conditions: Any) -> None:
        self._conditions[term] = conditions

    def _half(self, expression: Any, half: int) -> Any:
        """Below that, signed and unsigned numbers are the same."""
        return expression >= 0 if self._signed else expression < half

    def _raw(self, term: Term, args: list[Any]) -> Any:
        constant = term.args[-1].constant
        match term.op:
            case Op.ADD if constant is not None:
                return args[0] + signed(constant, term.sort)
            case Op.ADD:
                return args[0] + args[1]
            case Op.SUB:
                return args[0] - args[1]
            case Op.NEG:
                return -args[0]
            case Op.SHL if constant is not None and constant < term.sort:
                return args[0] * (1 << constant)
            case Op.MUL if any(a.constant is not None for a in term.args):
                return args[0] * args[1]
            case _:
                raise Inapplicable(f"not linear: {term.op.value}")

    def _divided(self, term: Term, args: list[Any], half: int) -> Any:
        divisor = term.args[-1].constant
        if divisor is None:
            raise Inapplicable(f"not linear: {term.op.value}")
        match term.op:
            case Op.BVAND if divisor & (divisor + 1) == 0:
                return args[0] % (divisor + 1)
            case Op.ASHR if divisor < term.sort and self._signed:
                return args[0] / (1 << divisor)
            case Op.LSHR | Op.ASHR if divisor < term.sort:
                self._require(term, self._half(args[0], half))
                return args[0] / (1 << divisor)
            case Op.UDIV | Op.SDIV | Op.UREM | Op.SREM if 0 < divisor < half:
                if self._signed or term.op in (Op.SDIV, Op.SREM):
                    self._require(term, self._half(args[0], half))
                return args[0] / divisor if term.op in (Op.UDIV, Op.SDIV) else args[0] % divisor
            case _:
                raise Inapplicable(f"not linear: {term.op.value}")


class CarefulIntegers(Integers):
    """The side conditions have to follow from what holds before a part and from its other conditions."""

    def excluded(self, conjuncts: Sequence[Term]) -> list[Any]:
        """See ``Integers``: each side condition violated, while all that cannot wrap holds."""
        for conjunct in conjuncts:
            self._expression(conjunct)
        conditions = self._side_conditions(conjuncts)
        if not conditions:
            return []
        exact = [c for c in conjuncts if not any(self._conditions.get(t) for t in subterms([c]))]
        variables = named(frozenset[Term]().union(*map(variables_of, conjuncts)))
        ranges = self.ranges(variables)
        ranges += [self._within(self._expression(t), t.sort) for t in subterms(list(conjuncts)) if t.op is Op.SELECT]
        holds = [*map(self._expression, exact), *ranges]
        return [z3.And(*holds, z3.Not(condition)) for condition in conditions]
