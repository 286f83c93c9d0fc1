"""Where objects lie, as far as numbers tell: which a program declares, and from where on it allocates."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.shape.objects import Owned, Value
from coveriflow.analysis.shape.values import Granule, ObjectId, Pointer
from coveriflow.program.cfa.cfa import Cfa, MemoryObject
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Cast, Constant, Expression, NewObject
from coveriflow.program.types.c_types import pointer_width


@dataclass(frozen=True)
class Addresses:
    """Of one program. ``declared``: by name; ``starts``: their addresses, ascending, each with its object."""

    bits: int
    first_allocated: int
    most: int
    declared: Mapping[str, MemoryObject]
    starts: Sequence[tuple[int, MemoryObject]]

    @property
    def granule_size(self) -> int:
        """In bytes."""
        return 1 << self.bits

    def is_within(self, offset: int) -> bool:
        """Whether the byte at ``offset`` of an object lies in its granule."""
        return 0 <= offset < self.granule_size

    def numbers(self, pointer: Pointer) -> ValueSet:
        """All that the address may be as a number."""
        if isinstance(pointer.object, str):
            return exactly(self.declared[pointer.object].block.address + pointer.offset)
        return ValueSet(((self.first_allocated << self.bits, self.most),))

    def granules(self, granule: Granule) -> ValueSet:
        """All that the granule's number may be."""
        if isinstance(granule.object, str):
            return exactly(self.declared[granule.object].block.address >> self.bits)
        return ValueSet(((self.first_allocated, self.most >> self.bits),))

    def located(self, value: Value) -> Pointer | None:
        """The object that an address belongs to, if that is known."""
        if isinstance(value, Pointer):
            return value
        if isinstance(value, Owned) or value.constant is None:
            return None
        return self._declared_at(value.constant)

    def object_of_granule(self, number: int) -> ObjectId | None:
        """The object that the program declares there."""
        found = self._declared_at(number << self.bits)
        return None if found is None else found.object

    def _declared_at(self, address: int) -> Pointer | None:
        index = bisect_right(self.starts, address, key=lambda each: each[0])
        if index == 0:
            return None
        start, found = self.starts[index - 1]
        offset = address - start
        return Pointer(found.variable.name, offset) if self.is_within(offset) else None

    def allocates(self, created: NewObject) -> bool:
        """Whether the object gets a granule after all that are declared."""
        first = _first_granule(created.address, self.bits)
        return first is not None and first >= self.first_allocated


def addresses_of(cfa: Cfa) -> Addresses | None:
    """``None`` where an object has several granules."""
    granules = cfa.granules
    if any(each.block.size >= granules.size for each in cfa.objects):
        return None
    starts = sorted(((each.block.address, each) for each in cfa.objects), key=lambda pair: pair[0])
    declared = {each.variable.name: each for each in cfa.objects}
    most = (1 << pointer_width(cfa.data_model)) - 1
    return Addresses(granules.bits, granules.first_heap, most, declared, starts)


def _first_granule(address: Expression, bits: int) -> int | None:
    """Of a site of allocations: its addresses are ``(first + counter) << bits``."""
    match address:
        case Cast(operand):
            return _first_granule(operand, bits)
        case Binary(BinaryOp.SHL, Binary(BinaryOp.ADD, Constant(first), _), Constant(by)) if by == bits:
            return first
        case _:
            return None
