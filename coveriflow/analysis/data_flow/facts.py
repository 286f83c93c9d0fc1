"""What abstract states say, as C expressions: each can be checked by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from coveriflow.analysis.data_flow.domain import stored_type
from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, covers
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.expressions.float_sets import FloatSet, infinite, pattern_of
from coveriflow.program.types.c_types import INT128, LLONG, Integer

_MOST = 80
"""Facts at one position."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Of states of ``lattice``, over ``places`` where the numbers there are what is read."""

    lattice: Lattice
    places: Sequence[Place]

    def of(self, states: Sequence[State], state_variables: Sequence[str]) -> tuple[Expression, ...]:
        """What holds in all of ``states``, and what the value of a state variable says of the others."""
        whole = reduce(self.lattice.joined, states)
        found = dict.fromkeys(self._of(whole, None))
        by_name = {name_of(place): place for place in self._readable()}
        for name in state_variables:
            if name in by_name and len(states) > 1:
                found |= dict.fromkeys(self._by_value(by_name[name], states, whole))
        return tuple(fact for fact in found if not isinstance(fact, Constant))[:_MOST]

    def _readable(self) -> list[Place]:
        integers = (place for place in self.places if isinstance(scalar_type(place), Integer))
        return [place for place in integers if stored_type(place) == scalar_type(place)]

    def _floats(self) -> list[Place]:
        return [place for place in self.places if name_of(place) in self.lattice.floating]

    def _by_value(self, place: Place, states: Sequence[State], whole: State) -> Iterator[Expression]:
        """Implications from the value of a state variable."""
        values = [self.lattice.number(state, name_of(place)).few(16) for state in states]
        if any(each is None for each in values):
            return
        different = sorted({value for each in values for value in each or ()})
        if len(different) > 1:
            yield reduce(make.disjunction, (_compared(BinaryOp.EQ, place, value) for value in different))
        for value in different:
            here = [state for state, some in zip(states, values, strict=True) if value in (some or ())]
            elsewhere = _compared(BinaryOp.NE, place, value)
            joined = reduce(self.lattice.joined, here).copy()
            joined.numbers.pop(name_of(place), None)
            for fact in self._of(joined, whole):
                yield make.disjunction(elsewhere, fact)

    def _of(self, state: State, known: State | None) -> Iterator[Expression]:
        """What ``known`` does not say."""
        places = self._readable()
        for place in places:
            number = state.numbers.get(name_of(place))
            before = None if known is None else self.lattice.number(known, name_of(place))
            if number is not None and (before is None or not covers(number, before)):
                yield from _of_one(place, number)
        for place in self._floats():
            value = state.floats.get(name_of(place))
            if value is not None and (known is None or value != known.floats.get(name_of(place))):
                yield from of_number(place, value)
        by_name = {name_of(place): place for place in places}
        for (one, other), most in state.bounds.items():
            if one in by_name and other in by_name and self._is_news(state, known, one, other, most):
                fact = self._of_two(state, by_name[one], by_name[other], most)
                if fact is not None:
                    yield fact

    def _is_news(self, state: State, known: State | None, one: str, other: str, most: int) -> bool:
        by_numbers = self.lattice.number(state, one).high - self.lattice.number(state, other).low
        return most < by_numbers and (known is None or most < self.lattice.difference(known, one, other))

    def _of_two(self, state: State, one: Place, other: Place, most: int) -> Expression | None:
        """``one - other <= most``; an equation where that is also the least difference."""
        is_least = state.bounds.get((name_of(other), name_of(one))) == -most
        if is_least and name_of(one) > name_of(other):
            return None
        if one.type == other.type and most in (0, -1):
            op = BinaryOp.EQ if is_least and most == 0 else BinaryOp.LE if most == 0 else BinaryOp.LT
            if not is_least or most == 0:
                return make.binary(op, one, other)
        wide = LLONG if max(scalar_type(one).width, scalar_type(other).width) < LLONG.width else INT128
        difference = make.binary(BinaryOp.SUB, make.cast(one, wide), make.cast(other, wide))
        if not wide.minimum <= most <= wide.maximum or wide.width < scalar_type(one).width + 1:
            return None
        return make.binary(BinaryOp.EQ if is_least else BinaryOp.LE, difference, Constant(most, wide))


def _compared(op: BinaryOp, place: Place, value: int) -> Expression:
    type_ = scalar_type(place)
    return make.binary(op, place, Constant(type_.wrap(value), type_))


def _of_one(place: Place, number: ValueSet) -> Iterator[Expression]:
    """Ends, gaps and rest of what ``place`` may be."""
    type_ = scalar_type(place)
    assert isinstance(type_, Integer)
    if number.constant is not None:
        yield _compared(BinaryOp.EQ, place, number.constant)
        return
    if number.low > type_.minimum:
        yield _compared(BinaryOp.GE, place, number.low)
    if number.high < type_.maximum:
        yield _compared(BinaryOp.LE, place, number.high)
    for (_, before), (after, _) in pairwise(number.ranges):
        if after - before == 2:
            yield _compared(BinaryOp.NE, place, before + 1)
        else:
            outside = _compared(BinaryOp.LE, place, before), _compared(BinaryOp.GE, place, after)
            yield make.disjunction(*outside)
    if number.modulus > 1:
        yield from _of_rest(place, type_, number)


def _of_rest(place: Place, type_: Integer, number: ValueSet) -> Iterator[Expression]:
    """``place`` modulo a number: of what is moved so that it is not negative, in a type that holds it."""
    wide = LLONG if type_.width < LLONG.width else INT128
    unsigned = Integer(type_.rank, type_.width, signed=False)
    if number.modulus & (number.modulus - 1) == 0 and number.modulus <= unsigned.maximum:
        low_bits = make.binary(BinaryOp.AND, make.cast(place, unsigned), Constant(number.modulus - 1, unsigned))
        yield make.binary(BinaryOp.EQ, low_bits, Constant(number.rest, scalar_type(low_bits)))
    elif number.low >= 0 and number.modulus <= type_.maximum:
        rest = make.binary(BinaryOp.MOD, place, Constant(number.modulus, type_))
        yield make.binary(BinaryOp.EQ, rest, Constant(number.rest, type_))
    elif type_.width < wide.width:
        moved = make.binary(BinaryOp.SUB, make.cast(place, wide), Constant(number.low, wide))
        rest = make.binary(BinaryOp.MOD, moved, Constant(number.modulus, wide))
        yield make.binary(BinaryOp.EQ, rest, Constant(0, wide))


def of_number(place: Place, value: FloatSet) -> Iterator[Expression]:
    """Ends of what a floating-point number may be; where it may be a NaN, what it is not."""
    type_, most = scalar_type(place), infinite(value.form)
    if not value.has_numbers:
        yield make.negation(make.binary(BinaryOp.EQ, place, place))
        return
    low, high = (Constant(pattern_of(value.form, end), type_) for end in (value.low, value.high))
    if value.nan:
        if value.low > -most - 1:
            yield make.negation(make.binary(BinaryOp.LT, place, low))
        if value.high < most:
            yield make.negation(make.binary(BinaryOp.GT, place, high))
        return
    yield make.binary(BinaryOp.GE, place, low)
    yield make.binary(BinaryOp.LE, place, high)
