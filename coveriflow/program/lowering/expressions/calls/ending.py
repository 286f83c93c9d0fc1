"""Functions that end the program, and what runs before it ends."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Stop
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.library.texts import EXIT_HANDLERS, KEYS
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate
from coveriflow.program.lowering.expressions.calls.entered import call_without_arguments
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.syntax.nodes import place
from coveriflow.program.text.violations import FAILING
from coveriflow.program.types.c_types import INT

_ENDING = {"abort", "__builtin_trap", "__builtin_abort", *FAILING}
_LAST_THREAD = {"pthread_exit", "thrd_exit"}
_EXITING = {"exit", "_exit", "_Exit", "quick_exit", "__builtin_exit", "__builtin__exit"}
ENDING = frozenset(_ENDING | _LAST_THREAD | _EXITING)
"""Functions that end the program."""


def end_program(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Call a function of ``ENDING``."""
    given, status = arguments(node), None
    for number, argument in reversed(list(enumerate(given))):
        if node.name.name in _EXITING and number == 0:
            status = converted(context, value(context, argument), INT, place(node))
        else:
            evaluate(context, argument)
    if node.name.name in _LAST_THREAD:
        keys = context.program.external.get(KEYS)
        if isinstance(keys, FunctionSymbol) and keys.definition is not None:
            raise NotSupported("the end of a thread that has values of its own", place(node))
        status = Constant(0, INT)
    if node.name.name in ("exit", "__builtin_exit") or node.name.name in _LAST_THREAD:
        status = _kept(context, status, place(node))
        run_exit_handlers(context, place(node))
    context.cursor.leave(Stop(status), context.program.halt, place(node))


def _kept(context: FunctionContext, status: Expression | None, span: Span) -> Expression | None:
    if status is None or isinstance(status, Constant) or not runs_at_exit(context):
        return status
    kept = context.temporary(INT)
    context.cursor.emit(Assign(kept, status), span)
    return kept


def exit_handlers(context: FunctionContext) -> FunctionSymbol | None:
    """The function that calls what ``atexit`` was given, if the program calls that; one that was printed is called by
    the program itself.
    """
    found = context.program.external.get(EXIT_HANDLERS)
    if not isinstance(found, FunctionSymbol) or found.definition is None:
        return None
    return found if place(found.definition).file.startswith("<") else None


def run_exit_handlers(context: FunctionContext, span: Span) -> None:
    """What happens before a program ends normally (C11 7.22.4.4 p3)."""
    handlers = exit_handlers(context)
    if handlers is not None:
        call_without_arguments(context, handlers, span)
    for symbol in context.program.destructors:
        call_without_arguments(context, symbol, span)


def runs_at_exit(context: FunctionContext) -> bool:
    """Whether anything does."""
    return exit_handlers(context) is not None or bool(context.program.destructors)
