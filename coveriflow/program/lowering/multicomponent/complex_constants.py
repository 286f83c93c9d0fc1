"""Products and quotients of complex constants: gcc rounds each part once, where the result is finite and normal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import (
    Format,
    exact,
    is_infinite,
    is_nan,
    is_negative,
    is_supported,
    nearest,
)
from coveriflow.program.types.c_types import Floating

Pair = tuple[Expression, Expression]


def product_of_constants(left: Pair, right: Pair) -> list[Expression] | None:
    """``left * right``; ``None``: it is computed when the program runs."""
    known = _finite((*left, *right))
    if known is None:
        return None
    form, type_, (a, b, c, d) = known
    signs = [is_negative(form, constant.value) for constant in (*left, *right) if isinstance(constant, Constant)]
    negative = _both(signs[0] != signs[2], signs[1] == signs[3]), _both(signs[0] != signs[3], signs[1] != signs[2])
    return _rounded_once(form, type_, (a * c - b * d, a * d + b * c), negative)


def quotient_of_constants(left: Pair, right: Pair) -> list[Expression] | None:
    """``left / right``; ``None``: it is computed when the program runs."""
    known = _finite((*left, *right))
    if known is None:
        return None
    form, type_, (a, b, c, d) = known
    norm = c * c + d * d
    if norm == 0:
        return None
    signs = [is_negative(form, constant.value) for constant in (*left, *right) if isinstance(constant, Constant)]
    negative = _both(signs[0] != signs[2], signs[1] != signs[3]), _both(signs[1] != signs[2], signs[0] == signs[3])
    return _rounded_once(form, type_, ((a * c + b * d) / norm, (b * c - a * d) / norm), negative)


def _both(one: bool, other: bool) -> bool:  # noqa: FBT001
    """A sum that is zero is negative only where both terms are."""
    return one and other


def is_finite(constant: Constant) -> bool:
    """Whether a floating constant is a number."""
    assert isinstance(constant.type, Floating)
    form, bits = format_of(constant.type), constant.value
    return is_supported(form, bits) and not is_nan(form, bits) and not is_infinite(form, bits)


def _finite(parts: Sequence[Expression]) -> tuple[Format, Floating, list[Fraction]] | None:
    found: list[Fraction] = []
    type_ = parts[0].type
    assert isinstance(type_, Floating)
    form = format_of(type_)
    for each in parts:
        if not isinstance(each, Constant) or not is_finite(each):
            return None
        found.append(exact(form, each.value))
    return form, type_, found


def _rounded_once(
    form: Format, type_: Floating, values: tuple[Fraction, Fraction], negative: tuple[bool, bool]
) -> list[Expression] | None:
    found: list[Expression] = []
    for value, is_below in zip(values, negative, strict=True):
        bits = nearest(form, value, negative_zero=is_below)
        if value != 0 and (is_infinite(form, bits) or exact(form, bits) != _with_any_exponent(form, value)):
            return None
        found.append(Constant(bits, type_))
    return found


def _with_any_exponent(form: Format, value: Fraction) -> Fraction:
    """``value`` rounded to the format's precision, however small it is."""
    up = Fraction(2) ** (value.denominator.bit_length() - value.numerator.bit_length())
    return exact(form, nearest(form, value * up)) / up
