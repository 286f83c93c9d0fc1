"""Where pointers come from, as far as the points-to analysis tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.program.cfa.accesses import expressions_of, parts_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import UNSET_POINTER, Assign, Assume, Check, Input, InputKind, Location, Unsupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    Variable,
    subexpressions,
)
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import EXTENT, Cut, Site, Source
from coveriflow.program.memory.points_to import Area, PointsTo, Reference
from coveriflow.program.types.c_types import ULLONG, Block, Pointer
from coveriflow.program.types.granules import Granules

_LINKED = (InputKind.UNDEFINED, InputKind.VARIABLE, InputKind.ARGUMENT)
_OBJECT = "an object"
CONTENT = "*"
"""Before the name of an argument: what it points to holds pointers that are followed."""


def followed_sources(points_to: PointsTo, edges: Iterable[RawEdge]) -> frozenset[Source]:
    """Undefined functions and variables, and parameters of the entry function, whose pointers are followed."""
    found: set[Source] = set()
    for operation, area in _pointers(points_to, edges):
        if operation.kind in _LINKED and area.followed:
            found.add((operation.kind, operation.source))
            held = (points_to.found(content).area for content in area.contents.values())
            if any(each.followed for each in held):
                found.add((operation.kind, CONTENT + operation.source))
    return frozenset(found)


def _pointers(points_to: PointsTo, edges: Iterable[RawEdge]) -> Iterator[tuple[Input, Area]]:
    """Pointers of the environment, and what they may point to."""
    for edge in edges:
        operation = edge.operation
        if not isinstance(operation, Input) or not isinstance(operation.type, Pointer):
            continue
        known = points_to.of_variable.get(operation.target.name)
        unset = operation.kind is InputKind.UNINITIALISED or operation.source == UNSET_POINTER
        if not unset and known is not None:
            yield operation, points_to.found(known).area


@dataclass(slots=True)
class Refusals:
    """Accesses become ``Unsupported`` where what is there is not known. ``cut``: see ``ProgramContext``; ``beside``
    gives a new location.
    """

    points_to: PointsTo
    sites: Mapping[str, Site]
    cut: Mapping[Variable, Cut]
    granules: Granules
    halt: Location
    beside: Callable[[Location], Location]

    def refused(self, edges: Sequence[RawEdge]) -> list[RawEdge]:
        """A pointer that comes from the environment may point to anything: where one that points to no object of the
        program may be followed, and after what is known of an object, there is an ``Unsupported`` edge.
        """
        sources, cut = self._outside(edges), self._cut()
        if cut:
            edges = [new for edge in edges for new in self._within(cut, edge)]
        if sources:
            edges = [new for edge in edges for new in self._without_unknown(sources, edge)]
        return list(edges)

    def _outside(self, edges: Iterable[RawEdge]) -> dict[Area, str]:
        """Areas that pointers of the environment may point to and that are accessed, each with one such pointer's
        source.
        """
        found: dict[Area, str] = {}
        for operation, area in _pointers(self.points_to, edges):
            if area.followed:
                is_variable = operation.kind in (InputKind.VARIABLE, InputKind.ARGUMENT)
                found.setdefault(area, f"'{operation.source}' holds" if is_variable else f"{operation.source} returns")
        pending = [
            (self.points_to.found(Reference(area, 0)).area, self.sites[name].outside)
            for name, area in self.points_to.of_site.items()
            if name in self.sites and self.sites[name].outside
        ]
        seen: set[Area] = set()
        while pending:
            holder, source = pending.pop()
            if holder in seen:
                continue
            seen.add(holder)
            for content in holder.contents.values():
                area = self.points_to.found(content).area
                pending.append((area, source))
                if area.followed:
                    found.setdefault(area, f"{_OBJECT} of '{source}' holds")
        return found

    def _without_unknown(self, sources: Mapping[Area, str], edge: RawEdge) -> Iterator[RawEdge]:
        """Whether an object exists is asked before it is accessed."""
        source = next(filter(None, (sources.get(area_of(self.points_to, each)) for each in _asked(edge))), None)
        if source is None:
            yield edge
            return
        operation, refused = Unsupported(f"an access through a pointer that {source}"), edge.source
        if isinstance(edge.operation, Check):
            refused = self.beside(edge.source)
            operation = replace(operation, is_limit=source.startswith(_OBJECT))
            yield from _branch(edge, edge.operation.condition, edge.target, refused)
        yield self._refusal(edge, refused, operation)

    def _cut(self) -> dict[Area, list[tuple[Variable, Cut]]]:
        found: dict[Area, list[tuple[Variable, Cut]]] = {}
        for object_, cut in self.cut.items():
            area = self.points_to.of_object.get(object_)
            if area is not None:
                found.setdefault(self.points_to.found(Reference(area, 0)).area, []).append((object_, cut))
        return found

    def _within(self, cut: Mapping[Area, Sequence[tuple[Variable, Cut]]], edge: RawEdge) -> Iterator[RawEdge]:
        """Before the check there is another one: nothing is known of what is after. Printed C takes the branch that is
        true of those whose condition it cannot say: it asks how many arguments there are.
        """
        if not isinstance(edge.operation, Check):
            yield edge
            return
        for each in _asked(edge):
            for object_, its in cut.get(area_of(self.points_to, each), ()):
                inner, suspect = self.beside(edge.source), self.beside(edge.source)
                within = self._is_within(each, edge.operation.condition, object_, its.known)
                yield from _branch(edge, make.negation(within), suspect, inner)
                refused = self.beside(edge.source)
                yield from _branch(replace(edge, source=suspect), its.whole, inner, refused)
                yield self._refusal(edge, refused, Unsupported(its.feature, is_limit=True))
                edge = replace(edge, source=inner)
        yield edge

    def _is_within(self, extent: Cell, condition: Expression, object_: Variable, known: int) -> Expression:
        """Whether an access ends before ``known`` bytes of ``object_``, or is to something else, or there is no more
        of it.
        """
        assert isinstance(object_.type, Block)
        ends = [
            part.left
            for part in subexpressions(condition)
            if isinstance(part, Binary) and part.operator is BinaryOp.LT and part.right == extent
        ]
        granule = Constant(object_.type.address >> self.granules.bits, ULLONG)
        elsewhere = make.binary(BinaryOp.NE, extent.address, granule)
        complete = make.binary(BinaryOp.LE, extent, Constant(object_.type.size + 1, ULLONG))
        found = make.disjunction(elsewhere, complete)
        for end in ends[:1]:
            before = make.binary(BinaryOp.LE, end, Constant(known, ULLONG))
            found = make.disjunction(before, found)
        return found

    def _refusal(self, edge: RawEdge, source: Location, operation: Unsupported) -> RawEdge:
        return RawEdge(source, operation, self.halt, edge.origin, str(operation))


def _branch(edge: RawEdge, condition: Expression, if_true: Location, if_false: Location) -> Iterator[RawEdge]:
    """In the place of ``edge``."""
    for truth, target in ((True, if_true), (False, if_false)):
        operation = Assume(condition, truth)
        yield replace(edge, operation=operation, target=target, text=operation_text(operation))


def _asked(edge: RawEdge) -> list[Cell]:
    """The entries of ``EXTENT`` that an edge reads, but of objects that are named."""
    operation = edge.operation
    if not any(isinstance(part, Cell) and part.region.name == EXTENT.name for part in parts_of(operation)):
        return []
    read = [operation.value] if isinstance(operation, Assign) else expressions_of(operation)
    parts = (part for expression in read for part in subexpressions(expression))
    cells = [part for part in parts if isinstance(part, Cell) and part.region.name == EXTENT.name]
    return [each for each in cells if not isinstance(pointer_of_extent(each), Address)]


def area_of(points_to: PointsTo, cell: Cell) -> Area:
    """What a cell lies in; of an entry of ``EXTENT`` what it is about."""
    if cell.region.name != EXTENT.name:
        return points_to.place_of(cell).area
    pointer = pointer_of_extent(cell)
    known = points_to.reference(pointer if pointer is not None else cell.address)
    return points_to.found(known if known is not None else Reference(points_to.nowhere, 0)).area
