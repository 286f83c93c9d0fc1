"""Candidates for loop invariants: templates filled in from samples, and the conditions of the program text.

Every candidate is a C expression over the integers in scope at one loop head. None need be true: ``houdini`` keeps
what is inductive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import permutations
from math import gcd

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.conditional import limit_candidates
from coveriflow.analysis.induction.drifts import drift_candidates
from coveriflow.analysis.induction.equations import equation, groups
from coveriflow.analysis.induction.linear import relations
from coveriflow.analysis.induction.phases import is_congruent, phase_candidates
from coveriflow.analysis.induction.samples import Sample, holding, number_of, value_in
from coveriflow.analysis.search.atoms import Place, Vocabulary, name_of
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.types.c_types import LLONG, UINT, ULLONG, Integer

_FEW = 8
"""A variable with so few values may be a state of a machine."""
_FEW_POWERS = 2
"""Of different values, which may be powers of two by chance."""
_ROWS = 60
_NEAR = 2

Values = Sequence[int]


def candidates(
    vocabulary: Vocabulary, head: Position, samples: Sequence[Sample], constants: Sequence[int]
) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``."""
    places = vocabulary.places_at(head)
    found: dict[Expression, None] = {}
    if samples:
        columns = {p: [v for s in samples if (v := value_in(s, p)) is not None] for p in places}
        complete = [p for p in places if len(columns[p]) == len(samples)]
        for place in complete:
            found.update(dict.fromkeys(_of_one(place, columns[place], constants)))
        found.update(dict.fromkeys(_linear(complete, columns)))
        for one, other in permutations(complete, 2):
            found.update(dict.fromkeys(_of_two(one, other, columns)))
        found.update(dict.fromkeys(_implications(complete, columns)))
    conditions = list(vocabulary.conditions(places))
    found.update(dict.fromkeys(conditions))
    found.update(dict.fromkeys(limit_candidates(places, conditions, samples)))
    found.update(dict.fromkeys(vocabulary.orders(head)))
    found.update(dict.fromkeys(phase_candidates(vocabulary, head)))
    found.update(dict.fromkeys(drift_candidates(vocabulary, head, samples)))
    kept = [c for c in found if not isinstance(c, Constant)]
    return holding(kept, samples)


def equations(places: Sequence[Place], samples: Sequence[Sample]) -> Iterator[Expression]:
    """Linear ones, remainders and single values that hold in all ``samples``."""
    columns = {p: [v for s in samples if (v := value_in(s, p)) is not None] for p in places}
    complete = [p for p in places if len(columns[p]) == len(samples)]
    yield from _linear(complete, columns)
    for place in complete:
        yield from (each for each in _of_one(place, columns[place], ()) if _is_equation(each))


def _is_equation(candidate: Expression) -> bool:
    return isinstance(candidate, Binary) and candidate.operator is BinaryOp.EQ


def _compare(op: BinaryOp, left: Expression, right: Expression) -> Expression:
    return make.binary(op, left, right)


def _of_one(place: Place, column: Values, constants: Sequence[int]) -> Iterator[Expression]:
    type_ = scalar_type(place)
    low, high, different = min(column), max(column), sorted(set(column))
    if low == high:
        yield _compare(BinaryOp.EQ, place, number_of(low, place))
    inside = [c for c in (*constants, low, high) if type_.minimum <= c <= type_.maximum]
    for least in sorted((c for c in set(inside) if type_.minimum < c <= low), reverse=True)[:_NEAR]:
        yield _compare(BinaryOp.GE, place, number_of(least, place))
    for most in sorted(c for c in set(inside) if high <= c < type_.maximum)[:_NEAR]:
        yield _compare(BinaryOp.LE, place, number_of(most, place))
    yield from (_compare(BinaryOp.NE, place, number_of(c, place)) for c in inside if low <= c <= high)
    if 1 < len(different) <= _FEW:
        tests = [_compare(BinaryOp.EQ, place, number_of(value, place)) for value in different]
        yield reduce(make.disjunction, tests)
    if len(different) > _FEW_POWERS and all(value >= 0 == value & (value - 1) for value in different if value):
        yield _is_power_of_two(place)
    step = reduce(gcd, (value - low for value in different), 0)
    for modulus in sorted({step, *(1 << n for n in range(1, 8) if step % (1 << n) == 0 < step)} - {0, 1}):
        if modulus <= type_.maximum:
            yield is_congruent(place, modulus, low % modulus)


