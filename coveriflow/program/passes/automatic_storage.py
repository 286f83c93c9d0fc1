"""Automatic storage (C11 6.2.4 p5 to p7): what of it ends where an address may be kept for longer, and that no one may
free it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from coveriflow.program.cfa.call_graph import nesting
from coveriflow.program.cfa.cfa import MemoryObject, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Check, Operation, Undefined
from coveriflow.program.cfa.object_scopes import Allocation, Block
from coveriflow.program.cfa.presumptions import ENDED, REUSED
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, scalar_type, subexpressions
from coveriflow.program.memory.addresses import extent_of, pointer_of_extent
from coveriflow.program.memory.escape import EscapeAnalysis
from coveriflow.program.memory.layout import EXTENT, Site
from coveriflow.program.memory.points_to import Area, PointsTo, Reference
from coveriflow.program.memory.provenance import area_of
from coveriflow.program.passes.lifetime_ends import Lifetime, lifetime
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import ULLONG
from coveriflow.program.types.granules import Granules


@dataclass(slots=True)
class Ending:
    """What has to end, by functions and by blocks within them. ``kept``: where addresses of objects may be kept for
    longer than these exist, whether or not they are followed.
    """

    functions: dict[str, list[Lifetime]] = field(default_factory=lambda: defaultdict(list))
    blocks: dict[Block, list[Lifetime]] = field(default_factory=lambda: defaultdict(list))
    kept: dict[tuple[str, Block | None], None] = field(default_factory=dict)

    def add(self, function: str, block: Block | None, what: Lifetime) -> None:
        """``what`` ends with ``block``, or with ``function``."""
        if block is None:
            self.functions[function].append(what)
        else:
            self.blocks[block].append(what)


@dataclass(frozen=True, slots=True)
class Automatic:
    """The automatic storage of a program whose ``entry`` function is called once."""

    program: LoweredProgram
    points_to: PointsTo
    objects: Sequence[MemoryObject]
    entry: str

    def kept(self, edges: Iterable[RawEdge]) -> set[Area]:
        """The areas of what may be referred to by an address that is kept too long."""
        keeping = self._keeping(edges)
        places: list[tuple[Area | None, str, Block | None]] = [
            (self.points_to.of_object.get(o.variable), o.function, block) for o, block in self._objects()
        ]
        places += [(self.points_to.of_site.get(a.site), a.function, a.block) for a in self._arrays()]
        places += [(self.points_to.of_site.get(name), site.owner, home) for name, site, home in self._activations()]
        return {
            self._found(area) for area, name, block in places if area is not None and keeping.is_kept(area, name, block)
        }

    def ending(self, edges: Iterable[RawEdge]) -> Ending:
        """What may be used by an address that is kept too long. Of some that cannot be followed it is an assumption of
        the result that this does not happen.
        """
        found, keeping, program = Ending(), self._keeping(edges), self.program
        granules = program.layout.granules
        for each, block in self._objects():
            area = self.points_to.of_object.get(each.variable)
            if keeping.is_kept(area, each.function, block):
                found.kept.setdefault((each.function, block))
            if keeping.outlives(area, each.function, block):
                declared = program.builder.blocks.declarations.get(each.variable.name)
                found.add(each.function, block, lifetime(each, program.layout, declared))
        for each in filter(self._is_of_entry, self.objects) if program.runs_at_exit else ():
            if keeping.outlives(self.points_to.of_object.get(each.variable), self.entry, None):
                _assume(program, "an object", self.entry)
        for array in self._arrays():
            if keeping.outlives(self.points_to.of_site.get(array.site), array.function, array.block):
                found.add(
                    array.function,
                    array.block,
                    _of_allocation(array, program.sites[array.site], granules),
                )
                if array.again:
                    _assume(program, "memory that is allocated on the stack", array.function)
        for name, site, home in self._activations():
            if keeping.outlives(self.points_to.of_site.get(name), site.owner, home):
                if home is not None:
                    _assume(program, "an object of a block", site.owner)
                else:
                    assume_none_of_before(program, site.owner)
        return found

    def _keeping(self, edges: Iterable[RawEdge]) -> EscapeAnalysis:
        blocks, objects = self.program.builder.blocks, {each.variable: each for each in self.objects}
        listed = list(edges)
        within = nesting(listed, self.entry)
        keeping = EscapeAnalysis(self.points_to, blocks, objects, self.program.globals, within, self.program.functions)
        keeping.look(listed)
        return keeping

    def _found(self, area: Area) -> Area:
        return self.points_to.found(Reference(area, 0)).area

    def _objects(self) -> Iterator[tuple[MemoryObject, Block | None]]:
        """Those of functions that are not recursive, with their blocks."""
        for each in self.objects:
            if each.function and each.block.size and not self._is_of_entry(each):
                yield each, self.program.builder.blocks.homes.get(each.variable.name)

    def _is_of_entry(self, each: MemoryObject) -> bool:
        """Whether an object exists until the entry function returns."""
        return each.function == self.entry and each.variable.name not in self.program.builder.blocks.homes

    def _arrays(self) -> Iterator[Allocation]:
        """Those of variable length, and what ``alloca`` allocates."""
        return (each for each in self.program.builder.blocks.arrays if each.site in self.program.sites)

    def _activations(self) -> Iterator[tuple[str, Site, Block | None]]:
        """The objects of recursive functions."""
        for name, site in self.program.sites.items():
            if site.owner:
                yield name, site, self.program.builder.blocks.homes.get(site.local)


def _assume(program: LoweredProgram, what: str, function: str) -> None:
    program.assume(f"{what} of the function {function} {ENDED}")


def assume_none_of_before(program: LoweredProgram, function: str) -> None:
    """That no address from a lifetime before is used for the object that now lies there."""
    program.assume(f"a local object of the function {function} {REUSED}")


def _of_allocation(array: Allocation, site: Site, granules: Granules) -> Lifetime:
    """There is none where the pointer is null."""
    begin = Assign(array.pointer, Constant(0, scalar_type(array.pointer)))
    return Lifetime((begin,), tuple(_ends(array, site, granules)))


def _ends(array: Allocation, site: Site, granules: Granules) -> Iterator[Operation]:
    """Nothing is at the null pointer; what lies after it belongs to others, and stays as it is."""
    is_none = make.binary(BinaryOp.EQ, array.pointer, Constant(0, scalar_type(array.pointer)))
    for number in range(site.stride):
        entry = extent_of(make.offset(array.pointer, number << granules.bits), granules)
        kept = make.binary(BinaryOp.MUL, make.cast(is_none, ULLONG), entry)
        yield Assign(entry, kept if number else Constant(0, ULLONG))


def only_heap_is_freed(
    points_to: PointsTo, sites: Mapping[str, Site], edges: Iterable[RawEdge], granules: Granules
) -> Iterator[RawEdge]:
    """``free`` of automatic storage is undefined (C11 7.22.3.3 p2)."""
    automatic = {name: site for name, site in sites.items() if site.automatic}
    for edge in edges:
        if automatic and isinstance(edge.operation, Check) and edge.operation.undefined is Undefined.FREE:
            yield _stricter(points_to, automatic, edge, edge.operation, granules)
        else:
            yield edge


def _stricter(
    points_to: PointsTo, automatic: Mapping[str, Site], edge: RawEdge, check: Check, granules: Granules
) -> RawEdge:
    condition = check.condition
    asked = {pointer_of_extent(each): each for each in subexpressions(condition) if _is_extent(each)}
    begins = [make.offset(each, -granules.size) for each in asked if each is not None]
    for pointer, part in asked.items():
        if pointer is not None and pointer not in begins:
            for name in sorted(area_of(points_to, part).sites.keys() & automatic.keys()):
                condition = make.conjunction(condition, _apart(pointer, automatic[name], granules))
    if condition == check.condition:
        return edge
    operation = replace(check, condition=condition)
    return replace(edge, operation=operation, text=operation_text(operation))


def _is_extent(expression: Expression) -> TypeGuard[Cell]:
    return isinstance(expression, Cell) and expression.region.name == EXTENT.name


def _apart(pointer: Expression, site: Site, granules: Granules) -> Expression:
    """Whether an address is not one of the site's objects."""
    granule = make.binary(BinaryOp.SHR, make.cast(pointer, ULLONG), Constant(granules.bits, ULLONG))
    number = make.binary(BinaryOp.SUB, granule, Constant(site.first, ULLONG))
    return make.binary(BinaryOp.GE, number, Constant(site.stride * site.most, ULLONG))
