"""Floating values as text, exactly."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.types.c_types import Floating

_DIGITS = {32: 9, 64: 17, 80: 21}
"""So many decimal digits tell every number from its neighbours."""
_MOST_DIGITS = 800
"""No ``double`` has more, exactly."""
SUFFIXES: Final = {32: "f", 64: "", 80: "l"}
"""What the names of functions and constants of a type end in, by the width of the type's patterns."""


def float_text(value: int, type_: Floating) -> str:
    """C text of a number, exactly: hexadecimal, or made by gcc's built-in functions."""
    form, suffix = format_of(type_), SUFFIXES[type_.width]
    sign = "-" if softfloat.is_negative(form, value) else ""
    if softfloat.is_nan(form, value):
        payload = value & (form.quiet - 1)
        kind = "nan" if value & form.quiet else "nans"
        return f'({sign}__builtin_{kind}{suffix}("{payload:#x}"))'
    if softfloat.is_infinite(form, value):
        return f"({sign}__builtin_inf{suffix}())"
    significand, exponent = softfloat.decoded(form, value)
    spare = (significand & -significand).bit_length() - 1 if significand else -exponent
    text = f"0x{significand >> max(spare, 0):x}p{exponent + spare}{suffix.upper()}"
    return f"({sign}{text})" if sign else text


def decimal_text(value: int, type_: Floating) -> str:
    """The shortest decimal text that is converted back to this number; ``inf``, ``nan`` and their negatives."""
    form = format_of(type_)
    sign = "-" if softfloat.is_negative(form, value) else ""
    if softfloat.is_nan(form, value):
        return f"{sign}nan"
    if softfloat.is_infinite(form, value):
        return f"{sign}inf"
    if softfloat.absolute(form, value) == 0:
        return f"{sign}0.0"
    exact = softfloat.exact(form, value)
    texts = (_rounded(exact, digits) for digits in range(1, _DIGITS[type_.width] + 1))
    return next(text for text in texts if softfloat.nearest(form, Fraction(text)) == value)


def exact_text(value: int, type_: Floating) -> str | None:
    """All decimal digits of a number, without a suffix: read as a real number and read as a ``double`` it is the same.
    ``None`` where no ``double`` holds it, and for infinities and NaN.
    """
    form = format_of(type_)
    if softfloat.is_nan(form, value) or softfloat.is_infinite(form, value):
        return None
    exact = softfloat.exact(form, value)
    if softfloat.exact(softfloat.DOUBLE, softfloat.nearest(softfloat.DOUBLE, exact)) != exact:
        return None
    sign = "-" if softfloat.is_negative(form, value) else ""
    context = Context(prec=_MOST_DIGITS)
    digits = context.normalize(context.divide(Decimal(abs(exact.numerator)), Decimal(exact.denominator)))
    text = f"{digits:f}" if -30 < digits.adjusted() < 30 else f"{digits:e}"
    return sign + (text if "." in text or "e" in text else f"{text}.0")


def _rounded(exact: Fraction, digits: int) -> str:
    found = Context(prec=digits, Emax=10_000, Emin=-10_000).divide(Decimal(exact.numerator), Decimal(exact.denominator))
    text = f"{found:f}" if -6 < found.adjusted() < 17 else f"{found:e}"
    return text if "." in text or "e" in text else f"{text}.0"
