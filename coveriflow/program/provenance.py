"""Where pointers come from and how long they are kept, as far as the points-to analysis tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from coveriflow.program.cfa import MemoryObject, RawEdge
from coveriflow.program.edges import Input, InputKind
from coveriflow.program.errors import NotSupported
from coveriflow.program.points_to import Area, PointsTo, Reference
from coveriflow.program.types import Pointer


def refuse_unknown_targets(points_to: PointsTo, edges: Iterable[RawEdge]) -> None:
    """A pointer that comes from outside the program may lead to anything: raise ``NotSupported`` if it is followed."""
    for edge in edges:
        operation = edge.operation
        if not isinstance(operation, Input) or not isinstance(operation.type, Pointer):
            continue
        known = points_to.of_variable.get(operation.target.name)
        if operation.kind is InputKind.UNINITIALISED or known is None:
            continue
        if points_to.found(known).area.followed:
            raise NotSupported(f"an access through a pointer that {operation.source} returns", edge.origin)


def outlived(points_to: PointsTo, objects: Sequence[MemoryObject], entry: str) -> Iterator[MemoryObject]:
    """Local objects a pointer to which may be kept where it outlives the call."""
    kept = set(_kept(points_to))
    for each in objects:
        area = points_to.of_object.get(each.variable)
        if each.function not in ("", entry) and area is not None and each.block.size:
            if points_to.found(Reference(area, 0)).area in kept:
                yield each


def _kept(points_to: PointsTo) -> Iterator[Area]:
    """Areas that globals, results of functions and memory hold addresses of."""
    for name, reference in points_to.of_variable.items():
        if "::" not in name or name.endswith("::return"):
            yield points_to.found(reference).area
    for area in points_to.areas():
        for content in area.contents.values():
            yield points_to.found(content).area
