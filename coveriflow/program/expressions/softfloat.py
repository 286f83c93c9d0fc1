"""Arithmetic of binary floating-point numbers on bit patterns (IEEE 754-2019), as x86 does it: SSE for ``float`` and
``double``, x87 for ``long double``.

A number is the unsigned integer of its bits. Everything is computed exactly and rounded once, by default
to nearest, ties to even.

NaNs are the hardware's: an invalid operation gives the default NaN (quiet, sign bit set), an operation on NaNs
gives one of these, quieted. A pattern that the x87 does not know (its integer bit contradicts its exponent) counts as
a NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import isqrt


@dataclass(frozen=True)
class Format:
    """``exponent`` bits of exponent, ``precision`` bits of significand; the x87 stores the leading one of these too."""

    exponent: int
    precision: int
    has_integer_bit: bool = False

    @cached_property
    def fraction_bits(self) -> int:
        """Stored bits of the significand."""
        return self.precision if self.has_integer_bit else self.precision - 1

    @cached_property
    def width(self) -> int:
        """Bits of the whole pattern."""
        return 1 + self.exponent + self.fraction_bits

    @cached_property
    def sign(self) -> int:
        """The sign bit as a mask."""
        return 1 << (self.width - 1)

    @cached_property
    def infinity(self) -> int:
        """Positive infinity."""
        integer_bit = 1 << (self.precision - 1) if self.has_integer_bit else 0
        return ((1 << self.exponent) - 1) << self.fraction_bits | integer_bit

    @cached_property
    def greatest(self) -> int:
        """The greatest finite number."""
        return ((1 << self.exponent) - 2) << self.fraction_bits | (1 << self.fraction_bits) - 1

    @cached_property
    def quiet(self) -> int:
        """The bit that makes a NaN quiet."""
        return 1 << (self.precision - 2)

    @cached_property
    def default_nan(self) -> int:
        """What an invalid operation gives."""
        return self.sign | self.infinity | self.quiet

    @cached_property
    def scale(self) -> int:
        """The least number above zero is 2^-scale."""
        return (1 << (self.exponent - 1)) - 3 + self.precision


SINGLE = Format(8, 24)
DOUBLE = Format(11, 53)
EXTENDED = Format(15, 64, has_integer_bit=True)
FORMATS = {form.width: form for form in (SINGLE, DOUBLE, EXTENDED)}


class Rounding(Enum):
    """To which of the integers beside it a number is rounded; ties matter to the first two only."""

    NEAREST_EVEN = "nearest, ties to even"
    NEAREST_AWAY = "nearest, ties away from zero"
    TOWARDS_ZERO = "towards zero"
    DOWN = "down"
    UP = "up"


_NEAREST = Rounding.NEAREST_EVEN


def is_negative(form: Format, a: int) -> bool:
    """Whether the sign bit is set, also of a zero or a NaN."""
    return a >= form.sign


def is_supported(form: Format, a: int) -> bool:
    """Whether the x87 knows the pattern; every pattern of the other formats has a meaning."""
    return not form.has_integer_bit or bool(a >> 63 & 1) or not a >> 64 & 0x7FFF


def is_nan(form: Format, a: int) -> bool:
    """Whether the pattern stands for no number."""
    return a & ~form.sign > form.infinity or not is_supported(form, a)


def is_infinite(form: Format, a: int) -> bool:
    """Whether the pattern is one of the two infinities."""
    return a & ~form.sign == form.infinity


def decoded(form: Format, a: int) -> tuple[int, int]:
    """Of a finite number: significand and exponent of 2, so that the magnitude is ``significand * 2^exponent``."""
    stored = a >> form.fraction_bits & ((1 << form.exponent) - 1)
    significand = a & ((1 << form.fraction_bits) - 1)
    if stored and not form.has_integer_bit:
        significand |= 1 << form.fraction_bits
    return significand, max(stored, 1) - 1 - form.scale


def exact(form: Format, a: int) -> Fraction:
    """The value of a finite number."""
    significand, exponent = decoded(form, a)
    magnitude = Fraction(significand) * Fraction(2) ** exponent
    return -magnitude if is_negative(form, a) else magnitude


def _rounded(form: Format, sign: int, significand: int, exponent: int, rounding: Rounding = _NEAREST) -> int:
    """The number beside ``significand * 2^exponent``, with this sign bit. A bit set below the last one that counts
    stands for all that a caller has cut off.
    """
    least = max(significand.bit_length() + exponent - form.precision, -form.scale)
    shift = least - exponent
    if shift > 0:
        significand = _shifted(significand, shift, rounding, negative=sign != 0)
    else:
        significand <<= -shift
    if significand >> form.precision:
        significand, least = significand >> 1, least + 1
    stored = least + form.scale + (significand >> (form.precision - 1))
    if stored >= (1 << form.exponent) - 1:
        return sign | (form.infinity if _goes_away(rounding, negative=sign != 0) else form.greatest)
    return sign | stored << form.fraction_bits | significand & ((1 << form.fraction_bits) - 1)


def _shifted(significand: int, shift: int, rounding: Rounding, *, negative: bool) -> int:
    kept, lost = significand >> shift, significand & ((1 << shift) - 1)
    if rounding is not Rounding.NEAREST_EVEN:
        return kept + (lost != 0 and _goes_away(rounding, negative=negative))
    half = 1 << (shift - 1)
    return kept + (lost > half or (lost == half and kept & 1))


def _goes_away(rounding: Rounding, *, negative: bool) -> bool:
    """Whether what lies beyond the greatest number, or above another one, gets a greater magnitude."""
    return rounding is Rounding.NEAREST_EVEN or rounding is (Rounding.DOWN if negative else Rounding.UP)


def nearest(form: Format, value: Fraction, *, negative_zero: bool = False) -> int:
    """The number nearest to ``value``, ties to even; infinity where it is too large (IEEE 754-2019, 4.3.1)."""
    if value == 0:
        return form.sign if negative_zero else 0
    top, bottom = abs(value.numerator), value.denominator
    shift = form.precision + 2 + bottom.bit_length() - top.bit_length()
    return _quotient(form, form.sign if value < 0 else 0, top, bottom, max(shift, 0))


def _quotient(
    form: Format, sign: int, top: int, bottom: int, shift: int, exponent: int = 0, rounding: Rounding = _NEAREST
) -> int:
    quotient, rest = divmod(top << shift, bottom)
    return _rounded(form, sign, quotient << 1 | (rest != 0), exponent - shift - 1, rounding)


def _quieted(form: Format, a: int) -> int:
    return a | form.quiet if is_supported(form, a) else form.default_nan


def _propagated(form: Format, *operands: int) -> int | None:
    """The NaN that an operation on ``operands`` gives if one of them is a NaN. SSE takes the first one (gcc may swap
    the operands of ``+`` and ``*``: of two NaNs it is open which one comes out), the x87 a quiet one before a
    signalling one, and else the one with the larger significand.
    """
    nans = [a for a in operands if is_nan(form, a)]
    if not nans or not form.has_integer_bit:
        return _quieted(form, nans[0]) if nans else None
    if not all(is_supported(form, a) for a in nans):
        return form.default_nan
    if len({a & form.quiet for a in nans}) > 1:
        nans = [a for a in nans if a & form.quiet]
    return _quieted(form, max(nans, key=lambda a: (a & ((1 << 64) - 1), not is_negative(form, a))))


def negated(form: Format, a: int) -> int:
    """``-a``: the sign bit flips, of a NaN too."""
    return a ^ form.sign


def absolute(form: Format, a: int) -> int:
    """``fabs``: the sign bit is cleared, of a NaN too."""
    return a & ~form.sign


def with_sign(form: Format, a: int, sign: int) -> int:
    """``copysign``."""
    return a & ~form.sign | sign & form.sign


def add(form: Format, a: int, b: int, rounding: Rounding = _NEAREST) -> int:
    """``a + b``."""
    nan = _propagated(form, a, b)
    return nan if nan is not None else _sum(form, a, b, rounding)


def subtract(form: Format, a: int, b: int, rounding: Rounding = _NEAREST) -> int:
    """``a - b``."""
    nan = _propagated(form, a, b)
    return nan if nan is not None else _sum(form, a, negated(form, b), rounding)


def _sum(form: Format, a: int, b: int, rounding: Rounding) -> int:
    """A zero is negative if both operands are, or one of them where the rounding is down."""
    if is_infinite(form, a):
        return form.default_nan if b == negated(form, a) else a
    if is_infinite(form, b):
        return b
    (left, left_exponent), (right, right_exponent) = decoded(form, a), decoded(form, b)
    least = min(left_exponent, right_exponent)
    left, right = left << (left_exponent - least), right << (right_exponent - least)
    total = (-left if is_negative(form, a) else left) + (-right if is_negative(form, b) else right)
    if total == 0:
        return (a | b if rounding is Rounding.DOWN else a & b) & form.sign
    return _rounded(form, form.sign if total < 0 else 0, abs(total), least, rounding)


def multiply(form: Format, a: int, b: int, rounding: Rounding = _NEAREST) -> int:
    """``a * b``."""
    nan = _propagated(form, a, b)
    if nan is not None:
        return nan
    sign = (a ^ b) & form.sign
    if is_infinite(form, a) or is_infinite(form, b):
        return form.default_nan if 0 in (absolute(form, a), absolute(form, b)) else sign | form.infinity
    (left, left_exponent), (right, right_exponent) = decoded(form, a), decoded(form, b)
    if not left or not right:
        return sign
    return _rounded(form, sign, left * right, left_exponent + right_exponent, rounding)


def divide(form: Format, a: int, b: int, rounding: Rounding = _NEAREST) -> int:
    """``a / b``; by zero: an infinity (IEEE 754-2019, 7.3)."""
    nan = _propagated(form, a, b)
    if nan is not None:
        return nan
    sign, infinite = (a ^ b) & form.sign, (is_infinite(form, a), is_infinite(form, b))
    zero = (absolute(form, a) == 0, absolute(form, b) == 0)
    if all(infinite) or all(zero):
        return form.default_nan
    if infinite[0] or zero[1]:
        return sign | form.infinity
    if infinite[1] or zero[0]:
        return sign
    (top, top_exponent), (bottom, bottom_exponent) = decoded(form, a), decoded(form, b)
    return _quotient(form, sign, top, bottom, 2 * form.precision + 2, top_exponent - bottom_exponent, rounding)


def square_root(form: Format, a: int, rounding: Rounding = _NEAREST) -> int:
    """``sqrt(a)``; invalid below zero, and ``-0`` of ``-0``."""
    nan = _propagated(form, a)
    if nan is not None:
        return nan
    if absolute(form, a) == 0 or a == form.infinity:
        return a
    if is_negative(form, a):
        return form.default_nan
    significand, exponent = decoded(form, a)
    shift = 2 * form.precision + 2 + (exponent & 1)
    root = isqrt(significand << shift)
    return _rounded(form, 0, root << 1 | (root * root != significand << shift), (exponent - shift) // 2 - 1, rounding)


def modulo(form: Format, a: int, b: int) -> int:
    """``fmod(a, b)``: exact, with the sign of ``a`` (C11 7.12.10.1)."""
    return _remainder(form, a, b, Rounding.TOWARDS_ZERO)


def remainder(form: Format, a: int, b: int) -> int:
    """``remainder(a, b)``: exact, the quotient is rounded to nearest even (C11 7.12.10.2)."""
    return _remainder(form, a, b, Rounding.NEAREST_EVEN)


def _remainder(form: Format, a: int, b: int, rounding: Rounding) -> int:
    nan = _propagated(form, a, b)
    if nan is not None:
        return nan
    if is_infinite(form, a) or absolute(form, b) == 0:
        return form.default_nan
    if is_infinite(form, b) or absolute(form, a) == 0:
        return a
    (left, left_exponent), (right, right_exponent) = decoded(form, a), decoded(form, b)
    least = min(left_exponent, right_exponent)
    left, right = left << (left_exponent - least), right << (right_exponent - least)
    rest = left - right * _integer(left, right, rounding)
    if rest == 0:
        return a & form.sign
    return _rounded(form, a & form.sign ^ (form.sign if rest < 0 else 0), abs(rest), least)


def _integer(top: int, bottom: int, rounding: Rounding) -> int:
    """``top / bottom`` as an integer; ``bottom`` is above zero."""
    below, rest = divmod(top, bottom)
    match rounding:
        case Rounding.DOWN:
            return below
        case Rounding.UP:
            return below + (rest != 0)
        case Rounding.TOWARDS_ZERO:
            return below + (rest != 0 and top < 0)
        case Rounding.NEAREST_AWAY:
            return below + (2 * rest > bottom or (2 * rest == bottom and top >= 0))
        case Rounding.NEAREST_EVEN:
            return below + (2 * rest > bottom or (2 * rest == bottom and below & 1))


def to_integral(form: Format, a: int, rounding: Rounding) -> int:
    """The integer beside ``a``, as a floating-point number; its sign is that of ``a``, of a zero too."""
    nan = _propagated(form, a)
    if nan is not None:
        return nan
    if is_infinite(form, a):
        return a
    integer = truncated(form, a, rounding)
    return with_sign(form, from_integer(form, integer), a)


def truncated(form: Format, a: int, rounding: Rounding = Rounding.TOWARDS_ZERO) -> int:
    """The integer beside a finite number."""
    significand, exponent = decoded(form, a)
    significand = -significand if is_negative(form, a) else significand
    if exponent >= 0:
        return significand << exponent
    return _integer(significand, 1 << -exponent, rounding)


def from_integer(form: Format, value: int, rounding: Rounding = _NEAREST) -> int:
    """The number beside an integer."""
    return _rounded(form, form.sign if value < 0 else 0, abs(value), 0, rounding) if value else 0


def to_integer(form: Format, a: int, least: int, greatest: int) -> int | None:
    """``a`` cut to an integer, if that lies within these bounds; a NaN and an infinity never do (C11 6.3.1.4)."""
    if is_nan(form, a) or is_infinite(form, a):
        return None
    found = truncated(form, a)
    return found if least <= found <= greatest else None


def outside(form: Format, least: int, greatest: int) -> tuple[int, int]:
    """Numbers that are cut to an integer from ``least`` (a power of two below zero, or 0) to ``greatest`` (one below
    a power of two) are those strictly between these two.
    """
    below = from_integer(form, least - 1)
    return below + (exact(form, below) > least - 1), from_integer(form, greatest + 1)


def converted(source: Format, target: Format, a: int, rounding: Rounding = _NEAREST) -> int:
    """``a`` in another format (C11 6.3.1.5); a NaN keeps the upper bits of its payload."""
    if source == target:
        return a
    sign = target.sign if is_negative(source, a) else 0
    if is_nan(source, a):
        payload = _quieted(source, a) & (source.quiet - 1) if is_supported(source, a) else 0
        shift = target.precision - source.precision
        moved = payload << shift if shift > 0 else payload >> -shift
        return (sign | target.infinity | target.quiet | moved) if is_supported(source, a) else target.default_nan
    if is_infinite(source, a):
        return sign | target.infinity
    significand, exponent = decoded(source, a)
    return _rounded(target, sign, significand, exponent, rounding) if significand else sign


def _position(form: Format, a: int) -> int:
    """Numbers are ordered as these integers are. The x87's second pattern of a subnormal number counts as the first."""
    magnitude = absolute(form, a)
    if form.has_integer_bit and 1 << 63 <= magnitude < 1 << 64:
        magnitude += 1 << 64
    return -magnitude if is_negative(form, a) else magnitude


def equal(form: Format, a: int, b: int) -> bool:
    """``a == b``: zeros are equal, a NaN equals nothing."""
    return not (is_nan(form, a) or is_nan(form, b)) and _position(form, a) == _position(form, b)


def less(form: Format, a: int, b: int) -> bool:
    """``a < b``."""
    return not (is_nan(form, a) or is_nan(form, b)) and _position(form, a) < _position(form, b)


def less_or_equal(form: Format, a: int, b: int) -> bool:
    """``a <= b``: not the opposite of ``b < a``, because of the NaNs."""
    return not (is_nan(form, a) or is_nan(form, b)) and _position(form, a) <= _position(form, b)
