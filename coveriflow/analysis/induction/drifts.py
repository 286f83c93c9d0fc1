"""Candidates about a number that changes by another one, which counts: ``x += y; y++``.

While ``y`` is negative, ``x`` falls, and a bound of it alone is not inductive. ``x + K*y`` never falls, if ``y >= -K``:
what ``x`` loses at once is at most what the counter wins. Bounds of the counter are numbers of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product, starmap

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.samples import Sample, holding, number_of, value_in
from coveriflow.analysis.search.atoms import Place, Vocabulary
from coveriflow.program.cfa.edges import Assign, Edge
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    Variable,
    scalar_type,
    without_casts,
)
from coveriflow.program.lowering.expressions.object_order import plain
from coveriflow.program.types.c_types import LLONG, UINT

_MOST = 40
_NEAR = 2
_LARGEST = 1 << 24
"""Larger factors, or sums of them, say nothing that a bound of the type does not say."""


@dataclass(frozen=True, slots=True)
class _Drift:
    """``moved`` changes by ``sign`` times ``counter``, which changes by ``step`` (not zero) itself."""

    moved: Place
    sign: int
    counter: Place
    step: int

    def factors(self, least: int, most: int) -> Iterator[tuple[int, BinaryOp]]:
        """``K`` for which ``moved + K*counter`` never falls (then it is at least what it was first), or never grows,
        where the counter is between ``least`` and ``most``.
        """
        lowest, highest = sorted((self.sign * least, self.sign * most))
        direction = 1 if self.step > 0 else -1
        if lowest < 0:
            yield direction * _quotient(-lowest, abs(self.step)), BinaryOp.GE
        if highest > 0:
            yield -direction * _quotient(highest, abs(self.step)), BinaryOp.LE


def drift_candidates(vocabulary: Vocabulary, head: Position, samples: Sequence[Sample]) -> list[Expression]:
    """What may be invariant at ``head``: bounds of a number and a multiple of the counter that it changes by, and that
    the counter stays within numbers of the program as long as a condition about the other one holds.
    """
    places, found = frozenset(vocabulary.places_at(head)), dict[Expression, None]()
    for drift in _drifts(vocabulary.cfa.edges):
        values = [v for sample in samples if (v := value_in(sample, drift.counter)) is not None]
        if values and {drift.moved, drift.counter} <= places:
            below, above = _limits(values, vocabulary.constants())
            starts = _starts(vocabulary.cfa.edges, drift.moved)
            found |= dict.fromkeys(e for pair in product(below, above) for e in _bounds(drift, *pair, starts))
            ends = [make.binary(BinaryOp.GE, drift.counter, number_of(least, drift.counter)) for least in below]
            ends += [make.binary(BinaryOp.LE, drift.counter, number_of(most, drift.counter)) for most in above]
            found |= dict.fromkeys(starmap(make.disjunction, product(ends, vocabulary.conditions([drift.moved]))))
    return holding(islice((each for each in found if not isinstance(each, Constant)), _MOST), samples)


def _drifts(edges: Sequence[Edge]) -> Iterator[_Drift]:
    sums = dict.fromkeys(found for edge in edges for found in _sums(edge))
    for moved, sign, counter in sums:
        for step in dict.fromkeys(step for edge in edges for step in _steps(edge, counter)):
            if moved != counter and all(scalar_type(place).width <= UINT.width for place in (moved, counter)):
                yield _Drift(moved, sign, counter, step)


def _sums(edge: Edge) -> Iterator[tuple[Place, int, Place]]:
    """What is changed by adding or subtracting which number."""
    match edge.operation:
        case Assign(Variable() | Cell() as target, value):
            pass
        case _:
            return
    match without_casts(plain(value)):
        case Binary(BinaryOp.ADD | BinaryOp.SUB as op, one, other):
            one, other = without_casts(one), without_casts(other)
            if one == target and isinstance(other, Variable | Cell):
                yield target, 1 if op is BinaryOp.ADD else -1, other
            elif other == target and op is BinaryOp.ADD and isinstance(one, Variable | Cell):
                yield target, 1, one
        case _:
            return


def _steps(edge: Edge, counter: Place) -> Iterator[int]:
    match edge.operation:
        case Assign(target, value) if target == counter:
            pass
        case _:
            return
    match without_casts(plain(value)):
        case Binary(BinaryOp.ADD | BinaryOp.SUB as op, one, Constant(size)) if without_casts(one) == counter:
            step = scalar_type(counter).wrap(size if op is BinaryOp.ADD else -size)
            if step:
                yield step
        case _:
            return


def _starts(edges: Sequence[Edge], place: Place) -> Sequence[int]:
    """The numbers that ``place`` is set to."""
    found = dict[int, None]()
    for edge in edges:
        match edge.operation:
            case Assign(target, value) if target == place and isinstance(
                constant := without_casts(plain(value)), Constant
            ):
                found[scalar_type(place).wrap(constant.value)] = None
            case _:
                pass
    return list(found)


def _limits(values: Sequence[int], constants: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """Numbers of the program that are close below ``values``, and above them."""
    below = sorted((c for c in constants if c <= min(values)), reverse=True)
    above = sorted(c for c in constants if c >= max(values))
    return below[:_NEAR], above[:_NEAR]


def _bounds(drift: _Drift, least: int, most: int, starts: Sequence[int]) -> Iterator[Expression]:
    """Of what begins with one of ``starts``, if the counter is between ``least`` and ``most``."""
    for factor, op in drift.factors(least, most):
        ends = (factor * least, factor * most)
        limit = min(ends) if op is BinaryOp.GE else max(ends)
        if max(map(abs, (factor, limit))) <= _LARGEST:
            moved, counter = (make.cast(place, LLONG) for place in (drift.moved, drift.counter))
            total = make.binary(BinaryOp.ADD, moved, make.binary(BinaryOp.MUL, Constant(factor, LLONG), counter))
            for bound in (Constant(start + limit, LLONG) for start in starts):
                yield make.binary(op, total, bound)
                yield make.binary(op, moved, bound)


def _quotient(number: int, divisor: int) -> int:
    """Rounded up."""
    return -(-number // divisor)
