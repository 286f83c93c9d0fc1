"""Linear equations that hold between numbers in all samples: the null space of the samples, by exact elimination."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

_LARGEST = 1 << 16
"""Equations with larger coefficients describe the samples, not the program."""


def relations(rows: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Coefficient vectors ``a`` with ``sum(a[i] * row[i]) == 0`` for every row: a basis, of integers.

    Each row has one number per column, and the last column is of ones. Its coefficient is a number of the program and
    may be large; the others are small.
    """
    if not rows:
        return []
    width = len(rows[0])
    reduced, pivots = _reduced([[Fraction(value) for value in row] for row in rows], width)
    found = []
    for free in (column for column in range(width) if column not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=False):
            vector[pivot] = -row[free]
        whole = _integral(vector)
        if max(map(abs, whole[:-1]), default=0) <= _LARGEST:
            found.append(whole)
    return found


def _reduced(rows: list[list[Fraction]], width: int) -> tuple[list[list[Fraction]], list[int]]:
    """Reduced row echelon form without zero rows, and the columns of its pivots."""
    done: list[list[Fraction]] = []
    pivots: list[int] = []
    for row in rows:
        current = row
        for other, pivot in zip(done, pivots, strict=True):
            if current[pivot]:
                current = _minus(current, other, current[pivot])
        pivot = next((column for column in range(width) if current[column]), -1)
        if pivot < 0:
            continue
        current = [value / current[pivot] for value in current]
        done = [_minus(other, current, other[pivot]) if other[pivot] else other for other in done]
        done.append(current)
        pivots.append(pivot)
    return done, pivots


def _minus(row: list[Fraction], other: list[Fraction], factor: Fraction) -> list[Fraction]:
    return [a - factor * b for a, b in zip(row, other, strict=True)]


def _integral(vector: Sequence[Fraction]) -> tuple[int, ...]:
    scale = lcm(*(value.denominator for value in vector))
    whole = [int(value * scale) for value in vector]
    divisor = gcd(*whole)
    return tuple(value // divisor for value in whole)
