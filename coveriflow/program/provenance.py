"""Pointers whose use is not modelled, found by the points-to analysis: refused, or named as assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.cfa import MemoryObject, RawEdge
from coveriflow.program.edges import Input, InputKind
from coveriflow.program.errors import NotSupported
from coveriflow.program.layout import Site
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
        if points_to.found(known).area.accesses:
            raise NotSupported(f"an access through a pointer that {operation.source} returns", edge.origin)


def lasting_pointers(
    points_to: PointsTo, objects: Iterable[MemoryObject], sites: Iterable[Site], entry: str
) -> Iterator[str]:
    """Functions of which a pointer to a local variable may be kept where it outlives the call, as sentences."""
    kept = set(_kept(points_to))
    names: dict[str, None] = {}
    areas = [(each.function, points_to.of_object.get(each.variable)) for each in objects]
    areas += [(site.owner, points_to.of_site.get(site.counter.name)) for site in sites]
    for function, area in areas:
        if function not in ("", entry) and area is not None and points_to.found(Reference(area, 0)).area in kept:
            names.setdefault(function)
    for name in names:
        yield f"no pointer to a local variable of {name} is followed after {name} has returned"


def _kept(points_to: PointsTo) -> Iterator[Area]:
    """Areas that globals, results of functions and memory hold addresses of."""
    for name, reference in points_to.of_variable.items():
        if "::" not in name or name.endswith("::return"):
            yield points_to.found(reference).area
    for area in points_to.areas():
        for content in area.contents.values():
            yield points_to.found(content).area
