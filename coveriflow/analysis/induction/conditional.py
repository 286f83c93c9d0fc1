"""Candidates under conditions of the program text: equations and remainders that hold where a branch is taken, and
bounds that hold unless a branch was never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.samples import Sample, holding, number_of, satisfying, value_in
from coveriflow.analysis.search.atoms import Place, Vocabulary, name_of
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Constant,
    Expression,
    subexpressions,
    without_casts,
)
from coveriflow.program.types.c_types import ULLONG, Integer

_MOST_CONDITIONS = 12
_MOST = 160
"""Candidates at one loop head."""
_FEWEST = 6
"""Samples with a condition: fewer describe themselves."""

Templates = Callable[[Sequence[Sample]], Iterator[Expression]]
"""What holds in all of some samples."""


def conditional_candidates(
    vocabulary: Vocabulary, head: Position, samples: Sequence[Sample], templates: Templates
) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``: that a condition is false, or that an equation
    holds which the others do not fulfil.
    """
    if len(samples) <= _FEWEST:
        return []
    conditions = islice(vocabulary.conditions(vocabulary.places_at(head)), 2 * _MOST_CONDITIONS)
    always = frozenset(templates(samples))
    found = (each for condition in conditions for each in _under(condition, samples, templates, always))
    return holding(islice(found, _MOST), samples)


def _under(
    condition: Expression, samples: Sequence[Sample], templates: Templates, always: frozenset[Expression]
) -> Iterator[Expression]:
    """What holds where ``condition`` does, and not ``always``."""
    if isinstance(condition, Constant):
        return
    inside = satisfying(condition, samples)
    if not _FEWEST <= len(inside) < len(samples):
        return
    for each in templates(inside):
        if each not in always and not isinstance(each, Constant):
            yield make.disjunction(make.negation(condition), each)


def limit_candidates(
    places: Sequence[Place], conditions: Iterable[Expression], samples: Sequence[Sample]
) -> list[Expression]:
    """That steps of one lead no further than to where one of ``conditions`` fails: ``a <= b`` where it is ``a < b``.

    If that fails in some samples, a variable has one value in all of these: as when a loop is not entered.
    """
    if len(samples) <= _FEWEST:
        return []
    pairs = ((limit, each) for each in conditions if (limit := _limit(each)) is not None)
    limits = dict.fromkeys(limit for limit, each in pairs if len(satisfying(each, samples)) < len(samples))
    return [each for limit in islice(limits, _MOST_CONDITIONS) for each in _unless(limit, places, samples)]


def _limit(condition: Expression) -> Expression | None:
    """What holds after one step from where ``condition`` held."""
    match condition:
        case Binary(BinaryOp.LT, left, right) if _are_integers(left, right):
            return make.binary(BinaryOp.LE, left, right)
        case Binary(BinaryOp.GT, left, right) if _are_integers(left, right):
            return make.binary(BinaryOp.GE, left, right)
        case Binary(BinaryOp.LE, left, right) if _are_integers(left, right):
            return make.disjunction(condition, _follows(left, right))
        case Binary(BinaryOp.GE, left, right) if _are_integers(left, right):
            return make.disjunction(condition, _follows(right, left))
        case _:
            return None


def _are_integers(left: Expression, right: Expression) -> bool:
    """Whether both vary: where one is a constant, samples alone give bounds."""
    both = (left, right)
    are_narrow = all(isinstance(each.type, Integer) and each.type.width <= ULLONG.width for each in both)
    return are_narrow and not any(isinstance(without_casts(each), Constant) for each in both)


def _follows(one: Expression, other: Expression) -> Expression:
    """``one == other + 1``, modulo."""
    wide = [make.cast(each, ULLONG) for each in (one, other)]
    return make.binary(BinaryOp.EQ, wide[0], make.binary(BinaryOp.ADD, wide[1], Constant(1, ULLONG)))


def _unless(limit: Expression, places: Sequence[Place], samples: Sequence[Sample]) -> Iterator[Expression]:
    inside = set(map(id, satisfying(limit, samples)))
    outside = [sample for sample in samples if id(sample) not in inside]
    if not outside:
        yield limit
        return
    mentioned = {name_of(part) for part in subexpressions(limit) if isinstance(part, Place)}
    for place in places:
        values = {value_in(sample, place) for sample in outside}
        if name_of(place) in mentioned and len(values) == 1 and (value := values.pop()) is not None:
            yield make.disjunction(limit, make.binary(BinaryOp.EQ, place, number_of(value, place)))
