"""States at loop heads in executions with random inputs: what does not hold in one of them is no invariant."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import cycle

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, Location
from coveriflow.program.expressions.compile import Environment, Evaluate, Key, compiled
from coveriflow.program.expressions.expressions import Constant, Expression, scalar_type
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import nearest
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter
from coveriflow.program.types.c_types import Array, Floating, Scalar

Sample = dict[Key, int]
"""A value for each place, by ``name_of``."""

_STEPS = 20_000
_PER_HEAD = 400
_PER_EXECUTION, _PER_LONG_ONE = 60, 120
_LONG = 16
"""So many executions are followed further: of many visits some are looked at, half as many of twice as many."""
_ALL_VISITS = 16
_PARTS = 16
_ANY_BITS = 0.2
_DIFFERENT = 61
"""Elements of an array without values, of which each is drawn: further ones repeat these."""


@dataclass(slots=True)
class Sampler:
    """Collects states of ``cfa`` at ``heads``."""

    cfa: Cfa
    heads: Collection[Position]
    places: Sequence[Place]
    found: defaultdict[Position, dict[tuple[int | None, ...], Sample]] = field(
        default_factory=lambda: defaultdict(dict), init=False
    )

    def run(self, executions: int, watch: Watch, seed: int = 1) -> None:
        """Execute with random inputs, as long as ``watch`` allows."""
        interpreter, rng = Interpreter(self.cfa, keep_trace=False), random.Random(seed)
        for number in range(executions):
            if watch.exhausted() is not None or not any(map(self._wants, self.heads)):
                return
            self.follow(interpreter, random_inputs(rng), is_long=number % (executions // _LONG or 1) == 0)

    def follow(self, interpreter: Interpreter, inputs: Sequence[int] | Inputs, *, is_long: bool = False) -> None:
        """One execution, until it has shown as many states of each head as one may."""
        most = _PER_LONG_ONE if is_long else _PER_EXECUTION
        left = {head: most for head in self.heads if self._wants(head)}
        visits = Counter[Position]()
        keys = [name_of(place) for place in self.places]

        def see(location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> bool:
            position = Position(location, tuple(stack))
            if position not in left:
                return not left
            visits[position] += 1
            if is_long and visits[position] % _stride(visits[position]):
                return False
            known, values = self.found[position], tuple(memory.get(key) for key in keys)
            if values not in known:
                known[values] = {k: v for k, v in zip(keys, values, strict=True) if v is not None}
                left[position] -= 1
                if left[position] == 0 or not self._wants(position):
                    del left[position]
            return not left

        interpreter.visit(inputs, _STEPS, {head.location for head in self.heads}, see)

    def _wants(self, head: Position) -> bool:
        return len(self.found[head]) < _PER_HEAD

    def at(self, position: Position) -> list[Sample]:
        """The different states seen there."""
        return list(self.found[position].values())


def _stride(visits: int) -> int:
    """One visit in so many is looked at."""
    return 1 << max(0, visits.bit_length() - _ALL_VISITS.bit_length())


def random_inputs(rng: random.Random) -> Inputs:
    """Each execution has a habit of its own: small numbers, the ends of the type, any bits."""
    small = rng.choice((1, 2, 4, 10, 30, 100))
    extreme = rng.random() ** 4
    repeated: dict[Edge, Iterator[int]] = {}

    def drawn(type_: Scalar) -> int:
        if isinstance(type_, Floating):
            return _random_number(rng, type_, small)
        if rng.random() < extreme:
            return type_.wrap(rng.choice((type_.minimum, type_.maximum, -1, rng.getrandbits(type_.width))))
        return type_.wrap(rng.randint(0, small) if rng.random() < 0.85 else -rng.randint(0, small))

    def following(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        operation = edge.operation
        if not isinstance(operation.target.type, Array) or operation.target.type.length <= _DIFFERENT:
            return drawn(operation.type)
        if edge not in repeated:
            repeated[edge] = cycle([drawn(operation.type) for _ in range(_DIFFERENT)])
        return next(repeated[edge])

    return following


def _random_number(rng: random.Random, type_: Floating, small: int) -> int:
    """Mostly a fraction that is not large, since most programs expect one; else any bits."""
    if rng.random() < _ANY_BITS:
        return type_.wrap(rng.getrandbits(type_.width))
    return nearest(format_of(type_), Fraction(rng.randint(-small * _PARTS, small * _PARTS), _PARTS))


def value_in(sample: Sample, place: Place) -> int | None:
    """The value of ``place`` in its own type: memory holds unsigned numbers."""
    value = sample.get(name_of(place))
    return None if value is None else scalar_type(place).wrap(value)


def number_of(value: int, place: Place) -> Constant:
    """``value`` in the type of ``place``."""
    type_ = scalar_type(place)
    return Constant(type_.wrap(value), type_)


def holding(candidates: Iterable[Expression], samples: Sequence[Sample]) -> list[Expression]:
    """Those that hold in all ``samples`` that have a value for all they speak of."""
    kept = []
    for candidate in candidates:
        evaluate = compiled(candidate)
        if all(_holds(evaluate, sample) for sample in samples):
            kept.append(candidate)
    return kept


def satisfying(condition: Expression, samples: Sequence[Sample]) -> list[Sample]:
    """Those of ``samples`` in which ``condition`` holds, or that have no value for something it speaks of."""
    evaluate = compiled(condition)
    return [sample for sample in samples if _holds(evaluate, sample)]


def _holds(evaluate: Evaluate, sample: Environment) -> bool:
    try:
        return bool(evaluate(sample))
    except (KeyError, ArithmeticError, ValueError):
        return True
