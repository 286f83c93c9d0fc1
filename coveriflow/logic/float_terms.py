"""Constructors of floating-point terms: bit patterns in, bit patterns out, as ``program.expressions.softfloat`` has
it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from coveriflow.logic import build
from coveriflow.logic.terms import BOOLEAN, FALSE, Op, Sort, Term, bits, boolean, make, signed
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.softfloat import FORMATS, Format, Rounding

_BINARY: dict[Op, Callable[[Format, int, int, Rounding], int]] = {
    Op.FADD: softfloat.add,
    Op.FSUB: softfloat.subtract,
    Op.FMUL: softfloat.multiply,
    Op.FDIV: softfloat.divide,
}
_UNARY: dict[Op, Callable[[Format, int], int]] = {
    Op.FNEG: softfloat.negated,
    Op.FABS: softfloat.absolute,
}
_COMPARISONS: dict[Op, Callable[[Format, int, int], bool]] = {
    Op.FEQ: softfloat.equal,
    Op.FLT: softfloat.less,
    Op.FLE: softfloat.less_or_equal,
}
_NEAREST = Rounding.NEAREST_EVEN
NUMBERS: Final = frozenset({*_BINARY, *_UNARY, Op.FSQRT, Op.FROUND, Op.FCONVERT, Op.FROM_SIGNED, Op.FROM_UNSIGNED})
"""Operators whose result is a floating-point number."""
PREDICATES: Final = frozenset({*_COMPARISONS, Op.FNAN})


def format_of(term: Term) -> Format:
    """The format that the width of ``term`` stands for."""
    return FORMATS[term.sort]


def binary(op: Op, left: Term, right: Term, rounding: Rounding = _NEAREST) -> Term:
    """A sum, difference, product or quotient, rounded. A term's payload is its rounding."""
    if left.constant is not None and right.constant is not None:
        return bits(_BINARY[op](format_of(left), left.constant, right.constant, rounding), left.sort)
    moved = build.pushed(left, right, lambda a, b: binary(op, a, b, rounding))
    return moved if moved is not None else make(op, (left, right), rounding.name, left.sort)


def unary(op: Op, operand: Term, rounding: Rounding = _NEAREST) -> Term:
    """A square root, negation or magnitude."""
    if op is Op.FSQRT:
        if operand.constant is not None:
            return bits(softfloat.square_root(format_of(operand), operand.constant, rounding), operand.sort)
        return make(op, (operand,), rounding.name, operand.sort)
    if operand.constant is not None:
        return bits(_UNARY[op](format_of(operand), operand.constant), operand.sort)
    return make(op, (operand,), "", operand.sort)


def compared(op: Op, left: Term, right: Term) -> Term:
    """``fp.eq``, ``fp.lt`` or ``fp.leq`` of two numbers of one format."""
    if left.constant is not None and right.constant is not None:
        return boolean(_COMPARISONS[op](format_of(left), left.constant, right.constant))
    if left is right:
        return FALSE if op is Op.FLT else build.negate(is_nan(left))
    moved = build.pushed(left, right, lambda a, b: compared(op, a, b))
    return moved if moved is not None else make(op, (left, right), "", BOOLEAN)


def is_nan(operand: Term) -> Term:
    """Whether a term is no number."""
    if operand.constant is not None:
        return boolean(softfloat.is_nan(format_of(operand), operand.constant))
    return make(Op.FNAN, (operand,), "", BOOLEAN)


def to_integral(operand: Term, rounding: Rounding) -> Term:
    """The integer beside a number, in the number's format."""
    if operand.constant is not None:
        return bits(softfloat.to_integral(format_of(operand), operand.constant, rounding), operand.sort)
    return make(Op.FROUND, (operand,), rounding.name, operand.sort)


def converted(operand: Term, width: Sort, rounding: Rounding = _NEAREST) -> Term:
    """A number in the format of ``width`` bits."""
    if operand.sort == width:
        return operand
    if operand.constant is not None:
        return bits(softfloat.converted(format_of(operand), FORMATS[width], operand.constant, rounding), width)
    return make(Op.FCONVERT, (operand,), rounding.name, width)


def from_integer(operand: Term, width: Sort, rounding: Rounding = _NEAREST, *, is_signed: bool) -> Term:
    """The number of ``width`` bits that is beside an integer."""
    if operand.constant is not None:
        value = signed(operand.constant, operand.sort) if is_signed else operand.constant
        return bits(softfloat.from_integer(FORMATS[width], value, rounding), width)
    return make(Op.FROM_SIGNED if is_signed else Op.FROM_UNSIGNED, (operand,), rounding.name, width)


