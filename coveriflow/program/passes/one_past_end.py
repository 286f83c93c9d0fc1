"""A pointer just behind an object equals one to another object where that follows in memory (C11 6.5.9 p6); here no
object follows another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Location, Undefined
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Address,
    Binary,
    BinaryOp,
    Constant,
    Expression,
    Variable,
)
from coveriflow.program.memory.addresses import extent_of, same_object
from coveriflow.program.memory.layout import Layout, granule_bits
from coveriflow.program.memory.points_to import PointsTo, Reference
from coveriflow.program.passes.check_insertion import with_checks
from coveriflow.program.types.c_types import ULLONG, Block, FunctionOf, Pointer


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A check goes before each comparison that may come out otherwise where objects lie next to each other."""

    points_to: PointsTo
    layout: Layout
    beside: Callable[[Location], Location]

    def excluded(self, edges: Iterable[RawEdge]) -> Iterator[RawEdge]:
        """``edges`` with these checks."""
        return with_checks(edges, Undefined.NEIGHBOUR, self._checks, self.beside)

    def _checks(self, part: Expression) -> list[Expression]:
        found = [self._check(*compared) for compared in _pointers_compared(part)]
        return [defined for defined in found if defined is not None]

    def _check(self, left: Expression, right: Expression) -> Expression | None:
        """``None``: neither pointer is behind an object while the other one leads to another."""
        one, other = self.points_to.reference(left), self.points_to.reference(right)
        if one is None or other is None or (one.area is other.area and _is_single(one)):
            return None
        ends = [self._is_behind(p) for p, place in ((left, one), (right, other)) if self._may_be_behind(place)]
        if not ends:
            return None
        neither = make.negation(ends[0] if len(ends) == 1 else make.disjunction(*ends))
        return make.disjunction(same_object(left, right, self.layout), neither)

    def _may_be_behind(self, place: Reference) -> bool:
        area = place.area
        blocks = ((first, o.type) for o, first in area.objects.items() if isinstance(o.type, Block) and _is_data(o))
        ends = (first + block.size for first, block in blocks)
        if any(area.normal(end) == place.offset for end in ends):
            return True
        return any(area.modulus or place.offset > first for first in area.sites.values())

    def _is_behind(self, pointer: Expression) -> Expression:
        if isinstance(pointer, Address) and isinstance(pointer.object.type, Block):
            return Constant(int(pointer.offset == pointer.object.type.size and _is_data(pointer.object)), ULLONG)
        mask = Constant((1 << granule_bits(self.layout.model)) - 1, ULLONG)
        offset = make.binary(BinaryOp.AND, make.cast(pointer, ULLONG), mask)
        end = make.binary(BinaryOp.ADD, offset, Constant(1, ULLONG))
        return make.binary(BinaryOp.EQ, extent_of(pointer, self.layout.model), end)


def _is_data(object_: Variable) -> bool:
    """It is neither a function nor a label: these have no bytes, and addresses of their own."""
    return not object_.name.startswith(("&", "label "))


def _is_single(place: Reference) -> bool:
    return len(place.area.objects) <= 1 and not place.area.sites


def _pointers_compared(part: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The two, if neither is a constant."""
    if isinstance(part, Binary) and part.operator in (BinaryOp.EQ, BinaryOp.NE):
        if _is_object_pointer(part.left) and _is_object_pointer(part.right):
            yield part.left, part.right


def _is_object_pointer(operand: Expression) -> bool:
    type_ = operand.type
    if isinstance(operand, Constant) or not isinstance(type_, Pointer):
        return False
    return not isinstance(type_.target, FunctionOf)
