"""Objects all of whose bytes become zero."""

from __future__ import annotations

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.types.c_types import UCHAR, UINT, ULLONG, Bytes, Integer

Size = Variable | Constant
"""Of an object that is allocated: a number that stays the same."""
_ZEROED = 4096
"""Bytes that are zeroed at once."""


def unit_of(size: Expression) -> Integer:
    """The widest type of which elements of this size have a whole number: that many bytes are zeroed at a time."""
    known = size.value if isinstance(size, Constant) else 1
    return next((each for each in (ULLONG, UINT) if known % (each.width // 8) == 0), UCHAR)


def zeroed(context: FunctionContext, start: Expression, length: Size, span: Span, unit: Integer) -> None:
    """All bytes of an object, at once if it is small."""
    if isinstance(length, Variable) or length.value > _ZEROED:
        zeroed_by_loop(context, start, length, span, unit)
    elif length.value:
        context.cursor.emit(Assign(Cell(MEMORY, start, Bytes(length.value)), Constant(0, UCHAR)), span)


def zeroed_by_loop(context: FunctionContext, start: Expression, length: Size, span: Span, unit: Integer) -> None:
    """A loop over an object, of whose ``unit`` it has a whole number."""
    index = context.temporary(scalar_type(length))
    head, body, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.emit(Assign(index, Constant(0, scalar_type(index))), span)
    context.cursor.goto(head, span)
    context.cursor.at = head
    context.cursor.branch(make.binary(BinaryOp.LT, index, length), body, after, span)
    context.cursor.at = body
    target = cell(make.indexed(make.cast(start, context.program.layout.pointer(unit)), index, 1), unit)
    context.cursor.emit(Assign(target, Constant(0, unit)), span)
    step = Constant(unit.width // 8, scalar_type(index))
    context.cursor.emit(Assign(index, make.binary(BinaryOp.ADD, index, step)), span)
    context.cursor.goto(head, span)
    context.cursor.at = after
