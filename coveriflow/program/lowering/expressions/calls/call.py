"""Function calls: of defined functions, of inputs, and of the functions that verification tasks give a meaning to."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol, UnusableSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Constant, Expression, Variable
from coveriflow.program.lowering.call_arguments import check_evaluated, tracked
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate_all
from coveriflow.program.lowering.expressions.calls.entered import call_defined, violate
from coveriflow.program.lowering.expressions.calls.indirect import call_pointed
from coveriflow.program.lowering.expressions.calls.undefined import call_undefined
from coveriflow.program.lowering.expressions.sizeof import offset_of
from coveriflow.program.lowering.promised_calls import look_at_promise
from coveriflow.program.syntax.nodes import place
from coveriflow.program.text.violations import FAILING, TOLD_LAST
from coveriflow.program.types.c_types import INT


def call(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None = None) -> Expression | None:
    """Call a function (C11 6.5.2.2); its result goes to ``target`` if that is given and has the result's type.

    All calls pass here, so that each argument is evaluated exactly once, whatever is called (``call_arguments``).
    """
    look_at_promise(context, node)
    node = _with_function(context, node)
    if isinstance(node.name, c_ast.ID) and node.name.name == "__builtin_offsetof":
        return offset_of(context, node)  # it takes a type and a designator
    counted = tracked(context, node)
    found = _called(context, counted, target)
    check_evaluated(counted)
    return found


def _with_function(context: FunctionContext, node: c_ast.FuncCall) -> c_ast.FuncCall:
    """``(*f)(x)``, ``(&f)(x)`` and what ``_Generic`` and the like select are calls of a function by its name."""
    while True:
        match node.name:
            case c_ast.UnaryOp(op="*" | "&") if _names_function(context, node.name):
                node = c_ast.FuncCall(node.name.expr, node.args, node.coord)
            case _:
                chosen = context.program.lowerers.selected(context, node.name)
                if chosen is None:
                    return node
                node = c_ast.FuncCall(chosen, node.args, node.coord)


def _called(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None) -> Expression | None:
    if not isinstance(node.name, c_ast.ID):
        return call_pointed(context, node)
    symbol = context.symbol(node.name.name)
    if isinstance(symbol, ObjectSymbol):
        return call_pointed(context, node)
    if symbol is not None and not isinstance(symbol, FunctionSymbol):
        what = symbol.feature if isinstance(symbol, UnusableSymbol) else "a call of something that is no function"
        raise NotSupported(what, place(node))
    if symbol is not None and symbol.violates:
        return _violation(context, node, symbol)
    if symbol is not None and symbol.definition is not None:
        is_model = place(symbol.definition).file.startswith("<")
        meaning = context.program.lowerers.modelled.get(node.name.name) if is_model else None
        found = meaning(context, node) if meaning is not None else None
        return found if found is not None else call_defined(context, node, symbol, target)
    if symbol is not None and symbol.inside is not None:
        raise NotSupported("a call of a nested function before its definition", place(node))
    return call_undefined(context, node, symbol, target)


def _names_function(context: FunctionContext, node: c_ast.UnaryOp) -> bool:
    return isinstance(node.expr, c_ast.ID) and isinstance(context.symbol(node.expr.name), FunctionSymbol)


def _violation(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol) -> Expression:
    evaluate_all(context, node)
    texts = [a.value for a in arguments(node) if isinstance(a, c_ast.Constant) and a.type == "string"]
    said = texts[-1 if symbol.unique in TOLD_LAST else 0] if texts and symbol.unique in FAILING else ""
    violate(context, f"{symbol.unique}({said})", place(node))
    return Constant(0, INT)
