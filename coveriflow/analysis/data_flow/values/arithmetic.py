"""C's operators on sets of integers: wrapping, truncating division, shifts, bit operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from math import gcd

from coveriflow.analysis.data_flow.values.value_sets import Range, Shape, ValueSet, exactly
from coveriflow.program.expressions.expressions import COMPARISONS, BinaryOp
from coveriflow.program.expressions.integer_arithmetic import quotient
from coveriflow.program.types.c_types import Integer, Rank, Scalar

_MOST_PAIRS = 144
_FEW_SHIFTS = 8

FALSE, TRUE = exactly(0), exactly(1)
EITHER = ValueSet(((0, 1),))


def is_bool(type_: Scalar) -> bool:
    """``_Bool``."""
    return isinstance(type_, Integer) and type_.rank is Rank.BOOL


def everything(type_: Scalar) -> ValueSet:
    """All numbers of a type."""
    return ValueSet(((type_.minimum, type_.maximum),))


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Operations whose results have ``shape``. Law: that of ``Shape``, for
    ``program.expressions.integer_arithmetic``.
    """

    shape: Shape

    def wrapped(self, exact: ValueSet, type_: Scalar) -> ValueSet:
        """``Integer.wrap`` of all members."""
        if is_bool(type_):
            return self.truth(exact)
        if exact.within(type_.minimum, type_.maximum):
            return exact
        size = 1 << type_.width
        modulus = gcd(exact.modulus, size)
        found = self.shape.made(_wrapped_ranges(exact.ranges, type_, size), modulus, exact.rest)
        assert found is not None
        return found

    def truth(self, operand: ValueSet) -> ValueSet:
        """``operand != 0``."""
        if 0 not in operand:
            return TRUE
        return FALSE if operand.constant == 0 else EITHER

    def negated(self, operand: ValueSet) -> ValueSet:
        """``-operand``, not wrapped."""
        return self._affine(operand, -1, 0)

    def complemented(self, operand: ValueSet) -> ValueSet:
        """``~operand``, not wrapped."""
        return self._affine(operand, -1, -1)

    def _affine(self, operand: ValueSet, factor: int, offset: int) -> ValueSet:
        ends = ((low * factor + offset, high * factor + offset) for low, high in operand.ranges)
        parts = [(min(pair), max(pair)) for pair in ends]
        return self._made(parts, operand.modulus * abs(factor), operand.rest * factor + offset)

    def _made(self, parts: Iterable[Range], modulus: int = 1, rest: int = 0) -> ValueSet:
        found = self.shape.made(parts, modulus, rest)
        assert found is not None
        return found

    def _pairs(self, left: ValueSet, right: ValueSet, modulus: int) -> Iterator[tuple[Range, Range]]:
        """All pairs of ranges, for a result with ``modulus``; of the wholes if there are many."""
        ones, others = self.shape.parts(left, modulus), self.shape.parts(right, modulus)
        if len(ones) * len(others) > _MOST_PAIRS:
            yield (left.low, left.high), (right.low, right.high)
            return
        for one in ones:
            for other in others:
                yield one, other

    def added(self, left: ValueSet, right: ValueSet) -> ValueSet:
        """``left + right``, not wrapped."""
        if left.modulus == 0 and right.modulus == 0:
            return exactly(left.rest + right.rest)
        modulus = gcd(left.modulus, right.modulus)
        parts = ((a + c, b + d) for (a, b), (c, d) in self._pairs(left, right, modulus))
        return self._made(parts, modulus, left.rest + right.rest)

    def subtracted(self, left: ValueSet, right: ValueSet) -> ValueSet:
        """``left - right``, not wrapped."""
        if left.modulus == 0 and right.modulus == 0:
            return exactly(left.rest - right.rest)
        modulus = gcd(left.modulus, right.modulus)
        parts = ((a - d, b - c) for (a, b), (c, d) in self._pairs(left, right, modulus))
        return self._made(parts, modulus, left.rest - right.rest)

    def multiplied(self, left: ValueSet, right: ValueSet) -> ValueSet:
        """``left * right``, not wrapped."""
        if left.modulus == 0 and right.modulus == 0:
            return exactly(left.rest * right.rest)
        modulus = gcd(left.modulus * right.modulus, left.modulus * right.rest, right.modulus * left.rest)
        parts = (_hull(x * y for x in one for y in other) for one, other in self._pairs(left, right, modulus))
        return self._made(parts, modulus, left.rest * right.rest)

    def applied(self, op: BinaryOp, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left op right``; ``type_``: of the operands (of the left one of a shift)."""
        if op in COMPARISONS:
            return compared(op, left, right)
        return self.wrapped(_OPERATIONS[op](self, left, right, type_), type_)

    def divided(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """The quotient truncated towards zero; for a divisor of zero nothing is known."""
        divisors = [part for part in _signed_parts(right.ranges) if part != (0, 0)]
        if not divisors:
            return everything(type_)
        dividends = list(_signed_parts(left.ranges))
        parts = (_hull(quotient(x, y) for x in one for y in other) for one in dividends for other in divisors)
        divisor = right.constant
        if divisor and left.modulus % divisor == 0 and left.rest % divisor == 0:
            return self._made(parts, left.modulus // abs(divisor), left.rest // divisor)
        return self._made(parts)

    def remainder(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """The rest of the division, which has the sign of ``left``."""
        most = max(abs(right.low), abs(right.high))
        if most == 0:
            return everything(type_)
        divisor, parts = right.constant, list[Range]()
        for low, high in _signed_parts(left.ranges):
            if divisor is not None:
                parts.append(_rests(low, high, abs(divisor)))
            elif right.low > 0 and -right.low < low and high < right.low:
                parts.append((low, high))
            else:
                parts.append((max(low, 1 - most) if low < 0 else 0, min(high, most - 1) if high > 0 else 0))
        return self._made(parts) if divisor is None else self._made(parts, gcd(left.modulus, divisor), left.rest)

    def masked(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left & right``."""
        for value, mask in ((left, right.constant), (right, left.constant)):
            if mask is not None and mask > 0 and mask & (mask + 1) == 0:
                rests = (_residues(low, high, mask + 1) for low, high in value.ranges)
                return self._made(rests, gcd(value.modulus, mask + 1), value.rest)
        low, high = _and_bounds(left, right)
        return self._with_low_bits(low, high, left, right, int.__and__, zeros=True)

    def united(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left | right``."""
        if left.low >= 0 and right.low >= 0:
            bounds = max(left.low, right.low), min(_ones(max(left.high, right.high)), left.high + right.high)
        else:
            bounds = _bit_bounds(left, right)
        return self._with_low_bits(*bounds, left, right, int.__or__, zeros=False)

    def exclusive(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left ^ right``."""
        if left.low >= 0 and right.low >= 0:
            bounds = 0, min(_ones(max(left.high, right.high)), left.high + right.high)
        else:
            bounds = _bit_bounds(left, right)
        return self._with_low_bits(*bounds, left, right, int.__xor__, zeros=False)

    def _with_low_bits(
        self, low: int, high: int, left: ValueSet, right: ValueSet, op: Callable[[int, int], int], *, zeros: bool
    ) -> ValueSet:
        """The low bits that both operands fix are fixed in the result; ``zeros``: those that are zero in one, too."""
        if left.constant is not None and right.constant is not None:
            return exactly(op(left.constant, right.constant))
        modulus = min(_power(left.modulus), _power(right.modulus))
        rest = op(left.rest, right.rest) % modulus
        for operand in (left, right):
            known = _trailing(operand)
            if zeros and known > modulus:
                modulus, rest = known, 0
        return self._made(((low, high),), modulus, rest)

    def shifted_left(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left << right``, not wrapped, for shifts that are defined."""
        shifts = right.few(_FEW_SHIFTS)
        if shifts is None or not all(0 <= s < type_.width for s in shifts):
            return everything(type_)
        return reduce(self.shape.joined, (self._affine(left, 1 << s, 0) for s in shifts))

    def shifted_right(self, left: ValueSet, right: ValueSet, type_: Scalar) -> ValueSet:
        """``left >> right``, arithmetic, for shifts that are defined."""
        least, most = max(0, right.low), min(type_.width - 1, right.high)
        if least > most:
            return everything(type_)
        parts = (
            (low >> (most if low >= 0 else least), high >> (least if high >= 0 else most)) for low, high in left.ranges
        )
        size = 1 << least
        if least == most and left.modulus % size == 0 and left.modulus:
            return self._made(parts, left.modulus // size, left.rest // size)
        return self._made(parts)


def compared(op: BinaryOp, left: ValueSet, right: ValueSet) -> ValueSet:
    """Whether ``left op right`` holds: always, never, or either."""
    if op in (BinaryOp.GT, BinaryOp.GE):
        return compared(BinaryOp.LT if op is BinaryOp.GT else BinaryOp.LE, right, left)
    if op is BinaryOp.LT:
        return _decided(always=left.high < right.low, never=left.low >= right.high)
    if op is BinaryOp.LE:
        return _decided(always=left.high <= right.low, never=left.low > right.high)
    same = left.constant is not None and left.constant == right.constant
    apart = _PLAIN.meet(left, right) is None
    return _decided(always=same, never=apart) if op is BinaryOp.EQ else _decided(always=apart, never=same)


def _decided(*, always: bool, never: bool) -> ValueSet:
    return TRUE if always else FALSE if never else EITHER


_PLAIN = Shape(1 << 30, congruences=True)


def _hull(values: Iterable[int]) -> Range:
    found = list(values)
    return min(found), max(found)


def _signed_parts(ranges: Iterable[Range]) -> Iterator[Range]:
    """Negative numbers, zero and positive numbers apart."""
    for low, high in ranges:
        for part in ((low, min(high, -1)), (max(low, 0), min(high, 0)), (max(low, 1), high)):
            if part[0] <= part[1]:
                yield part


def _rests(low: int, high: int, divisor: int) -> Range:
    """Of a truncating division of numbers of one sign."""
    if high <= 0 and low < 0:
        least, most = _rests(-high, -low, divisor)
        return -most, -least
    return _residues(low, high, divisor)


def _residues(low: int, high: int, divisor: int) -> Range:
    """Modulo ``divisor``, from zero."""
    if low // divisor == high // divisor:
        return low % divisor, high % divisor
    return 0, divisor - 1


def _wrapped_ranges(ranges: Iterable[Range], type_: Scalar, size: int) -> Iterator[Range]:
    for low, high in ranges:
        if high - low + 1 >= size:
            yield type_.minimum, type_.maximum
            continue
        first, last = type_.wrap(low), type_.wrap(high)
        if first <= last:
            yield first, last
        else:
            yield first, type_.maximum
            yield type_.minimum, last


def _ones(value: int) -> int:
    """The least number ``2^n - 1`` that is not less."""
    return (1 << value.bit_length()) - 1


def _bit_bounds(left: ValueSet, right: ValueSet) -> Range:
    most = max(_ones(max(abs(s.low), abs(s.high))) for s in (left, right))
    return -most - 1, most


def _and_bounds(left: ValueSet, right: ValueSet) -> Range:
    if left.low >= 0 and right.low >= 0:
        return 0, min(left.high, right.high)
    for operand in (left, right):
        if operand.low >= 0:
            return 0, operand.high
    return _bit_bounds(left, right)


def _power(modulus: int) -> int:
    """The greatest power of two that divides ``modulus``; a large one for zero."""
    return modulus & -modulus if modulus else 1 << 160


def _trailing(operand: ValueSet) -> int:
    """The greatest power of two that is known to divide all members; 1 if that is zero."""
    known = gcd(operand.modulus, operand.rest)
    return known & -known if known else 1


_OPERATIONS: dict[BinaryOp, Callable[[Arithmetic, ValueSet, ValueSet, Scalar], ValueSet]] = {
    BinaryOp.ADD: lambda a, left, right, _: a.added(left, right),
    BinaryOp.SUB: lambda a, left, right, _: a.subtracted(left, right),
    BinaryOp.MUL: lambda a, left, right, _: a.multiplied(left, right),
    BinaryOp.DIV: Arithmetic.divided,
    BinaryOp.MOD: Arithmetic.remainder,
    BinaryOp.AND: Arithmetic.masked,
    BinaryOp.OR: Arithmetic.united,
    BinaryOp.XOR: Arithmetic.exclusive,
    BinaryOp.SHL: Arithmetic.shifted_left,
    BinaryOp.SHR: Arithmetic.shifted_right,
}
