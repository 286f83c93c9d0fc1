"""Allocation: the objects of a site lie side by side, each in its granules.

With wide granules an object has one, whatever its size. Then a request of more than any process can have is where
memory runs out, which the result assumes not to happen (``environment.MEMORY_SUFFICES``): such an execution ends.
"""

from __future__ import annotations

from dataclasses import replace

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign, Undefined, Unsupported
from coveriflow.program.cfa.object_scopes import Allocation, Block
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    NewObject,
    Variable,
    scalar_type,
)
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.environment import MEMORY_SUFFICES
from coveriflow.program.lowering.expressions.pointer_arithmetic import emit_check, extent
from coveriflow.program.memory.layout import SITE_PREFIX, Site
from coveriflow.program.types.c_types import ULLONG, Integer, difference_type, pointer_width, size_type
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import SLACK, USUAL, Granules

_SITE_OBJECTS = {DataModel.ILP32: 1 << 11, DataModel.LP64: 1 << 18}
_MOST_ON_STACK = (1 << 32) - 1
"""Bytes of an array that a stack may hold under LP64."""
_LONG_ARRAY, _LONG_ARRAYS = 32, 128
"""Under ILP32: granules of an array whose length is computed, two megabytes together, and how many there may be."""

_SHARE, _WIDE_SHARE, _NARROW_SHARE = 4, 8, 24
"""A site gets at most a part of the addresses that are left, so that there are some for all. Under ILP32 the first ones
get 2,048 objects, and the fortieth one some 400.
"""


def allocated(context: FunctionContext, size: Expression, span: Span, *, is_kept: bool = False) -> Variable:
    """The address of a new object of ``size`` bytes with unknown content. ``is_kept``: which may not be freed."""
    size = make.cast(size, size_type(context.program.model))
    site = replace(new_site(context, size, span), automatic=is_kept)
    context.program.sites[site.counter.name] = site
    return allocated_at(context, site, size, span)


def placed_size(context: FunctionContext, size: Expression, span: Span) -> Expression:
    """Note whether an object may be larger than a usual granule of LP64; its size, as far as it can be lowered now."""
    if (most := largest(size)) is not None and most <= room_of(1, USUAL[DataModel.LP64]):
        return size
    layout, is_known = context.program.layout, isinstance(size, Constant)
    layout.is_exceeded |= is_known or layout.computes_sizes
    if layout.is_wide or not is_known:
        return size
    if not layout.may_widen:
        raise NotSupported("the allocation of more than 8 GB at once", span)
    return Constant(0, scalar_type(size))  # the program will be lowered anew


def allocated_at(context: FunctionContext, site: Site, size: Expression, span: Span) -> Variable:
    """The address of the next object of ``site``."""
    program = context.program
    bits = program.layout.granules.bits
    _leave_without_room(context, site, size, span)
    number = make.binary(BinaryOp.MUL, site.counter, Constant(site.stride, ULLONG))
    granule = make.binary(BinaryOp.ADD, Constant(site.first, ULLONG), number)
    pointer = program.layout.pointer()
    address = make.cast(make.binary(BinaryOp.SHL, granule, Constant(bits, ULLONG)), pointer)
    result = context.temporary(pointer)
    context.cursor.emit(Assign(result, NewObject(address, size, pointer)), span)
    _set_extents(context, result, site, make.cast(size, ULLONG), span)
    context.cursor.emit(Assign(site.counter, make.binary(BinaryOp.ADD, site.counter, Constant(1, ULLONG))), span)
    return result


def allocated_on_stack(
    context: FunctionContext, size: Expression, span: Span, block: Block | None, *, again: bool
) -> Variable:
    """The address of a new object that ends with a block, or with the function. What no stack holds is undefined."""
    model = context.program.model
    size = make.cast(size, size_type(model))
    most = _MOST_ON_STACK if model is DataModel.LP64 else difference_type(model).maximum
    if (largest(size) or most + 1) > most:
        emit_check(context, make.binary(BinaryOp.LE, size, Constant(most, scalar_type(size))), Undefined.STACK, span)
    may_be_long = not isinstance(size, Constant) and (largest(size) or most) > room_of(1, USUAL[model])
    is_long = model is DataModel.ILP32 and may_be_long
    count, least = (_LONG_ARRAYS, _LONG_ARRAY) if is_long else (None, 1)
    site = replace(new_site(context, size, span, count, least, is_automatic=True), automatic=True)
    name = site.counter.name
    context.program.sites[name] = site
    result = allocated_at(context, site, size, span)
    allocation = Allocation(result, name, context.function.name, block, again)
    context.program.builder.blocks.arrays.append(allocation)
    return result


