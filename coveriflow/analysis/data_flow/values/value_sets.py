"""Sets of integers: disjoint ranges, reduced with one congruence (Granger 1989).

``None`` stands for the empty set wherever a set may be empty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd

_MOST_MEMBERS = 64
_MOST_BLOCKS = 16
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ValueSet:
    """All ``v`` in one of ``ranges`` with ``v = rest`` modulo ``modulus`` (0: ``v == rest``, and there is one value).

    ``ranges`` ascend, their ends are members, and between two of them lies a number that has that rest.
    """

    ranges: tuple[Range, ...]
    modulus: int = 1
    rest: int = 0

    @property
    def low(self) -> int:
        """The least member."""
        return self.ranges[0][0]

    @property
    def high(self) -> int:
        """The greatest member."""
        return self.ranges[-1][1]

    @property
    def constant(self) -> int | None:
        """The only member."""
        return self.rest if self.modulus == 0 else None

    def __contains__(self, value: int) -> bool:
        in_class = value == self.rest if self.modulus == 0 else (value - self.rest) % self.modulus == 0
        return in_class and any(low <= value <= high for low, high in self.ranges)

    def within(self, low: int, high: int) -> bool:
        """Whether all members lie between ``low`` and ``high``."""
        return low <= self.ranges[0][0] and self.ranges[-1][1] <= high

    def few(self, most: int) -> list[int] | None:
        """The members, if there are at most so many."""
        step = self.modulus or 1
        if sum((high - low) // step + 1 for low, high in self.ranges) > most:
            return None
        return [value for low, high in self.ranges for value in range(low, high + 1, step)]

    def in_few_blocks(self, bits: int) -> bool:
        """Whether the members are few and differ in more than ``bits`` bits: as addresses in different objects, and the
        null pointer. A set can grow few times so.
        """
        few = self.few(_MOST_BLOCKS)
        return few is not None and len({value >> bits for value in few}) == len(few)


def exactly(value: int) -> ValueSet:
    """One number."""
    return ValueSet(((value, value),), 0, value)


def covers(larger: ValueSet, smaller: ValueSet) -> bool:
    """Whether ``larger`` contains ``smaller``: their form shows it, or each of a few members does."""
    if larger is smaller or _covers_by_form(larger, smaller):
        return True
    if smaller.modulus == 0 or smaller.low < larger.low or smaller.high > larger.high:
        return False
    members = smaller.few(_MOST_MEMBERS)
    return members is not None and all(member in larger for member in members)


def _covers_by_form(larger: ValueSet, smaller: ValueSet) -> bool:
    modulus = larger.modulus
    if modulus == 0:
        return smaller.modulus == 0 and smaller.rest == larger.rest
    if smaller.modulus % modulus or (smaller.rest - larger.rest) % modulus:
        return False
    index = 0
    for low, high in smaller.ranges:
        while index < len(larger.ranges) and larger.ranges[index][1] < low:
            index += 1
        if index == len(larger.ranges) or low < larger.ranges[index][0] or larger.ranges[index][1] < high:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Shape:
    """What the sets of an analysis look like: at most so many ``disjuncts``, with or without ``congruences``.

    Law: the result of every operation contains every number that the operation on members gives.
    """

    disjuncts: int
    congruences: bool

    def made(self, ranges: Iterable[Range], modulus: int = 1, rest: int = 0) -> ValueSet | None:
        """The set of this shape, smaller gaps filled first if there are too many."""
        modulus = 1 if modulus and not self.congruences else modulus
        if modulus == 0:
            return exactly(rest) if any(low <= rest <= high for low, high in ranges) else None
        parts = _joined(_clipped(ranges, modulus, rest), modulus)
        if not parts:
            return None
        if self.congruences and len(parts) > 1 and all(low == high for low, high in parts):
            modulus, rest = gcd(*(after[0] - before[0] for before, after in pairwise(parts))), parts[0][0]
            parts = _joined(parts, modulus)
        parts = _fewer(parts, self.disjuncts)
        if len(parts) == 1 and parts[0][0] == parts[0][1]:
            return exactly(parts[0][0])
        return ValueSet(tuple(parts), modulus, rest % modulus)

    def between(self, low: int, high: int) -> ValueSet | None:
        """All from ``low`` to ``high``."""
        return self.made(((low, high),))

    def joined(self, one: ValueSet, other: ValueSet) -> ValueSet:
        """An upper bound."""
        if covers(one, other):
            return one
        if covers(other, one):
            return other
        modulus = gcd(one.modulus, other.modulus, one.rest - other.rest)
        found = self.made((*self.parts(one, modulus), *self.parts(other, modulus)), modulus, one.rest)
        assert found is not None
        return found

    def parts(self, value: ValueSet, modulus: int) -> Sequence[Range]:
        """The ranges of ``value`` in a result with a smaller ``modulus``: where there are few members, these alone."""
        if value.modulus <= max(1, modulus):
            return value.ranges
        members = value.few(self.disjuncts)
        return value.ranges if members is None else [(member, member) for member in members]

    def meet(self, one: ValueSet, other: ValueSet) -> ValueSet | None:
        """All that is in both, and perhaps more of ``one``, but nothing else."""
        if covers(other, one):
            return one
        if covers(one, other):
            return other
        found = _common_class(one, other)
        if found is None:
            return None
        common = (
            (max(low, other_low), min(high, other_high))
            for low, high in one.ranges
            for other_low, other_high in other.ranges
        )
        return self.restricted(one, common, *found)

    def restricted(self, value: ValueSet, ranges: Iterable[Range], modulus: int, rest: int) -> ValueSet | None:
        """What of ``value`` is in such a class and in ``ranges``, of which some may be empty; all of ``value`` where
        this shape cannot say it.
        """
        found = self.made((part for part in ranges if part[0] <= part[1]), modulus, rest)
        return found if found is None or covers(value, found) else value

    def widened(self, old: ValueSet, new: ValueSet, thresholds: Sequence[int], bounds: Range) -> ValueSet:
        """An upper bound whose ends are ends of ``old``, ``thresholds`` (ascending), or ``bounds``."""
        joined = self.joined(old, new)
        if joined is old:
            return old
        lows, highs = {low for low, _ in old.ranges}, {high for _, high in old.ranges}
        parts = [
            (
                low if low in lows else _below(low, thresholds, bounds[0]),
                high if high in highs else _above(high, thresholds, bounds[1]),
            )
            for low, high in joined.ranges
        ]
        found = self.made(parts, joined.modulus, joined.rest) if joined.modulus else joined
        assert found is not None
        return found


def _below(low: int, thresholds: Sequence[int], least: int) -> int:
    index = bisect_right(thresholds, low)
    return min(low, max(least, thresholds[index - 1])) if index else min(low, least)


def _above(high: int, thresholds: Sequence[int], most: int) -> int:
    index = bisect_left(thresholds, high)
    return max(high, min(most, thresholds[index])) if index < len(thresholds) else max(high, most)


def _clipped(ranges: Iterable[Range], modulus: int, rest: int) -> Iterator[Range]:
    """With ends that are members."""
    for low, high in ranges:
        first, last = low + (rest - low) % modulus, high - (high - rest) % modulus
        if first <= last:
            yield first, last


def _joined(ranges: Iterable[Range], modulus: int) -> list[Range]:
    """Ascending, without neighbours between which no member lies."""
    found: list[Range] = []
    for low, high in sorted(ranges):
        if found and low - found[-1][1] <= modulus:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def _fewer(ranges: list[Range], most: int) -> list[Range]:
    """The same with only the largest gaps."""
    if len(ranges) <= most:
        return ranges
    gaps = sorted(range(1, len(ranges)), key=lambda i: ranges[i - 1][1] - ranges[i][0])[: most - 1]
    starts = [0, *sorted(gaps), len(ranges)]
    return [(ranges[first][0], ranges[last - 1][1]) for first, last in pairwise(starts)]


def _common_class(one: ValueSet, other: ValueSet) -> tuple[int, int] | None:
    """Modulus and rest of what is in both classes (Chinese remainder theorem)."""
    if one.modulus == 0 or other.modulus == 0:
        value = one.rest if one.modulus == 0 else other.rest
        return (0, value) if value in one and value in other else None
    divisor = gcd(one.modulus, other.modulus)
    if (one.rest - other.rest) % divisor:
        return None
    factor = other.modulus // divisor
    steps = (other.rest - one.rest) // divisor * pow(one.modulus // divisor, -1, factor) % factor
    return one.modulus * factor, one.rest + one.modulus * steps
