"""Calls through pointers to functions that the program does not define and that have no ``stand_ins``: what they do is
not known.
"""

from __future__ import annotations

from coveriflow.program import folding
from coveriflow.program.context import FunctionContext
from coveriflow.program.designators import function_address
from coveriflow.program.edges import Unsupported
from coveriflow.program.errors import Span
from coveriflow.program.expressions import BinaryOp, Variable
from coveriflow.program.scopes import FunctionSymbol


def leave_to_undefined(context: FunctionContext, pointer: Variable, span: Span) -> None:
    """Go on where ``pointer`` leads to none of them."""
    for symbol in _undefined(context):
        chosen, other = context.cursor.fresh(), context.cursor.fresh()
        is_this = folding.binary(BinaryOp.EQ, pointer, function_address(context, symbol, span))
        context.cursor.branch(is_this, chosen, other, span)
        context.cursor.at = chosen
        feature = f"a call through a pointer to {symbol.unique}, which the program does not define,"
        context.cursor.leave(Unsupported(feature), context.program.halt, span)
        context.cursor.at = other


def _undefined(context: FunctionContext) -> list[FunctionSymbol]:
    """Those whose address the program may take."""
    addressed = context.program.addressed
    found = {name: each for scope in context.scope.outwards() for name, each in scope.symbols.items()}
    found.update(context.program.external)
    return [
        each
        for name, each in sorted(found.items())
        if isinstance(each, FunctionSymbol) and each.definition is None and name in addressed.functions
    ]
