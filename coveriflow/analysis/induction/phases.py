"""Candidates about loops that go on in another way from some number on: they count by ones up to it, and then by twos.

What holds of the second phase shows in no short execution. The text says where it begins (a comparison with a number)
and what changes in it (a larger step): from there on, the variable is as far away as a multiple of the step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.search.atoms import Place, Vocabulary
from coveriflow.program.cfa.edges import Assign, Edge
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Variable,
    scalar_type,
    without_casts,
)
from coveriflow.program.lowering.expressions.object_order import plain
from coveriflow.program.types.c_types import UINT, ULLONG

_COMPARISONS = frozenset({BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE, BinaryOp.EQ, BinaryOp.NE})
_MOST = 40
_LARGEST_STEP = 1 << 16


def phase_candidates(vocabulary: Vocabulary, head: Position) -> list[Expression]:
    """What may be invariant at ``head``: that a variable has not come to a number of the program yet, or is away from
    it (or the next one) by a multiple of one of its steps.
    """
    places = vocabulary.places_at(head)
    steps = _steps(vocabulary.cfa.edges)
    found = dict[Expression, None]()
    for test in vocabulary.conditions(places):
        for place, number in _compared(test):
            for step in steps.get(place, ()):
                rests = sorted({number % step, (number + 1) % step})
                found |= dict.fromkeys(make.disjunction(test, is_congruent(place, step, rest)) for rest in rests)
    return list(islice((each for each in found if not isinstance(each, Constant)), _MOST))


def _steps(edges: Iterable[Edge]) -> dict[Place, Sequence[int]]:
    """By how much more than one each variable changes at once."""
    found = defaultdict[Place, set[int]](set)
    for edge in edges:
        match edge.operation:
            case Assign(Variable() as target, value):
                found[target].update(size for size in _added(plain(value), target) if 1 < size <= _LARGEST_STEP)
            case _:
                pass
    return {target: sorted(sizes) for target, sizes in found.items()}


def _added(value: Expression, target: Variable) -> Iterator[int]:
    match value:
        case Cast(operand):
            yield from _added(operand, target)
        case Binary(BinaryOp.ADD | BinaryOp.SUB, one, Constant(size)) if without_casts(one) == target:
            yield abs(size)
        case _:
            return


def _compared(test: Expression) -> Iterator[tuple[Place, int]]:
    match test:
        case Binary(op, one, Constant(number)) | Binary(op, Constant(number), one) if op in _COMPARISONS:
            if isinstance(place := without_casts(one), Variable):
                yield place, number
        case _:
            return


def is_congruent(place: Place, step: int, rest: int) -> Expression:
    """That ``place``, as an unsigned number, leaves ``rest`` when divided by ``step``."""
    number = ULLONG if scalar_type(place).width > UINT.width else UINT
    left = make.binary(BinaryOp.MOD, make.cast(place, number), Constant(step, number))
    return make.binary(BinaryOp.EQ, left, Constant(rest, number))
