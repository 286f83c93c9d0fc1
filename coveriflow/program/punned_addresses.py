"""Memory that may hold an address and is read as a number (C11 6.2.6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.address_numbers import assume_any_numbers
from coveriflow.program.cfa import RawEdge
from coveriflow.program.context import ProgramContext
from coveriflow.program.edges import Assign, Operation
from coveriflow.program.expressions import Cell, Expression, children, subexpressions
from coveriflow.program.layout import MEMORY
from coveriflow.program.operations import expressions_of
from coveriflow.program.points_to import PointsTo
from coveriflow.program.types import Floating, Integer


def assume_for_punned_addresses(program: ProgramContext, points_to: PointsTo, edges: Iterable[RawEdge]) -> None:
    """Where that happens, a verdict may rest on the numbers that addresses have here."""
    for edge in edges:
        for expression in _read(edge.operation):
            for part in subexpressions(expression):
                if _is_number_in_memory(part) and _may_be_address(points_to, part):
                    assume_any_numbers(program, edge.origin)


def _read(operation: Operation) -> Iterator[Expression]:
    """What an operation reads: of a target only where it lies."""
    if isinstance(operation, Assign):
        yield from children(operation.target)
        yield operation.value
    else:
        yield from expressions_of(operation)


def _is_number_in_memory(part: Expression) -> bool:
    return isinstance(part, Cell) and part.region == MEMORY and isinstance(part.type, Integer | Floating)


def _may_be_address(points_to: PointsTo, part: Expression) -> bool:
    found = points_to.reference(part)
    return found is not None and bool(found.area.objects or found.area.sites)
