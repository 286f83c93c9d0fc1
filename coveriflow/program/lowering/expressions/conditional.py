"""The conditional operator (C11 6.5.15)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.record_passing import store_result
from coveriflow.program.lowering.expressions.expressions import condition, known_value, lowered, named_type
from coveriflow.program.lowering.expressions.multipart import adapted, check_scalar, operations
from coveriflow.program.lowering.expressions.null_pointers import NullConstant, null_pointer_constant
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
    result, type_ = _joined_result(context, node, [found for _, found in ends])
    for end, found in ends:
        context.cursor.at = end
        if result is not None and found is not None:
            store_result(context, result, found, place(node))
        context.cursor.goto(after, place(node))
    context.cursor.at = after
    return result if type_ is None or result is None else make.cast(result, type_)


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
    return make.cast(found, _joined_type(context, (chosen, found), (other, ignored)))


def _joined_result(
    context: FunctionContext, node: c_ast.TernaryOp, operands: list[Expression | None]
) -> tuple[Variable | Cell | None, Scalar | None]:
    """Where the value is kept, and the type of a scalar: programs may have no name for that of a bit-field."""
    (left, right), span = operands, place(node)
    if left is None or right is None:
        return None, None
    several = operations(context, left, right)
    if several is not None:
        record = several.common(context, left, right, span)
        return Cell(MEMORY, context.address(context.temporary_object(record, span), record), record), None
    if isinstance(left.type, Record):
        object_ = context.temporary_object(left.type, span)
        return Cell(MEMORY, context.address(object_, left.type), left.type), None
    type_ = _joined_type(context, (node.iftrue, left), (node.iffalse, right))
    return context.temporary(scalar_type(named_type(Constant(0, type_)))), type_


_Operand = tuple[c_ast.Node, Expression]
"""One as it is written, and its value."""


def _joined_type(context: FunctionContext, left: _Operand, right: _Operand) -> Scalar:
    """C11 6.5.15 p5 and p6."""
    for node, operand in (left, right):
        check_scalar(operand, place(node))
    one, other = scalar_type(left[1]), scalar_type(right[1])
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        if isinstance(one.target, Void):
            return other if _takes_type_of_other(context, left[0], other) else one
        if isinstance(other.target, Void):
            return one if _takes_type_of_other(context, right[0], one) else other
    return common(one, other)


def _takes_type_of_other(context: FunctionContext, node: c_ast.Node, other: Pointer) -> bool:
    """Whether a pointer to ``void`` is a null pointer constant: if not, the result is a pointer to ``void``."""
    if isinstance(other.target, Void):
        return True
    found = null_pointer_constant(context, node)
    if found is NullConstant.OPEN:
        raise NotSupported("a conditional with what may be a null pointer constant", place(node))
    return found is NullConstant.YES
