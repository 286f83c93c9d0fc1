"""Writing to string literals and to objects that are defined const is undefined (C11 6.4.5 p7, 6.7.3 p6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from coveriflow.program.cfa.cfa import MemoryObject, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Check, Location, Undefined
from coveriflow.program.cfa.presumptions import CONSTANT
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Address,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    scalar_type,
    without_casts,
)
from coveriflow.program.memory.addresses import object_named
from coveriflow.program.memory.layout import MEMORY, is_constant
from coveriflow.program.memory.points_to import Access, Area, PointsTo, Reference
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import ULLONG, Bytes
from coveriflow.program.types.granules import Granules
from coveriflow.program.types.record_layout import constant_bytes

_MOST = 1024
"""Members of one object that are looked at."""


def without_writes_to_constants(
    points_to: PointsTo,
    objects: Iterable[MemoryObject],
    edges: Iterable[RawEdge],
    granules: Granules,
    beside: Callable[[Location], Location],
) -> Iterator[RawEdge]:
    """A check goes before each write through a pointer that may point to such an object."""
    known = [points_to.of_object.get(each.variable) for each in objects if is_constant(each.block, granules)]
    areas = {points_to.found(Reference(area, 0)).area for area in known if area is not None}
    for edge in edges:
        target = edge.operation.target if isinstance(edge.operation, Assign) else None
        if areas and isinstance(target, Cell) and target.region == MEMORY and object_named(target.address) is None:
            if points_to.place_of(target).area in areas:
                check, inner = Check(_is_writable(target.address, granules), Undefined.READ_ONLY), beside(edge.source)
                yield replace(edge, operation=check, target=inner, text=operation_text(check))
                edge = replace(edge, source=inner)
        yield edge


def assume_constant_members_are_not_written(
    program: LoweredProgram, points_to: PointsTo, edges: Iterable[RawEdge]
) -> None:
    """List it where a write through a pointer may change a member of an object that is declared const."""
    members: dict[Area, set[Access]] = {}
    for each in program.layout.objects.values():
        area = points_to.of_object.get(each.variable)
        if area is not None and each.declared is not None:
            start = points_to.found(Reference(area, 0))
            for bytes_ in islice(constant_bytes(each.declared), _MOST):
                offset = start.area.normal(start.offset + bytes_.start)
                members.setdefault(start.area, set()).add(Access(offset, len(bytes_)))
    for edge in edges:
        target = edge.operation.target if isinstance(edge.operation, Assign) else None
        if (
            isinstance(target, Cell)
            and target.region == MEMORY
            and not isinstance(without_casts(target.address), Address)
        ):
            place = points_to.place_of(target)
            size = target.type.size if isinstance(target.type, Bytes) else scalar_type(target).width // 8
            own = Access(place.offset, size)
            if any(each == own or place.area.overlap(own, each) for each in members.get(place.area, ())):
                program.assume(CONSTANT)
                return


def _is_writable(address: Expression, granules: Granules) -> Expression:
    number, bits = make.cast(address, ULLONG), granules.bits
    before = make.binary(BinaryOp.LT, number, Constant(granules.first_constant << bits, ULLONG))
    behind = make.binary(BinaryOp.GE, number, Constant(granules.first_heap << bits, ULLONG))
    return make.disjunction(before, behind)
