"""Functions that other verifiers know, where a program does not define them: assertions and assumptions."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import InputError
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, LowerCall, scalar
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate
from coveriflow.program.lowering.expressions.calls.entered import violate
from coveriflow.program.lowering.expressions.calls.undefined import undefined_function
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.syntax.nodes import place
from coveriflow.program.text.violations import ASSERTING, ASSUMING


def _asserted(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """Where the property is another one, this is a function that is not defined; but ``assert``, whose header is
    missing, ends the program.
    """
    name, span = node.name.name, place(node)
    is_asked = name in context.program.violations.assertions
    if not is_asked and (name != "assert" or context.symbol(name) is not None):
        return undefined_function(context, node)
    holds = _tested(context, node)
    after, fails = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(holds, after, fails if is_asked else context.program.halt, span)
    if is_asked:
        context.cursor.at = fails
        violate(context, f"{name}()", span)
    context.cursor.at = after
    return None


def _assumed(context: FunctionContext, node: c_ast.FuncCall) -> None:
    holds, after = _tested(context, node), context.cursor.fresh()
    context.cursor.branch(holds, after, context.program.halt, place(node))
    context.cursor.at = after


def _tested(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """The first argument, converted to the type of its parameter if that is known (C11 6.5.2.2 p7); others are for
    people.
    """
    name, given = node.name.name, arguments(node)
    if not given:
        raise InputError(f"'{name}' takes an argument", place(node))
    for argument in reversed(given[1:]):
        evaluate(context, argument)
    found, symbol = value(context, given[0]), context.symbol(name)
    if isinstance(symbol, FunctionSymbol) and symbol.declared.parameters:
        _, declared = symbol.declared.parameters[0]
        found = converted(context, found, scalar(declared, place(node)), place(node))
    return make.truth(found)


CALLS: Mapping[str, LowerCall] = {
    **dict.fromkeys(ASSERTING, _asserted),
    **dict.fromkeys(ASSUMING - {"__VERIFIER_assume"}, _assumed),
}
