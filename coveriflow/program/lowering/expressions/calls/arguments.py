"""Arguments of a call: their nodes, their values, and evaluating those that no one looks at."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import any_value, effect
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.wording import counted


def arguments(node: c_ast.FuncCall) -> list[c_ast.Node]:
    """The arguments' nodes."""
    return list(node.args.exprs) if node.args else []


def exactly(count: int, node: c_ast.FuncCall) -> list[c_ast.Node]:
    """The arguments' nodes, of which there must be ``count``."""
    given = arguments(node)
    if len(given) != count:
        raise InputError(f"'{node.name.name}' takes {counted(count, 'argument')}, not {len(given)}", place(node))
    return given


def argument_values(context: FunctionContext, node: c_ast.FuncCall) -> list[Expression]:
    """The arguments' values, from the last one to the first, as gcc reads inputs (C11 6.5.2.2 p10 lets it)."""
    return [any_value(context, each) for each in reversed(arguments(node))][::-1]


def evaluate_all(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Arguments that no one looks at, the last one first, as ``argument_values`` does it."""
    for argument in reversed(arguments(node)):
        evaluate(context, argument)


def evaluate_hint(context: FunctionContext, argument: c_ast.Node) -> None:
    """A hint; whether gcc evaluates one with an effect depends on what else it knows."""
    if may_have_effect(argument):
        raise NotSupported("a hint with an effect", place(argument))
    effect(context, argument)


def evaluate(context: FunctionContext, argument: c_ast.Node) -> None:
    """An argument that no one looks at: only its side effects count, and text has none."""
    if not (isinstance(argument, c_ast.Constant) and argument.type == "string"):
        effect(context, argument)
