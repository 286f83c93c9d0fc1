"""Floating-point expressions as linear forms with a bound of their rounding errors (Mine 2004, linearisation).

Intervals alone forget that ``x + a * (y - x)`` mentions ``x`` twice; a form adds its coefficients up first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_sets import FloatSet, infinite, meet, position_of
from coveriflow.program.expressions.softfloat import Format

_MOST_PARTS = 8
_LARGEST = 4000
"""Bits of a coefficient."""


@dataclass(frozen=True, slots=True)
class LinearForm:
    """The sum of ``parts``, each times its coefficient, and of ``constant``, but for at most ``error``."""

    parts: Mapping[Hashable, Fraction]
    constant: Fraction = Fraction(0)
    error: Fraction = Fraction(0)

    def plus(self, other: LinearForm) -> LinearForm | None:
        """The exact sum; ``None`` if it has too many parts."""
        parts = dict(self.parts)
        for name, factor in other.parts.items():
            parts[name] = parts.get(name, Fraction(0)) + factor
        if len(parts) > _MOST_PARTS:
            return None
        return LinearForm(parts, self.constant + other.constant, self.error + other.error)

    def times(self, factor: Fraction) -> LinearForm | None:
        """The exact product; ``None`` if the numbers become too large."""
        if factor.denominator.bit_length() + factor.numerator.bit_length() > _LARGEST:
            return None
        parts = {name: each * factor for name, each in self.parts.items()}
        return LinearForm(parts, self.constant * factor, self.error * abs(factor))

    def minus(self) -> LinearForm:
        """The exact opposite."""
        return LinearForm({name: -each for name, each in self.parts.items()}, -self.constant, self.error)

    def rounded(self, result: FloatSet) -> LinearForm | None:
        """After a rounding to ``result``'s format, in any direction; ``None`` where that may overflow. Then the result
        may be the greatest number, too, from which the exact value may be as far as it likes.
        """
        greatest = infinite(result.form) - 1
        if not result.has_numbers or not result.is_finite() or result.high == greatest or result.low == -greatest - 1:
            return None
        form, (low, high) = result.form, result.exact()
        most = max(abs(low), abs(high))
        step = most * Fraction(1, 1 << (form.precision - 2)) + Fraction(1, 1 << (form.scale - 1))
        return LinearForm(self.parts, self.constant, self.error + step)

    def shares(self, other: LinearForm) -> bool:
        """Whether both mention a part: only then a sum tells more than intervals do."""
        return not self.parts.keys().isdisjoint(other.parts.keys())

    def range(self, value_of: Callable[[Hashable], FloatSet]) -> tuple[Fraction, Fraction] | None:
        """Bounds of the value; ``None`` where a part may be infinite or no number."""
        low, high = self.constant - self.error, self.constant + self.error
        for name, factor in self.parts.items():
            value = value_of(name)
            if not value.has_numbers or not value.is_finite():
                return None
            ends = [factor * end for end in value.exact()]
            low, high = low + min(ends), high + max(ends)
        return low, high


def narrowed(value: FloatSet, bounds: tuple[Fraction, Fraction] | None) -> FloatSet:
    """What of ``value`` lies within ``bounds``, rounded outwards."""
    if bounds is None:
        return value
    low, high = _below(value.form, bounds[0]), _above(value.form, bounds[1])
    return meet(value, FloatSet(value.form, low, high, value.nan))


def _below(form: Format, value: Fraction) -> int:
    """The position of a number that is not greater; of a zero, that of ``-0``."""
    pattern = softfloat.nearest(form, value)
    position = position_of(form, pattern)
    if softfloat.is_infinite(form, pattern):
        return -infinite(form) - 1 if position < 0 else position - 1
    if softfloat.exact(form, pattern) > value:
        position -= 1
    return -1 if position == 0 else position


def _above(form: Format, value: Fraction) -> int:
    return -_below(form, -value) - 1
