"""Bytes of an object that belong to none of its members hold anything (C11 6.2.6.1 p6), but zeros here at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Cell, subexpressions
from coveriflow.program.lowering.expressions.bit_fields import is_of_bit_field
from coveriflow.program.memory.points_to import Area, PointsTo, Reference
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import CHAR, UCHAR, ArrayOf, DeclaredType, Floating, Record
from coveriflow.program.types.record_layout import leaves, size_of

SENTENCE = "the result does not depend on what padding holds in local objects"
_MOST = 64
"""Bytes of padding that are looked at in one object: those of its first elements stand for the others."""
_BYTES = (CHAR, UCHAR)


def assume_padding_does_not_matter(program: LoweredProgram, points_to: PointsTo, edges: Iterable[RawEdge]) -> None:
    """List it where padding of an object with automatic storage may be read."""
    asked = _single_bytes(points_to, edges)
    for each in program.layout.objects.values():
        area = points_to.of_object.get(each.variable)
        if not each.function or area is None or each.declared is None:
            continue
        found = points_to.found(Reference(area, 0))
        place = Reference(found.area, found.area.objects.get(each.variable, found.offset))
        own = {(leaf.offset, leaf.type.width // 8) for leaf in islice(leaves(each.declared), 4 * _MOST)}
        spare = set(islice(spare_bits(each.declared), _MOST))
        goes_through = 0 < place.area.modulus < each.block.size
        own -= {(byte, 1) for byte in spare if goes_through or _at(place, byte) in asked}
        if any(_is_read(place.area, place.offset, b, own) for b in {*islice(padding(each.declared), _MOST), *spare}):
            program.assume(SENTENCE)
            return


def _single_bytes(points_to: PointsTo, edges: Iterable[RawEdge]) -> set[Reference]:
    """Places of bytes that are read, and not for the sake of a bit-field."""
    found: set[Reference] = set()
    for edge in edges:
        operation = edge.operation
        for expression in [operation.value] if isinstance(operation, Assign) else expressions_of(operation):
            for part in subexpressions(expression):
                if isinstance(part, Cell) and part.type in _BYTES and not is_of_bit_field(part):
                    found.add(points_to.place_of(part))
    return found


def _at(place: Reference, byte: int) -> Reference:
    return Reference(place.area, place.area.normal(place.offset + byte))


def padding(declared: DeclaredType, offset: int = 0) -> Iterator[int]:
    """Offsets of the bytes that are in no member, nor in a bit-field, and of those that a long double leaves out."""
    match declared:
        case Floating():
            yield from range(offset + declared.width // 8, offset + declared.size)
        case ArrayOf(element, int(length)):
            size = size_of(element, Span(""))
            if length and any(True for _ in padding(element)):
                for index in range(length):
                    yield from padding(element, offset + index * size)
        case Record("struct"):
            members = [(leaf.offset, leaf.type.width // 8) for leaf in leaves(declared)]
            used = {byte for first, size in members for byte in range(first, first + size)}
            yield from (offset + byte for byte in range(declared.size) if byte not in used)
        case _:
            return


def spare_bits(declared: DeclaredType, offset: int = 0) -> Iterator[int]:
    """Offsets of the bytes of which a bit-field has some bits, and nothing has the others."""
    match declared:
        case ArrayOf(element, int(length)):
            first = list(islice(spare_bits(element), _MOST))
            size = size_of(element, Span(""))
            yield from (offset + index * size + byte for index in range(length) for byte in first)
        case Record("struct"):
            members = declared.members or ()
            fields = [(8 * m.offset + m.first, m.bits) for m in members if m.bits is not None]
            taken = {bit for first, count in fields for bit in range(first, first + count)}
            bytes_ = sorted({bit // 8 for bit in taken})
            yield from (offset + byte for byte in bytes_ if not taken.issuperset(range(8 * byte, 8 * byte + 8)))
            for member in members:
                if member.bits is None:
                    yield from spare_bits(member.type, offset + member.offset)
        case _:
            return


def _is_read(area: Area, start: int, byte: int, own: set[tuple[int, int]]) -> bool:
    """Whether an access that is none of a member touches that byte of the object at ``start``."""
    accesses = area.within(area.normal(start + byte), 1)
    return any((byte + access.offset, access.size) not in own for access in accesses)
