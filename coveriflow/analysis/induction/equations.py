"""Equations between sums of products of variables, as C expressions of an unsigned type: they hold modulo a power of
two or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from coveriflow.analysis.search.atoms import Place
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression
from coveriflow.program.types.c_types import Integer

Product = tuple[Place, ...]
"""Of one variable, or of several."""


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
