"""Automatic storage (C11 6.2.4 p5 to p7): what of it ends where an address may be kept for longer, and that no one may
free it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program import folding
from coveriflow.program.blocks import Allocation, Block
from coveriflow.program.cfa import MemoryObject, RawEdge
from coveriflow.program.context import ProgramContext
from coveriflow.program.data_model import DataModel
from coveriflow.program.edges import Assign, Check, Operation, Undefined
from coveriflow.program.expressions import BinaryOp, Cell, Constant, Expression, scalar_type, subexpressions
from coveriflow.program.keeping import Keeping
from coveriflow.program.layout import EXTENT, Site, granule_bits
from coveriflow.program.lifetimes import Lifetime, lifetime
from coveriflow.program.pointers import extent_of, pointer_of_extent
from coveriflow.program.points_to import PointsTo
from coveriflow.program.provenance import area_of
from coveriflow.program.rendering import operation_text
from coveriflow.program.types import ULLONG


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


def ending(
    program: ProgramContext, points_to: PointsTo, edges: Sequence[RawEdge], objects: Sequence[MemoryObject], entry: str
) -> Ending:
    """What may be used by an address that is kept too long. Of some that cannot be followed it is an assumption of the
    result that this does not happen.
    """
    found, blocks = Ending(), program.builder.blocks
    keeping = Keeping(points_to, blocks, {each.variable: each for each in objects}, program.globals)
    keeping.look(edges)
    for each in objects:
        block = blocks.homes.get(each.variable.name)
        if each.function and each.block.size and not (each.function == entry and block is None):
            if keeping.is_kept(points_to.of_object.get(each.variable), each.function, block):
                found.kept.setdefault((each.function, block))
            if keeping.outlives(points_to.of_object.get(each.variable), each.function, block):
                declared = blocks.declarations.get(each.variable.name)
                found.add(each.function, block, lifetime(each, program.model, declared))
    for array in blocks.arrays:
        if array.site in program.sites and keeping.outlives(
            points_to.of_site.get(array.site), array.function, array.block
        ):
            found.add(array.function, array.block, _of_allocation(array, program.sites[array.site], program.model))
            if array.again:
                _assume(program, "memory that is allocated on the stack", array.function)
    for name, site in program.sites.items():
        home = blocks.homes.get(site.local)
        if site.owner and keeping.outlives(points_to.of_site.get(name), site.owner, home):
            if home is not None:
                _assume(program, "an object of a block", site.owner)
            else:
                assume_none_of_before(program, site.owner)
    return found


def _assume(program: ProgramContext, what: str, function: str) -> None:
    program.assumptions.setdefault(f"{what} of the function {function} is not used after its lifetime")


def assume_none_of_before(program: ProgramContext, function: str) -> None:
    """That no address from a lifetime before is used for the object that now lies there."""
    sentence = f"a local object of the function {function} is not used when there is a new one in its place"
    program.assumptions.setdefault(sentence)


def _of_allocation(array: Allocation, site: Site, model: DataModel) -> Lifetime:
    """There is none where the pointer is null."""
    begin = Assign(array.pointer, Constant(0, scalar_type(array.pointer)))
    return Lifetime((begin,), tuple(_ends(array, site, model)))


def _ends(array: Allocation, site: Site, model: DataModel) -> Iterator[Operation]:
    for number in range(site.stride):
        start = folding.offset(array.pointer, number << granule_bits(model))
        yield Assign(extent_of(start, model), Constant(0, ULLONG))


def only_heap_is_freed(
    points_to: PointsTo, sites: Mapping[str, Site], edges: Iterable[RawEdge], model: DataModel
) -> Iterator[RawEdge]:
    """``free`` of automatic storage is undefined (C11 7.22.3.3 p2)."""
    automatic = {name: site for name, site in sites.items() if site.automatic}
    for edge in edges:
        if automatic and isinstance(edge.operation, Check) and edge.operation.undefined is Undefined.FREE:
            yield _stricter(points_to, automatic, edge, edge.operation, model)
        else:
            yield edge


def _stricter(
    points_to: PointsTo, automatic: Mapping[str, Site], edge: RawEdge, check: Check, model: DataModel
) -> RawEdge:
    condition = check.condition
    for part in list(subexpressions(condition)):
        pointer = pointer_of_extent(part) if isinstance(part, Cell) and part.region.name == EXTENT.name else None
        if pointer is not None and isinstance(part, Cell):
            for name in sorted(area_of(points_to, part).sites.keys() & automatic.keys()):
                condition = folding.conjunction(condition, _apart(pointer, automatic[name], model))
    if condition == check.condition:
        return edge
    operation = replace(check, condition=condition)
    return replace(edge, operation=operation, text=operation_text(operation))


def _apart(pointer: Expression, site: Site, model: DataModel) -> Expression:
    """Whether an address is not one of the site's objects."""
    granule = folding.binary(BinaryOp.SHR, folding.cast(pointer, ULLONG), Constant(granule_bits(model), ULLONG))
    number = folding.binary(BinaryOp.SUB, granule, Constant(site.first, ULLONG))
    return folding.binary(BinaryOp.GE, number, Constant(site.stride * site.most, ULLONG))
