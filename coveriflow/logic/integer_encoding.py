"""Bit-vectors as integers, exactly: where the value of a sum matters, there is a side condition, that it does not
overflow; where that does not hold, the value is the wrapped one. So what is unsatisfiable in integers is so in bits.
Between sums, and for equality, numbers that are congruent are as good.

Any other operation is an unknown of its sort: what it computes is not known then, which proves less, never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from coveriflow.logic.terms import BOOLEAN, Op, Term, signed, subterms
from coveriflow.logic.z3_operators import SAME, integer_bounds, with_same_operator

_LOGICAL = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE, Op.EQ, Op.ULT, Op.SLT})
_ARRAYS = frozenset({Op.SELECT, Op.STORE, Op.CONST_ARRAY})
_SUMS = frozenset({Op.ADD, Op.SUB, Op.NEG, Op.COMPLEMENT, Op.TRUNCATE})
_SCALED = frozenset({Op.MUL, Op.SHL})
_DIVISIONS = frozenset({Op.UDIV, Op.UREM, Op.LSHR, Op.BVAND})
_SIGNED_DIVISIONS = frozenset({Op.SDIV, Op.SREM, Op.ASHR})
_FEW = 3
"""Multiples of 2^width that a difference is compared with; of more, the remainder is taken."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """A number between ``least`` and ``most`` that is congruent to a bit-vector's value, modulo 2^width."""

    number: Any
    least: int
    most: int

    def plus(self, other: _Sum) -> _Sum:
        """The sum of both."""
        return _Sum(self.number + other.number, self.least + other.least, self.most + other.most)

    def times(self, factor: int) -> _Sum:
        """The multiple."""
        ends = self.least * factor, self.most * factor
        return _Sum(self.number * factor, min(ends), max(ends))


