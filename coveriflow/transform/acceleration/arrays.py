"""Arrays in closed forms: elements that an induction variable leads to one after the other, and guards that look at
them. Both speak of the iteration that comes to an element, by the element's index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coveriflow.program.expressions.expressions import (
    BinaryOp,
    Constant,
    Element,
    Expression,
    Variable,
    mapped,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.make import binary, cast, conjunction
from coveriflow.program.types.c_types import ULLONG, Array, Integer
from coveriflow.transform.acceleration import polynomials as poly
from coveriflow.transform.acceleration.closed_forms import Recurrences
from coveriflow.transform.acceleration.contracts import Fill, ForEach, NotAccelerable, Write
from coveriflow.transform.acceleration.iterations import short, uses
from coveriflow.transform.acceleration.polynomials import Number, Polynomial

LONGEST = 128
"""Elements of an array that is written out one by one."""
INDEX = Variable("index of an element", ULLONG)


@dataclass(frozen=True, slots=True)
class _Way:
    """How an index moves: ``start`` at the first iteration, ``step`` elements with each."""

    start: Expression
    step: int
    moving: Polynomial

    def iteration(self) -> Expression:
        """Which iteration comes to ``INDEX``, from 0 on."""
        up = self.step > 0
        distance = binary(BinaryOp.SUB, INDEX if up else self.start, self.start if up else INDEX)
        size = Constant(abs(self.step), ULLONG)
        return distance if abs(self.step) == 1 else binary(BinaryOp.DIV, distance, size)

    def is_met(self, count: Variable) -> Expression:
        """Whether one of ``count`` iterations comes to ``INDEX``."""
        within = binary(BinaryOp.LT, self.iteration(), cast(count, ULLONG))
        if abs(self.step) == 1:
            return within
        distance = binary(BinaryOp.SUB, *((INDEX, self.start) if self.step > 0 else (self.start, INDEX)))
        rest = binary(BinaryOp.MOD, distance, Constant(abs(self.step), ULLONG))
        return conjunction(binary(BinaryOp.EQ, rest, Constant(0, ULLONG)), within)


@dataclass(frozen=True, slots=True)
class Elements:
    """What iterations of ``recurrences`` do to arrays, by elements; ``count``: how many iterations."""

    recurrences: Recurrences
    count: Variable

    def fills(self) -> tuple[Fill, ...]:
        """The writes; ``NotAccelerable``."""
        writes = self.recurrences.iteration.writes
        arrays = [write.array for write in writes]
        if len(set(arrays)) < len(arrays):
            raise NotAccelerable("it writes to an array several times")
        return tuple(self._fill(write, set(arrays)) for write in writes)

    def _fill(self, write: Write, written: set[Variable]) -> Fill:
        _check_length(write.array)
        way = self._way(write.index)
        if way is None:
            raise NotAccelerable(f"no induction variable is the index of {short(write.array)}")
        value = self._at_element(write.value, way)
        for part in subexpressions(value):
            if isinstance(part, Element) and part.array in written and (part.array, part.index) != (write.array, INDEX):
                raise NotAccelerable(f"elements of {short(write.array)} depend on others that it writes")
        return Fill(write.array, INDEX, way.is_met(self.count), value)

    def split(self, guards: Iterable[Expression]) -> tuple[tuple[Expression, ...], tuple[ForEach, ...]]:
        """Guards that look at no moving element; and the others, as what holds for each element."""
        plain: list[Expression] = []
        each: list[ForEach] = []
        for guard in guards:
            index = next((i for i in self._moving(guard)), None)
            if index is None:
                plain.append(guard)
            else:
                each.append(self._for_each(guard, index))
        return tuple(plain), tuple(each)

    def _for_each(self, guard: Expression, element: Element) -> ForEach:
        _check_length(element.array)
        way = self._way(element.index)
        if way is None:
            raise NotAccelerable(f"no induction variable is the index of {short(element.array)}")
        return ForEach(INDEX, way.start, way.is_met(self.count), self._at_element(guard, way), _length(element.array))

    def _moving(self, guard: Expression) -> Iterator[Element]:
        changed = self.recurrences.iteration.updates.keys()
        for part in subexpressions(guard):
            if isinstance(part, Element) and uses(part.index) & changed:
                yield part

    def _way(self, index: Expression) -> _Way | None:
        moving = self.recurrences.polynomial(index)
        if moving is None or poly.degree(moving) != 1:
            return None
        steps = {atoms: factor for (atoms, j), factor in moving.items() if j}
        if set(steps) != {()} or abs(steps[()]) > LONGEST:
            return None
        return _Way(cast(index, ULLONG), steps[()], moving)

    def _at_element(self, expression: Expression, way: _Way) -> Expression:
        """``expression`` in the iteration that comes to ``INDEX``."""

        def change(original: Expression, rebuilt: Expression) -> Expression:
            if isinstance(original, Constant | Element) or not isinstance(original.type, Integer):
                return self._moved(rebuilt, way) if isinstance(rebuilt, Variable) else rebuilt
            found = self.recurrences.polynomial(original)
            if found is not None and poly.degree(found):
                distance = poly.added([found, poly.scaled(way.moving, -1)])
                if all(monomial == ((), 0) for monomial in distance):
                    behind = Constant(ULLONG.wrap(distance.get(((), 0), 0)), ULLONG)
                    return cast(binary(BinaryOp.ADD, INDEX, behind) if behind.value else INDEX, scalar_type(original))
            return self._moved(rebuilt, way) if isinstance(rebuilt, Variable) else rebuilt

        return mapped(expression, change)

    def _moved(self, variable: Variable, way: _Way) -> Expression:
        if variable in self.recurrences.polynomials:
            try:
                return self.recurrences.value(variable, Number((way.iteration(),)))
            except poly.TooWide:
                raise NotAccelerable("what it writes grows too fast") from None
        if variable in self.recurrences.iteration.inputs:
            raise NotAccelerable("it writes inputs to an array, or compares them with elements")
        return variable


def _length(array: Variable) -> int:
    assert isinstance(array.type, Array)
    return array.type.length


def _check_length(array: Variable) -> None:
    if _length(array) > LONGEST:
        raise NotAccelerable(f"{short(array)} has more than {LONGEST} elements")
