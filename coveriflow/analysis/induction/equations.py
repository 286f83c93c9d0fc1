"""Equations between sums of products of variables, as C expressions of an unsigned type: they hold modulo a power of
two or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from coveriflow.analysis.search.atoms import Place
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.types.c_types import UINT, ULLONG, Integer

Product = tuple[Place, ...]
"""Of one variable, or of several."""


def groups(places: Sequence[Place]) -> Iterator[tuple[list[Place], Integer]]:
    """Places that equations speak of together, and the type of these: those of one width, and those of all widths."""
    widths = sorted({width for place in places if (width := scalar_type(place).width) <= ULLONG.width})
    for width in widths:
        found = [place for place in places if scalar_type(place).width == width]
        if len(found) > 1:
            yield found, ULLONG if width > UINT.width else UINT
    if len(widths) > 1:
        yield [place for place in places if scalar_type(place).width <= ULLONG.width], ULLONG


def equation(vector: Sequence[int], products: Sequence[Product], type_: Integer) -> Expression:
    """That ``products``, times the numbers of ``vector``, add up to zero with its last number."""
    return make.binary(BinaryOp.EQ, _total(vector, products, type_, 1), _total(vector, products, type_, -1))


def _total(vector: Sequence[int], products: Sequence[Product], type_: Integer, sign: int) -> Expression:
    """The terms of that sign, without it."""
    terms = [_times(f * sign, each, type_) for f, each in zip(vector, products, strict=False) if f * sign > 0]
    constant = vector[-1] * sign
    if constant > 0 or not terms:
        terms.append(Constant(type_.wrap(max(0, constant)), type_))
    return reduce(lambda a, b: make.binary(BinaryOp.ADD, a, b), terms)


def _times(factor: int, product: Product, type_: Integer) -> Expression:
    found = reduce(lambda a, b: make.binary(BinaryOp.MUL, a, b), (make.cast(place, type_) for place in product))
    return found if factor == 1 else make.binary(BinaryOp.MUL, Constant(type_.wrap(factor), type_), found)
