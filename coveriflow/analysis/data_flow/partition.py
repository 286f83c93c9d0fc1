"""By the values of which places abstract states are kept apart: how many objects there are, what their sizes are
computed from, and positions in texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from coveriflow.analysis.data_flow.precision import assignments
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.expressions.expressions import (
    Cell,
    Element,
    Expression,
    NewObject,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import Array, Region

_MOST = 24


def partition_places(cfa: Cfa, names: frozenset[str], *, texts: bool) -> tuple[str, ...]:
    """Of ``names``: counters of sites, what sizes of objects are computed from, and where ``texts`` are looked at."""
    counters = [name for name in sorted(names) if name.startswith(SITE_PREFIX)]
    sizes = [name for name in _sizes(cfa, names) if name not in counters]
    found = (*counters, *sizes[:_MOST])
    if not texts:
        return found
    return (*found, *[name for name in dict.fromkeys(_positions(cfa, names)) if name not in found][:_MOST])


def _read(expression: Expression, names: frozenset[str]) -> Iterator[str]:
    for part in subexpressions(expression):
        if isinstance(part, Variable) and part.name in names:
            yield part.name


def _sizes(cfa: Cfa, names: frozenset[str]) -> list[str]:
    """Backwards along assignments."""
    sources: defaultdict[str, dict[str, None]] = defaultdict(dict)
    found: dict[str, None] = {}
    for edge in cfa.edges:
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, NewObject):
            found.update(dict.fromkeys(_read(edge.operation.value.size, names)))
        for target, value in assignments(edge.operation):
            name = _name(target)
            if name is not None and value is not None:
                sources[name].update(dict.fromkeys(_read(value, names)))
    pending = list(found)
    while pending:
        new = [name for name in sources[pending.pop()] if name not in found]
        found.update(dict.fromkeys(new))
        pending += new
    return list(found)


def _name(target: Expression) -> str | None:
    match target:
        case Variable(name) | Cell(Variable(name)):
            return name
        case _:
            return None


def _positions(cfa: Cfa, names: frozenset[str]) -> Iterator[str]:
    """What the addresses of bytes are computed from, directly."""
    for edge in cfa.edges:
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                if isinstance(part, Cell) and _is_byte(part):
                    yield from _read(part.address, names)
                if (
                    isinstance(part, Element)
                    and isinstance(part.array.type, Array)
                    and part.array.type.element.width == 8
                ):
                    yield from _read(part.index, names)


def _is_byte(cell: Cell) -> bool:
    region = cell.region.type
    is_single = isinstance(region, Region) and region.single
    return not is_single and scalar_type(cell).width == 8 and not cell.region.name.startswith(EXTENT.name)
