"""Ranges of bit-vector operations, read as signed or as unsigned integers."""

from __future__ import annotations

from collections.abc import Callable

from coveriflow.logic.terms import Op
from coveriflow.program.expressions.integer_arithmetic import quotient

Interval = tuple[int, int]
"""Least and greatest value; none if the first is the larger one."""


def full(width: int, *, is_signed: bool) -> Interval:
    """All integers of so many bits."""
    half = 1 << (width - 1)
    return (-half, half - 1) if is_signed else (0, 2 * half - 1)


def in_other_view(value: Interval, width: int, *, is_signed: bool) -> Interval:
    """``value``, of integers that are read so (``is_signed``), as the same bits are read otherwise."""
    low, high = value
    if low > high:
        return value
    size = 1 << width
    half = size >> 1
    if is_signed:
        if low >= 0:
            return value
        return (low + size, high + size) if high < 0 else (0, size - 1)
    if high < half:
        return value
    return (low - size, high - size) if low >= half else (-half, half - 1)


def _products(one: Interval, other: Interval) -> Interval:
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def _quotients(one: Interval, other: Interval) -> Interval | None:
    if other[0] <= 0 <= other[1]:
        return None
    corners = [quotient(a, b) for a in (*one, *(x for x in (0,) if one[0] <= 0 <= one[1])) for b in other]
    return min(corners), max(corners)


def _rests(one: Interval, other: Interval) -> Interval | None:
    if other[0] <= 0 <= other[1]:
        return None
    most = max(abs(other[0]), abs(other[1])) - 1
    return (max(one[0], -most) if one[0] < 0 else 0), (min(one[1], most) if one[1] > 0 else 0)


FOLDED: dict[Op, Callable[[Interval, Interval], Interval | None]] = {
    Op.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Op.SUB: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Op.MUL: _products,
    Op.UDIV: _quotients,
    Op.SDIV: _quotients,
    Op.UREM: _rests,
    Op.SREM: _rests,
    Op.BVAND: lambda a, b: (0, min(a[1], b[1])) if min(a[0], b[0]) >= 0 else None,
    Op.LSHR: lambda a, b: (a[0] >> b[1], a[1] >> b[0]) if b[0] >= 0 else None,
    Op.ASHR: lambda a, b: (min(a[0] >> b[0], a[0] >> b[1]), max(a[1] >> b[0], a[1] >> b[1])) if b[0] >= 0 else None,
}
"""Of operands that are read alike: bounds of the result, which may not fit; ``None``: nothing is known."""
UNSIGNED = frozenset({Op.UDIV, Op.UREM, Op.LSHR})
SIGNED = frozenset({Op.SDIV, Op.SREM, Op.ASHR})
EITHER = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.BVAND})
