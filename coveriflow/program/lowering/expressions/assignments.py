"""Expressions that write: assignments, increments and decrements (C11 6.5.16, 6.5.2.4, 6.5.3.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from coveriflow.program.lowering.evaluation_order import DEPENDS, OpenNode
from coveriflow.program.lowering.expressions.bit_fields import BitField, steady
from coveriflow.program.lowering.expressions.calls import call
from coveriflow.program.lowering.expressions.either_order import in_both_orders, in_either_order
from coveriflow.program.lowering.expressions.expressions import any_value, binary, noted
from coveriflow.program.lowering.expressions.lvalues import Designator, InMemory, accessed, designated, loaded, store
from coveriflow.program.lowering.expressions.multipart import held, held_elements, number_type
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, ArrayOf, FunctionOf, Record


def assignment(context: FunctionContext, node: c_ast.Assignment) -> Expression:
    """``=`` and the compound assignments; a store out of bounds happens after the right side is computed."""
    if (open_ := in_both_orders(context, node)) is not None:
        return _in_either_order(context, node, open_)
    if node.op == "=":
        return assigned(context, node.lvalue, node.rvalue)
    right, target = any_value(context, node.rvalue), _target(context, node.lvalue)
    op = BinaryOp(node.op.removesuffix("="))
    old = noted(context, node.lvalue, lambda: _old(context, target, node))
    return _store(context, target, binary(context, op, old, right, place(node)), place(node))


def _in_either_order(context: FunctionContext, node: c_ast.Assignment, open_: OpenNode) -> Expression:
    """What is stored to is found out before or after the right side; the store comes after both."""
    span, places = place(node), _Places(context, place(node))

    def before() -> Expression:
        target = places.kept(_target(context, node.lvalue))
        return Constant(0, INT) if node.op == "=" else _old(context, target, node)

    old, right = in_either_order(context, node, open_, [before, lambda: any_value(context, node.rvalue)])
    assert places.first is not None
    target = accessed(context, places.first, span)
    if node.op != "=":
        right = binary(context, BinaryOp(node.op.removesuffix("=")), old, right, span)
    return _store(context, target, right, span)


@dataclass(slots=True)
class _Places:
    """What is stored to, found out twice: where it is, is kept in the same variable."""

    context: FunctionContext
    span: Span
    first: Designator | None = None
    _where: Variable | None = None

    def kept(self, found: Designator) -> Designator:
        """The same, where the other order leaves it, too."""
        if isinstance(found, Variable):
            self.first = found
            return found
        where = found.index if isinstance(found, Element) else found.address
        if self._where is None:
            self._where = self.context.temporary(scalar_type(where))
        same = replace(found, index=self._where) if isinstance(found, Element) else replace(found, address=self._where)
        if self._where.type != where.type or self.first not in (None, same):
            raise NotSupported(DEPENDS, self.span)
        self.context.cursor.emit(Assign(self._where, where), self.span)
        self.first = same
        return same


def assigned(context: FunctionContext, left: c_ast.Node, right: c_ast.Node) -> Expression:
    """``left = right``; a call may put its result there itself."""
    span = place(left)
    if isinstance(left, c_ast.ID) and isinstance(right, c_ast.FuncCall):
        target = designated(context, left)
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
    found = accessed(context, designated(context, node), place(node))
    if isinstance(found, InMemory):
        if isinstance(found.declared, ArrayOf | FunctionOf):
            raise InputError("an array or function cannot be assigned to", place(node))
        if not isinstance(found.declared, Record):
            return replace(found, address=steady(context, found.address, place(node)))
    return found


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
