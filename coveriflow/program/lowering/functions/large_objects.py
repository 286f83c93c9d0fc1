"""Local objects without an initial value that have too many parts to store an unknown value to each: each passing of
the declaration allocates one, like an array of computed length.
"""

from __future__ import annotations

from itertools import islice

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.declarations.scopes import ObjectSymbol
from coveriflow.program.expressions.expressions import Constant, Variable
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.allocation import allocated_on_stack
from coveriflow.program.lowering.expressions.lvalues import MAXIMUM_PARTS
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.types.c_types import Block, DeclaredType, size_type
from coveriflow.program.types.record_layout import alignment_of, leaves, size_of

_JUMPS = (c_ast.Goto, c_ast.Switch, c_ast.Label)
"""By these the block of an object may be entered without its declaration."""


def is_large(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> bool:
    """Whether to allocate what ``node`` declares."""
    if node.init is not None or node.quals or context.definition is None:
        return False
    if next(islice(leaves(declared), MAXIMUM_PARTS, None), None) is None:
        return False
    in_memory = context.in_memory(node.name, declared, [node])
    is_kept = context.is_entry and not context.breaks and not context.labels
    return in_memory and not is_kept and not any(isinstance(each, _JUMPS) for each in walk(context.definition))


def large_object(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> None:
    """Declare an object that ``is_large``."""
    span, model = place(node), context.program.model
    size, alignment = size_of(declared, span), max(1, alignment_of(declared, model))
    object_ = Variable(context.unique(node.name), Block(size, 0, alignment))
    first = allocated_on_stack(context, Constant(size, size_type(model)), span, context.cursor.block, again=False)
    pointer = context.named(f"&{node.name}", context.program.layout.pointer())
    context.locals.append(pointer)
    context.cursor.emit(Assign(pointer, first), span)
    context.allocated[object_] = pointer
    context.scope.symbols[node.name] = ObjectSymbol(object_, declared)
