"""Expressions in each order that C allows (C11 6.5 p3): which one, inputs of their own decide.

A plan says which parts clash, and in which orders these can be computed: calls do not overlap (C11 6.5.2.2 p10), and
everything else may be moved past what it does not clash with. Each part is computed in its turn and its value kept;
then the expression is lowered with these values. Where C leaves a clash undefined, a check says that the two accesses
are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Check, InputKind, Undefined
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    scalar_type,
)
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.evaluation_order import DEPENDS, Planned, Touched
from coveriflow.program.lowering.expressions.bit_fields import is_of_bit_field, steady
from coveriflow.program.lowering.expressions.multipart import put
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.memory.points_to import size_of_scalar
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.types.c_types import BOOL, INT, ULLONG, Bytes, Record
from coveriflow.program.types.record_layout import size_of

_MOST_COPIES = 36
"""An expression within others that are lowered several times is lowered so often at most."""
_SOURCE = "the order of the text"
Lower = Callable[[FunctionContext, c_ast.Node], Expression | None]


def by_plan(context: FunctionContext, planned: Planned, lower: Lower, lower_part: Lower) -> Expression | None:
    """What ``lower`` gives for the expression, with its parts in each order of the plan; ``lower_part`` gives the value
    of a part.
    """
    orders, root, plan = context.program.orders, planned.parts[-1].node, planned.plan
    span, copies, outer = place(root), orders.copies, (orders.kept, orders.taken)
    orders.copies *= len(plan.orders)
    if len(plan.orders) > 1:
        _check_copies(root, orders.copies)
    orders.chosen.add(planned.open_)
    planned.is_running = True
    try:
        return _in_each(context, planned, lower, lower_part, span)
    finally:
        planned.is_running = False
        orders.copies, (orders.kept, orders.taken) = copies, outer


def _check_copies(root: c_ast.Node, copies: int) -> None:
    if copies > _MOST_COPIES or any(isinstance(each, c_ast.Compound | c_ast.CompoundLiteral) for each in walk(root)):
        raise NotSupported(DEPENDS, place(root))


def _in_each(
    context: FunctionContext, planned: Planned, lower: Lower, lower_part: Lower, span: Span
) -> Expression | None:
    *others, last = planned.plan.orders
    if not others:
        return _in_order(context, planned, last, lower, lower_part)
    after, result = context.cursor.fresh(), None
    for order in planned.plan.orders:
        if order is not last:
            this, following = context.cursor.fresh(), context.cursor.fresh()
            is_other = context.temporary(BOOL)
            context.input(is_other, _SOURCE, InputKind.EVALUATION, span)
            context.cursor.branch(is_other, following, this, span)
            context.cursor.at = this
        found = _in_order(context, planned, order, lower, lower_part)
        if found is not None:
            result = kept(context, found, result, span)
        context.cursor.goto(after, span)
        context.cursor.at = after if order is last else following
    return result


def _in_order(
    context: FunctionContext, planned: Planned, order: Sequence[int], lower: Lower, lower_part: Lower
) -> Expression | None:
    orders, parts, root = context.program.orders, planned.parts, planned.parts[-1].node
    own = {id(each.node) for each in parts}
    orders.kept, orders.taken = {key: value for key, value in orders.kept.items() if key not in own}, set()
    with _told_apart(context, planned):
        for number in order:
            node = parts[number].node
            found = lower_part(context, node)
            if found is None:
                raise NotSupported(DEPENDS, place(node))
            orders.kept[id(node)] = kept(context, found, None, place(node))
        result = lower(context, root)
    if not {id(parts[number].node) for number in order} <= orders.taken:
        raise NotSupported(DEPENDS, place(root))
    return result


@contextmanager
def _told_apart(context: FunctionContext, planned: Planned) -> Iterator[None]:
    """With checks that accesses are apart which are to be so."""
    if not planned.plan.apart:
        yield
        return
    parts, span, cursor = planned.parts, place(planned.parts[-1].node), context.cursor
    asked = {number for pair in planned.plan.apart for number in pair}
    begin, cursor.at = cursor.at, cursor.fresh()
    first = cursor.at
    for number in asked:
        parts[number].touched = []
    yield
    for one, other in planned.plan.apart:
        _check_apart(context, parts[one].touched or (), parts[other].touched or (), span)
    end, cursor.at = cursor.at, begin
    for number in sorted(asked):
        for each in parts[number].touched or ():
            if each.none is not None:
                cursor.emit(Assign(each.place, each.none), span)
        parts[number].touched = None
    cursor.goto(first, span)
    cursor.at = end


def kept(context: FunctionContext, found: Expression, before: Expression | None, span: Span) -> Expression:
    """``found`` where another order leaves it, too (``before``)."""
    if isinstance(found, Constant) and before in (None, found):
        return found
    if before is None:
        before = _place_for(context, found, span)
    if found.type != before.type or not isinstance(before, Variable | Cell):
        raise NotSupported(DEPENDS, span)
    if isinstance(before, Variable):
        context.cursor.emit(Assign(before, found), span)
    elif isinstance(found, ArrayValue):
        put(context, before.address, found, span)
    elif isinstance(found, Cell) and isinstance(found.type, Record):
        source = steady(context, found.address, span)
        whole = Bytes(size_of(found.type, span))
        context.cursor.emit(Assign(replace(before, type=whole), Cell(MEMORY, source, whole)), span)
    return before


def _place_for(context: FunctionContext, found: Expression, span: Span) -> Variable | Cell:
    if isinstance(found.type, Record):
        object_ = context.temporary_object(found.type, span)
        return Cell(MEMORY, context.address(object_, found.type), found.type)
    return context.temporary(scalar_type(found))


# --- accesses that may not meet ---------------------------------------------------------------------------------------


def note_access(context: FunctionContext, found: Expression, span: Span, *, changes: bool) -> None:
    """Put down where ``found`` lies, which is read or written now, if that is asked for."""
    for part in context.program.orders.touching():
        where: Expression = Constant(1, BOOL)
        none, name, size = Constant(0, BOOL), "", 0
        match found:
            case Variable(name):
                pass
            case Element(array, index):
                where, none, name = make.cast(index, ULLONG), Constant(ULLONG.maximum, ULLONG), array.name
            case Cell(type=type_) if not is_of_bit_field(found):
                where, none = make.cast(found.address, ULLONG), Constant(0, ULLONG)
                size = size_of(type_, span) if isinstance(type_, Record) else size_of_scalar(scalar_type(found))
            case _:
                return
        touched = Touched(_held(context, where, span), none if part.is_whole else None, changes, name, size)
        part.touched = [*(part.touched or ()), touched]


def _held(context: FunctionContext, found: Expression, span: Span) -> Variable:
    held = context.temporary(scalar_type(found))
    context.cursor.emit(Assign(held, found), span)
    return held


def _check_apart(context: FunctionContext, one: Sequence[Touched], other: Sequence[Touched], span: Span) -> None:
    for first in one:
        for second in other:
            if first.changes or second.changes:
                holds = _are_apart(first, second)
                if not (isinstance(holds, Constant) and holds.value):
                    context.cursor.emit(Check(holds, Undefined.UNSEQUENCED), span)


def _are_apart(one: Touched, other: Touched) -> Expression:
    if one.name != other.name:
        return Constant(1, INT)
    if one.name:
        found = make.negation(make.binary(BinaryOp.EQ, one.place, other.place))
    else:
        found = make.disjunction(_ends_before(one, other), _ends_before(other, one))
    for each in (one, other):
        if each.none is not None:
            found = make.disjunction(make.binary(BinaryOp.EQ, each.place, each.none), found)
    return found


def _ends_before(one: Touched, other: Touched) -> Expression:
    end = make.binary(BinaryOp.ADD, one.place, Constant(one.size, ULLONG))
    return make.binary(BinaryOp.LE, end, other.place)
