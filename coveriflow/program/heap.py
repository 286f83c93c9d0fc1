"""Allocation: every call of ``malloc`` in the text is a site, whose objects lie side by side, each in its granules.

``malloc`` never fails (rules of SV-COMP); what would need more than a site has is a check that fails.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.blocks import Allocation, Block
from coveriflow.program.calls import LIBRARY, exactly
from coveriflow.program.cfa import Global
from coveriflow.program.checks import converted
from coveriflow.program.context import FunctionContext
from coveriflow.program.data_model import DataModel
from coveriflow.program.declared import place
from coveriflow.program.edges import Assign, Undefined
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import BinaryOp, Cell, Constant, Expression, NewObject, Variable, scalar_type
from coveriflow.program.layout import MEMORY, SITE_PREFIX, Site, cell, first_heap_granule, granule_bits
from coveriflow.program.lowering import value
from coveriflow.program.pointers import emit_check, extent
from coveriflow.program.types import UCHAR, UINT128, ULLONG, Bytes, difference_type, pointer_width, size_type

_SITE_OBJECTS = {DataModel.ILP32: 512, DataModel.LP64: 1 << 18}
_SHARE = 4
"""A site gets at most a part of the addresses that are left, so that there are some for all."""
_ZEROED = 4096


def allocated(context: FunctionContext, size: Expression, span: Span) -> Variable:
    """The address of a new object of ``size`` bytes with unknown content."""
    size = folding.cast(size, size_type(context.program.model))
    return allocated_at(context, new_site(context, size, span), size, span)


def allocated_at(context: FunctionContext, site: Site, size: Expression, span: Span) -> Variable:
    """The address of the next object of ``site``."""
    program = context.program
    bits = granule_bits(program.model)
    room = Constant((site.stride << bits) - 1, ULLONG)
    fits = folding.binary(BinaryOp.LE, folding.cast(size, ULLONG), room)
    free = folding.binary(BinaryOp.LT, site.counter, Constant(site.most, ULLONG))
    emit_check(context, folding.conjunction(fits, free), Undefined.ALLOCATION, span)
    number = folding.binary(BinaryOp.MUL, site.counter, Constant(site.stride, ULLONG))
    granule = folding.binary(BinaryOp.ADD, Constant(site.first, ULLONG), number)
    pointer = program.layout.pointer()
    address = folding.cast(folding.binary(BinaryOp.SHL, granule, Constant(bits, ULLONG)), pointer)
    result = context.temporary(pointer)
    context.cursor.emit(Assign(result, NewObject(address, size, pointer)), span)
    _set_extents(context, result, site, folding.cast(size, ULLONG), span)
    context.cursor.emit(Assign(site.counter, folding.binary(BinaryOp.ADD, site.counter, Constant(1, ULLONG))), span)
    return result


def allocated_on_stack(
    context: FunctionContext, size: Expression, span: Span, block: Block | None, *, again: bool
) -> Variable:
    """The address of a new object that ends with a block, or with the function."""
    size = folding.cast(size, size_type(context.program.model))
    site = replace(new_site(context, size, span), automatic=True)
    name = site.counter.name
    context.program.sites[name] = site
    result = allocated_at(context, site, size, span)
    allocation = Allocation(result, name, context.function.name, block, again)
    context.program.builder.blocks.arrays.append(allocation)
    return result


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
    name = f"{prefix}{len(program.sites) + 1}"
    site = Site(first, stride, most, Variable(name, ULLONG))
    program.sites[name] = site
    program.globals[name] = Global(site.counter, ())
    return site


def _set_extents(context: FunctionContext, start: Expression, site: Site, size: Expression, span: Span) -> None:
    for number in range(site.stride):
        before = number << granule_bits(context.program.model)
        entry = extent(context, folding.offset(start, before))
        left = folding.binary(BinaryOp.ADD, size, Constant(ULLONG.wrap(1 - before), ULLONG))
        context.cursor.emit(Assign(entry, left), span)


def _malloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    return allocated(context, bytes_, place(node)) if _is_possible(context, bytes_) else _nothing(context)


def _bytes(context: FunctionContext, node: c_ast.Node) -> Expression:
    """An argument that is a number of bytes."""
    return converted(context, value(context, node), size_type(context.program.model), place(node))


def _is_possible(context: FunctionContext, size: Expression) -> bool:
    """No object is larger than differences of pointers can tell."""
    return not isinstance(size, Constant) or size.value <= difference_type(context.program.model).maximum


def _nothing(context: FunctionContext) -> Expression:
    return Constant(0, context.program.layout.pointer())


def _alloca(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """It ends with the function (gcc)."""
    (size,) = exactly(1, node)
    bytes_ = _bytes(context, size)
    again = bool(context.breaks or context.labels)
    return allocated_on_stack(context, bytes_, place(node), None, again=again)


def _calloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """All bits zero (C11 7.22.3.2)."""
    span, bytes_ = place(node), size_type(context.program.model)
    count, size = (_bytes(context, argument) for argument in exactly(2, node))
    wide = ULLONG if bytes_.width < ULLONG.width else UINT128
    product = folding.binary(BinaryOp.MUL, folding.cast(count, wide), folding.cast(size, wide))
    if not _is_possible(context, product):
        return _nothing(context)
    fits = folding.binary(BinaryOp.LE, product, Constant(bytes_.maximum, wide))
    emit_check(context, fits, Undefined.ALLOCATION, span)
    whole = folding.binary(BinaryOp.MUL, count, size)
    if isinstance(whole, Constant) and whole.value <= _ZEROED:
        result = allocated(context, whole, span)
        if whole.value:
            target = Cell(MEMORY, result, Bytes(whole.value))
            context.cursor.emit(Assign(target, Constant(0, UCHAR)), span)
        return result
    length = context.temporary(bytes_)
    context.cursor.emit(Assign(length, whole), span)
    result = allocated(context, length, span)
    _zero(context, result, length, span)
    return result


def _zero(context: FunctionContext, start: Variable, length: Variable, span: Span) -> None:
    """A loop over the bytes of an object."""
    index = context.temporary(scalar_type(length))
    head, body, after = (context.cursor.fresh() for _ in range(3))
    context.cursor.emit(Assign(index, Constant(0, scalar_type(index))), span)
    context.cursor.goto(head, span)
    context.cursor.at = head
    context.cursor.branch(folding.binary(BinaryOp.LT, index, length), body, after, span)
    context.cursor.at = body
    target = cell(folding.indexed(folding.cast(start, context.program.layout.pointer(UCHAR)), index, 1), UCHAR)
    context.cursor.emit(Assign(target, Constant(0, UCHAR)), span)
    context.cursor.emit(Assign(index, folding.binary(BinaryOp.ADD, index, Constant(1, scalar_type(index)))), span)
    context.cursor.goto(head, span)
    context.cursor.at = after


def _free(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """``free(0)`` does nothing; else the pointer must lead to the start of a heap object that exists."""
    (argument,) = exactly(1, node)
    pointer, span = value(context, argument), place(node)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    release, after = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(folding.truth(kept), release, after, span)
    context.cursor.at = release
    bits = granule_bits(context.program.model)
    number = folding.cast(kept, ULLONG)
    start = folding.binary(BinaryOp.AND, number, Constant((1 << bits) - 1, ULLONG))
    heap = Constant(first_heap_granule(context.program.model) << bits, ULLONG)
    at_start = folding.conjunction(folding.negation(start), folding.binary(BinaryOp.GE, number, heap))
    exists = folding.truth(extent(context, kept))
    emit_check(context, folding.conjunction(at_start, exists), Undefined.FREE, span)
    context.cursor.emit(Assign(extent(context, kept), Constant(0, ULLONG)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after


def _size(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """How many bytes a heap object has; 0 for a null pointer."""
    (argument,) = exactly(1, node)
    entry = extent(context, value(context, argument))
    size = folding.binary(BinaryOp.SUB, entry, folding.cast(folding.truth(entry), ULLONG))
    kept = context.temporary(size_type(context.program.model))
    context.cursor.emit(Assign(kept, folding.cast(size, scalar_type(kept))), place(node))
    return kept


_MEANINGS = {"malloc": _malloc, "calloc": _calloc, "free": _free, "alloca": _alloca}
LIBRARY.update({prefix + name: meaning for name, meaning in _MEANINGS.items() for prefix in ("", "__builtin_")})
LIBRARY["malloc_usable_size"] = _size
