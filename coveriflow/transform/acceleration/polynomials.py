"""Polynomials in the number of iterations, over the binomial coefficients: sums of them are polynomials again, since
the sum of (k over j) for k < n is (n over j+1).

A term is an integer times a product of expressions, the atoms, times (n over j). They stand for integers: what a
machine makes of them is congruent to that modulo 2^w, and equal where it does not wrap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import comb

from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.expressions.make import binary, cast
from coveriflow.program.types.c_types import INT128, LLONG, UINT, UINT128, ULLONG, Integer

Monomial = tuple[tuple[Expression, ...], int]
Polynomial = Mapping[Monomial, int]

MOST_TERMS = 24
HIGHEST = 3


def constant(value: int) -> Polynomial:
    """A number."""
    return {((), 0): value} if value else {}


def atom(expression: Expression) -> Polynomial:
    """A value that does not depend on the number of iterations."""
    return {((expression,), 0): 1}


def degree(polynomial: Polynomial) -> int:
    """The largest j of a binomial coefficient in it."""
    return max((j for _, j in polynomial), default=0)


def added(parts: Iterable[Polynomial]) -> Polynomial:
    """The sum."""
    found: dict[Monomial, int] = {}
    for part in parts:
        for monomial, factor in part.items():
            found[monomial] = found.get(monomial, 0) + factor
    return {monomial: factor for monomial, factor in found.items() if factor}


def scaled(polynomial: Polynomial, factor: int) -> Polynomial:
    """``factor`` times ``polynomial``."""
    return {monomial: factor * each for monomial, each in polynomial.items() if factor}


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """The product; ``None`` where it is too large."""
    if len(one) * len(other) > MOST_TERMS:
        return None
    parts: list[Polynomial] = []
    for (atoms, i), factor in one.items():
        for (others, j), second in other.items():
            if i + j > HIGHEST:
                return None
            together = tuple(sorted((*atoms, *others), key=repr))
            parts.append({(together, k): factor * second * _in_product(i, j, k) for k in range(max(i, j), i + j + 1)})
    return added(parts)


def _in_product(i: int, j: int, k: int) -> int:
    """The coefficient of (n over k) in the product of (n over i) and (n over j)."""
    return comb(k, i) * comb(i, k - j)


def summed(polynomial: Polynomial) -> Polynomial | None:
    """The sum of its values for all k < n; ``None`` where the degree is too high."""
    if degree(polynomial) >= HIGHEST:
        return None
    return {(atoms, j + 1): factor for (atoms, j), factor in polynomial.items()}


class TooWide(Exception):
    """No type is wide enough to compute this without overflow."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number n of iterations: ``binomials[j - 1]`` is (n over j), each in a type that it fits in."""

    binomials: tuple[Expression, ...]

    def one_less(self) -> Number:
        """One less, for n >= 1, by Pascal's rule: (n-1 over j) = (n over j) - (n-1 over j-1)."""
        found: list[Expression] = []
        for each in self.binomials:
            type_ = scalar_type(each)
            found.append(binary(BinaryOp.SUB, each, cast(found[-1], type_) if found else Constant(1, type_)))
        return Number(tuple(found))


def binomial_type(count: Integer, j: int) -> Integer | None:
    """A type that holds (n over j), and all that it is computed from, for every n of ``count``."""
    return next((each for each in (UINT, ULLONG, UINT128) if j * count.width <= each.width), None)


def binomial(count: Expression, j: int, type_: Integer) -> Expression:
    """(count over j) computed in ``type_``; where a factor wraps another one is zero."""
    product: Expression = cast(count, type_)
    divisor = 1
    for i in range(1, j):
        product = binary(BinaryOp.MUL, product, binary(BinaryOp.SUB, cast(count, type_), Constant(i, type_)))
        divisor *= i + 1
    return binary(BinaryOp.DIV, product, Constant(divisor, type_))


def value_in(polynomial: Polynomial, number: Number, ring: Integer) -> Expression:
    """What a machine computes in the unsigned type ``ring`` for ``number`` iterations: congruent modulo 2^width."""
    return _sum(polynomial, _basis(polynomial, number, ring), ring)


def exact(polynomial: Polynomial, number: Number) -> Expression:
    """The integer for ``number`` iterations, in a type where nothing overflows. ``TooWide`` where there is none."""
    width = scalar_type(number.binomials[0]).width
    sizes = [
        abs(factor).bit_length() + sum(scalar_type(a).width for a in atoms) + j * width
        for (atoms, j), factor in polynomial.items()
    ]
    needed = max(sizes, default=1) + len(sizes).bit_length() + 1
    wide = next((each for each in (LLONG, INT128) if needed < each.width), None)
    if wide is None:
        raise TooWide
    return _sum(polynomial, _basis(polynomial, number, wide), wide)


def _basis(polynomial: Polynomial, number: Number, type_: Integer) -> Mapping[int, Expression]:
    if degree(polynomial) > len(number.binomials):
        raise TooWide
    return {j: cast(number.binomials[j - 1], type_) for j in range(1, degree(polynomial) + 1)}


def _sum(polynomial: Polynomial, binomials: Mapping[int, Expression], type_: Integer) -> Expression:
    """The positive terms first."""
    total: Expression | None = None
    for (atoms, j), factor in sorted(polynomial.items(), key=lambda each: (each[1] < 0, each[0][1], repr(each[0]))):
        term: Expression | None = None
        for part in (*(cast(each, type_) for each in atoms), *([binomials[j]] if j else [])):
            term = part if term is None else binary(BinaryOp.MUL, term, part)
        size = Constant(type_.wrap(abs(factor)), type_)
        if term is None:
            term = size
        elif abs(factor) != 1:
            term = binary(BinaryOp.MUL, term, size)
        if total is None:
            total = term if factor > 0 else binary(BinaryOp.SUB, Constant(0, type_), term)
        else:
            total = binary(BinaryOp.ADD if factor > 0 else BinaryOp.SUB, total, term)
    return Constant(0, type_) if total is None else total


def ring_of(type_: Integer) -> Integer:
    """The unsigned type in which closed forms of variables of ``type_`` are computed."""
    return next(each for each in (UINT, ULLONG, UINT128) if type_.width <= each.width)
