"""Expressions that write: assignments, increments and decrements (C11 6.5.16, 6.5.2.4, 6.5.3.1)."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    BinaryOp,
    Constant,
    Element,
    Expression,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.evaluation_order import DEPENDS
from coveriflow.program.lowering.expressions.bit_fields import BitField, steady
from coveriflow.program.lowering.expressions.calls.call import call
from coveriflow.program.lowering.expressions.expressions import any_value, binary, noted
from coveriflow.program.lowering.expressions.lvalues import Designator, InMemory, accessed, designated, loaded, store
from coveriflow.program.lowering.expressions.multipart import held, held_elements, number_type
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import INT, ArrayOf, FunctionOf, Record


def assignment(context: FunctionContext, node: c_ast.Assignment) -> Expression:
    """``=`` and the compound assignments; a store out of bounds happens after the right side is computed."""
    if node.op == "=":
        return assigned(context, node.lvalue, node.rvalue)
    right, target = any_value(context, node.rvalue), _target(context, node.lvalue)
    old = context.program.orders.take(node.lvalue)
    if old is None:
        old = noted(context, node.lvalue, lambda: _old(context, target, node))
    elif may_have_effect(node.lvalue):
        raise NotSupported(DEPENDS, place(node))
    return _store(context, target, binary(context, BinaryOp(node.op[:-1]), old, right, place(node)), place(node))


def assigned(context: FunctionContext, left: c_ast.Node, right: c_ast.Node) -> Expression:
    """``left = right``; a call may put its result there itself."""
    span = place(left)
    is_open = context.program.orders.watches(right)
    if isinstance(left, c_ast.ID) and isinstance(right, c_ast.FuncCall) and not is_open:
        target = _assignable(designated(context, left), span)
        found = call(context, right, target if isinstance(target, Variable) else None)
        if found is None:
            raise InputError("a void value is used", place(right))
        return target if found == target and isinstance(target, Variable) else _store(context, target, found, span)
    found = any_value(context, right)
    return _store(context, _target(context, left), found, span)


def step(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``++x`` and ``--x``: the new value."""
    target = _target(context, node.expr)
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    new = binary(context, op, _old(context, target, node), Constant(1, INT), place(node))
    return _store(context, target, new, place(node))


def step_after(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``x++`` and ``x--``: the old value."""
    target = _target(context, node.expr)
    current = _old(context, target, node)
    record = number_type(current.type)
    old: Expression
    if record is not None:
        old = ArrayValue(held_elements(context, current, place(node)), record)
    else:
        old = held(context, current, place(node))
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    _store(context, target, binary(context, op, old, Constant(1, INT), place(node)), place(node))
    return old


def _target(context: FunctionContext, node: c_ast.Node) -> Designator:
    """What is to be written, which exists."""
    found = _assignable(accessed(context, designated(context, node), place(node)), place(node))
    if isinstance(found, InMemory) and not isinstance(found.declared, Record):
        return replace(found, address=steady(context, found.address, place(node)))
    return found


def _assignable(target: Designator, span: Span) -> Designator:
    """The target itself, which is a modifiable lvalue (C11, 6.3.2.1)."""
    if isinstance(target, InMemory) and isinstance(target.declared, ArrayOf | FunctionOf):
        raise InputError("an array or function cannot be assigned to", span)
    return target


def _old(context: FunctionContext, target: Designator, node: c_ast.Node) -> Expression:
    safe = replace(target, safe=True) if isinstance(target, InMemory | BitField) else target
    return loaded(context, safe, place(node))


def _store(context: FunctionContext, target: Designator, new: Expression, span: Span) -> Expression:
    """Assign ``new``, converted to the target's type; the value of the assignment is the target's."""
    declared = target.declared if isinstance(target, InMemory) else None
    if number_type(new.type) or number_type(declared):
        return store(context, target, new, span)
    if isinstance(new.type, Record) != (isinstance(target, InMemory) and isinstance(target.declared, Record)):
        raise InputError("a struct or union and a number cannot be assigned to each other", span)
    if isinstance(target, Element) and target.array in variables(target.index):
        target = _with_computed_index(context, target, span)
    return store(context, target, new, span)


def _with_computed_index(context: FunctionContext, element: Element, span: Span) -> Element:
    """``a[a[i]]`` is another element of ``a`` after it has been written."""
    index = context.temporary(scalar_type(element.index))
    context.cursor.emit(Assign(index, element.index), span)
    return replace(element, index=index)
