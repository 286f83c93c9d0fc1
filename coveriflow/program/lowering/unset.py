"""Local variables that are read before they are written (C11 6.3.2.1 p2), where the property asks for that.

What counts is a scalar of automatic storage whose address is never taken: reading it is undefined, whatever its type. A
value that is discarded at once, as in ``(void)x;``, is not read. Objects in memory (arrays, structs, what is allocated,
and what ``&`` is applied to) have an indeterminate value, which may be copied: a read of them is none of these.

Each such variable has a flag. Reads are checked here; a pass (``passes.indeterminate_values``) keeps the flags.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Check, Undefined
from coveriflow.program.cfa.presumptions import WRITTEN
from coveriflow.program.declarations.scopes import ObjectSymbol
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Variable
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, Array, Block, DeclaredType, Floating, Integer, Pointer

FLAG = "$set"
"""How the names of variables end that say whether another one has a value."""


def is_checked(context: FunctionContext, span: Span) -> bool:
    """Whether reads of variables that are declared at ``span`` violate the property: those in models are ours."""
    return Undefined.UNINITIALISED in context.program.violations.checks and not span.file.startswith("<")


def declare(context: FunctionContext, variable: Variable, span: Span) -> None:
    """``variable``, which is no object in memory, has no value from here on."""
    if not is_checked(context, span) or isinstance(variable.type, Array | Block):
        return
    follow(context, variable, span)
    context.cursor.emit(Assign(context.program.unset[variable], Constant(0, INT)), span)


def follow(context: FunctionContext, variable: Variable, span: Span) -> None:
    """``variable`` has no value where a jump passes its declaration."""
    if is_checked(context, span) and not isinstance(variable.type, Array | Block):
        flag = context.named(f"{variable.name.rpartition('::')[2]}{FLAG}", INT)
        context.locals.append(flag)
        context.program.unset[variable] = flag


def assume_written(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> None:
    """No read is checked of a scalar that lies in memory although its address may never be taken, as where functions
    within functions use it.
    """
    span, is_scalar = place(node), isinstance(declared, Integer | Pointer | Floating)
    if is_scalar and is_checked(context, span) and not context.program.addressed_objects.is_taken([node]):
        context.program.assumptions.setdefault(f"the variable '{node.name}' at {span} {WRITTEN}")


def check_read(context: FunctionContext, found: object, span: Span) -> None:
    """The execution goes on only where what is read has been written."""
    flag = context.program.unset.get(found) if isinstance(found, Variable) else None
    if flag is not None:
        written = make.binary(BinaryOp.NE, flag, Constant(0, INT))
        context.cursor.emit(Check(written, Undefined.UNINITIALISED), span)


def is_discarded_read(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether nothing happens when the value of ``node`` is discarded, although reading it might be undefined."""
    symbol = context.scope.find(node.name) if context.program.unset and isinstance(node, c_ast.ID) else None
    return isinstance(symbol, ObjectSymbol) and symbol.variable in context.program.unset
