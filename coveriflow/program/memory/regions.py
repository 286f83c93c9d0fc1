"""The memory split into regions that no address leads across: typed ones where all accesses agree, else bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import rustworkx

from coveriflow.program.cfa.cfa import Global, MemoryObject
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Input, Operation, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    Variable,
    mapped,
    scalar_type,
)
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import EXTENT, MEMORY, extents
from coveriflow.program.memory.points_to import Access, Area, PointsTo, Reference, size_of_scalar
from coveriflow.program.types.c_types import Integer, Region
from coveriflow.program.types.granules import Granules

_LISTED = 1 << 16
"""Zeros are listed for objects of so many bytes."""


@dataclass(slots=True)
class _Part:
    """Accesses of one area that overlap each other and no others; ``region`` holds what they touch."""

    accesses: list[Access]
    region: Variable


@dataclass(slots=True)
class Regions:
    """The regions of a program, and its operations in their terms."""

    points_to: PointsTo
    objects: Sequence[MemoryObject]
    granules: Granules
    _parts: dict[Area, list[_Part]] = field(default_factory=dict)
    _regions: dict[tuple[Area, Access], Variable] = field(default_factory=dict)
    _extents: dict[Area, Variable] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def globals(self) -> Iterator[Global]:
        """Every region with what it holds at the start."""
        known = {each.variable: each for each in self.objects}
        for area, parts in self._parts.items():
            own = [(known[o], offset) for o, offset in area.objects.items()]
            unknown = bool(area.sites) or any(each.initial is None for each, _ in own)
            for part in parts:
                cells = tuple(sorted(_initial(area, part, own)))
                is_unknown = unknown and not (cells and _is_single(part.region))
                yield Global(part.region, (), cells, is_unknown, _owner(area, own))
        for area, variable in self._extents.items():
            listed = [known[o] for o in area.objects]
            yield Global(variable, (), tuple(sorted(extents(listed, self.granules).items())))

    def rewritten(self, operation: Operation) -> Operation:
        """``operation`` over regions instead of the whole memory."""
        match operation:
            case Assume() | Check():
                condition = self.in_regions(operation.condition)
                return operation if condition is operation.condition else replace(operation, condition=condition)
            case Stop(status):
                return operation if status is None else Stop(self.in_regions(status))
            case Assign(target, value):
                return Assign(self.in_regions(target), self.in_regions(value))  # type: ignore[arg-type]
            case Call():
                return replace(operation, arguments=tuple(map(self.in_regions, operation.arguments)))
            case Skip() | Unsupported() | Input() | Return():
                return operation

    def in_regions(self, expression: Expression) -> Expression:
        """``expression`` over regions."""
        return mapped(expression, self._cell)

    def _cell(self, original: Expression, parts: Expression) -> Expression:
        """``parts`` is ``original`` with its subexpressions rewritten."""
        if isinstance(parts, Binary) and parts.operator is BinaryOp.DIV and _is_one(parts.right):
            return parts.left  # the difference of two pointers to bytes
        if not isinstance(original, Cell) or not isinstance(parts, Cell):
            return parts
        if original.region.name == EXTENT.name:
            return replace(parts, region=self._extent(original))
        place = self.points_to.place_of(original)
        access = Access(place.offset, size_of_scalar(scalar_type(original)))
        return Cell(self.region_of(place.area, access), parts.address, parts.type)

    def _extent(self, cell: Cell) -> Variable:
        pointer = pointer_of_extent(cell)
        place = self.points_to.reference(pointer if pointer is not None else cell.address)
        area = place.area if place is not None else self.points_to.nowhere
        area = self.points_to.found(Reference(area, 0)).area
        if area not in self._extents:
            self._extents[area] = Variable(f"{EXTENT.name}{len(self._extents) + 1}", EXTENT.type)
        return self._extents[area]

    def region_of(self, area: Area, access: Access) -> Variable:
        """The region that holds what one of the accesses of ``area`` touches."""
        if area not in self._parts:
            parts = self._parts[area] = [_Part(group, self._new(area, group)) for group in groups(area)]
            self._regions |= {(area, each): part.region for part in parts for each in part.accesses}
        return self._regions[area, access]

    def _new(self, area: Area, group: list[Access]) -> Variable:
        if _is_mixed(area, group):
            return Variable(self._name(MEMORY.name), Region(8))
        single = area.modulus == 0 and len(area.objects) == 1 and not area.sites
        return Variable(
            self._name(_described(area, group[0]) if single else MEMORY.name), Region(8 * group[0].size, single)
        )

    def _name(self, wanted: str) -> str:
        name, number = wanted, 1
        while name in self._names or name == MEMORY.name:
            name, number = f"{wanted}{number}", number + 1
        self._names.add(name)
        return name


def _described(area: Area, access: Access) -> str:
    """The name of the only object, and where in it the access is."""
    ((object_, start),) = area.objects.items()
    offset = access.offset - start
    return object_.name if offset == 0 else f"{object_.name}+{offset}"


def _owner(area: Area, own: list[tuple[MemoryObject, int]]) -> str:
    """The function that all objects of an area are local to."""
    functions = {each.function for each, _ in own}
    return functions.pop() if len(functions) == 1 and not area.sites else ""


def _is_one(number: Expression) -> bool:
    return isinstance(number, Constant) and isinstance(number.type, Integer) and number.value == 1


def _is_single(region: Variable) -> bool:
    return isinstance(region.type, Region) and region.type.single


def _is_mixed(area: Area, group: list[Access]) -> bool:
    """Whether the accesses do not all touch the same numbers."""
    return len(group) > 1 or area.overlap(group[0], group[0])


def groups(area: Area) -> list[list[Access]]:
    """Accesses that may touch the same byte, directly or by way of others."""
    listed = sorted(area.accesses, key=lambda a: (a.offset, a.size))
    numbers = {access: number for number, access in enumerate(listed)}
    graph: rustworkx.PyGraph[Access, None] = rustworkx.PyGraph()
    graph.add_nodes_from(listed)
    graph.add_edges_from_no_data([(numbers[one], numbers[other]) for one, other in area.overlapping()])
    found = sorted(rustworkx.connected_components(graph), key=max)
    return [[listed[number] for number in sorted(group)] for group in found]


def _initial(area: Area, part: _Part, own: list[tuple[MemoryObject, int]]) -> Iterator[tuple[int, int]]:
    """The numbers at the start, by address (a single one by 0)."""
    assert isinstance(part.region.type, Region)
    width = part.region.type.width // 8
    for each, start in own:
        if each.initial is None:
            continue
        given = dict(each.initial)
        for offset in _offsets(area, part, each, start, width):
            number = sum(given.get(offset + byte, 0) << (8 * byte) for byte in range(width))
            if number or each.block.size <= _LISTED:
                yield (0 if part.region.type.single else each.block.address + offset), number


def _offsets(area: Area, part: _Part, each: MemoryObject, start: int, width: int) -> Iterator[int]:
    """Where in an object the numbers of a part lie."""
    if _is_mixed(area, part.accesses):
        yield from range(each.block.size)
        return
    first = part.accesses[0].offset - start
    if area.modulus:
        yield from range(first % area.modulus, each.block.size - width + 1, area.modulus)
    elif 0 <= first <= each.block.size - width:
        yield first
