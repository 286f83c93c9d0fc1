"""Candidates for loop invariants about floating-point numbers: bounds that the program text mentions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.thresholds import constants_of
from coveriflow.analysis.induction.samples import Sample, holding
from coveriflow.analysis.search.atoms import Place, Vocabulary
from coveriflow.program.expressions import make, softfloat
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.types.c_types import Floating

_NEAREST = 6
"""Bounds of a number on either side."""


def float_candidates(vocabulary: Vocabulary, head: Position, samples: Sequence[Sample]) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``."""
    values = constants_of(vocabulary)
    both = sorted({*values, *(-value for value in values)})
    found: list[Expression] = []
    for place in vocabulary.places_at(head):
        kept = holding(_bounds(place, both), samples)
        least = [c for c in kept if _is(c, BinaryOp.GE)][-_NEAREST:]
        found += [c for c in kept if not _is(c, BinaryOp.GE)][: _NEAREST + 1]
        found += least
    found += holding(vocabulary.conditions(vocabulary.places_at(head)), samples)
    return list(dict.fromkeys(c for c in found if not isinstance(c, Constant)))


def _is(candidate: Expression, operator: BinaryOp) -> bool:
    return getattr(candidate, "operator", None) is operator


def _bounds(place: Place, values: Sequence[Fraction]) -> Iterator[Expression]:
    """That ``place`` is a number, and lies on one side of each of ``values``, which ascend."""
    type_ = scalar_type(place)
    assert isinstance(type_, Floating)
    yield make.binary(BinaryOp.EQ, place, place)
    for value in values:
        number = Constant(softfloat.nearest(format_of(type_), value), type_)
        yield make.binary(BinaryOp.LE, place, number)
        yield make.binary(BinaryOp.GE, place, number)