class IntegerEncoding:
    """Terms to z3's integers: each bit-vector by its signed value, or by its unsigned one."""

    def __init__(self, *, is_signed: bool) -> None:
        self.context = z3.Context()
        self._signed = is_signed
        self._known: dict[Term, Any] = {}
        """Values: booleans, arrays, and numbers in the range of their bit-vectors."""
        self._sums: dict[Term, _Sum] = {}
        self._ranges: dict[Term, Any] = {}

    def __len__(self) -> int:
        """How many terms were translated."""
        return len(self._known) + len(self._sums)

    def formulas(self, terms: Sequence[Term]) -> list[Any]:
        """That ``terms`` hold, and that what they speak of are numbers of their widths."""
        found = []
        for term in subterms(list(terms)):
            if term not in self._known and term not in self._sums:
                self._make(term)
            if term in self._ranges:
                found.append(self._ranges[term])
        return [*found, *(self._known[term] for term in terms)]

    def constant(self, variable: Term) -> Any:
        """What a variable is."""
        if variable not in self._known:
            self._make(variable)
        return self._known[variable]

    def ranges(self, variables: Iterable[Term]) -> list[Any]:
        """That ``variables`` are numbers of their widths."""
        named = {v: self.constant(v) for v in variables}
        return [self._ranges[v] for v in named if v in self._ranges]

    def _make(self, term: Term) -> None:
        total = self._total(term)
        if total is not None:
            self._sums[term] = total
        else:
            self._known[term] = self._made(term)

    def _total(self, term: Term) -> _Sum | None:
        """``None`` for what is no sum."""
        if term.op in _SUMS:
            return self._bounded(term, [self._sum_of(a) for a in term.args])
        constant = term.args[1].constant if term.op in _SCALED else None
        if constant is None or (term.op is Op.SHL and constant >= term.sort):
            return None
        factor = signed(constant, term.sort) if term.op is Op.MUL else 1 << constant
        return self._bounded(term, [self._sum_of(term.args[0]).times(factor)])

    def _bounded(self, term: Term, parts: Sequence[_Sum]) -> _Sum:
        """What ``term`` makes of ``parts``; reduced where it may have grown large."""
        match term.op:
            case Op.ADD:
                found = parts[0].plus(parts[1])
            case Op.SUB:
                found = parts[0].plus(parts[1].times(-1))
            case Op.NEG:
                found = parts[0].times(-1)
            case Op.COMPLEMENT:
                found = parts[0].times(-1).plus(_Sum(self._number(-1), -1, -1))
            case _:
                found = parts[0]
        if found.most - found.least < 1 << (2 * term.sort + 2):
            return found
        return _Sum(self._reduced(found, term.sort), *self._bounds(term.sort))

    def _sum_of(self, term: Term) -> _Sum:
        if term in self._sums:
            return self._sums[term]
        if term.constant is not None:
            value = signed(term.constant, term.sort)
            return _Sum(self._number(value), value, value)
        return _Sum(self._known[term], *self._bounds(term.sort))

    def _value(self, term: Term) -> Any:
        if term not in self._known:
            self._known[term] = self._reduced(self._sums[term], term.sort)
        return self._known[term]

    def _made(self, term: Term) -> Any:
        if term.op is Op.VARIABLE:
            return self._unknown(term, f"{term.payload}:{term.sort}")
        if term.op is Op.CONSTANT:
            value = int(term.payload)
            if term.sort == BOOLEAN:
                return z3.BoolVal(bool(value), ctx=self.context)
            return self._number(signed(value, term.sort) if self._signed else value)
        if term.op is Op.EQ and term.args[0].sort > BOOLEAN:
            left, right = (self._sum_of(a) for a in term.args)
            return self._congruent(left, right, term.args[0].sort)
        args = [self._value(a) for a in term.args]
        if term.op in _LOGICAL and term.args[-1].sort >= BOOLEAN:
            return self._truth(term, args)
        if term.op in _ARRAYS or term.op is Op.ITE:
            return self._of_array(term, args)
        found = self._computed(term, args)
        return self._unknown(term, f"unknown!{term.number}") if found is None else found

    def _number(self, value: int) -> Any:
        return z3.IntVal(value, ctx=self.context)

    def _unknown(self, term: Term, name: str) -> Any:
        if term.sort == BOOLEAN:
            return z3.Bool(name, ctx=self.context)
        number = z3.IntSort(ctx=self.context)
        if term.sort < BOOLEAN:
            return z3.Const(name, z3.ArraySort(number, number))
        return self._in_range(term, z3.Int(name, ctx=self.context))

    def _in_range(self, term: Term, made: Any) -> Any:
        least, most = self._bounds(term.sort)
        self._ranges[term] = z3.And(made >= least, made <= most)
        return made

    def _bounds(self, width: int) -> tuple[int, int]:
        return integer_bounds(width, is_signed=self._signed)

    def _truth(self, term: Term, args: list[Any]) -> Any:
        if term.op in SAME:
            return with_same_operator(term.op, args)
        view = self._as_signed if term.op is Op.SLT else self._as_unsigned
        left, right = (view(value, a.sort) for value, a in zip(args, term.args, strict=True))
        return left < right

    def _of_array(self, term: Term, args: list[Any]) -> Any:
        """Arrays are equal in bits where their extensions to all integers may differ: of that, nothing is said."""
        match term.op:
            case Op.SELECT:
                return self._in_range(term, z3.Select(*args))
            case Op.CONST_ARRAY:
                return z3.K(z3.IntSort(ctx=self.context), args[0])
            case _:
                return with_same_operator(term.op, args)

    def _as_signed(self, value: Any, width: int) -> Any:
        half = 1 << (width - 1)
        return value if self._signed else z3.If(value >= half, value - 2 * half, value)

    def _as_unsigned(self, value: Any, width: int) -> Any:
        return z3.If(value < 0, value + (1 << width), value) if self._signed else value

    def _from_signed(self, value: Any, width: int) -> Any:
        return value if self._signed else z3.If(value < 0, value + (1 << width), value)

    def _from_unsigned(self, value: Any, width: int) -> Any:
        half = 1 << (width - 1)
        return z3.If(value >= half, value - 2 * half, value) if self._signed else value

    def _computed(self, term: Term, args: list[Any]) -> Any | None:
        """``None`` where that is not linear."""
        if term.op is Op.ZERO_EXTEND:
            return self._as_unsigned(args[0], term.args[0].sort)
        if term.op is Op.SIGN_EXTEND:
            return self._from_signed(self._as_signed(args[0], term.args[0].sort), term.sort)
        constant = term.args[-1].constant if len(term.args) == 2 else None
        if constant is None:
            return None
        if term.op in _DIVISIONS:
            return self._divided(term, self._as_unsigned(args[0], term.sort), constant)
        if term.op in _SIGNED_DIVISIONS:
            return self._divided_signed(term, self._as_signed(args[0], term.sort), constant)
        return None

    def _congruent(self, left: _Sum, right: _Sum, width: int) -> Any:
        difference, size = left.plus(right.times(-1)), 1 << width
        multiples = range(-(-difference.least // size), difference.most // size + 1)
        if multiples.stop - multiples.start > _FEW:
            return difference.number % size == 0
        return z3.Or(*(difference.number == size * each for each in multiples), z3.BoolVal(False, ctx=self.context))

    def _reduced(self, total: _Sum, width: int) -> Any:
        """The side conditions, and what holds else."""
        (least, most), size, raw = self._bounds(width), 1 << width, total.number
        found = raw
        if total.least < least - size or total.most > most + size:
            return z3.If(z3.And(raw >= least, raw <= most), raw, (raw - least) % size + least)
        if total.least < least:
            found = z3.If(raw < least, raw + size, found)
        if total.most > most:
            found = z3.If(raw > most, raw - size, found)
        return found

    def _divided(self, term: Term, value: Any, constant: int) -> Any | None:
        """``value``: the unsigned one."""
        match term.op:
            case Op.UDIV if constant > 0:
                found = value / self._number(constant)
            case Op.UREM if constant > 0:
                found = value % self._number(constant)
            case Op.LSHR if constant < term.sort:
                found = value / self._number(1 << constant)
            case Op.BVAND if constant & (constant + 1) == 0:
                found = value % self._number(constant + 1)
            case _:
                return None
        return self._from_unsigned(found, term.sort)

    def _divided_signed(self, term: Term, value: Any, constant: int) -> Any | None:
        """``value``: the signed one. Quotients are cut towards zero, but for shifts."""
        if term.op is Op.ASHR:
            shifted = value / self._number(1 << constant) if constant < term.sort else None
            return None if shifted is None else self._from_signed(shifted, term.sort)
        divisor = signed(constant, term.sort)
        if divisor <= 0:
            return None
        number = self._number(divisor)
        quotient = z3.If(value >= 0, value / number, -(-value / number))
        found = quotient if term.op is Op.SDIV else value - quotient * divisor
        return self._from_signed(found, term.sort)
