"""Candidates about sums: bounds of two to four variables, each added or taken away.

These are the octahedra of the samples (Clarisó and Cortadella 2004: The octahedron abstract domain). A bound counts
where several samples reach it: what one sample reaches describes that one. Then bounds of a variable by a multiple of
another one: sums of so many numbers that are at most so large.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, islice, permutations, product
from operator import mul

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.samples import Sample, holding, value_in
from coveriflow.analysis.search.atoms import Place, Vocabulary
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.types.c_types import LLONG, UINT

_MOST_PLACES = 7
_MOST = 160
"""Candidates at one loop head, those first that most samples reach."""
_LARGEST = 64
"""Bounds that are further from zero come from the inputs of the samples, unless the program has the number."""
_FACTORS = range(2, 1 << 16)
_FEW = 6
_OF_TYPES = (127, 255, 32767, 65535)
"""Factors are numbers of the program, and the largest ones of short types."""

Signs = tuple[int, ...]


def sum_candidates(
    vocabulary: Vocabulary, head: Position, samples: Sequence[Sample], sizes: Sequence[int]
) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``: bounds of sums of so many numbers of at most 32
    bits.
    """
    columns = _columns(vocabulary, head, samples)
    places, known = list(columns), frozenset(vocabulary.constants())
    rows = sorted(set(zip(*columns.values(), strict=True)))
    every = (each for size in sizes for each in _bounds(places, rows, size, known))
    found = sorted(every, key=lambda each: -each[0])
    return holding([candidate for _, candidate in found[:_MOST]], samples)


def multiple_candidates(
    vocabulary: Vocabulary, head: Position, samples: Sequence[Sample], known: Collection[Expression]
) -> list[Expression]:
    """The same for one number and a multiple of another one: those above it, and those below. Where it is ``known`` to
    be at most the other one, no multiple says more.
    """
    columns = _columns(vocabulary, head, samples)
    factors = sorted({*vocabulary.constants(), *_OF_TYPES}.intersection(_FACTORS))
    pairs = [pair for pair in permutations(columns, 2) if not _is_ordered(pair, known)]
    return holding(islice(_multiples(pairs, columns, factors), _MOST), samples)


def _is_ordered(pair: tuple[Place, Place], known: Collection[Expression]) -> bool:
    one, other = pair
    return one.type == other.type and make.binary(BinaryOp.LE, one, other) in known


def strongest(found: Sequence[Expression]) -> list[Expression]:
    """Without multiples for which there is a closer one."""
    best: dict[object, tuple[int, Expression]] = {}
    for each in found:
        multiple = _multiple(each)
        if multiple is None:
            best[each] = 0, each
        else:
            key, distance = multiple
            if key not in best or distance < best[key][0]:
                best[key] = distance, each
    return [each for _, each in best.values()]


def _multiple(bound: Expression) -> tuple[object, int] | None:
    """What is bounded by a multiple of what and how, and how far away it is."""
    match bound:
        case Binary(BinaryOp.LE | BinaryOp.GE as op, one, Binary(BinaryOp.MUL, Constant(factor), other)):
            rest = 0
        case Binary(
            BinaryOp.LE | BinaryOp.GE as op,
            one,
            Binary(BinaryOp.ADD, Binary(BinaryOp.MUL, Constant(factor), other), Constant(rest)),
        ):
            pass
        case _:
            return None
    return (op, one, other, rest), factor if op is BinaryOp.LE else -factor


def _columns(vocabulary: Vocabulary, head: Position, samples: Sequence[Sample]) -> dict[Place, list[int]]:
    """The values of what varies, one for each sample."""
    columns: dict[Place, list[int]] = {}
    for place in vocabulary.places_at(head):
        values = [value for sample in samples if (value := value_in(sample, place)) is not None]
        is_small = scalar_type(place).width <= UINT.width
        if is_small and len(values) == len(samples) and len(set(values)) > 1 and len(columns) < _MOST_PLACES:
            columns[place] = values
    return columns


def _multiples(
    pairs: Sequence[tuple[Place, Place]], columns: Mapping[Place, Sequence[int]], factors: Sequence[int]
) -> Iterator[Expression]:
    """With the number that there is where the other one is zero. Samples are small: the least factor that bounds them
    may be too small for others.
    """
    for one, other in pairs:
        rows = set(zip(columns[one], columns[other], strict=True))
        first = [a for a, b in rows if b == 0]
        if any(b < 0 for _, b in rows) or not first:
            continue
        most, least = max(first), min(first)
        above = [(BinaryOp.LE, c, most) for c in factors if all(a <= c * b + most for a, b in rows)]
        below = [(BinaryOp.GE, c, least) for c in reversed(factors) if all(a >= c * b + least for a, b in rows)]
        for op, factor, rest in (*above[:_FEW], *below[:_FEW]):
            if abs(rest) <= _LARGEST:
                multiple = make.binary(BinaryOp.MUL, Constant(factor, LLONG), make.cast(other, LLONG))
                bound = multiple if rest == 0 else make.binary(BinaryOp.ADD, multiple, Constant(rest, LLONG))
                yield make.binary(op, make.cast(one, LLONG), bound)


def _bounds(
    places: Sequence[Place], rows: Sequence[tuple[int, ...]], size: int, known: frozenset[int]
) -> Iterator[tuple[int, Expression]]:
    """Each candidate, with how many of ``rows`` reach its bound."""
    for chosen in combinations(range(len(places)), size):
        parts = sorted({tuple(row[index] for index in chosen) for row in rows})
        for rest in product((1, -1), repeat=size - 1):
            signs = (1, *rest)
            totals = [sum(map(mul, signs, part)) for part in parts]
            whole = _total([places[index] for index in chosen], signs)
            for op, bound in ((BinaryOp.GE, min(totals)), (BinaryOp.LE, max(totals))):
                reached = totals.count(bound)
                if bound == 0 and sum(signs) == size - 2 == 0 and places[chosen[0]].type == places[chosen[1]].type:
                    continue  # an order of two is no sum
                if reached >= size and (abs(bound) <= _LARGEST or bound in known):
                    yield reached, make.binary(op, whole, Constant(bound, LLONG))


def _total(places: Sequence[Place], signs: Signs) -> Expression:
    """Wide enough for the sum."""
    terms = [make.cast(place, LLONG) for place in places]
    first, *others = zip(signs, terms, strict=True)
    return reduce(
        lambda sum_, each: make.binary(BinaryOp.ADD if each[0] > 0 else BinaryOp.SUB, sum_, each[1]), others, first[1]
    )
