"""Floating-point terms for z3. Each has two views: its bits, and z3's own floating-point number, of which z3 knows
only one NaN.

Operations work on numbers directly; bits are made of a number only where something else asks for them. z3 leaves open
what the bits of its NaN are, so those are fixed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from z3 import z3core

from coveriflow.logic.float_terms import NUMBERS, PREDICATES, format_of, nan_of
from coveriflow.logic.terms import Op, Term, bits
from coveriflow.program.expressions.softfloat import FORMATS, Format, Rounding

_Ast = Any
_Make = Callable[..., _Ast]

_ROUNDED: dict[Op, _Make] = {
    Op.FADD: z3core.Z3_mk_fpa_add,
    Op.FSUB: z3core.Z3_mk_fpa_sub,
    Op.FMUL: z3core.Z3_mk_fpa_mul,
    Op.FDIV: z3core.Z3_mk_fpa_div,
    Op.FSQRT: z3core.Z3_mk_fpa_sqrt,
}
_CONVERTED: dict[Op, _Make] = {
    Op.FCONVERT: z3core.Z3_mk_fpa_to_fp_float,
    Op.FROM_SIGNED: z3core.Z3_mk_fpa_to_fp_signed,
    Op.FROM_UNSIGNED: z3core.Z3_mk_fpa_to_fp_unsigned,
}
_PLAIN: dict[Op, _Make] = {
    Op.FNEG: z3core.Z3_mk_fpa_neg,
    Op.FABS: z3core.Z3_mk_fpa_abs,
    Op.FEQ: z3core.Z3_mk_fpa_eq,
    Op.FLT: z3core.Z3_mk_fpa_lt,
    Op.FLE: z3core.Z3_mk_fpa_leq,
    Op.FNAN: z3core.Z3_mk_fpa_is_nan,
}
_MODES: dict[Rounding, _Make] = {
    Rounding.NEAREST_EVEN: z3core.Z3_mk_fpa_rne,
    Rounding.NEAREST_AWAY: z3core.Z3_mk_fpa_rna,
    Rounding.TOWARDS_ZERO: z3core.Z3_mk_fpa_rtz,
    Rounding.DOWN: z3core.Z3_mk_fpa_rtn,
    Rounding.UP: z3core.Z3_mk_fpa_rtp,
}
FLOAT_OPS = NUMBERS | PREDICATES | {Op.TO_SIGNED, Op.TO_UNSIGNED}


class FloatTranslator:
    """The part of a ``Translator`` for floating-point terms. ``known`` has the bits of a term's operands already;
    ``translate`` is the translator.
    """

    def __init__(self, context: Any, known: Mapping[Term, _Ast], translate: Callable[[Term], _Ast]) -> None:
        self._ref, self._known, self._translate = context, known, translate
        self._numbers: dict[Term, _Ast] = {}
        self._sorts = {
            w: self._kept(z3core.Z3_mk_fpa_sort(context, f.exponent, f.precision)) for w, f in FORMATS.items()
        }
        self._modes = {mode: self._kept(made(context)) for mode, made in _MODES.items()}

    def __call__(self, term: Term) -> _Ast:
        """The bits, or the truth value, of a term of one of ``FLOAT_OPS``."""
        if term.op in PREDICATES:
            return _PLAIN[term.op](self._ref, *map(self._number, term.args))
        if term.op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
            cut = z3core.Z3_mk_fpa_to_sbv if term.op is Op.TO_SIGNED else z3core.Z3_mk_fpa_to_ubv
            return cut(self._ref, self._modes[Rounding.TOWARDS_ZERO], self._number(term.args[0]), term.sort)
        self._numbers[term] = self._kept(self._operation(term))
        return self._bits(term, self._numbers[term])

    def choice(self, term: Term) -> None:
        """``term``, an ``ite``, chooses between numbers if one of its operands is the result of an operation."""
        condition, then, otherwise = term.args
        if then in self._numbers or otherwise in self._numbers:
            numbers = self._number(then), self._number(otherwise)
            self._numbers[term] = self._kept(z3core.Z3_mk_ite(self._ref, self._known[condition], *numbers))

    def _kept(self, ast: _Ast) -> _Ast:
        """z3 may forget what no one refers to by the next call."""
        z3core.Z3_inc_ref(self._ref, ast)
        return ast

    def _number(self, term: Term) -> _Ast:
        found = self._numbers.get(term)
        if found is None:
            found = self._numbers[term] = self._kept(self._of_bits(self._known[term], format_of(term)))
        return found

    def _operation(self, term: Term) -> _Ast:
        context = self._ref
        mode = self._modes[Rounding[str(term.payload)]] if term.payload else None
        if term.op in (Op.FROM_SIGNED, Op.FROM_UNSIGNED):
            return _CONVERTED[term.op](context, mode, self._known[term.args[0]], self._sorts[term.sort])
        operands = [self._number(a) for a in term.args]
        if term.op in _ROUNDED:
            return _ROUNDED[term.op](context, mode, *operands)
        if term.op is Op.FCONVERT:
            return _CONVERTED[term.op](context, mode, *operands, self._sorts[term.sort])
        if term.op is Op.FROUND:
            return z3core.Z3_mk_fpa_round_to_integral(context, mode, *operands)
        return _PLAIN[term.op](context, *operands)

    def _bits(self, term: Term, number: _Ast) -> _Ast:
        form = format_of(term)
        if term.op is Op.FNEG:
            return z3core.Z3_mk_bvxor(self._ref, self._known[term.args[0]], self._translate(bits(form.sign, term.sort)))
        if term.op is Op.FABS:
            return z3core.Z3_mk_bvand(
                self._ref, self._known[term.args[0]], self._translate(bits(form.sign - 1, term.sort))
            )
        pattern = self._kept(z3core.Z3_mk_fpa_to_ieee_bv(self._ref, number))
        if form.has_integer_bit:
            pattern = self._with_integer_bit(pattern)
        is_nan = self._kept(z3core.Z3_mk_fpa_is_nan(self._ref, number))
        return z3core.Z3_mk_ite(self._ref, is_nan, self._translate(nan_of(term)), pattern)

    def _part(self, ast: _Ast, high: int, low: int) -> _Ast:
        return self._kept(z3core.Z3_mk_extract(self._ref, high, low, ast))

    def _joined(self, *parts: _Ast) -> _Ast:
        whole = parts[0]
        for part in parts[1:]:
            whole = self._kept(z3core.Z3_mk_concat(self._ref, whole, part))
        return whole

    def _is(self, ast: _Ast, value: int, width: int) -> _Ast:
        return self._kept(z3core.Z3_mk_eq(self._ref, ast, self._translate(bits(value, width))))

    def _either(self, condition: _Ast, then: _Ast, otherwise: _Ast) -> _Ast:
        return self._kept(z3core.Z3_mk_ite(self._ref, condition, then, otherwise))

    def _constant(self, value: int, width: int) -> _Ast:
        return self._translate(bits(value, width))

    def _with_integer_bit(self, pattern: _Ast) -> _Ast:
        """The 80 bits of an x87 number, of IEEE's 79."""
        subnormal = self._is(self._part(pattern, 77, 63), 0, 15)
        integer = self._either(subnormal, self._constant(0, 1), self._constant(1, 1))
        return self._joined(self._part(pattern, 78, 63), integer, self._part(pattern, 62, 0))

    def _of_bits(self, pattern: _Ast, form: Format) -> _Ast:
        sort = self._sorts[form.width]
        if not form.has_integer_bit:
            return z3core.Z3_mk_fpa_to_fp_bv(self._ref, pattern, sort)
        exponent, integer = self._part(pattern, 78, 64), self._is(self._part(pattern, 63, 63), 1, 1)
        smallest = self._is(exponent, 0, 15)
        shown = self._either(smallest, self._either(integer, self._constant(1, 15), exponent), exponent)
        packed = self._joined(self._part(pattern, 79, 79), shown, self._part(pattern, 62, 0))
        number = self._kept(z3core.Z3_mk_fpa_to_fp_bv(self._ref, packed, sort))
        supported = self._kept(z3core.Z3_mk_or(self._ref, 2, (z3core.Ast * 2)(smallest, integer)))
        return self._either(supported, number, self._kept(z3core.Z3_mk_fpa_nan(self._ref, sort)))
