"""The end of the lifetime of local objects (C11 6.2.4): what a pointer to one may be kept for longer exists only from
where its function or block is entered to where it is left, in whatever way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.program.cfa.cfa import Function, MemoryObject, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Call, Location, Operation, Return, Skip
from coveriflow.program.cfa.object_scopes import Block, Blocks
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Address, Constant
from coveriflow.program.memory.addresses import extent_of
from coveriflow.program.memory.layout import Layout, extents
from coveriflow.program.types.c_types import ULLONG


@dataclass(frozen=True, slots=True)
class Lifetime:
    """What happens where an object begins, and where it ends. ``declared``: where it begins if the beginning of its
    block was passed.
    """

    begin: tuple[Operation, ...]
    end: tuple[Operation, ...]
    declared: Location | None = None


def lifetime(object_: MemoryObject, layout: Layout, declared: Location | None) -> Lifetime:
    """That of an object with a place of its own."""
    begin, end = (tuple(_entries(object_, layout, exist=exist)) for exist in (True, False))
    return Lifetime(begin, end, declared)


def with_lifetimes(
    edges: Sequence[RawEdge],
    functions: Mapping[str, Function],
    kept: Mapping[str, Sequence[Lifetime]],
    location: Callable[[str], Location],
) -> tuple[list[RawEdge], Mapping[str, Function]]:
    """What is ``kept``, by function, begins where its function does and ends with it."""
    if not kept:
        return list(edges), functions
    calls = {e.operation.function: e for e in reversed(edges) if isinstance(e.operation, Call)}
    last = {edge.target: edge for edge in reversed(edges)}
    further, changed, moved = list[RawEdge](), dict(functions), dict[str, tuple[Location, Location]]()
    for name, own in kept.items():
        if name not in calls:
            continue
        function, entry, exit_ = functions[name], location(name), location(name)
        moved[name] = entry, exit_
        begins = [operation for each in own for operation in each.begin]
        further += _chain(begins, entry, calls[name].target, calls[name].origin, location)
        if function.exit in last:
            ends = [operation for each in own for operation in each.end]
            further += _chain(ends, function.exit, exit_, last[function.exit].origin, location)
            function = replace(function, exit=exit_)
        changed[name] = replace(function, entry=entry)
    return [*(_moved(edge, moved) for edge in edges), *further], changed


def with_block_lifetimes(
    edges: Sequence[RawEdge],
    blocks: Blocks,
    kept: Mapping[Block, Sequence[Lifetime]],
    location: Callable[[str], Location],
    represent: Callable[[Location], Location],
) -> list[RawEdge]:
    """What is ``kept``, by block, ends where the block is left, and begins where it is declared: then a pointer to the
    object of an earlier time leads nowhere before. What is jumped over begins where the block is entered.
    """
    openings = {block: represent(opening) for block, opening in blocks.openings.items() if block in kept}
    found = list(_crossing(edges, blocks, kept, openings, location))
    at: dict[Location, list[Operation]] = {}
    for each in (each for own in kept.values() for each in own):
        if each.declared is not None:
            at.setdefault(represent(each.declared), []).extend(each.begin)
    leaving = {edge.source: edge for edge in reversed(found)} if at else {}
    further, behind = list[RawEdge](), dict[Location, Location]()
    for place in (each for each in at if each in leaving):
        behind[place] = location(place.function)
        further += _chain(at[place], place, behind[place], leaving[place].origin, location)
    if behind:
        found = [replace(edge, source=behind[edge.source]) if edge.source in behind else edge for edge in found]
    return found + further


def _crossing(
    edges: Sequence[RawEdge],
    blocks: Blocks,
    kept: Mapping[Block, Sequence[Lifetime]],
    openings: Mapping[Block, Location],
    location: Callable[[str], Location],
) -> Iterator[RawEdge]:
    for edge in edges:
        left, entered = blocks.crossed(edge.source, edge.target)
        steps = [operation for block in left for each in kept.get(block, ()) for operation in each.end]
        for block in reversed(entered):
            opens = openings.get(block) == edge.target
            begun = (each for each in kept.get(block, ()) if not opens or each.declared is None)
            steps += [operation for each in begun for operation in each.begin]
        if not steps:
            yield edge
        elif edge.operation == Skip():
            yield from _chain(steps, edge.source, edge.target, edge.origin, location)
        else:
            middle = location(edge.source.function)
            yield replace(edge, target=middle)
            yield from _chain(steps, middle, edge.target, edge.origin, location)


def _moved(edge: RawEdge, moved: Mapping[str, tuple[Location, Location]]) -> RawEdge:
    """``edge`` between the new entries and exits of functions."""
    match edge.operation:
        case Call(function) if function in moved:
            return replace(edge, target=moved[function][0])
        case Return(function) if function in moved:
            return replace(edge, source=moved[function][1])
        case _:
            return edge


def _entries(object_: MemoryObject, layout: Layout, *, exist: bool) -> Iterator[Operation]:
    granules, pointer = layout.granules, layout.pointer()
    for granule, entry in extents([object_], granules).items():
        offset = (granule << granules.bits) - object_.block.address
        cell = extent_of(Address(object_.variable, offset, pointer), granules)
        yield Assign(cell, Constant(entry if exist else 0, ULLONG))


def _chain(
    operations: Sequence[Operation],
    source: Location,
    target: Location,
    span: Span,
    location: Callable[[str], Location],
) -> Iterator[RawEdge]:
    for number, operation in enumerate(operations, start=1):
        following = target if number == len(operations) else location(source.function)
        yield RawEdge(source, operation, following, span, operation_text(operation))
        source = following
