"""What of a program's memory an analysis tracks, and as which numbers; and what it holds at the start."""

from __future__ import annotations

from collections.abc import Mapping

from coveriflow.analysis.data_flow.values.arithmetic import everything
from coveriflow.analysis.data_flow.values.cells import cells_of
from coveriflow.analysis.data_flow.values.contents import Contents, Memory, unsigned
from coveriflow.analysis.data_flow.values.value_sets import exactly
from coveriflow.program.cfa.accesses import expressions_of, written_variable
from coveriflow.program.cfa.cfa import Cfa, Global
from coveriflow.program.expressions.expressions import Address, Cell, Expression, Variable, subexpressions
from coveriflow.program.types.c_types import Array, Block, Floating, Integer, Pointer, Rank, Region, Scalar

_MOST_CELLS = 2_000
"""A region of which more is given at the start is not tracked."""


def pointers(cfa: Cfa) -> dict[str, Pointer]:
    """Variables that hold addresses, and regions that hold one."""
    found: dict[str, Pointer] = {}
    for part in _parts(cfa):
        if isinstance(part, Variable) and isinstance(part.type, Pointer):
            found.setdefault(part.name, part.type)
        elif isinstance(part, Cell) and isinstance(part.type, Pointer) and _is_one(part, part.type):
            found.setdefault(part.region.name, part.type)
    return found


def _is_one(cell: Cell, type_: Scalar) -> bool:
    region = cell.region.type
    return isinstance(region, Region) and region.single and region.width == type_.width


def _parts(cfa: Cfa) -> list[Expression]:
    found: list[Expression] = []
    for edge in cfa.edges:
        written = written_variable(edge.operation)
        found += [part for each in expressions_of(edge.operation) for part in subexpressions(each)]
        found += [written] if written is not None else []
    return found


def region_types(cfa: Cfa) -> dict[str, Integer]:
    """Regions of several numbers and arrays of integers or addresses, each with the type as which its numbers are
    tracked: with sign, where numbers are read or written so.
    """
    found: dict[str, Integer] = {}
    for variable in (g.variable for g in cfa.globals if len(g.cells) <= _MOST_CELLS):
        if isinstance(variable.type, Region) and not variable.type.single:
            found[variable.name] = unsigned(variable.type.width)
    for part in _parts(cfa):
        if isinstance(part, Cell):
            name, type_ = part.region.name, part.type
            if name in found and isinstance(type_, Integer) and type_.signed and type_.width == found[name].width:
                found[name] = type_
        elif (
            isinstance(part, Variable) and isinstance(part.type, Array) and not isinstance(part.type.element, Floating)
        ):
            element = part.type.element
            found[part.name] = element if isinstance(element, Integer) else unsigned(element.width)
    return found


def object_ends(cfa: Cfa) -> tuple[int, ...]:
    """The last address of each object whose address is taken, ascending."""
    blocks = {part.object.type for part in _parts(cfa) if isinstance(part, Address)}
    return tuple(sorted(block.address + block.size - 1 for block in blocks if isinstance(block, Block) and block.size))


def initial_memory(cfa: Cfa, types: Mapping[str, Integer]) -> Memory:
    """What regions and arrays with static storage hold."""
    return {g.variable.name: _initial(g, types[g.variable.name]) for g in cfa.globals if g.variable.name in types}


def _initial(variable: Global, type_: Integer) -> Contents:
    rest = everything(type_) if variable.unknown else exactly(0)
    known = variable.cells if isinstance(variable.variable.type, Region) else tuple(enumerate(variable.initial))
    return Contents(cells_of({address: exactly(_wrapped(value, type_)) for address, value in known}), rest)


def _wrapped(value: int, type_: Integer) -> int:
    return int(bool(value)) if type_.rank is Rank.BOOL else type_.wrap(value)
