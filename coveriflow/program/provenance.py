"""Where pointers come from, as far as the points-to analysis tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from coveriflow.program.cfa import RawEdge
from coveriflow.program.edges import UNSET_POINTER, Input, InputKind, Location, Unsupported
from coveriflow.program.expressions import Address, Cell, subexpressions
from coveriflow.program.layout import EXTENT
from coveriflow.program.operations import expressions_of
from coveriflow.program.pointers import pointer_of_extent
from coveriflow.program.points_to import Area, PointsTo, Reference
from coveriflow.program.types import Pointer


def without_unknown_targets(points_to: PointsTo, edges: Sequence[RawEdge], halt: Location) -> list[RawEdge]:
    """A pointer that comes from outside the program may lead to anything: where one may be followed, the edge becomes
    ``Unsupported``.
    """
    sources = _outside(points_to, edges)
    if not sources:
        return list(edges)
    return [_refused(points_to, sources, edge, halt) for edge in edges]


def _outside(points_to: PointsTo, edges: Iterable[RawEdge]) -> dict[Area, str]:
    """Areas that pointers from outside may lead to and that are accessed, each with one such pointer's source."""
    found: dict[Area, str] = {}
    for edge in edges:
        operation = edge.operation
        if not isinstance(operation, Input) or not isinstance(operation.type, Pointer):
            continue
        known = points_to.of_variable.get(operation.target.name)
        unset = operation.kind is InputKind.UNINITIALISED or operation.source == UNSET_POINTER
        if not unset and known is not None:
            area = points_to.found(known).area
            if area.followed:
                is_variable = operation.kind in (InputKind.VARIABLE, InputKind.ARGUMENT)
                found.setdefault(area, f"'{operation.source}' holds" if is_variable else f"{operation.source} returns")
    return found


def _refused(points_to: PointsTo, sources: Mapping[Area, str], edge: RawEdge, halt: Location) -> RawEdge:
    """Whether an object exists is asked before it is accessed: of one from outside, nothing is known already there."""
    for expression in expressions_of(edge.operation):
        for part in subexpressions(expression):
            if not isinstance(part, Cell) or isinstance(part.address, Address):
                continue
            source = sources.get(area_of(points_to, part))
            if source is not None:
                operation = Unsupported(f"an access through a pointer that {source}")
                return replace(edge, operation=operation, target=halt, text=str(operation))
    return edge


def area_of(points_to: PointsTo, cell: Cell) -> Area:
    """What a cell lies in; of an entry of ``EXTENT`` what it is about."""
    if cell.region.name != EXTENT.name:
        return points_to.place_of(cell).area
    pointer = pointer_of_extent(cell)
    known = points_to.reference(pointer if pointer is not None else cell.address)
    return points_to.found(known if known is not None else Reference(points_to.nowhere, 0)).area
