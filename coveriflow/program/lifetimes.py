"""The end of the lifetime of local objects (C11 6.2.4 p2): what a pointer to one may be kept for longer does not exist
from the return of its function to the next call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from coveriflow.program.cfa import Function, MemoryObject, RawEdge
from coveriflow.program.data_model import DataModel
from coveriflow.program.edges import Assign, Call, Location, Operation, Return
from coveriflow.program.errors import Span
from coveriflow.program.expressions import Address, Constant
from coveriflow.program.layout import extents, granule_bits
from coveriflow.program.pointers import extent_of
from coveriflow.program.rendering import operation_text
from coveriflow.program.types import ULLONG, Pointer, Void, pointer_width


def with_lifetimes(
    edges: Sequence[RawEdge],
    functions: Mapping[str, Function],
    kept: Sequence[MemoryObject],
    model: DataModel,
    location: Callable[[str], Location],
) -> tuple[list[RawEdge], Mapping[str, Function]]:
    """The objects ``kept`` begin where their functions do and end with them."""
    found, changed = list(edges), dict(functions)
    for name in dict.fromkeys(each.function for each in kept):
        calls = [e for e in found if isinstance(e.operation, Call) and e.operation.function == name]
        if not calls:
            continue
        own = [each for each in kept if each.function == name]
        function, entry, exit_ = functions[name], location(name), location(name)
        found = [_moved(edge, name, entry, exit_) for edge in found]
        found += _chain(list(_entries(own, model, exist=True)), entry, calls[0].target, calls[0].origin, location)
        last = next((e for e in found if e.target == function.exit), None)
        if last is not None:
            found += _chain(list(_entries(own, model, exist=False)), function.exit, exit_, last.origin, location)
            function = replace(function, exit=exit_)
        changed[name] = replace(function, entry=entry)
    return found, changed


def _moved(edge: RawEdge, function: str, entry: Location, exit_: Location) -> RawEdge:
    match edge.operation:
        case Call() if edge.operation.function == function:
            return replace(edge, target=entry)
        case Return() if edge.operation.function == function:
            return replace(edge, source=exit_)
        case _:
            return edge


def _entries(objects: Sequence[MemoryObject], model: DataModel, *, exist: bool) -> Iterator[Operation]:
    pointer = Pointer(Void(), pointer_width(model))
    for each in objects:
        for granule, entry in extents([each], model).items():
            offset = (granule << granule_bits(model)) - each.block.address
            cell = extent_of(Address(each.variable, offset, pointer), model)
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
