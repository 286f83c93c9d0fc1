"""What assignments and conditions do to facts about where texts end (``text_ends``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import constrain
from coveriflow.analysis.data_flow.evaluation import Evaluation, is_whole, parts_of
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.text_ends import End, Ends, Linear, Tops, Write
from coveriflow.analysis.data_flow.values.arithmetic import compared, is_bool
from coveriflow.analysis.data_flow.values.contents import cell_name, cell_named, is_cell
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Place,
    Variable,
    subexpressions,
)
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.types.c_types import Floating, Integer, Pointer

_MOST_NAMES = 3
_MOST_WAYS = 8
_MOST_PLACES = 64
Change = tuple[str, list[Linear], Cell | Element | None]
"""A variable, what its new value may be, if that is known, and of what it is a copy."""


@dataclass(frozen=True, slots=True)
class TextTransfer:
    """Law: that of ``Transfer``. What is asked of the old state is asked before it is changed."""

    evaluation: Evaluation

    def linears(self, expression: Expression, state: State) -> list[Linear]:
        """The same for each place where a number in memory may lie that ``expression`` reads; empty where one of these
        is not known.
        """
        whole = self.linear(expression, state)
        if whole is not None:
            return [whole]
        for cell in subexpressions(expression):
            if isinstance(cell, Cell) and cell.region.name in self.evaluation.lattice.cells:
                ways = self._ways(cell, state)
                found = [self.linear(expression, state, (cell, way)) for way in ways]
                return [] if None in found else [each for each in found if each is not None]
        return []

    def _ways(self, cell: Cell, state: State) -> list[Linear]:
        addresses, lattice = self.evaluation.addresses(cell, state), self.evaluation.lattice
        few, found = None if addresses is None else addresses.few(_MOST_WAYS), list[Linear]()
        if few is None or not isinstance(cell.type, Integer) or cell.type.signed or not is_whole(cell):
            return []
        for address in few:
            name = cell_name(cell.region.name, (address, parts_of(cell)))
            number = lattice.number(state, name).constant
            if number is None and name not in lattice.partners:
                return []
            found.append(((name,), 0) if number is None else ((), number))
        return found

    def linear(self, expression: Expression, state: State, way: tuple[Cell, Linear] | None = None) -> Linear | None:
        """The value as a sum of variables and a number, where nothing wraps; ``way``: what a number in memory is."""
        match expression:
            case Cell() if way is not None and expression == way[0]:
                return way[1]
            case Constant(value) if not isinstance(expression.type, Floating):
                return (), value
            case Address():
                return (), expression.value
            case Variable() | Cell():
                return self._of_place(expression, state)
            case Cast(operand, type_) if not isinstance(type_, Floating) and not isinstance(operand.type, Floating):
                is_kept = not is_bool(type_) and self.evaluation.value(operand, state).within(
                    type_.minimum, type_.maximum
                )
                return self.linear(operand, state, way) if is_kept else None
            case Binary(BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL, left, right, type_) if isinstance(
                type_, Integer | Pointer
            ):
                is_kept = self.evaluation.exact(expression, state).within(type_.minimum, type_.maximum)
                return self._combined(expression.operator, left, right, state, way) if is_kept else None
            case _:
                return None

    def _of_place(self, expression: Variable | Cell, state: State) -> Linear | None:
        name = self.evaluation.place(expression)
        if name is None and isinstance(expression, Cell) and expression.region.name in self.evaluation.lattice.cells:
            cell = self.evaluation.cell(expression, state)
            if cell is not None and cell in self.evaluation.lattice.partners:
                return (cell,), 0
            only = self.evaluation.value(expression, state).constant
            return None if only is None else ((), only)
        if name is None or is_bool(expression.type):  # type: ignore[arg-type]
            return None
        number, type_ = self.evaluation.lattice.number(state, name), expression.type
        assert isinstance(type_, Integer | Pointer)
        return ((name,), 0) if number.within(type_.minimum, type_.maximum) else None

    def _combined(
        self, op: BinaryOp, left: Expression, right: Expression, state: State, way: tuple[Cell, Linear] | None
    ) -> Linear | None:
        one, other = self.linear(left, state, way), self.linear(right, state, way)
        if one is None or other is None:
            return None
        if op is BinaryOp.MUL:
            return one if other == ((), 1) else other if one == ((), 1) else None
        if op is BinaryOp.SUB:
            return None if other[0] else (one[0], one[1] - other[1])
        names = tuple(sorted((*one[0], *other[0])))
        return (names, one[1] + other[1]) if len(set(names)) == len(names) <= _MOST_NAMES else None

    def copied_from(self, value: Expression) -> Cell | Element | None:
        """The number in memory that ``value`` is, or that is zero if and only if this is zero."""
        match value:
            case Cast(operand, Integer() as type_) if isinstance(operand.type, Integer) and not is_bool(type_):
                return self.copied_from(operand) if type_.width >= operand.type.width else None
            case Cell() | Element():
                return value if self._is_one_number(value) else None
            case _:
                return None

    def _is_one_number(self, place: Cell | Element) -> bool:
        """Whether it is one number of a region or an array that is tracked."""
        if isinstance(place, Element):
            return place.array.name in self.evaluation.lattice.regions and isinstance(place.type, Integer | Pointer)
        name = place.region.name
        if name not in self.evaluation.lattice.regions or not isinstance(place.type, Integer | Pointer):
            return False
        if name.startswith(EXTENT.name):
            return False
        return not is_bool(place.type) and parts_of(place) == 1 and is_whole(place)

    def change(self, state: State, name: str, value: Expression) -> Change:
        """What ``name`` gets, for ``changed``."""
        type_, copied = self.evaluation.types[name], self.copied_from(value)
        if isinstance(value.type, Floating) or (not state.ends and copied is None):
            return name, [], None
        if not self.evaluation.value(value, state).within(type_.minimum, type_.maximum):
            return name, [], None
        return name, self.linears(value, state) if state.ends else [], copied

    def changed(self, state: State, changes: Sequence[Change]) -> None:
        """All at once."""
        if not state.ends and not state.reads and all(cell is None for _, _, cell in changes):
            return
        names, lattice = {name for name, _, _ in changes}, self.evaluation.lattice
        old, facts = state.ends, text_ends.without(text_ends.projected(lattice, state, names), names)
        for name, ways, _ in changes:
            if not ways:
                continue
            if ways[0][0] == (name,) and len(changes) == len(ways) == 1:
                facts |= text_ends.moved(lattice, old, name, ways[0][1])
            elif all(names.isdisjoint(way[0]) for way in ways):
                facts |= text_ends.copied_each_way(lattice, text_ends.without(old, names), name, ways)
        state.ends = text_ends.bounded(facts)
        if state.reads:
            state.reads = {
                n: c for n, c in state.reads.items() if n not in names and names.isdisjoint(text_ends.names_in(c))
            }
        new = {name: c for name, _, c in changes if c is not None and names.isdisjoint(text_ends.names_in(c))}
        if new:
            state.reads = {**state.reads, **new}

    def stored_in(self, state: State, place: tuple[str, Place], value: Expression, overwritten: Sequence[str]) -> Ends:
        """What holds of a value in memory that counts once it is ``value``, which fits there, and nothing is known any
        more of the values that are ``overwritten`` with it.
        """
        (cell, target), lattice = place, self.evaluation.lattice
        regions = lattice.counted.get(target, ())
        facts = {key: end for key, end in state.ends.items() if key[0] in regions}
        number = self.evaluation.value(value, state).constant
        if number is not None:
            return text_ends.named(lattice, text_ends.without(facts, {cell, *overwritten}), cell, number)
        if not facts:
            return {}
        ways, others = self.linears(value, state), {*overwritten} - {cell}
        if not ways or any(not others.isdisjoint(way[0]) for way in ways):
            return {}
        facts = text_ends.without(facts, others)
        if all(cell not in way[0] for way in ways):
            return text_ends.copied_each_way(lattice, text_ends.without(facts, [cell]), cell, ways)
        is_moved = len(ways) == 1 and ways[0][0] == (cell,)
        return text_ends.moved(lattice, facts, cell, ways[0][1]) if is_moved else {}

    def forget(self, state: State, name: str) -> None:
        """``name`` may have any value."""
        if text_ends.speak_of(state.ends, name):
            facts = text_ends.projected(self.evaluation.lattice, state, [name])
            state.ends = text_ends.bounded(text_ends.without(facts, [name]))
        if state.reads and any(n == name or name in text_ends.names_in(c) for n, c in state.reads.items()):
            state.reads = {n: c for n, c in state.reads.items() if n != name and name not in text_ends.names_in(c)}

    def forget_region(self, state: State, region: str) -> None:
        """Whatever lies there has changed."""
        state.ends = {key: end for key, end in state.ends.items() if key[0] != region}
        state.reads = {n: c for n, c in state.reads.items() if region not in text_ends.names_in(c)}

    def store(self, state: State, target: Place, value: Expression) -> None:
        """A number, or several, of a region or an array are written; ``state`` is still the old one."""
        region, addresses, count = self._where(state, target)
        if region.startswith(EXTENT.name):
            return
        state.reads = {n: c for n, c in state.reads.items() if region not in text_ends.names_in(c)}
        if addresses is None:
            return
        is_zero = not isinstance(value.type, Floating) and self._is_zero(state, value)
        if not is_zero:
            write = Write(region, addresses, count, self._at(state, target))
            state.ends = text_ends.stored(self.evaluation.lattice, state, write)
            return
        if count == 1:
            new = self._ending(state, region, self._at(state, target), addresses)
            for key, end in state.ends.items():
                if key in new and key[1] and end.offset > new[key].offset:
                    del new[key]
            state.ends = text_ends.bounded({**{k: e for k, e in state.ends.items() if k not in new}, **new})

    def _is_zero(self, state: State, value: Expression) -> bool:
        """By the numbers, or since a text ends just where it is read."""
        if self.evaluation.value(value, state).constant == 0:
            return True
        read = self.copied_from(value)
        place = None if read is None else self._varying_in(state, self._at(state, read))
        if read is None or place is None or len(place[0]) != 1:
            return False
        region = read.array.name if isinstance(read, Element) else read.region.name
        end = state.ends.get(text_ends.key_of(self.evaluation.lattice, region, place))
        return end is not None and end.offset == place[1] and (place[0][0], place[1]) in end.tops

    def _ending(self, state: State, region: str, place: Linear | None, addresses: ValueSet) -> Ends:
        """Facts where a zero is at ``place``, one of ``addresses``."""
        bits, tops, new = self.evaluation.lattice.block_bits, self._tops(state, place), Ends()
        varying = self._varying_in(state, place)
        if addresses.low >> bits == addresses.high >> bits:
            new[region, (), addresses.low >> bits] = End(addresses.low, addresses.high, tops)
        for each in (varying, place):
            if each is not None and each[0]:
                end = End(each[1], addresses.high, tops)
                new[text_ends.key_of(self.evaluation.lattice, region, each)] = end
        if place is not None and place[0]:
            new |= self._after_cells(state, region, place, addresses.high)
        return new

    def _tops(self, state: State, place: Linear | None) -> Tops:
        """``place`` as a variable and a number, if only one variable of it varies."""
        found = self._varying_in(state, place)
        return ((found[0][0], found[1]),) if found is not None and len(found[0]) == 1 else ()

    def _at(self, state: State, place: Place) -> Linear | None:
        """Where it lies, as a sum of variables."""
        return self.linear(place.index if isinstance(place, Element) else place.address, state)  # type: ignore[union-attr]

    def _varying_in(self, state: State, place: Linear | None) -> Linear | None:
        """The same sum of those alone that vary."""
        if place is None:
            return None
        varying, number = self._varying(state, place[0])
        return tuple(varying), number + place[1]

    def _varying(self, state: State, names: Sequence[str]) -> tuple[list[str], int]:
        return text_ends.varying(self.evaluation.lattice, state, names)

    def _after_cells(self, state: State, region: str, place: Linear, last: int) -> Ends:
        """A zero at ``place`` also lies after a value in memory that is not greater than a variable there."""
        (name, *others), number, lattice = place[0], place[1], self.evaluation.lattice
        found: Ends = {}
        for cell in () if others else filter(is_cell, lattice.partners.get(name, ())):
            most = lattice.difference(state, cell, name)
            if most <= text_ends.LONGEST:
                offset = number - most
                found[text_ends.key_of(lattice, region, ((cell,), offset))] = End(offset, last)
        return found

    def _where(self, state: State, target: Place) -> tuple[str, ValueSet | None, int]:
        if isinstance(target, Element):
            return target.array.name, self.evaluation.value(target.index, state), 1
        assert isinstance(target, Cell)
        return target.region.name, self.evaluation.addresses(target, state), parts_of(target)

    def allocate(self, state: State, created: NewObject) -> None:
        """What lies in a new object is not what lay there before."""
        if not state.ends and not state.reads:
            return
        address, size = (self.evaluation.value(each, state) for each in (created.address, created.size))
        last, state.reads = address.high + size.high, {}
        bits, lattice = self.evaluation.lattice.block_bits, self.evaluation.lattice
        first, end = address.low >> bits << bits, ((last >> bits) + 1 << bits) - 1
        around = ValueSet(((first, end),))
        for region in {key[0] for key in state.ends}:
            state.ends = text_ends.stored(lattice, state, Write(region, around))

    def assume(self, state: State, condition: Expression, *, truth: bool) -> bool:
        """After ``condition`` narrowed the numbers: what is a zero now, and what is none; ``False`` if a text would
        have no end.
        """
        for cell in self._not_zero(state, condition, truth=truth):
            if not self._excluded(state, cell):
                return False
        for name, read in state.reads.items():
            if 0 not in self.evaluation.lattice.number(state, name) and not self._excluded(state, read):
                return False
        return all(self._found(state, cell) for cell in self._zero(state, condition, truth=truth))

    def _zero(self, state: State, condition: Expression, *, truth: bool) -> Iterator[Cell | Element]:
        """What ``condition`` says to be zero."""
        if not isinstance(condition, Binary):
            if (cell := self.copied_from(condition)) is not None and not truth:
                yield cell
            return
        op, left, right = condition.operator, condition.left, condition.right
        if op is (BinaryOp.EQ if truth else BinaryOp.NE) and not isinstance(left.type, Floating):
            for one, other in ((left, right), (right, left)):
                read = state.reads.get(one.name) if isinstance(one, Variable) else self.copied_from(one)
                if read is not None and self.evaluation.value(other, state).constant == 0:
                    yield read

    def _found(self, state: State, cell: Cell | Element) -> bool:
        """``cell`` is zero. Of two facts about an object the nearer one is kept; after a place, none is before a zero
        there. ``False``: no zero is there.
        """
        region, addresses, _ = self._where(state, cell)
        if addresses is None:
            return True
        place = self._at(state, cell)
        addresses = self._zeros(state, region, addresses)
        if addresses is None or not self._is_at(state, self._varying_in(state, place), addresses):
            return False
        new = self._ending(state, region, place, addresses)
        for key, end in list(new.items()):
            known = state.ends.get(key)
            if known is not None and (key[1], known.offset) in (place, self._varying_in(state, place)):
                tops = text_ends.few_tops((*known.tops, *end.tops))
                new[key] = End(end.offset, min(known.last, end.last), tops)
            elif known is not None and not (end.offset >= known.offset and end.last <= known.last):
                del new[key]
        state.ends = text_ends.bounded({**{k: e for k, e in state.ends.items() if k not in new}, **new})
        return True

    def _zeros(self, state: State, region: str, addresses: ValueSet) -> ValueSet | None:
        """Those of the addresses where a zero may be."""
        few, contents = addresses.few(_MOST_PLACES), state.memory.get(region)
        if few is None or contents is None:
            return addresses
        parts = [(address, address) for address in few if 0 in contents.at(address)]
        if len(parts) == len(few):
            return addresses
        return self.evaluation.arithmetic.shape.restricted(addresses, parts, addresses.modulus, addresses.rest)

    def _is_at(self, state: State, place: Linear | None, addresses: ValueSet) -> bool:
        """``place`` is one of ``addresses``; ``False``: it is none of them."""
        if place is None or len(place[0]) != 1:
            return True
        name, by = place[0][0], place[1]
        known = self.evaluation.lattice.number(state, name)
        parts = ((max(low - by, known.low), min(high - by, known.high)) for low, high in addresses.ranges)
        least, most = addresses.low - by, addresses.high - by
        if least <= known.low and known.high <= most and len(addresses.ranges) == 1:
            return True
        narrowed = self.evaluation.arithmetic.shape.restricted(known, parts, known.modulus, known.rest)
        return self.narrow(state, name, narrowed)

    def _not_zero(self, state: State, condition: Expression, *, truth: bool) -> Iterator[Cell | Element]:
        if not isinstance(condition, Binary):
            cell = self.copied_from(condition)
            if cell is not None and truth:
                yield cell
            return
        op, left, right = condition.operator, condition.left, condition.right
        if op in COMPARISONS and not isinstance(left.type, Floating):
            zero = exactly(0)
            if (cell := self.copied_from(left)) is not None:
                if compared(op, zero, self.evaluation.value(right, state)).constant == int(not truth):
                    yield cell
            if (cell := self.copied_from(right)) is not None:
                if compared(op, self.evaluation.value(left, state), zero).constant == int(not truth):
                    yield cell
        elif op is BinaryOp.AND and truth:
            yield from (*self._not_zero(state, left, truth=True), *self._not_zero(state, right, truth=True))

    def _excluded(self, state: State, cell: Cell | Element) -> bool:
        """``cell`` is not zero."""
        region = cell.array.name if isinstance(cell, Element) else cell.region.name
        place = self.linear(cell.index if isinstance(cell, Element) else cell.address, state)
        if place is None:
            return True
        lattice, (names, number) = self.evaluation.lattice, place
        key = text_ends.key_of(lattice, region, place)
        if key in state.ends and state.ends[key].offset > number:
            return True
        known = [
            end
            for end in text_ends.implied(lattice, state, key)
            if end.offset >= number or (not names and end.offset == number)
        ]
        if not known:
            return True
        end = min(known, key=lambda end: (end.last, -len(end.tops)))
        offset = number + 1 if names else max(end.offset, number + 1)
        if text_ends.sum_of(lattice, state, names)[0] + offset > end.last:
            return False
        state.ends = text_ends.bounded({**state.ends, key: end._replace(offset=offset)})
        return True

    def tightened(self, state: State) -> bool:
        """Make numbers and bounds as the facts have them; ``False`` if none is left."""
        lattice = self.evaluation.lattice
        for (_, names, _), end in state.ends.items():
            low = text_ends.sum_of(lattice, state, names)[0]
            for name in names:
                number = lattice.number(state, name)
                most = end.last - end.offset - (low - number.low)
                if number.high > most and not self.narrow(state, name, self._at_most(number, most)):
                    return False
            if end.tops and not self._below_tops(state, names, end):
                return False
        return True

    def _below_tops(self, state: State, names: Sequence[str], end: End) -> bool:
        """The sum is not greater than any of the tops."""
        lattice, (varying, number) = self.evaluation.lattice, self._varying(state, names)
        if len(varying) > 1:
            return True
        for name, most in end.tops:
            gap = most - end.offset - number
            if varying:
                if not constrain(state.bounds, lattice.partners, varying[0], name, gap):
                    return False
            elif (known := lattice.number(state, name)).low < -gap:
                if not self.narrow(state, name, self._at_least(known, -gap)):
                    return False
        return True

    def narrow(self, state: State, name: str, number: ValueSet | None) -> bool:
        """A variable, or a value in memory, is in ``number``; ``False``: there is none."""
        if number is None:
            return False
        if is_cell(name):
            self._narrow_cell(state, name, number)
        else:
            state.numbers[name] = number
        return True

    def _narrow_cell(self, state: State, cell: str, number: ValueSet) -> None:
        (region, where), lattice = cell_named(cell), self.evaluation.lattice
        contents = state.memory.get(region)
        if contents is not None and where[1] > 1:
            state.memory[region] = contents.with_wholes({where: number})
        elif contents is not None:
            one = self.evaluation.arithmetic.wrapped(number, lattice.regions[region])
            state.memory[region] = contents.narrowed(where[0], one)

    def _at_most(self, number: ValueSet, most: int) -> ValueSet | None:
        parts = ((low, min(high, most)) for low, high in number.ranges)
        return self.evaluation.arithmetic.shape.restricted(number, parts, number.modulus, number.rest)

    def _at_least(self, number: ValueSet, least: int) -> ValueSet | None:
        parts = ((max(low, least), high) for low, high in number.ranges)
        return self.evaluation.arithmetic.shape.restricted(number, parts, number.modulus, number.rest)
