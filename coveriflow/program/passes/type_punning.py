"""Memory that may hold an address and is read as a number (C11 6.2.6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Operation
from coveriflow.program.expressions.expressions import Cell, Expression, children, subexpressions
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.memory.points_to import PointsTo
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import Floating, Integer

SENTENCE = "the result does not depend on the numeric values of addresses where memory with one is read as an integer"

_MOVING = frozenset(
    f"<{name}>" for name in ("memcpy", "memmove", "mempcpy", "bcopy", "realloc", "reallocarray", "qsort")
)
"""Functions of the C library that move bytes and do not look at them."""


def assume_for_type_punning(program: LoweredProgram, points_to: PointsTo, edges: Iterable[RawEdge]) -> None:
    """Where that happens, a verdict may rest on the numbers that addresses have here."""
    looking = (edge.operation for edge in edges if edge.origin.file not in _MOVING)
    read = (part for operation in looking for whole in _read(operation) for part in subexpressions(whole))
    cells = (part for part in read if isinstance(part, Cell) and _is_number_in_memory(part))
    if any(_may_be_address(points_to, cell) and not _is_argument(program, points_to, cell) for cell in cells):
        program.assume(SENTENCE)


def _read(operation: Operation) -> Iterator[Expression]:
    """What an operation reads: of a target only where it lies."""
    if isinstance(operation, Assign):
        yield from children(operation.target)
        yield operation.value
    else:
        yield from expressions_of(operation)


def _is_number_in_memory(part: Cell) -> bool:
    return part.region == MEMORY and isinstance(part.type, Integer | Floating)


def _is_argument(program: LoweredProgram, points_to: PointsTo, part: Cell) -> bool:
    """What is read of further arguments has the type with which it was passed: that is checked."""
    return not program.argument_objects.isdisjoint(points_to.place_of(part).area.objects)


def _may_be_address(points_to: PointsTo, part: Cell) -> bool:
    found = points_to.reference(part)
    return found is not None and bool(found.area.objects or found.area.sites)
