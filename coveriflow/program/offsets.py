"""``offsetof`` (C11 7.19 p3)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.context import FunctionContext
from coveriflow.program.declared import place
from coveriflow.program.designators import Designator, InMemory, element_in_memory, member_of
from coveriflow.program.errors import InputError
from coveriflow.program.expressions import Constant, Expression
from coveriflow.program.lowering import types, value
from coveriflow.program.types import size_type


def offset_of(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``offsetof(type, member)``: the address that the member has in an object at 0 (C11 7.19 p3)."""
    type_, member = node.args.exprs
    span = place(node)
    object_ = InMemory(Constant(0, context.program.layout.pointer()), types(context).read(type_), safe=True)
    inner: list[c_ast.Node] = []
    while not isinstance(member, c_ast.ID):
        inner.append(member)
        member = member.name
    found: Designator = member_of(context, object_, member.name, span)
    for step in reversed(inner):
        if not isinstance(found, InMemory):
            raise InputError("a bit-field has no address", span)
        if isinstance(step, c_ast.StructRef):
            found = member_of(context, found, step.field.name, span)
        else:
            found = element_in_memory(context, found, value(context, step.subscript), span)
    if not isinstance(found, InMemory):
        raise InputError("a bit-field has no address", span)
    return folding.cast(found.address, size_type(context.program.model))
