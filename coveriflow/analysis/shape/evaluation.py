"""What expressions may be in a heap: numbers, or addresses of objects of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from coveriflow.analysis.data_flow.values.arithmetic import EITHER, FALSE, TRUE, compared, everything
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.shape.addresses import Addresses
from coveriflow.analysis.shape.heaps import Heap, normalised_end, unknown
from coveriflow.analysis.shape.objects import Computed, Object, Owned, Place, Value
from coveriflow.analysis.shape.values import ARITHMETIC, Ambiguous, End, Granule, Pointer, Refused
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
)
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import LLONG, ULLONG, Floating, Region, Scalar

_EQUALITY = {BinaryOp.EQ: (FALSE, TRUE), BinaryOp.NE: (TRUE, FALSE)}
"""What the comparison of different, and of the same addresses gives."""


@dataclass(frozen=True)
class Evaluation:
    """Of expressions. ``zeros``: regions whose numbers are zero at the start where nothing else is known."""

    addresses: Addresses
    zeros: frozenset[str]

    def stored(self, expression: Expression, heap: Heap) -> Value:
        """What an expression may be, to be stored."""
        found = self.value(expression, heap)
        return everything(scalar_type(expression)) if isinstance(found, Granule) else found

    def numbers(self, value: Computed) -> ValueSet:
        """All that ``value`` may be as a number."""
        match value:
            case ValueSet():
                return value
            case Pointer():
                return self.addresses.numbers(value)
            case Owned(offset):
                return self.addresses.numbers(Pointer(0, offset))
            case Granule():
                return self.addresses.granules(value)

    def value(self, expression: Expression, heap: Heap) -> Computed:
        """Raises ``Ambiguous`` where it depends on the length of a segment."""
        match expression:
            case Constant(value, type_):
                return everything(type_) if isinstance(type_, Floating) else exactly(value)
            case Address(object_, offset):
                is_known = object_.name in self.addresses.declared and self.addresses.is_within(offset)
                return Pointer(object_.name, offset) if is_known else exactly(expression.value)
            case Variable():
                return self._variable(expression, heap)
            case Cell():
                return self._cell(expression, heap)
            case Element(_, _, type_):
                return everything(type_)
            case Cast(operand, type_):
                return self._cast(self.value(operand, heap), operand, type_)
            case Unary(operator, operand, type_):
                return self._unary(operator, self.value(operand, heap), operand, type_)
            case Binary():
                return self._binary(expression, heap)
            case NewObject():
                return self._new(expression, heap)
            case ArrayValue():
                raise TypeError("the value of a whole array is no number")
            case _:
                assert_never(expression)

    def _variable(self, variable: Variable, heap: Heap) -> Value:
        if variable == ALLOCATED:
            return allocated(heap)
        known = heap.variables.get(variable.name)
        return everything(scalar_type(variable)) if known is None else known

    def _new(self, created: NewObject, heap: Heap) -> Pointer:
        size = self.numbers(self.value(created.size, heap))
        if not self.addresses.allocates(created) or size.high >= self.addresses.granule_size:
            raise Refused("where this allocation puts its object")
        return Pointer(heap.new(Object({})), 0)

    def _cast(self, value: Computed, operand: Expression, type_: Scalar) -> Computed:
        if isinstance(operand.type, Floating) or isinstance(type_, Floating):
            return everything(type_)
        if isinstance(value, ValueSet):
            return ARITHMETIC.wrapped(value, type_)
        numbers = self.numbers(value)
        if numbers.within(type_.minimum, type_.maximum):
            return value
        return ARITHMETIC.wrapped(numbers, type_)

    def _unary(self, operator: UnaryOp, value: Computed, operand: Expression, type_: Scalar) -> ValueSet:
        if isinstance(operand.type, Floating):
            return EITHER if operator is UnaryOp.SIGN else everything(type_)
        numbers = self.numbers(value)
        apply = ARITHMETIC.negated if operator is UnaryOp.NEGATE else ARITHMETIC.complemented
        return ARITHMETIC.wrapped(apply(numbers), type_)

    def place(self, cell: Cell, heap: Heap) -> tuple[Pointer, Place] | None:
        """The object that a cell lies in, and where; ``None`` where that is not known."""
        found = self.value(cell.address, heap)
        target = None if isinstance(found, Granule) else self.addresses.located(found)
        if target is None:
            return None
        self.look_at(target, heap)
        size = scalar_type(cell).width
        if size % 8:
            raise Refused("numbers of so many bits in memory")
        return target, Place(cell.region.name, target.offset, size // 8)

    def look_at(self, target: Pointer | Granule, heap: Heap) -> None:
        """The object is a single one, or it is asked for."""
        found = heap.objects.get(target.object)
        if found is not None and found.links is not None:
            assert isinstance(target.object, int)
            raise Ambiguous(target.object, target.end)

    def _cell(self, cell: Cell, heap: Heap) -> Value:
        if is_extent(cell):
            return self.extent(cell, heap)
        type_ = scalar_type(cell)
        if is_single(cell.region):
            return self._as(heap.variables.get(cell.region.name), type_)
        found = self.place(cell, heap)
        if found is None or isinstance(type_, Floating):
            return everything(type_)
        target, place = found
        object_ = heap.objects.get(target.object)
        if object_ is not None and object_.kinds is not None and object_.kinds.tells(place):
            assert isinstance(target.object, int)
            raise Ambiguous(target.object, target.end)
        value = self.read(object_, place)
        if isinstance(value, Owned):
            assert isinstance(target.object, int)
            raise Ambiguous(target.object, target.end)
        return self._as(value, type_)

    def _as(self, value: Value | None, type_: Scalar) -> Value:
        """A stored value, read with a type."""
        if value is None or isinstance(type_, Floating):
            return everything(type_)
        if isinstance(value, ValueSet):
            return ARITHMETIC.wrapped(value, type_)
        return value if self.numbers(value).within(type_.minimum, type_.maximum) else everything(type_)

    def read(self, object_: Object | None, place: Place) -> Value:
        """What a field holds; that it is not known says that it may be anything."""
        if object_ is None:
            return exactly(0) if place.is_extent else unknown(place.size)
        known = object_.fields.get(place)
        if known is not None:
            return known
        if place.is_extent:
            return exactly(0)
        if any(place.overlaps(each) for each in object_.fields):
            return _of_bytes(object_, place)
        is_zero = not object_.is_open and place.region in self.zeros
        return exactly(0) if is_zero else unknown(place.size)

    def extent(self, cell: Cell, heap: Heap) -> Value:
        """How much of an object exists."""
        found = self.extent_of(cell, heap)
        if found is None:
            return everything(ULLONG)
        return found if isinstance(found, ValueSet) else self.read(heap.objects.get(found[0].object), found[1])

    def extent_of(self, cell: Cell, heap: Heap) -> tuple[Granule, Place] | ValueSet | None:
        """Where the number lies; where no object is, that number; ``None`` where neither is known."""
        found, place = self.value(cell.address, heap), Place(cell.region.name, 0, 8)
        if isinstance(found, Granule):
            self.look_at(found, heap)
            return found, place
        if (
            not isinstance(found, ValueSet)
            or found.constant is None
            or found.constant >= self.addresses.first_allocated
        ):
            return None
        declared = self.addresses.object_of_granule(found.constant)
        return exactly(0) if declared is None else (Granule(declared, End.FIRST), place)

    def _binary(self, expression: Binary, heap: Heap) -> Computed:
        op, left, right = expression.operator, expression.left, expression.right
        if isinstance(left.type, Floating):
            return EITHER if op in COMPARISONS else everything(expression.type)
        one, other = self.value(left, heap), self.value(right, heap)
        if not isinstance(one, ValueSet) or not isinstance(other, ValueSet):
            return self._of_addresses(expression, one, other, heap)
        return ARITHMETIC.applied(op, one, other, expression.type if op not in COMPARISONS else scalar_type(left))

    def _of_addresses(self, expression: Binary, one: Computed, other: Computed, heap: Heap) -> Computed:
        op, type_ = expression.operator, expression.type
        if op in COMPARISONS:
            return self.comparison(op, one, other, heap)
        match op, one, other:
            case BinaryOp.ADD, Pointer(), ValueSet():
                return self._moved(one, other, 1, type_)
            case BinaryOp.ADD, ValueSet(), Pointer():
                return self._moved(other, one, 1, type_)
            case BinaryOp.SUB, Pointer(), ValueSet():
                return self._moved(one, other, -1, type_)
            case BinaryOp.SUB, Pointer(object_), Pointer() if object_ == other.object:
                self._tell_apart(one, other, heap)
                return ARITHMETIC.wrapped(exactly(one.offset - other.offset), type_)
            case BinaryOp.AND, Pointer(), ValueSet() if other.constant == self.addresses.granule_size - 1:
                return exactly(one.offset)
            case BinaryOp.SHR, Pointer(), ValueSet() if other.constant == self.addresses.bits:
                return Granule(one.object, normalised_end(heap, one).end)
            case _:
                return ARITHMETIC.applied(op, self.numbers(one), self.numbers(other), type_)

    def _moved(self, pointer: Pointer, by: ValueSet, sign: int, type_: Scalar) -> Computed:
        """Addresses wrap: a large number moves backwards."""
        if by.constant is None or not self.addresses.numbers(pointer).within(0, type_.maximum):
            return everything(type_)
        signed = by.constant - (1 << type_.width) if by.constant >> (type_.width - 1) > 0 else by.constant
        offset = pointer.offset + sign * signed
        return pointer.at(offset) if self.addresses.is_within(offset) else everything(type_)

    def comparison(self, op: BinaryOp, one: Computed, other: Computed, heap: Heap) -> ValueSet:
        """Different objects have different addresses; which is greater is not known, unless the program declares
        them.
        """
        match one, other:
            case Pointer(), Pointer():
                if one.object == other.object:
                    self._tell_apart(one, other, heap)
                    return compared(op, exactly(one.offset), exactly(other.offset))
                if op in _EQUALITY:
                    return _EQUALITY[op][0]
            case Granule(), Granule():
                if one.object == other.object:
                    self._tell_apart(one, other, heap)
                    return compared(op, exactly(0), exactly(0))
                if op in _EQUALITY:
                    return _EQUALITY[op][0]
            case _:
                pass
        return compared(op, self.numbers(one), self.numbers(other))

    def _tell_apart(self, one: Pointer | Granule, other: Pointer | Granule, heap: Heap) -> None:
        """The first and the last object of a segment may be the same."""
        ends = {self._end(each, heap) for each in (one, other)}
        if len(ends) > 1:
            assert isinstance(one.object, int)
            raise Ambiguous(one.object, End.FIRST)

    def _end(self, each: Pointer | Granule, heap: Heap) -> End:
        return normalised_end(heap, Pointer(each.object, 0, each.end)).end


def is_extent(cell: Cell) -> bool:
    """Whether it says how much of an object exists."""
    return cell.region.name.startswith(EXTENT.name)


def is_single(region: Variable) -> bool:
    """Whether all of it is one number."""
    return isinstance(region.type, Region) and region.type.single


def is_counter(variable: Variable) -> bool:
    """Whether it counts the objects of a site: here there are as many as a program needs."""
    return variable.name.startswith(SITE_PREFIX)


def allocated(heap: Heap) -> ValueSet:
    """How many objects the program counts as allocated."""
    existing = [each for number, each in heap.objects.items() if isinstance(number, int) and each.exists]
    least = len(existing) + heap.surplus
    is_exact = not heap.lost and all(each.links is None for each in existing)
    return exactly(least) if is_exact else ValueSet(((least, LLONG.maximum),))


def _of_bytes(object_: Object, place: Place) -> ValueSet:
    """A number that was written byte by byte, the lowest first."""
    number = 0
    for byte in range(place.size):
        known = object_.fields.get(Place(place.region, place.offset + byte, 1))
        if not isinstance(known, ValueSet) or known.constant is None:
            return unknown(place.size)
        number |= (known.constant & 0xFF) << (8 * byte)
    return exactly(number)
