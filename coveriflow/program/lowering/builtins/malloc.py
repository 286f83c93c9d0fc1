"""Allocation: every call of ``malloc`` in the text is a site, whose objects lie side by side, each in its granules.

What is larger than any object may be is not allocated (glibc: the limit is ``PTRDIFF_MAX``): then the result is null.
Else ``malloc`` never fails (rules of SV-COMP); what is more than a site has, or may well fail, is ``Unsupported``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import USABLE, Assign, Undefined, Unsupported
from coveriflow.program.cfa.object_scopes import Allocation, Block
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    NewObject,
    Variable,
    scalar_type,
)
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.environment import MEMORY_SUFFICES
from coveriflow.program.lowering.expressions.calls import exactly
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.pointer_arithmetic import emit_check, extent
from coveriflow.program.memory.layout import MEMORY, SITE_PREFIX, Site, cell, first_heap_granule, granule_bits
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    INT,
    UCHAR,
    UINT128,
    ULLONG,
    Bytes,
    Integer,
    difference_type,
    pointer_width,
    size_type,
)
from coveriflow.program.types.data_model import DataModel

_SITE_OBJECTS = {DataModel.ILP32: 512, DataModel.LP64: 1 << 18}
_SHARE = 4
"""A site gets at most a part of the addresses that are left, so that there are some for all."""
_ZEROED = 4096

Size = Variable | Constant
"""Of an object that is allocated: a number that stays the same."""
Preparation = Callable[[FunctionContext, Variable, Size, Span], None]
"""What is done with a new object: its address, its size, and the place of the call."""


def allocated(context: FunctionContext, size: Expression, span: Span) -> Variable:
    """The address of a new object of ``size`` bytes with unknown content."""
    size = make.cast(size, size_type(context.program.model))
    site = new_site(context, size, span)
    if site.stride > 1 and context.program.model is DataModel.LP64:
        raise NotSupported("the allocation of more than 4 GB at once", span)
    return allocated_at(context, site, size, span)


def allocated_at(context: FunctionContext, site: Site, size: Expression, span: Span) -> Variable:
    """The address of the next object of ``site``."""
    program = context.program
    bits = granule_bits(program.model)
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
    most = room_of(1, model) if model is DataModel.LP64 else difference_type(model).maximum
    if (largest(size) or most + 1) > most:
        emit_check(context, make.binary(BinaryOp.LE, size, Constant(most, scalar_type(size))), Undefined.STACK, span)
    site = replace(new_site(context, size, span), automatic=True)
    name = site.counter.name
    context.program.sites[name] = site
    result = allocated_at(context, site, size, span)
    allocation = Allocation(result, name, context.function.name, block, again)
    context.program.builder.blocks.arrays.append(allocation)
    return result


def _leave_without_room(context: FunctionContext, site: Site, size: Expression, span: Span) -> None:
    """What a site cannot hold is a limit, whose executions are not verified."""
    room = Constant(room_of(site.stride, context.program.model), ULLONG)
    fits = make.binary(BinaryOp.LE, make.cast(size, ULLONG), room)
    if (most := largest(size)) is not None and most <= room.value:
        fits = Constant(1, INT)
    free = make.binary(BinaryOp.LT, site.counter, Constant(site.most, ULLONG))
    possible, beyond = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(make.conjunction(fits, free), possible, beyond, span)
    context.cursor.at = beyond
    several = f"more than {site.most} objects"
    what = several if isinstance(fits, Constant) else f"more than {room.value} bytes or {several}"
    limit = Unsupported(f"the allocation of {what} here", is_limit=True)
    context.cursor.leave(limit, context.program.halt, span)
    context.cursor.at = possible


def room_of(stride: int, model: DataModel) -> int:
    """How many bytes an object may have in so many granules: behind it one belongs to nothing."""
    return (stride << granule_bits(model)) - 1


def new_site(
    context: FunctionContext, size: Expression, span: Span, prefix: str = SITE_PREFIX, most: int | None = None
) -> Site:
    """A new site, whose objects, at most ``most``, get consecutive granules."""
    program = context.program
    bits, most = granule_bits(program.model), most or _SITE_OBJECTS[program.model]
    stride = (size.value >> bits) + 1 if isinstance(size, Constant) else 1
    first = first_heap_granule(program.model) + program.layout.heap_granules
    room = (1 << (pointer_width(program.model) - bits)) - 1 - first
    most = min(most, room // (_SHARE * stride))
    if most < 1:
        raise NotSupported("so much memory", span)
    program.layout.heap_granules += stride * most
    program.layout.spreads |= stride > 1
    name = f"{prefix}{len(program.sites) + 1}"
    site = Site(first, stride, most, Variable(name, ULLONG))
    program.sites[name] = site
    program.globals[name] = Global(site.counter, ())
    return site


def _set_extents(context: FunctionContext, start: Expression, site: Site, size: Expression, span: Span) -> None:
    for number in range(site.stride):
        before = number << granule_bits(context.program.model)
        entry = extent(context, make.offset(start, before))
        left = make.binary(BinaryOp.ADD, size, Constant(ULLONG.wrap(1 - before), ULLONG))
        context.cursor.emit(Assign(entry, left), span)


def _malloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    return _allocated_if(context, is_possible(bytes_, context.program.model), bytes_, place(node), _left_as_it_is)


def _bytes(context: FunctionContext, node: c_ast.Node) -> Expression:
    """An argument that is a number of bytes."""
    return converted(context, value(context, node), size_type(context.program.model), place(node))


def _left_as_it_is(_context: FunctionContext, _start: Variable, _size: Size, _span: Span) -> None:
    """What an object holds is not known."""


def _allocated_if(
    context: FunctionContext, fits: Expression, size: Expression, span: Span, prepare: Preparation
) -> Expression:
    """The address of a new object of ``size`` bytes, which ``prepare`` fills; null where it does not fit."""
    pointer, bytes_ = context.program.layout.pointer(), size_type(context.program.model)
    if fits == Constant(0, INT):
        return Constant(0, pointer)
    context.program.assumptions.setdefault(MEMORY_SUFFICES)
    result = context.temporary(pointer)
    possible, impossible, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.branch(fits, possible, impossible, span)
    context.cursor.at = possible
    if not isinstance(size, Constant):
        length = context.temporary(bytes_)
        context.cursor.emit(Assign(length, size), span)
        size = length
    found = allocated(context, size, span)
    prepare(context, found, size, span)
    if isinstance(fits, Constant):
        return found
    context.cursor.emit(Assign(result, found), span)
    context.cursor.goto(after, span)
    context.cursor.at = impossible
    context.cursor.emit(Assign(result, Constant(0, pointer)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after
    return result


def is_possible(size: Expression, model: DataModel) -> Expression:
    """Whether an object may have ``size`` bytes."""
    most = difference_type(model).maximum
    if (known := largest(size)) is not None and known <= most:
        return Constant(1, INT)
    return make.binary(BinaryOp.LE, size, Constant(most, scalar_type(size)))


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


def _alloca(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """It ends with the function (gcc)."""
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    again = bool(context.breaks or context.labels)
    return allocated_on_stack(context, bytes_, place(node), None, again=again)


def _calloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """All bits zero (C11 7.22.3.2); null where the product is more than an object may have."""
    bytes_ = size_type(context.program.model)
    count, size = (_bytes(context, argument) for argument in exactly(2, node))
    wide = ULLONG if bytes_.width < ULLONG.width else UINT128
    product = make.binary(BinaryOp.MUL, make.cast(count, wide), make.cast(size, wide))
    fits = is_possible(product, context.program.model)
    return _allocated_if(context, fits, make.binary(BinaryOp.MUL, count, size), place(node), _zero)


def _zero(context: FunctionContext, start: Variable, length: Size, span: Span) -> None:
    """All bytes of an object, at once if it is small."""
    if isinstance(length, Variable) or length.value > _ZEROED:
        _zero_each(context, start, length, span)
    elif length.value:
        context.cursor.emit(Assign(Cell(MEMORY, start, Bytes(length.value)), Constant(0, UCHAR)), span)


def _zero_each(context: FunctionContext, start: Variable, length: Size, span: Span) -> None:
    """A loop over the bytes of an object."""
    index = context.temporary(scalar_type(length))
    head, body, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.emit(Assign(index, Constant(0, scalar_type(index))), span)
    context.cursor.goto(head, span)
    context.cursor.at = head
    context.cursor.branch(make.binary(BinaryOp.LT, index, length), body, after, span)
    context.cursor.at = body
    target = cell(make.indexed(make.cast(start, context.program.layout.pointer(UCHAR)), index, 1), UCHAR)
    context.cursor.emit(Assign(target, Constant(0, UCHAR)), span)
    context.cursor.emit(Assign(index, make.binary(BinaryOp.ADD, index, Constant(1, scalar_type(index)))), span)
    context.cursor.goto(head, span)
    context.cursor.at = after


def _free(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """``free(0)`` does nothing; else the pointer must lead to the start of a heap object that exists."""
    (argument,) = exactly(1, node)
    pointer, span = value(context, argument), place(node)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    release, after = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(make.truth(kept), release, after, span)
    context.cursor.at = release
    bits = granule_bits(context.program.model)
    number = make.cast(kept, ULLONG)
    start = make.binary(BinaryOp.AND, number, Constant((1 << bits) - 1, ULLONG))
    heap = Constant(first_heap_granule(context.program.model) << bits, ULLONG)
    at_start = make.conjunction(make.negation(start), make.binary(BinaryOp.GE, number, heap))
    exists = make.truth(extent(context, kept))
    emit_check(context, make.conjunction(at_start, exists), Undefined.FREE, span)
    context.cursor.emit(Assign(extent(context, kept), Constant(0, ULLONG)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after


def _size(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """How many bytes a heap object has; 0 for a null pointer."""
    (argument,) = exactly(1, node)
    entry = extent(context, value(context, argument))
    size = make.binary(BinaryOp.SUB, entry, make.cast(make.truth(entry), ULLONG))
    kept = context.temporary(size_type(context.program.model))
    context.cursor.emit(Assign(kept, make.cast(size, scalar_type(kept))), place(node))
    return kept


_MEANINGS: Mapping[str, LowerCall] = {"malloc": _malloc, "calloc": _calloc, "free": _free, "alloca": _alloca}
CALLS: Mapping[str, LowerCall] = {
    **{prefix + name: meaning for name, meaning in _MEANINGS.items() for prefix in ("", "__builtin_")},
    USABLE: _size,
}
