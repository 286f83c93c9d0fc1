"""``__builtin_object_size``, as gcc computes it without optimisation: by the form of what is not evaluated.

Bit 1 of the kind asks for the least instead of the largest number of bytes that there may be, bit 0 for those of the
innermost object: the member, or the array of which an element is named.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Address, Constant, Expression, without_casts
from coveriflow.program.lowering.call_arguments import evaluated, spelled
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.environment import UNOPTIMISED
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import integer_value
from coveriflow.program.lowering.expressions.lvalues import InMemory, designated
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import ArrayOf, Block, DeclaredType, Pointer, Record, size_type
from coveriflow.program.types.record_layout import size_of


def _object_size(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    pointer, kind = exactly(2, node)
    asked, bytes_ = integer_value(context, evaluated(context, kind)).value, size_type(context.program.model)
    pointer = spelled(pointer)
    found = None if may_have_effect(pointer) else _known(context.scratch(), pointer, asked, place(node))
    unknown = 0 if asked & 2 else bytes_.maximum
    if found is None:
        context.program.assumptions.setdefault(UNOPTIMISED)
    return Constant(unknown if found is None else max(found, 0), bytes_)


def _known(context: FunctionContext, node: c_ast.Node, kind: int, span: Span) -> int | None:
    """``None``: gcc does not know it."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    match node:
        case c_ast.UnaryOp(op="&"):
            return _of_place(context, node.expr, kind, span)
        case c_ast.BinaryOp(op="+") if _is_array(context, node.left):
            step = _element_size(context, node.left, span)
            return _behind(_of_place(context, node.left, kind, span), step, context, node.right, kind)
        case c_ast.BinaryOp(op="+" | "-", left=c_ast.ID() | c_ast.StructRef()) if not _is_array(context, node.left):
            return _known(context, node.left, kind, span)
        case c_ast.Constant(type="string") | c_ast.ID() | c_ast.StructRef() | c_ast.ArrayRef() | c_ast.UnaryOp(op="*"):
            if _is_array(context, node):
                return _of_place(context, node, kind, span)
            if isinstance(type_of(context, node), Pointer):
                return None
            raise _refused(span)
        case _:
            raise _refused(span)


def _refused(span: Span) -> NotSupported:
    return NotSupported("__builtin_object_size of such an expression", span)


def _is_array(context: FunctionContext, node: c_ast.Node) -> bool:
    return isinstance(type_of(context, node), ArrayOf)


def _element_size(context: FunctionContext, node: c_ast.Node, span: Span) -> int:
    array = type_of(context, node)
    assert isinstance(array, ArrayOf)
    return size_of(array.element, span)


def _behind(found: int | None, step: int, context: FunctionContext, index: c_ast.Node, kind: int) -> int | None:
    try:
        moved = integer_value(context, index).value
    except NotSupported:
        return None
    if moved < 0 or (kind & 1 and moved):
        return None
    return None if found is None else found - moved * step


def _of_place(context: FunctionContext, node: c_ast.Node, kind: int, span: Span) -> int | None:
    """From where ``node`` begins to the end of its object."""
    found = designated(context, node)
    if not isinstance(found, InMemory):
        raise _refused(span)
    address = without_casts(found.address)
    if not isinstance(address, Address):
        return None
    if not isinstance(address.object.type, Block) or address.object.name.startswith("&"):
        raise _refused(span)
    left = address.object.type.size - address.offset
    return _innermost(context, node, left, span) if kind & 1 else left


def _innermost(context: FunctionContext, node: c_ast.Node, left: int, span: Span) -> int:
    match node:
        case c_ast.ID() | c_ast.Constant():
            return left
        case c_ast.StructRef():
            member = type_of(context, node)
            size = _size(member, span)
            if size != left and isinstance(member, ArrayOf) and _is_last(context, node):
                raise _refused(span)
            return size
        case c_ast.ArrayRef() if _is_array(context, node.name):
            index = integer_value(context, node.subscript).value
            whole = type_of(context, node.name)
            assert isinstance(whole, ArrayOf)
            array = _innermost(context, node.name, left + index * size_of(whole.element, span), span)
            own = array if isinstance(node.name, c_ast.StructRef) else _size(whole, span)
            return own - index * size_of(whole.element, span)
        case c_ast.UnaryOp(op="*") if _is_array(context, node.expr):
            return _size(type_of(context, node.expr), span)
        case _:
            raise _refused(span)


def _size(declared: DeclaredType, span: Span) -> int:
    if isinstance(declared, ArrayOf) and declared.length is None:
        raise _refused(span)
    return size_of(declared, span)


def _is_last(context: FunctionContext, node: c_ast.StructRef) -> bool:
    """Whether a member may stand for an array of any length at the end of its struct."""
    whole = type_of(context, node.name)
    if isinstance(whole, Pointer):
        whole = whole.target
    return not isinstance(whole, Record) or not whole.members or whole.members[-1].name == node.field.name


CALLS: Mapping[str, LowerCall] = dict.fromkeys(("__builtin_object_size", "__builtin_dynamic_object_size"), _object_size)
