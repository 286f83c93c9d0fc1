"""What is not supported ends the path that comes to it, and only that."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.cfa.edges import Unsupported
from coveriflow.program.errors import NotSupported
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.syntax.nodes import place


def attempted(context: FunctionContext, node: c_ast.Node, lower: Callable[[], None]) -> bool:
    """Whether ``lower`` could add the edges of ``node``. If not, there is one ``Unsupported`` edge in their place.

    A part that other code may jump into cannot be left away: then ``NotSupported`` is raised as it came.
    """
    edges, start, scope, labels = context.cursor.builder.edges, context.cursor.at, context.scope, _labels(context)
    block = context.cursor.block
    size, breaks, continues = len(edges), len(context.breaks), len(context.continues)
    switches = len(context.switches)
    try:
        lower()
    except NotSupported as error:
        if _labels(context) != labels:
            raise
        del edges[size:]
        del context.breaks[breaks:], context.continues[continues:], context.switches[switches:]
        context.cursor.at, context.cursor.block, context.scope = start, block, scope
        context.cursor.leave(Unsupported(error.feature), context.program.halt, error.span or place(node))
        return False
    return True


def _labels(context: FunctionContext) -> tuple[int, int]:
    """How many labels other code may jump to have been met in this function."""
    cases = sum(len(each.cases) + (each.default is not None) for each in context.switches)
    return len(context.defined_labels), cases