def to_integer(operand: Term, width: Sort, *, is_signed: bool) -> Term:
    """A number cut to an integer of ``width`` bits. Where that does not fit, C leaves the result open and a ``Check``
    stands before; it is then the one that x86 has for this, so that the term has one value in any case.
    """
    form, half = format_of(operand), 1 << (width - 1)
    least, greatest = (-half, half - 1) if is_signed else (0, 2 * half - 1)
    if operand.constant is not None:
        found = softfloat.to_integer(form, operand.constant, least, greatest)
        return bits(half if found is None else found, width)
    below, above = (bits(a, operand.sort) for a in softfloat.outside(form, least, greatest))
    fits = build.conjoin(compared(Op.FLT, below, operand), compared(Op.FLT, operand, above))
    cut = make(Op.TO_SIGNED if is_signed else Op.TO_UNSIGNED, (operand,), "", width)
    return build.ite(fits, cut, bits(half, width))


def nan_of(term: Term) -> Term:
    """The pattern of ``term``, the result of an operation, wherever that is a NaN (``floating``, see there)."""
    form, operands = format_of(term), term.args
    default = bits(form.default_nan, term.sort)
    if term.op in (Op.FROM_SIGNED, Op.FROM_UNSIGNED):
        return default
    if term.op is Op.FCONVERT:
        return _converted_nan(operands[0], form)
    if len(operands) == 1 or not form.has_integer_bit:
        found = default
        for operand in reversed(operands):
            found = build.ite(is_nan(operand), _quieted(operand), found)
        return found
    return _x87_nan(*operands)


def _mask(term: Term, mask: int) -> Term:
    return build.arithmetic(Op.BVAND, term, bits(mask, term.sort))


def _is_set(term: Term, mask: int) -> Term:
    return build.negate(build.equal(_mask(term, mask), bits(0, term.sort)))


def _is_supported(term: Term) -> Term:
    form = format_of(term)
    if not form.has_integer_bit:
        return boolean(True)
    return build.disjoin(_is_set(term, 1 << 63), build.negate(_is_set(term, 0x7FFF << 64)))


def _quieted(term: Term) -> Term:
    form = format_of(term)
    quiet = build.arithmetic(Op.BVOR, term, bits(form.quiet, term.sort))
    return build.ite(_is_supported(term), quiet, bits(form.default_nan, term.sort))


def _converted_nan(operand: Term, target: Format) -> Term:
    source = format_of(operand)
    shift, wide = target.precision - source.precision, max(source.width, target.width)
    payload = build.resized(_mask(operand, source.quiet - 1), wide, is_signed=False)
    moved = build.arithmetic(Op.SHL if shift > 0 else Op.LSHR, payload, bits(abs(shift), wide))
    rest = build.resized(moved, target.width, is_signed=False)
    sign = build.ite(_is_set(operand, source.sign), bits(target.sign, target.width), bits(0, target.width))
    found = build.arithmetic(
        Op.BVOR, build.arithmetic(Op.BVOR, rest, sign), bits(target.infinity | target.quiet, target.width)
    )
    return build.ite(_is_supported(operand), found, bits(target.default_nan, target.width))


def _x87_nan(left: Term, right: Term) -> Term:
    """Of two NaNs: a quiet one before a signalling one, then the larger significand, then the positive one."""
    form = format_of(left)
    known = build.conjoin(_is_supported(left), _is_supported(right))
    low, other = _mask(left, (1 << 64) - 1), _mask(right, (1 << 64) - 1)
    quiet, other_quiet = _is_set(left, form.quiet), _is_set(right, form.quiet)
    positive = build.negate(_is_set(left, form.sign))
    larger = build.disjoin(build.less(other, low, is_signed=False), build.conjoin(build.equal(low, other), positive))
    first = build.ite(build.equal(quiet, other_quiet), larger, quiet)
    first = build.conjoin(is_nan(left), build.disjoin(build.negate(is_nan(right)), first))
    either = build.disjoin(is_nan(left), is_nan(right))
    chosen = build.ite(first, _quieted(left), _quieted(right))
    return build.ite(build.conjoin(known, either), chosen, bits(form.default_nan, left.sort))
