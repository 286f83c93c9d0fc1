"""Where a program reads and writes elements of arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.edges import Check, Edge
from coveriflow.program.expressions.expressions import Cell, Element, Expression, Variable, subexpressions, variables
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.types.c_types import Integer, Region


def counters(expression: Expression) -> Iterator[Variable]:
    """The integers among its variables."""
    yield from (v for v in variables(expression) if isinstance(v.type, Integer))


def accessed(expression: Expression) -> Iterator[Element | Cell]:
    """Elements of arrays, and of memory, that are not sizes of objects."""
    for part in subexpressions(expression):
        if isinstance(part, Element):
            yield part
        elif isinstance(part, Cell) and isinstance(part.region.type, Region):
            if not part.region.type.single and not part.region.name.startswith(EXTENT.name):
                yield part


def place_of(access: Element | Cell) -> Expression:
    """What says which element it is."""
    return access.index if isinstance(access, Element) else access.address


def expressions_in(edges: Iterable[Edge]) -> Iterator[Expression]:
    """What the program evaluates, without checks."""
    for edge in edges:
        if not isinstance(edge.operation, Check):
            yield from expressions_of(edge.operation)
