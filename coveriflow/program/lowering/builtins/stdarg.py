"""``va_start``, ``va_arg``, ``va_copy`` and ``va_end`` (C11 7.16.1)."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.lowering.call_arguments import evaluated
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments, exactly
from coveriflow.program.lowering.expressions.calls.variadic_calls import first_argument, next_argument
from coveriflow.program.lowering.expressions.expressions import types, value
from coveriflow.program.lowering.expressions.lvalues import Designator, InMemory, accessed, designated, loaded, store
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import ArrayOf, Pointer


def _list(context: FunctionContext, node: c_ast.Node) -> Designator:
    """The pointer in a list: under LP64 it lies in the struct that the name points to."""
    if not isinstance(context.program.argument_list, ArrayOf):
        list_ = designated(context, node)
        type_ = list_.declared if isinstance(list_, InMemory) else getattr(list_, "type", None)
        if not isinstance(type_, Pointer):
            raise NotSupported("a list of arguments that is no va_list", place(node))
        return accessed(context, list_, place(node))
    leads = value(context, node)
    record = context.program.argument_list.element
    if not isinstance(leads.type, Pointer) or leads.type.target is not record:
        raise InputError("this is no va_list", place(node))
    pointer = context.program.layout.pointer()
    address = make.cast(leads, context.program.layout.pointer(pointer))
    return accessed(context, InMemory(address, pointer, safe=False), place(node))


def _set(context: FunctionContext, node: c_ast.Node, new: Expression) -> None:
    store(context, _list(context, node), new, place(node))


def _start(context: FunctionContext, node: c_ast.FuncCall) -> None:
    given = arguments(node)
    if not given:
        raise InputError("va_start takes a list", place(node))
    _set(context, given[0], first_argument(context, place(node)))


def _copy(context: FunctionContext, node: c_ast.FuncCall) -> None:
    target, source = exactly(2, node)
    _set(context, target, loaded(context, _list(context, source), place(source)))


def _end(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """A list that has ended leads nowhere."""
    (ended,) = exactly(1, node)
    _set(context, ended, Constant(0, context.program.layout.pointer()))


def _next(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    step, name = exactly(2, node)
    list_ = _list(context, evaluated(context, step).expr.name)
    now = loaded(context, list_, place(node))
    found, following = next_argument(context, now, types(context).read(name), place(node))
    store(context, list_, following, place(node))
    return found


CALLS: Mapping[str, LowerCall] = {
    "__builtin_va_start": _start,
    "__builtin_va_copy": _copy,
    "__builtin_va_end": _end,
    "__builtin_va_arg": _next,
}
