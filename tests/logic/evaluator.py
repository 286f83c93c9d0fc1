"""What terms mean, said a second time: by Python's integers, without the constructors and without a solver (SMT-LIB
2.6)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from coveriflow.logic.float_terms import format_of
from coveriflow.logic.terms import Op, Term, signed
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.softfloat import FORMATS, Rounding


@dataclass(frozen=True)
class ArrayContent:
    """``default`` everywhere but at ``stored``."""

    default: int
    stored: Mapping[int, int]

    def at(self, index: int) -> int:
        return self.stored.get(index, self.default)

    def with_value(self, index: int, value: int) -> ArrayContent:
        """Equal contents are equal: what is the default is not stored."""
        stored = {**self.stored, index: value}
        return ArrayContent(self.default, {i: v for i, v in stored.items() if v != self.default})


Content = int | ArrayContent


@dataclass
class Evaluator:
    """Values of terms: bit-vectors unsigned, booleans 0 or 1. What was evaluated once is kept."""

    unknowns: Mapping[str, Content]
    known: dict[Term, Content] = field(default_factory=dict)

    def value(self, root: Term) -> Content:
        pending = [root]
        while pending:
            term = pending[-1]
            missing = [argument for argument in term.args if argument not in self.known]
            if not missing:
                self.known[pending.pop()] = _value(term, [self.known[a] for a in term.args], self.unknowns)
            pending += missing
        return self.known[root]


def evaluate(root: Term, unknowns: Mapping[str, Content]) -> int:
    """The value of a term that is no array."""
    value = Evaluator(unknowns).value(root)
    assert isinstance(value, int)
    return value


def _value(term: Term, args: list[Content], unknowns: Mapping[str, Content]) -> Content:
    match term.op, args:
        case Op.CONSTANT, _:
            assert isinstance(term.payload, int)
            return term.payload
        case Op.VARIABLE, _:
            return unknowns[str(term.payload)]
        case Op.ITE, [condition, then, otherwise]:
            return then if condition else otherwise
        case Op.SELECT, [ArrayContent() as array, int(index)]:
            return array.at(index)
        case Op.STORE, [ArrayContent() as array, int(index), int(value)]:
            return array.with_value(index, value)
        case Op.CONST_ARRAY, [int(value)]:
            return ArrayContent(value, {})
        case Op.TRUNCATE | Op.ZERO_EXTEND, [int(value)]:
            return value & ((1 << term.sort) - 1)
        case Op.SIGN_EXTEND, [int(value)]:
            return signed(value, term.args[0].sort) & ((1 << term.sort) - 1)
        case Op.FROUND, [int(a)]:
            return softfloat.to_integral(format_of(term), a, Rounding[str(term.payload)])
        case Op.FCONVERT, [int(a)]:
            return softfloat.converted(format_of(term.args[0]), format_of(term), a, Rounding[str(term.payload)])
        case Op.FROM_SIGNED | Op.FROM_UNSIGNED, [int(a)]:
            value = signed(a, term.args[0].sort) if term.op is Op.FROM_SIGNED else a
            return softfloat.from_integer(format_of(term), value, Rounding[str(term.payload)])
        case Op.TO_SIGNED | Op.TO_UNSIGNED, [int(a)]:
            return _cut(term, a)
        case Op.FSQRT, [int(a)]:
            return softfloat.square_root(format_of(term), a, Rounding[str(term.payload)])
        case op, [int(a)] if op in _FLOAT_UNARY:
            return int(_FLOAT_UNARY[op](FORMATS[term.args[0].sort], a))
        case op, [int(a), int(b)] if op in _ROUNDED:
            return _ROUNDED[op](format_of(term), a, b, Rounding[str(term.payload)])
        case op, [int(a), int(b)] if op in _FLOAT_BINARY:
            return int(_FLOAT_BINARY[op](FORMATS[term.args[0].sort], a, b))
        case _, [int(a)]:
            return _UNARY[term.op](a) & ((1 << max(term.sort, 1)) - 1)
        case _, [int(a), int(b)]:
            width = term.args[0].sort
            return int(_BINARY[term.op](a, b, width)) & ((1 << max(term.sort, 1)) - 1)
        case _:
            raise AssertionError(f"no meaning of {term}")


def _cut(term: Term, a: int) -> int:
    """Where it does not fit no one looks."""
    form, most = format_of(term.args[0]), (1 << term.sort) - 1
    half = (most + 1) // 2
    least, greatest = (-half, half - 1) if term.op is Op.TO_SIGNED else (0, most)
    return (softfloat.to_integer(form, a, least, greatest) or 0) & most


_FLOAT_UNARY: dict[Op, Callable[[softfloat.Format, int], int]] = {
    Op.FNEG: softfloat.negated,
    Op.FABS: softfloat.absolute,
    Op.FNAN: softfloat.is_nan,
}

_ROUNDED: dict[Op, Callable[[softfloat.Format, int, int, Rounding], int]] = {
    Op.FADD: softfloat.add,
    Op.FSUB: softfloat.subtract,
    Op.FMUL: softfloat.multiply,
    Op.FDIV: softfloat.divide,
}
_FLOAT_BINARY: dict[Op, Callable[[softfloat.Format, int, int], int]] = {
    Op.FEQ: softfloat.equal,
    Op.FLT: softfloat.less,
    Op.FLE: softfloat.less_or_equal,
}

_UNARY: dict[Op, Callable[[int], int]] = {
    Op.NOT: lambda a: 1 - a,
    Op.NEG: operator.neg,
    Op.COMPLEMENT: operator.invert,
}

_BINARY: dict[Op, Callable[[int, int, int], int]] = {
    Op.AND: lambda a, b, _w: a & b,
    Op.OR: lambda a, b, _w: a | b,
    Op.EQ: lambda a, b, _w: a == b,
    Op.ULT: lambda a, b, _w: a < b,
    Op.SLT: lambda a, b, w: signed(a, w) < signed(b, w),
    Op.ADD: lambda a, b, _w: a + b,
    Op.SUB: lambda a, b, _w: a - b,
    Op.MUL: lambda a, b, _w: a * b,
    Op.UDIV: lambda a, b, _w: a // b if b else -1,
    Op.UREM: lambda a, b, _w: a % b if b else a,
    Op.SDIV: lambda a, b, w: _signed_division(signed(a, w), signed(b, w))[0],
    Op.SREM: lambda a, b, w: _signed_division(signed(a, w), signed(b, w))[1],
    Op.BVAND: lambda a, b, _w: a & b,
    Op.BVOR: lambda a, b, _w: a | b,
    Op.XOR: lambda a, b, _w: a ^ b,
    Op.SHL: lambda a, b, w: a << b if b < w else 0,
    Op.LSHR: lambda a, b, w: a >> b if b < w else 0,
    Op.ASHR: lambda a, b, w: signed(a, w) >> min(b, w),
}


def _signed_division(a: int, b: int) -> tuple[int, int]:
    """Quotient towards zero and remainder; by zero: 1 or -1, and ``a`` (SMT-LIB: bvsdiv by way of bvudiv)."""
    if b == 0:
        return (1 if a < 0 else -1), a
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - quotient * b
