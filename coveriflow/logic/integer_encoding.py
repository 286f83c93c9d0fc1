"""Bit-vectors as integers, exactly: each operation of linear arithmetic has a side condition, that it does not
overflow; where that does not hold, its value is the wrapped one. So what is unsatisfiable in integers is so in bits.

Any other operation is an unknown of its sort: what it computes is not known then, which proves less, never more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from coveriflow.logic.terms import BOOLEAN, Op, Term, signed, subterms

_LOGICAL = frozenset({Op.NOT, Op.AND, Op.OR, Op.ITE, Op.EQ, Op.ULT, Op.SLT})
_ARRAYS = frozenset({Op.SELECT, Op.STORE, Op.CONST_ARRAY})
_CASTS = frozenset({Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.TRUNCATE})
_ONE_WRAP = frozenset({Op.ADD, Op.SUB, Op.NEG})
_DIVISIONS = frozenset({Op.UDIV, Op.UREM, Op.LSHR, Op.BVAND})
_SIGNED_DIVISIONS = frozenset({Op.SDIV, Op.SREM, Op.ASHR})


class IntegerEncoding:
    """Terms to z3's integers: each bit-vector by its signed value, or by its unsigned one."""

    def __init__(self, *, is_signed: bool) -> None:
        self.context = z3.Context()
        self._signed = is_signed
        self._known: dict[Term, Any] = {}
        self._ranges: dict[Term, Any] = {}

    def __len__(self) -> int:
        """How many terms were translated."""
        return len(self._known)

    def formulas(self, terms: Sequence[Term]) -> list[Any]:
        """That ``terms`` hold, and that what they speak of are numbers of their widths."""
        found = []
        for term in subterms(list(terms)):
            if term not in self._known:
                self._known[term] = self._made(term, [self._known[a] for a in term.args])
            if term in self._ranges:
                found.append(self._ranges[term])
        return [*found, *(self._known[term] for term in terms)]

    def constant(self, variable: Term) -> Any:
        """What a variable of ``formulas`` is."""
        return self._known[variable]

    def _made(self, term: Term, args: list[Any]) -> Any:
        if term.op is Op.VARIABLE:
            return self._unknown(term, f"{term.payload}:{term.sort}")
        if term.op is Op.CONSTANT:
            value = int(term.payload)
            if term.sort == BOOLEAN:
                return z3.BoolVal(bool(value), ctx=self.context)
            return self._number(signed(value, term.sort) if self._signed else value)
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
        half = 1 << (width - 1)
        return (-half, half - 1) if self._signed else (0, 2 * half - 1)

    def _truth(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case Op.NOT:
                return z3.Not(*args)
            case Op.AND:
                return z3.And(*args)
            case Op.OR:
                return z3.Or(*args)
            case Op.ITE:
                return z3.If(*args)
            case Op.EQ:
                return args[0] == args[1]
            case _:
                view = self._as_signed if term.op is Op.SLT else self._as_unsigned
                left, right = (view(value, a.sort) for value, a in zip(args, term.args, strict=True))
                return left < right

    def _of_array(self, term: Term, args: list[Any]) -> Any:
        """Arrays are equal in bits where their extensions to all integers may differ: of that, nothing is said."""
        match term.op:
            case Op.SELECT:
                return self._in_range(term, z3.Select(*args))
            case Op.STORE:
                return z3.Store(*args)
            case Op.CONST_ARRAY:
                return z3.K(z3.IntSort(ctx=self.context), args[0])
            case _:
                return z3.If(*args)

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
        if term.op in _CASTS:
            return self._cast(term, args[0])
        if term.op in _ONE_WRAP:
            return self._wrapped_once(self._sum(term, args), term.sort)
        if term.op is Op.COMPLEMENT:
            return -1 - args[0] if self._signed else (1 << term.sort) - 1 - args[0]
        constant = term.args[-1].constant if len(term.args) == 2 else None
        if constant is None:
            return None
        if term.op is Op.MUL:
            return self._wrapped(args[0] * signed(constant, term.sort), term.sort)
        if term.op is Op.SHL and constant < term.sort:
            return self._wrapped(args[0] * (1 << constant), term.sort)
        if term.op in _DIVISIONS:
            return self._divided(term, self._as_unsigned(args[0], term.sort), constant)
        if term.op in _SIGNED_DIVISIONS:
            return self._divided_signed(term, self._as_signed(args[0], term.sort), constant)
        return None

    def _cast(self, term: Term, value: Any) -> Any:
        width = term.args[0].sort
        match term.op:
            case Op.ZERO_EXTEND:
                return self._as_unsigned(value, width)
            case Op.SIGN_EXTEND:
                return self._from_signed(self._as_signed(value, width), term.sort)
            case _:
                return self._wrapped(value, term.sort)

    def _sum(self, term: Term, args: list[Any]) -> Any:
        if term.op is Op.NEG:
            return -args[0]
        constant = term.args[1].constant
        if term.op is Op.ADD and constant is not None:
            return args[0] + signed(constant, term.sort)
        return args[0] + args[1] if term.op is Op.ADD else args[0] - args[1]

    def _wrapped_once(self, raw: Any, width: int) -> Any:
        least, most = self._bounds(width)
        size = 1 << width
        return z3.If(raw > most, raw - size, z3.If(raw < least, raw + size, raw))

    def _wrapped(self, raw: Any, width: int) -> Any:
        least, most = self._bounds(width)
        return z3.If(z3.And(raw >= least, raw <= most), raw, (raw - least) % (1 << width) + least)

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
