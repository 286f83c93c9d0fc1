"""Sets of floating-point numbers: an interval and whether NaNs belong to it (Goubault 2001, Mine 2004).

Numbers are named by their *positions*: integers in the order of the numbers, ``-0`` just below ``+0``. Each operation
knows its direction of rounding, and rounding is monotone. So the results at the ends of the operands bound all results,
in every direction, and nothing has to be rounded outwards once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.expressions import BinaryOp
from coveriflow.program.expressions.softfloat import Format, Rounding

_NEAREST = Rounding.NEAREST_EVEN


def position_of(form: Format, pattern: int) -> int:
    """Of a number, which is no NaN. The x87's second pattern of a subnormal number counts as the first."""
    magnitude = pattern & ~form.sign
    if form.has_integer_bit:
        exponent, rest = magnitude >> 64, magnitude & ((1 << 63) - 1)
        magnitude = max(exponent, magnitude >> 63 & 1) << 63 | rest
    return -magnitude - 1 if pattern & form.sign else magnitude


def pattern_of(form: Format, position: int) -> int:
    """The bits of the number there."""
    magnitude = position if position >= 0 else -position - 1
    if form.has_integer_bit and magnitude >> 63:
        magnitude = magnitude >> 63 << 64 | 1 << 63 | magnitude & ((1 << 63) - 1)
    return magnitude if position >= 0 else magnitude | form.sign


def infinite(form: Format) -> int:
    """The position of positive infinity."""
    return position_of(form, form.infinity)


@dataclass(frozen=True, slots=True)
class FloatSet:
    """Numbers at the positions from ``low`` to ``high`` (none if ``low > high``), and all NaNs if ``nan``."""

    form: Format
    low: int
    high: int
    nan: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it."""
        return self.low > self.high and not self.nan

    @property
    def has_numbers(self) -> bool:
        """Whether not only NaNs are in it."""
        return self.low <= self.high

    @property
    def constant(self) -> int | None:
        """The bits of its only member."""
        return pattern_of(self.form, self.low) if self.low == self.high and not self.nan else None

    def __contains__(self, pattern: int) -> bool:
        if softfloat.is_nan(self.form, pattern):
            return self.nan
        return self.low <= position_of(self.form, pattern) <= self.high

    def is_finite(self) -> bool:
        """Whether neither NaN nor an infinity is in it."""
        most = infinite(self.form)
        return not self.nan and -most - 1 < self.low <= self.high < most

    def exact(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value, of a finite set."""
        ends = (softfloat.exact(self.form, pattern_of(self.form, p)) for p in (self.low, self.high))
        low, high = ends
        return low, high


def everything(form: Format) -> FloatSet:
    """All numbers and NaNs."""
    most = infinite(form)
    return FloatSet(form, -most - 1, most, nan=True)


def nothing(form: Format) -> FloatSet:
    """The empty set."""
    return FloatSet(form, 0, -1, nan=False)


def exactly(form: Format, pattern: int) -> FloatSet:
    """One number, or all NaNs."""
    if softfloat.is_nan(form, pattern):
        return FloatSet(form, 0, -1, nan=True)
    position = position_of(form, pattern)
    return FloatSet(form, position, position, nan=False)


def between(form: Format, low: int, high: int, *, nan: bool = False) -> FloatSet:
    """Numbers between two patterns that are numbers."""
    return FloatSet(form, position_of(form, low), position_of(form, high), nan)


def covers(larger: FloatSet, smaller: FloatSet) -> bool:
    """Whether ``larger`` contains ``smaller``."""
    inside = not smaller.has_numbers or (larger.low <= smaller.low and smaller.high <= larger.high)
    return inside and (larger.nan or not smaller.nan)


def joined(one: FloatSet, other: FloatSet) -> FloatSet:
    """The least set that contains both."""
    if not one.has_numbers or not other.has_numbers:
        some = one if one.has_numbers else other
        return FloatSet(one.form, some.low, some.high, one.nan or other.nan)
    return FloatSet(one.form, min(one.low, other.low), max(one.high, other.high), one.nan or other.nan)


