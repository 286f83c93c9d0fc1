"""Polynomials with coefficients modulo 2^w: what bit-vectors of ``w`` bits are sums and products of.

A monomial has its factors in the order of their numbers, each as often as it divides; the empty one is 1. Monomials
are ordered by degree first, so that a rule that replaces one by smaller ones comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce

from coveriflow.logic.terms import Term

Monomial = tuple[Term, ...]
ONE: Monomial = ()
_MOST = 400
_HIGHEST = 12


class TooLarge(Exception):
    """A polynomial has too many terms or too high a degree, or takes too long."""


def order(monomial: Monomial) -> tuple[int, tuple[int, ...]]:
    """By degree, then by factors."""
    return len(monomial), tuple(factor.number for factor in reversed(monomial))


@dataclass(frozen=True, slots=True)
class Polynomial:
    """``terms``: the coefficient of each monomial, unsigned, never 0."""

    width: int
    terms: Mapping[Monomial, int]

    @staticmethod
    def constant(value: int, width: int) -> Polynomial:
        """``value`` modulo 2^width."""
        return _made(width, {ONE: value})

    @staticmethod
    def of(atom: Term) -> Polynomial:
        """A bit-vector that is no sum or product."""
        return Polynomial(atom.sort, {(atom,): 1})

    def plus(self, other: Polynomial, factor: int = 1) -> Polynomial:
        """``self + factor * other``."""
        total = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total[monomial] = total.get(monomial, 0) + factor * coefficient
        return _made(self.width, total)

    def times(self, other: Polynomial) -> Polynomial:
        """The product, multiplied out."""
        if len(self.terms) * len(other.terms) > _MOST:
            raise TooLarge
        total: dict[Monomial, int] = {}
        for left, one in self.terms.items():
            for right, another in other.terms.items():
                monomial = tuple(sorted((*left, *right), key=_number))
                total[monomial] = total.get(monomial, 0) + one * another
        return _made(self.width, total)

    def scaled(self, factor: int) -> Polynomial:
        """``factor * self``."""
        return _made(self.width, {monomial: factor * c for monomial, c in self.terms.items()})

    @property
    def value(self) -> int | None:
        """Of a constant."""
        if not self.terms:
            return 0
        return self.terms.get(ONE) if len(self.terms) == 1 else None

    @property
    def leading(self) -> Monomial:
        """The largest monomial; there is one."""
        return max(self.terms, key=order)

    @property
    def descending(self) -> Iterator[tuple[Monomial, int]]:
        """Terms, the largest monomials first."""
        return iter(sorted(self.terms.items(), key=lambda term: order(term[0]), reverse=True))

    @property
    def is_never_zero(self) -> bool:
        """Whether that is so for all values: the constant is divided by a lower power of two than all else."""
        others = reduce(lambda a, b: a | b, (c for monomial, c in self.terms.items() if monomial), 0)
        constant = self.terms.get(ONE, 0)
        return constant & -constant != 0 and (others == 0 or constant & -constant < others & -others)


def _number(factor: Term) -> int:
    return factor.number


def _made(width: int, terms: Mapping[Monomial, int]) -> Polynomial:
    mask = (1 << width) - 1
    found = {monomial: c & mask for monomial, c in terms.items() if c & mask}
    if len(found) > _MOST or any(len(monomial) > _HIGHEST for monomial in found):
        raise TooLarge
    return Polynomial(width, found)


def without(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """``monomial / divisor``, or ``None``."""
    left = list(monomial)
    for factor in divisor:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)


def inverse(odd: int, width: int) -> int:
    """That modulo 2^width."""
    return pow(odd, -1, 1 << width)


def quotient(dividend: int, divisor: int, width: int) -> int | None:
    """A factor with which ``divisor`` is ``dividend`` modulo 2^width, if there is one; none of them is 0. Of several it
    is the one nearest to 0.
    """
    power = divisor & -divisor
    if dividend & (power - 1):
        return None
    left = width + 1 - power.bit_length()
    factor = (dividend // power) * inverse(divisor // power, width) % (1 << left)
    return (factor if factor >> (left - 1) == 0 else factor - (1 << left)) % (1 << width)
