"""``fesetround`` and ``fegetround``: the direction of rounding is a variable (C11 7.6.3). ``rounding_modes`` makes the
operations depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.cfa.names import DIRECTION
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT


def _set(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """What is no direction is refused by the function itself, which then changes nothing."""
    (argument,) = exactly(1, node)
    span, given, result = place(node), context.temporary(INT), context.temporary(INT)
    context.program.globals[DIRECTION.name] = Global(DIRECTION, ())
    context.cursor.emit(Assign(given, make.cast(value(context, argument), INT)), span)
    others = make.binary(BinaryOp.AND, given, Constant(~0xC00, INT))
    context.cursor.emit(Assign(result, make.truth(others)), span)
    change, after = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(result, after, change, span)
    context.cursor.at = change
    context.cursor.emit(Assign(DIRECTION, given), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def _get(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    exactly(0, node)
    context.program.globals[DIRECTION.name] = Global(DIRECTION, ())
    result = context.temporary(INT)
    context.cursor.emit(Assign(result, DIRECTION), place(node))
    return result


CALLS: Mapping[str, LowerCall] = {"fesetround": _set, "fegetround": _get}
