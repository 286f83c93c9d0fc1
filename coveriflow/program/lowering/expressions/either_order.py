"""Operands in either order (C11 6.5 p3): which one, is an input of its own.

Two orders are all that there are where one thing in one operand and one thing in another one clash (reading an object,
changing it, or a call): everything else may be moved past what the other operand does. Calls do not overlap (C11
6.5.2.2 p10).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import ArrayValue, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.call_arguments import evaluated_once_more
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.evaluation_order import DEPENDS, OpenNode, Order
from coveriflow.program.lowering.expressions.bit_fields import steady
from coveriflow.program.lowering.expressions.multipart import put
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.types.c_types import BOOL, Bytes, Record
from coveriflow.program.types.record_layout import size_of

_DEEPEST = 4
"""So many expressions with both orders within each other: each is lowered twice."""
_SOURCE = "the order of the text"


def in_both_orders(context: FunctionContext, node: c_ast.Node) -> OpenNode | None:
    """The name of ``node`` if its operands are evaluated in both orders."""
    decided = context.program.orders.decided
    if not decided:
        return None
    open_ = context.open_node(node)
    return open_ if decided.get(open_) is Order.BOTH else None


def in_either_order(
    context: FunctionContext, node: c_ast.Node, open_: OpenNode, lower: Sequence[Callable[[], Expression]]
) -> list[Expression]:
    """The values that ``lower`` gives, one way in their order, and the other way from the last one to the first."""
    span, orders = place(node), context.program.orders
    if orders.depth >= _DEEPEST or any(isinstance(each, c_ast.Compound | c_ast.CompoundLiteral) for each in walk(node)):
        raise NotSupported(DEPENDS, span)
    orders.chosen.add(open_)
    orders.depth += 1
    opposite = context.temporary(BOOL)
    context.input(opposite, _SOURCE, InputKind.EVALUATION, span)
    forwards, backwards, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.branch(opposite, backwards, forwards, span)
    kept: dict[int, Expression] = {}
    try:
        for start, step in ((forwards, 1), (backwards, -1)):
            context.cursor.at = start
            for number in range(len(lower))[::step]:
                kept[number] = _kept(context, lower[number](), kept.get(number), span)
            context.cursor.goto(after, span)
            if step == 1:
                evaluated_once_more(node)
    finally:
        orders.depth -= 1
    context.cursor.at = after
    return [kept[number] for number in range(len(lower))]


def _kept(context: FunctionContext, found: Expression, before: Expression | None, span: Span) -> Expression:
    """``found`` where the other order leaves it, too."""
    if isinstance(found, Constant) and before in (None, found):
        return found
    if before is None:
        before = _place_for(context, found, span)
    if found.type != before.type or not isinstance(before, Variable | Cell):
        raise NotSupported(DEPENDS, span)
    if isinstance(before, Variable):
        context.cursor.emit(Assign(before, found), span)
    elif isinstance(found, ArrayValue):
        put(context, before.address, found, span)
    elif isinstance(found, Cell) and isinstance(found.type, Record):
        source = steady(context, found.address, span)
        whole = Bytes(size_of(found.type, span))
        context.cursor.emit(Assign(replace(before, type=whole), Cell(MEMORY, source, whole)), span)
    return before


def _place_for(context: FunctionContext, found: Expression, span: Span) -> Variable | Cell:
    if isinstance(found.type, Record):
        object_ = context.temporary_object(found.type, span)
        return Cell(MEMORY, context.address(object_, found.type), found.type)
    return context.temporary(scalar_type(found))
