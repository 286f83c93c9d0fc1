"""Expressions that write: assignments, increments and decrements (C11 6.5.16, 6.5.2.4, 6.5.3.1)."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.calls import call
from coveriflow.program.checks import arithmetic, converted
from coveriflow.program.context import FunctionContext
from coveriflow.program.declared import place
from coveriflow.program.edges import Assign
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import (
    BinaryOp,
    Constant,
    Element,
    Expression,
    Place,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.lowering import FURTHER, UNARY, lvalue, value
from coveriflow.program.types import INT, Array


def assignment(context: FunctionContext, node: c_ast.Assignment) -> Expression:
    """``=`` and the compound assignments; a store out of bounds happens after the right side is computed."""
    if node.op == "=":
        return assigned(context, node.lvalue, node.rvalue)
    right, target = value(context, node.rvalue), _scalar(context, node.lvalue)
    op = BinaryOp(node.op.removesuffix("="))
    return _store(context, target, arithmetic(context, op, target, right, place(node)), place(node))


def assigned(context: FunctionContext, left: c_ast.Node, right: c_ast.Node) -> Expression:
    """``left = right``; a call may put its result there itself."""
    if isinstance(left, c_ast.ID) and isinstance(right, c_ast.FuncCall):
        variable = _scalar(context, left)
        assert isinstance(variable, Variable)
        found = call(context, right, variable)
        if found is None:
            raise InputError("a void value is used", place(right))
        return variable if found == variable else _store(context, variable, found, place(left))
    found = value(context, right)
    return _store(context, _scalar(context, left), found, place(left))


def _step(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``++x`` and ``--x``: the new value."""
    target = _scalar(context, node.expr)
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    return _store(context, target, folding.binary(op, target, Constant(1, INT)), place(node))


def _step_after(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``x++`` and ``x--``: the old value."""
    target = _scalar(context, node.expr)
    old = context.temporary(scalar_type(target))
    context.cursor.emit(Assign(old, target), place(node))
    op = BinaryOp.ADD if "+" in node.op else BinaryOp.SUB
    _store(context, target, folding.binary(op, old, Constant(1, INT)), place(node))
    return old


def _scalar(context: FunctionContext, node: c_ast.Node) -> Place:
    target = lvalue(context, node)
    if isinstance(target.type, Array):
        raise NotSupported("an array used as a value (a pointer)", place(node))
    return target


def _store(context: FunctionContext, target: Place, new: Expression, span: Span) -> Expression:
    """Assign ``new``, converted to the target's type; the value of the assignment is the target's."""
    new = converted(context, new, scalar_type(target), span)
    if isinstance(target, Element) and target.array in variables(target.index):
        target = _with_computed_index(context, target, span)
    context.cursor.emit(Assign(target, new), span)
    return target


def _with_computed_index(context: FunctionContext, element: Element, span: Span) -> Element:
    """``a[a[i]]`` is another element of ``a`` after it has been written."""
    index = context.temporary(scalar_type(element.index))
    context.cursor.emit(Assign(index, element.index), span)
    return replace(element, index=index)


FURTHER[c_ast.Assignment] = assignment
UNARY.update({"++": _step, "--": _step, "p++": _step_after, "p--": _step_after})
