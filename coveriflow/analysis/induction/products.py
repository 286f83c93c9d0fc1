"""Candidates of degree two: equations between products of variables that hold in all samples.

They are the null space of the samples over all products of two variables (Sharma et al. 2013: A data driven approach
for algebraic loop invariants). Variables that a linear equation gives by others are left out first: else each product
with that equation would be one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.equations import Product, equation, groups
from coveriflow.analysis.induction.linear import relations
from coveriflow.analysis.induction.samples import Sample, holding, value_in
from coveriflow.analysis.search.atoms import Place, Vocabulary
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Constant,
    Expression,
    subexpressions,
    without_casts,
)
from coveriflow.program.types.c_types import Integer

_MOST_PLACES = 6
_ROWS = 90
_SPARE = 6
"""So many samples more than products: an equation that few of them share describes them, not the program."""
_LARGEST = 64


def multiplies(cfa: Cfa) -> bool:
    """Whether the program multiplies two numbers that vary."""
    return any(has_product(each) for edge in cfa.edges for each in expressions_of(edge.operation))


def has_product(expression: Expression) -> bool:
    """Whether it multiplies two numbers that vary."""
    return any(
        isinstance(part, Binary) and part.operator is BinaryOp.MUL and isinstance(part.type, Integer) and _varies(part)
        for part in subexpressions(expression)
    )


def is_hard(expression: Expression) -> bool:
    """Whether solvers need long for it: it multiplies, or divides by what is no power of two."""
    return has_product(expression) or any(map(_divides, subexpressions(expression)))


def _divides(part: Expression) -> bool:
    if not isinstance(part, Binary) or part.operator not in (BinaryOp.DIV, BinaryOp.MOD):
        return False
    divisor = without_casts(part.right)
    return not isinstance(divisor, Constant) or divisor.value & (divisor.value - 1) != 0


def _varies(product: Binary) -> bool:
    return not any(isinstance(without_casts(each), Constant) for each in (product.left, product.right))


def product_candidates(vocabulary: Vocabulary, head: Position, samples: Sequence[Sample]) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``."""
    found = (each for group, type_ in groups(vocabulary.places_at(head)) for each in _equations(group, samples, type_))
    return holding(dict.fromkeys(found), samples)


def _equations(places: Sequence[Place], samples: Sequence[Sample], type_: Integer) -> Iterator[Expression]:
    values = [(place, [value_in(sample, place) for sample in samples]) for place in places]
    columns = {place: [v for v in some if v is not None] for place, some in values}
    varying = [p for p, some in columns.items() if len(some) == len(samples) and len(set(some)) > 1]
    group = _independent(varying, columns)[:_MOST_PLACES]
    terms: list[Product] = [*combinations_with_replacement(group, 2), *((place,) for place in group)]
    rows = sorted(set(zip(*(columns[place] for place in group), strict=True)), key=lambda row: max(map(abs, row)))
    if len(group) < 2 or len(rows) < len(terms) + _SPARE:
        return
    known = [dict(zip(group, row, strict=True)) for row in rows[:_ROWS]]
    for vector in relations([[*(_value(term, row) for term in terms), 1] for row in known]):
        if max(map(abs, vector[:-1])) <= _LARGEST and any(
            f and len(t) > 1 for f, t in zip(vector, terms, strict=False)
        ):
            yield equation(vector, terms, type_)


def _independent(places: Sequence[Place], columns: dict[Place, list[int]]) -> list[Place]:
    """Those that no linear equation gives by the ones before."""
    found: list[Place] = []
    for place in places:
        rows = sorted(set(zip(*(columns[each] for each in (*found, place)), strict=True)))[:_ROWS]
        if not any(vector[len(found)] for vector in relations([(*row, 1) for row in rows])):
            found.append(place)
    return found


def _value(term: Product, row: dict[Place, int]) -> int:
    return reduce(lambda a, b: a * b, (row[place] for place in term))