def _leave_without_room(context: FunctionContext, site: Site, size: Expression, span: Span) -> None:
    """What a site cannot hold is a limit, whose executions are not verified. Printed C can say that of the size, and
    not that of the number of objects.
    """
    layout, most = context.program.layout, largest(size)
    room = Constant(room_of(site.stride, layout.granules), ULLONG)
    fits = make.binary(BinaryOp.LE, make.cast(size, ULLONG), room)
    is_large = most is None or most > room.value
    if is_large and not layout.is_wide:
        _leave_unless(context, fits, f"more than {room.value} bytes", span)
    elif is_large and not site.automatic:
        context.program.assumptions.setdefault(MEMORY_SUFFICES)
        within = context.cursor.fresh()
        context.cursor.branch(fits, within, context.program.halt, span)
        context.cursor.at = within
    free = make.binary(BinaryOp.LT, site.counter, Constant(site.most, ULLONG))
    _leave_unless(context, free, f"more than {site.most} objects", span)


def _leave_unless(context: FunctionContext, possible: Expression, what: str, span: Span) -> None:
    within, beyond = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(possible, within, beyond, span)
    context.cursor.at = beyond
    limit = Unsupported(f"the allocation of {what} here", is_limit=True)
    context.cursor.leave(limit, context.program.halt, span)
    context.cursor.at = within


def room_of(stride: int, granules: Granules) -> int:
    """How many bytes an object may have in so many granules: after it ``SLACK`` belong to nothing."""
    return stride * granules.size - SLACK - 1


def new_site(
    context: FunctionContext,
    size: Expression,
    span: Span,
    most: int | None = None,
    least: int = 1,
    prefix: str = SITE_PREFIX,
    *,
    is_automatic: bool = False,
) -> Site:
    """A new site, whose objects, at most ``most``, get consecutive granules, at least so many. Those that are
    ``is_automatic`` are never freed.
    """
    program = context.program
    layout, is_narrow = program.layout, most is None and program.model is DataModel.ILP32
    most, share = most or _SITE_OBJECTS[program.model], _NARROW_SHARE if is_narrow else _SHARE
    bits = layout.granules.bits
    known = size.value if isinstance(size, Constant) and not layout.is_wide else 0
    stride = max(least, (known + SLACK >> bits) + 1)
    first = layout.granules.first_heap + layout.heap_granules
    room = (1 << (pointer_width(program.model) - bits)) - 1 - first
    most = min(most, room // ((_WIDE_SHARE if layout.is_wide else share) * stride))
    if most < 1:
        raise layout.no_room(span)
    layout.heap_granules += stride * most
    layout.spreads = max(layout.spreads, min(stride, 2) if is_automatic else stride)
    name = f"{prefix}{len(program.sites) + 1}"
    site = Site(first, stride, most, Variable(name, ULLONG))
    program.sites[name] = site
    program.globals[name] = Global(site.counter, ())
    return site


def _set_extents(context: FunctionContext, start: Expression, site: Site, size: Expression, span: Span) -> None:
    """Granules that the object does not reach stay as they are: zero."""
    cursor, after = context.cursor, context.cursor.fresh()
    for number in range(site.stride):
        before = Constant(number << context.program.layout.granules.bits, ULLONG)
        if isinstance(size, Constant) and size.value < before.value:
            break
        entry = extent(context, make.offset(start, before.value))
        left = make.binary(BinaryOp.ADD, size, Constant(ULLONG.wrap(1 - before.value), ULLONG))
        if number and not isinstance(size, Constant):
            further, reaches = cursor.fresh(), make.binary(BinaryOp.GE, size, before)
            if number == 1:
                cursor.branch(reaches, further, after, span)
                cursor.at = further
            left = make.binary(BinaryOp.MUL, make.cast(reaches, ULLONG), left)
        cursor.emit(Assign(entry, left), span)
    cursor.goto(after, span)
    cursor.at = after


def largest(number: Expression) -> int | None:
    """A bound of an unsigned number that its form tells."""
    type_ = number.type
    match number:
        case Constant(value):
            return value
        case Cast(operand) if isinstance(type_, Integer) and isinstance(operand.type, Integer):
            inner = largest(operand) if not operand.type.signed else None
            return inner if inner is not None and inner <= type_.maximum else type_.maximum
        case Binary(BinaryOp.ADD | BinaryOp.MUL as op, left, right) if isinstance(type_, Integer) and not type_.signed:
            one, other = largest(left), largest(right)
            if one is None or other is None:
                return type_.maximum
            return min(one + other if op is BinaryOp.ADD else one * other, type_.maximum)
        case _:
            return type_.maximum if isinstance(type_, Integer) else None