def _is_power_of_two(place: Place) -> Expression:
    """Or zero: that no two bits are set."""
    wide = ULLONG if scalar_type(place).width > UINT.width else UINT
    number = make.cast(place, wide)
    below = make.binary(BinaryOp.SUB, number, Constant(1, wide))
    return _compare(BinaryOp.EQ, make.binary(BinaryOp.AND, number, below), Constant(0, wide))


def _of_two(one: Place, other: Place, columns: Mapping[Place, Values]) -> Iterator[Expression]:
    if one.type != other.type:
        yield from _of_different_types(one, other, columns)
        return
    differences = [a - b for a, b in zip(columns[one], columns[other], strict=True)]
    if max(differences) <= 0:
        yield _compare(BinaryOp.LE, one, other)
    if max(differences) < 0:
        yield _compare(BinaryOp.LT, one, other)
    if 0 not in differences and name_of(one) < name_of(other):
        yield _compare(BinaryOp.NE, one, other)
    if scalar_type(one).width <= UINT.width and 0 < abs(max(differences)) <= _FEW:
        wide = make.binary(BinaryOp.SUB, make.cast(one, LLONG), make.cast(other, LLONG))
        yield _compare(BinaryOp.LE, wide, Constant(max(differences), LLONG))


def _of_different_types(one: Place, other: Place, columns: Mapping[Place, Values]) -> Iterator[Expression]:
    """The order of two numbers, in the wider type."""
    types = (scalar_type(one), scalar_type(other))
    if not all(isinstance(each, Integer) and each.signed for each in types) or types[0].width == types[1].width:
        return
    wider = max(types, key=lambda each: each.width)
    if all(a <= b for a, b in zip(columns[one], columns[other], strict=True)):
        yield _compare(BinaryOp.LE, make.cast(one, wider), make.cast(other, wider))


def _linear(places: Sequence[Place], columns: Mapping[Place, Values]) -> Iterator[Expression]:
    """Equations, in the unsigned type of each width. Others are given by the smallest numbers: the other way round a
    factor may be even, and says less.
    """
    for of_width, type_ in groups([p for p in places if len(set(columns[p])) > 1]):
        group = sorted(of_width, key=lambda p: max(map(abs, columns[p])))
        rows = sorted(zip(*(columns[p] for p in group), strict=True), key=lambda row: max(map(abs, row)))
        for vector in relations([(*row, 1) for row in rows[:_ROWS]]):
            whole = vector if sum(factor > 0 for factor in vector) * 2 >= len(vector) else tuple(-f for f in vector)
            if sum(factor != 0 for factor in whole[:-1]) > 1:
                yield equation(whole, [(place,) for place in group], type_)


def _implications(places: Sequence[Place], columns: Mapping[Place, Values]) -> Iterator[Expression]:
    """What one variable with few values says of the others."""
    for state in places:
        values = sorted(set(columns[state]))
        if not 1 < len(values) <= _FEW:
            continue
        for value in values:
            where = [index for index, v in enumerate(columns[state]) if v == value]
            elsewhere = _compare(BinaryOp.NE, state, number_of(value, state))
            for other in places:
                if other is not state:
                    seen = [columns[other][index] for index in where]
                    yield from (make.disjunction(elsewhere, c) for c in _consequences(other, seen, columns[other]))


def _consequences(other: Place, seen: Values, whole: Values) -> Iterator[Expression]:
    low, high = min(seen), max(seen)
    if low == high:
        yield _compare(BinaryOp.EQ, other, number_of(low, other))
        return
    if low > min(whole):
        yield _compare(BinaryOp.GE, other, number_of(low, other))
    if high < max(whole):
        yield _compare(BinaryOp.LE, other, number_of(high, other))
