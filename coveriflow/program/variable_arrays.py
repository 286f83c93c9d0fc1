"""Arrays whose length is computed (C11 6.7.6.2 p5): each execution of the declaration allocates one."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.context import FunctionContext
from coveriflow.program.declared import place
from coveriflow.program.edges import Assign, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import BinaryOp, Constant, scalar_type
from coveriflow.program.heap import allocated
from coveriflow.program.lowering import types, value
from coveriflow.program.pointers import emit_check
from coveriflow.program.records import size_of
from coveriflow.program.scopes import ObjectSymbol
from coveriflow.program.types import INT, Unhandled, size_type


def variable_array(context: FunctionContext, node: c_ast.Decl) -> None:
    """Declare ``T a[n]``: ``a`` is a pointer to the first element."""
    span, bytes_ = place(node), size_type(context.program.model)
    element = types(context).read(node.type.type)
    if isinstance(element, Unhandled):
        raise NotSupported(element.feature, span)
    context.check_order(node.type.dim)
    given = value(context, node.type.dim)
    emit_check(context, folding.binary(BinaryOp.GT, given, Constant(0, INT)), Undefined.BOUNDS, span)
    most = Constant(bytes_.maximum // max(1, size_of(element, span)), bytes_)
    emit_check(context, folding.binary(BinaryOp.LE, given, most), Undefined.ALLOCATION, span)
    length = context.temporary(bytes_)
    context.cursor.emit(Assign(length, folding.cast(given, bytes_)), span)
    size = folding.binary(BinaryOp.MUL, length, Constant(size_of(element, span), bytes_))
    first = allocated(context, size, span)
    variable = context.named(node.name, context.program.layout.pointer(element))
    context.locals.append(variable)
    context.cursor.emit(Assign(variable, folding.cast(first, scalar_type(variable))), span)
    context.scope.symbols[node.name] = ObjectSymbol(variable, scalar_type(variable), length)
