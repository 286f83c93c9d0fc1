"""An object of type ``_Bool`` that holds neither 0 nor 1 has no value (C11 6.2.6.1 p5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Location, Undefined
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, scalar_type
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.memory.points_to import Access, Area, PointsTo, size_of_scalar
from coveriflow.program.passes.check_insertion import with_checks
from coveriflow.program.types.c_types import BOOL, INT, UCHAR, Bytes


@dataclass(frozen=True, slots=True)
class BoolValues:
    """A check goes before each read of a ``_Bool`` that was allocated, or that is also written as something else."""

    points_to: PointsTo
    beside: Callable[[Location], Location]

    def excluded(self, edges: Sequence[RawEdge]) -> Iterator[RawEdge]:
        """``edges`` with these checks."""
        written = self._written_otherwise(edges)

        def checks(part: Expression) -> Iterator[Expression]:
            if isinstance(part, Cell) and part.type == BOOL and self._may_hold_more(part, written):
                yield make.binary(BinaryOp.LE, replace(part, type=UCHAR), Constant(1, INT))

        return with_checks(edges, Undefined.BOOL, checks, self.beside)

    def _may_hold_more(self, cell: Cell, written: dict[Area, set[Access]]) -> bool:
        place = self.points_to.place_of(cell)
        own = Access(place.offset, 1)
        others = written.get(place.area, ())
        return bool(place.area.sites) or any(each == own or place.area.overlap(own, each) for each in others)

    def _written_otherwise(self, edges: Iterable[RawEdge]) -> dict[Area, set[Access]]:
        found: dict[Area, set[Access]] = {}
        for edge in edges:
            target = edge.operation.target if isinstance(edge.operation, Assign) else None
            if isinstance(target, Cell) and target.type != BOOL and target.region.name != EXTENT.name:
                place = self.points_to.place_of(target)
                size = target.type.size if isinstance(target.type, Bytes) else size_of_scalar(scalar_type(target))
                found.setdefault(place.area, set()).add(Access(place.offset, size))
        return found