def meet(one: FloatSet, other: FloatSet) -> FloatSet:
    """What is in both."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    nan = one.nan and other.nan
    return FloatSet(one.form, low, high, nan) if low <= high else FloatSet(one.form, 0, -1, nan)


def without_nan(value: FloatSet) -> FloatSet:
    """The numbers."""
    return FloatSet(value.form, value.low, value.high, nan=False)


# operations


def _of(form: Format, results: Iterable[int], *, nan: bool) -> FloatSet:
    """The hull of ``results``; a zero at an end stands for both zeros."""
    found = list(results)
    numbers = [position_of(form, r) for r in found if not softfloat.is_nan(form, r)]
    nan = nan or len(numbers) < len(found)
    if not numbers:
        return FloatSet(form, 0, -1, nan)
    low, high = min(numbers), max(numbers)
    return FloatSet(form, -1 if low == 0 else low, 0 if high == -1 else high, nan)


def _ends(value: FloatSet) -> Iterator[int]:
    """The patterns where results may be extreme: the ends, and the number beside an end that is infinite."""
    if not value.has_numbers:
        return
    most = infinite(value.form)
    found = {value.low, value.high}
    if value.high == most:
        found.add(max(value.low, most - 1))
    if value.low == -most - 1:
        found.add(min(value.high, -most))
    yield from (pattern_of(value.form, p) for p in sorted(found))


def _holds(value: FloatSet, position: int) -> bool:
    return value.low <= position <= value.high


def _has_zero(value: FloatSet) -> bool:
    return _holds(value, 0) or _holds(value, -1)


def _has_infinity(value: FloatSet) -> bool:
    most = infinite(value.form)
    return _holds(value, most) or _holds(value, -most - 1)


def added(left: FloatSet, right: FloatSet, rounding: Rounding = _NEAREST) -> FloatSet:
    """``left + right``; infinities of opposite signs give a NaN."""
    form, most = left.form, infinite(left.form)
    opposite = (_holds(left, most) and _holds(right, -most - 1)) or (_holds(left, -most - 1) and _holds(right, most))
    corners = (softfloat.add(form, a, b, rounding) for a in _ends(left) for b in _ends(right))
    return _of(form, corners, nan=left.nan or right.nan or opposite)


def subtracted(left: FloatSet, right: FloatSet, rounding: Rounding = _NEAREST) -> FloatSet:
    """``left - right``."""
    return added(left, negated(right), rounding)


def multiplied(left: FloatSet, right: FloatSet, rounding: Rounding = _NEAREST) -> FloatSet:
    """``left * right``; zero times infinity gives a NaN."""
    form = left.form
    invalid = (_has_zero(left) and _has_infinity(right)) or (_has_infinity(left) and _has_zero(right))
    corners = (softfloat.multiply(form, a, b, rounding) for a in _ends(left) for b in _ends(right))
    return _of(form, corners, nan=left.nan or right.nan or invalid)


def divided(left: FloatSet, right: FloatSet, rounding: Rounding = _NEAREST) -> FloatSet:
    """``left / right``: negative divisors, the two zeros and positive divisors apart."""
    form = left.form
    invalid = (_has_zero(left) and _has_zero(right)) or (_has_infinity(left) and _has_infinity(right))
    most = infinite(form)
    parts = [
        FloatSet(form, max(right.low, low), min(right.high, high), nan=False)
        for low, high in ((-most - 1, -2), (-1, -1), (0, 0), (1, most))
    ]
    corners = (softfloat.divide(form, a, b, rounding) for part in parts for a in _ends(left) for b in _ends(part))
    return _of(form, corners, nan=left.nan or right.nan or invalid)


def square_root(value: FloatSet, rounding: Rounding = _NEAREST) -> FloatSet:
    """``sqrt``: a NaN of what is below zero."""
    invalid = value.has_numbers and value.low < -1
    part = FloatSet(value.form, max(value.low, -1), value.high, nan=False)
    roots = (softfloat.square_root(value.form, a, rounding) for a in _ends(part))
    return _of(value.form, roots, nan=value.nan or invalid)


def negated(value: FloatSet) -> FloatSet:
    """``-value``."""
    return FloatSet(value.form, -value.high - 1, -value.low - 1, value.nan)


def absolute(value: FloatSet) -> FloatSet:
    """``fabs``."""
    if not value.has_numbers or value.low >= 0:
        return value
    if value.high < 0:
        return negated(value)
    return FloatSet(value.form, 0, max(value.high, -value.low - 1), value.nan)


def to_integral(value: FloatSet, rounding: Rounding) -> FloatSet:
    """``floor``, ``ceil``, ``trunc``, ``rint`` and ``round``."""
    return _of(value.form, (softfloat.to_integral(value.form, a, rounding) for a in _ends(value)), nan=value.nan)


def converted(value: FloatSet, target: Format, rounding: Rounding = _NEAREST) -> FloatSet:
    """In another format."""
    if value.form == target:
        return value
    ends = (softfloat.converted(value.form, target, a, rounding) for a in _ends(value))
    return _of(target, ends, nan=value.nan)


def before_widening(value: FloatSet, source: Format) -> FloatSet:
    """What of ``source``, a format with fewer numbers, is in ``value`` when it is converted to that format."""
    if not value.has_numbers:
        return FloatSet(source, 0, -1, value.nan)
    low = converted(FloatSet(value.form, value.low, value.low, nan=False), source, Rounding.UP)
    high = converted(FloatSet(value.form, value.high, value.high, nan=False), source, Rounding.DOWN)
    if low.low > high.high:
        return FloatSet(source, 0, -1, value.nan)
    return FloatSet(source, low.low, high.high, value.nan)


def integers_around(value: FloatSet) -> tuple[int, int] | None:
    """Bounds of the integers that ``value`` may be; ``None`` where there is no bound."""
    most = infinite(value.form)
    if not value.has_numbers or value.low <= -most - 1 or value.high >= most:
        return None
    low, high = (pattern_of(value.form, p) for p in (value.low, value.high))
    return softfloat.truncated(value.form, low, Rounding.DOWN), softfloat.truncated(value.form, high, Rounding.UP)


def from_integers(form: Format, low: int, high: int, rounding: Rounding = _NEAREST) -> FloatSet:
    """All integers from ``low`` to ``high``, converted. None of them gives ``-0``."""
    ends = (position_of(form, softfloat.from_integer(form, end, rounding)) for end in (low, high))
    least, most = ends
    return FloatSet(form, least, most, nan=False)


def integers(value: FloatSet, least: int, greatest: int) -> tuple[int, int] | None:
    """The integers between these bounds to which members are cut; ``None``: there are none."""
    form, most = value.form, infinite(value.form)
    low, high = max(value.low, -most), min(value.high, most - 1)
    if low > high:
        return None
    first, last = (softfloat.truncated(form, pattern_of(form, p)) for p in (low, high))
    first, last = max(first, least), min(last, greatest)
    return (first, last) if first <= last else None


# comparisons


def _value(position: int) -> int:
    """Positions with one number for both zeros."""
    return position if position >= 0 else position + 1


def _at_most(value: int) -> int:
    """The last position of what ``_value`` calls so."""
    return value if value >= 0 else value - 1


def _at_least(value: int) -> int:
    return value if value > 0 else value - 1


def compared(op: BinaryOp, left: FloatSet, right: FloatSet) -> tuple[bool, bool]:
    """Whether ``left op right`` may hold, and whether it may fail."""
    if op in _MIRRORED:
        return compared(_MIRRORED[op], right, left)
    if op is BinaryOp.NE:
        return compared(BinaryOp.EQ, left, right)[::-1]
    numbers = left.has_numbers and right.has_numbers
    nan = left.nan or right.nan
    if not numbers:
        return False, not left.is_empty and not right.is_empty
    low, high = _value(left.low), _value(left.high)
    other_low, other_high = _value(right.low), _value(right.high)
    match op:
        case BinaryOp.LT:
            return low < other_high, nan or high >= other_low
        case BinaryOp.LE:
            return low <= other_high, nan or high > other_low
        case BinaryOp.EQ:
            return low <= other_high and other_low <= high, nan or not (low == high == other_low == other_high)
        case _:
            raise AssertionError(f"{op} compares nothing")


_MIRRORED = {BinaryOp.GT: BinaryOp.LT, BinaryOp.GE: BinaryOp.LE}


def assumed(op: BinaryOp, left: FloatSet, right: FloatSet, *, truth: bool) -> tuple[FloatSet, FloatSet]:
    """What is left of both where ``left op right`` has the value ``truth``; both are empty if it cannot have it."""
    if op in _MIRRORED:
        other, one = assumed(_MIRRORED[op], right, left, truth=truth)
        return one, other
    if op is BinaryOp.NE:
        return assumed(BinaryOp.EQ, left, right, truth=not truth)
    if not compared(op, left, right)[0 if truth else 1]:
        return nothing(left.form), nothing(left.form)
    if truth:
        return _where_true(op, without_nan(left), without_nan(right))
    one, other = _where_false(op, left, right) if not right.nan else left, right
    if not left.nan:
        other = _where_false_right(op, left, right)
    return one, other


def _where_true(op: BinaryOp, left: FloatSet, right: FloatSet) -> tuple[FloatSet, FloatSet]:
    if op is BinaryOp.EQ:
        low = _at_least(max(_value(left.low), _value(right.low)))
        high = _at_most(min(_value(left.high), _value(right.high)))
        both = FloatSet(left.form, low, high, nan=False)
        return meet(left, both), meet(right, both)
    gap = 1 if op is BinaryOp.LT else 0
    most, least = _at_most(_value(right.high) - gap), _at_least(_value(left.low) + gap)
    return _clipped(left, left.low, most), _clipped(right, least, right.high)


def _clipped(value: FloatSet, low: int, high: int) -> FloatSet:
    low, high = max(value.low, low), min(value.high, high)
    return FloatSet(value.form, low, high, value.nan) if low <= high else FloatSet(value.form, 0, -1, value.nan)


def _where_false(op: BinaryOp, left: FloatSet, right: FloatSet) -> FloatSet:
    """Of ``left``, where ``right`` is a number: the opposite holds, or ``left`` is a NaN."""
    if op is BinaryOp.EQ:
        return _apart(left, right)
    gap = 0 if op is BinaryOp.LT else 1
    return _clipped(left, _at_least(_value(right.low) + gap), left.high)


def _where_false_right(op: BinaryOp, left: FloatSet, right: FloatSet) -> FloatSet:
    if op is BinaryOp.EQ:
        return _apart(right, left)
    gap = 0 if op is BinaryOp.LT else 1
    return _clipped(right, right.low, _at_most(_value(left.high) - gap))


def _apart(value: FloatSet, other: FloatSet) -> FloatSet:
    """Without the one number of ``other``, where that is an end of ``value``."""
    point = _value(other.low)
    if not other.has_numbers or _value(other.high) != point or not value.has_numbers:
        return value
    low = _at_least(point + 1) if _value(value.low) == point else value.low
    high = _at_most(point - 1) if _value(value.high) == point else value.high
    return _clipped(value, low, high)


OPERATIONS: dict[BinaryOp, Callable[[FloatSet, FloatSet, Rounding], FloatSet]] = {
    BinaryOp.ADD: added,
    BinaryOp.SUB: subtracted,
    BinaryOp.MUL: multiplied,
    BinaryOp.DIV: divided,
}
