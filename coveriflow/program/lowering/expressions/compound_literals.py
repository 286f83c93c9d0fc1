"""Compound literals: unnamed objects, one for each place in the text (C11 6.5.2.5)."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.declarations.type_reader import qualifiers
from coveriflow.program.errors import NotSupported
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import types
from coveriflow.program.lowering.expressions.lvalues import InMemory
from coveriflow.program.lowering.expressions.object_storage import completed_type, initialise, static_initial
from coveriflow.program.memory.layout import CONSTANT_PREFIX
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import Unhandled


def compound_literal(context: FunctionContext, node: c_ast.CompoundLiteral) -> InMemory:
    """The object, with its value: one of the program at file scope, else it gets its value at each evaluation."""
    span = place(node)
    declared = completed_type(context, types(context).read(node.type), node.init)
    if isinstance(declared, Unhandled):
        raise NotSupported(declared.feature, span)
    is_constant = "const" in qualifiers(node.type, context.scope)
    variable = context.temporary_object(declared, span, CONSTANT_PREFIX if is_constant else "$")
    if context.function.name:
        initialise(context, variable, declared, node.init)
    else:
        static_initial(context, variable, declared, node.init)
    return InMemory(context.address(variable, declared), declared, safe=True)
