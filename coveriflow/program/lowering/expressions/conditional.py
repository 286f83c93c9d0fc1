"""The conditional operator (C11 6.5.15)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.record_passing import store_result
from coveriflow.program.lowering.expressions.expressions import condition, known_value, lowered, named_type
from coveriflow.program.lowering.expressions.multipart import adapted, check_scalar, operations
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import Pointer, Record, Scalar, Void, common


def conditional(context: FunctionContext, node: c_ast.TernaryOp) -> Expression | None:
    """``c ? a : b`` (C11 6.5.15): only one of ``a`` and ``b`` is evaluated."""
    known = known_value(context, node.cond)
    if known is not None:
        return _chosen(context, *((node.iftrue, node.iffalse) if known.value else (node.iffalse, node.iftrue)))
    if_true, if_false, after = (context.cursor.fresh() for _ in range(3))
    condition(context, node.cond, if_true, if_false)
    ends = []
    for start, operand in ((if_true, node.iftrue), (if_false, node.iffalse)):
        context.cursor.at = start
        found = lowered(context, operand)
        ends.append((context.cursor.at, found))
    result = _joined_result(context, [found for _, found in ends], place(node))
    for end, found in ends:
        context.cursor.at = end
        if result is not None and found is not None:
            store_result(context, result, found, place(node))
        context.cursor.goto(after, place(node))
    context.cursor.at = after
    return result


def _chosen(context: FunctionContext, chosen: c_ast.Node, other: c_ast.Node) -> Expression | None:
    """The operand that a constant condition takes; the other one has its say in the type."""
    found, ignored = lowered(context, chosen), lowered(context.scratch(), other)
    if found is None or ignored is None:
        return None
    several = operations(context, found, ignored)
    if several is not None:
        span = place(chosen)
        return adapted(context, found, several.common(context, found, ignored, span), span)
    if isinstance(found.type, Record):
        return found
    return make.cast(found, _joined_type(found, ignored, place(chosen)))


def _joined_result(context: FunctionContext, operands: list[Expression | None], span: Span) -> Variable | Cell | None:
    left, right = operands
    if left is None or right is None:
        return None
    several = operations(context, left, right)
    if several is not None:
        record = several.common(context, left, right, span)
        return Cell(MEMORY, context.address(context.temporary_object(record, span), record), record)
    if isinstance(left.type, Record):
        object_ = context.temporary_object(left.type, span)
        return Cell(MEMORY, context.address(object_, left.type), left.type)
    return context.temporary(_joined_type(left, right, span))


def _joined_type(left: Expression, right: Expression, span: Span) -> Scalar:
    """C11 6.5.15; of two pointers the one that says more."""
    for operand in (left, right):
        check_scalar(operand, span)
    one, other = scalar_type(left), scalar_type(right)
    if isinstance(one, Pointer) and isinstance(one.target, Void) and isinstance(other, Pointer):
        return other
    return scalar_type(named_type(Constant(0, common(one, other))))
