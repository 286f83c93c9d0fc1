"""A pointer just past an object equals one to another object where that follows in memory (C11 6.5.9 p6). Here no
object follows another.
"""

from __future__ import annotations

from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, Binary, BinaryOp, Constant, Expression
from coveriflow.program.memory.addresses import extent_of
from coveriflow.program.memory.layout import Layout, is_data
from coveriflow.program.memory.points_to import PointsTo, Reference
from coveriflow.program.types.c_types import ULLONG, Block, FunctionOf, Pointer

EQUALITIES = (BinaryOp.EQ, BinaryOp.NE)


def may_be_adjacent(compared: Binary, points_to: PointsTo) -> bool:
    """Whether one pointer may be just past an object, and the other one to the start of one."""
    if not _leads_to_data(compared.left) or not _leads_to_data(compared.right):
        return False
    one, other = points_to.reference(compared.left), points_to.reference(compared.right)
    if one is None or other is None:
        return False
    return any(_may_be_past(end) and _may_be_at_start(start) for end, start in ((one, other), (other, one)))


def are_adjacent(compared: Binary, layout: Layout) -> Expression:
    """Whether one pointer is just past an object, and the other one to the start of one. Of an object with several
    granules each counts as a start.
    """
    pairs = ((compared.left, compared.right), (compared.right, compared.left))
    found = [make.conjunction(_is_past(end, layout), _is_at_start(start, layout)) for end, start in pairs]
    return make.disjunction(*found)


def _may_be_past(place: Reference) -> bool:
    area = place.area
    blocks = ((first, o.type) for o, first in area.objects.items() if isinstance(o.type, Block) and is_data(o))
    ends = (first + block.size for first, block in blocks)
    if any(area.normal(end) == place.offset for end in ends):
        return True
    return any(area.modulus or place.offset > first for first in area.sites.values())


def _may_be_at_start(place: Reference) -> bool:
    starts = [first for object_, first in place.area.objects.items() if is_data(object_)]
    return place.offset in (*starts, *place.area.sites.values())


def _is_past(pointer: Expression, layout: Layout) -> Expression:
    if isinstance(pointer, Address) and isinstance(pointer.object.type, Block):
        return Constant(int(pointer.offset == pointer.object.type.size and is_data(pointer.object)), ULLONG)
    end = make.binary(BinaryOp.ADD, _offset(pointer, layout), Constant(1, ULLONG))
    return make.binary(BinaryOp.EQ, extent_of(pointer, layout.granules), end)


def _is_at_start(pointer: Expression, layout: Layout) -> Expression:
    if isinstance(pointer, Address):
        return Constant(int(pointer.offset == 0 and is_data(pointer.object)), ULLONG)
    return make.negation(_offset(pointer, layout))


def _offset(pointer: Expression, layout: Layout) -> Expression:
    """From the start of a granule."""
    mask = Constant(layout.granules.size - 1, ULLONG)
    return make.binary(BinaryOp.AND, make.cast(pointer, ULLONG), mask)


def _leads_to_data(operand: Expression) -> bool:
    return isinstance(operand.type, Pointer) and not isinstance(operand.type.target, FunctionOf)
