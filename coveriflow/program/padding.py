"""Bytes of an object that belong to none of its members hold anything (C11 6.2.6.1 p6), but zeros here at first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from coveriflow.program.context import ProgramContext
from coveriflow.program.errors import Span
from coveriflow.program.points_to import Area, PointsTo, Reference
from coveriflow.program.records import leaves, size_of
from coveriflow.program.types import ArrayOf, DeclaredType, Floating, Record

SENTENCE = "the result does not depend on what padding holds in local objects"
_MOST = 64
"""Bytes of padding that are looked at in one object: those of its first elements stand for the others."""


def assume_padding_does_not_matter(program: ProgramContext, points_to: PointsTo) -> None:
    """List it where padding of an object with automatic storage may be read."""
    for each in program.layout.objects.values():
        area = points_to.of_object.get(each.variable)
        if not each.function or area is None or each.declared is None:
            continue
        found = points_to.found(Reference(area, 0))
        place = Reference(found.area, found.area.objects.get(each.variable, found.offset))
        own = {(leaf.offset, leaf.type.width // 8) for leaf in islice(leaves(each.declared), 4 * _MOST)}
        if any(_is_read(place.area, place.offset, byte, own) for byte in islice(padding(each.declared), _MOST)):
            program.assumptions.setdefault(SENTENCE)
            return


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


def _is_read(area: Area, start: int, byte: int, own: set[tuple[int, int]]) -> bool:
    """Whether an access that is none of a member touches that byte of the object at ``start``."""
    accesses = area.within(area.normal(start + byte), 1)
    return any((byte + access.offset, access.size) not in own for access in accesses)
