"""Allocation: every call of ``malloc`` in the text is a site, whose objects lie side by side, each in its granules.

``malloc`` never fails (rules of SV-COMP); what would need more than a site has is a check that fails.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.calls import LIBRARY
from coveriflow.program.cfa import Global
from coveriflow.program.context import FunctionContext
from coveriflow.program.data_model import DataModel
from coveriflow.program.declared import place
from coveriflow.program.edges import Assign, Undefined
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import BinaryOp, Cell, Constant, Expression, NewObject, Variable, scalar_type
from coveriflow.program.layout import EXTENT, SITE_PREFIX, Site, cell, granule_bits
from coveriflow.program.lowering import value
from coveriflow.program.pointers import accessible, emit_check, extent
from coveriflow.program.types import UCHAR, ULLONG, pointer_width, size_type

_SITE_OBJECTS = {DataModel.ILP32: 512, DataModel.LP64: 1 << 18}
_ZEROED = 4096


def allocated(context: FunctionContext, size: Expression, span: Span) -> Variable:
    """The address of a new object of ``size`` bytes with unknown content."""
    program = context.program
    size = folding.cast(size, size_type(program.model))
    bits = granule_bits(program.model)
    site = _site(context, size, span)
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
    _set_extents(context, granule, site, folding.cast(size, ULLONG), span)
    context.cursor.emit(Assign(site.counter, folding.binary(BinaryOp.ADD, site.counter, Constant(1, ULLONG))), span)
    return result


def _site(context: FunctionContext, size: Expression, span: Span) -> Site:
    """The site of this call: a new one, whose objects get consecutive granules."""
    program = context.program
    bits, most = granule_bits(program.model), _SITE_OBJECTS[program.model]
    stride = (size.value >> bits) + 1 if isinstance(size, Constant) else 1
    first = program.layout.next_granule
    if first + stride * most >= 1 << (pointer_width(program.model) - bits):
        raise NotSupported("so much memory", span)
    program.layout.next_granule += stride * most
    name = f"{SITE_PREFIX}{len(program.sites) + 1}"
    site = Site(first, stride, most, Variable(name, ULLONG))
    program.sites[name] = site
    program.globals[name] = Global(site.counter, ())
    return site


def _set_extents(context: FunctionContext, granule: Expression, site: Site, size: Expression, span: Span) -> None:
    for number in range(site.stride):
        entry = Cell(EXTENT, folding.binary(BinaryOp.ADD, granule, Constant(number, ULLONG)), ULLONG)
        left = folding.binary(BinaryOp.SUB, size, Constant(number << granule_bits(context.program.model), ULLONG))
        context.cursor.emit(Assign(entry, left), span)


def _arguments(node: c_ast.FuncCall, count: int) -> list[c_ast.Node]:
    given = list(node.args.exprs) if node.args else []
    if len(given) != count:
        raise InputError(f"'{node.name.name}' takes {count} arguments, not {len(given)}", place(node))
    return given


def _malloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    (size,) = _arguments(node, 1)
    return allocated(context, value(context, size), place(node))


def _calloc(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """All bits zero (C11 7.22.3.2)."""
    count, size = (value(context, argument) for argument in _arguments(node, 2))
    bytes_ = size_type(context.program.model)
    whole = folding.binary(BinaryOp.MUL, folding.cast(count, bytes_), folding.cast(size, bytes_))
    if not isinstance(whole, Constant) or whole.value > _ZEROED:
        raise NotSupported("calloc of a size that is not known or is large", place(node))
    result = allocated(context, whole, place(node))
    for offset in range(whole.value):
        target = cell(folding.offset(folding.cast(result, context.program.layout.pointer(UCHAR)), offset), UCHAR)
        context.cursor.emit(Assign(target, Constant(0, UCHAR)), place(node))
    return result


def _free(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """``free(0)`` does nothing; else the pointer must lead to the start of a heap object that exists."""
    (argument,) = _arguments(node, 1)
    pointer, span = value(context, argument), place(node)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    release, after = context.cursor.fresh(), context.cursor.fresh()
    context.cursor.branch(folding.truth(kept), release, after, span)
    context.cursor.at = release
    bits = granule_bits(context.program.model)
    number = folding.cast(kept, ULLONG)
    start = folding.binary(BinaryOp.AND, number, Constant((1 << bits) - 1, ULLONG))
    at_start = folding.negation(start)
    exists = accessible(context, kept, Constant(1, ULLONG))
    emit_check(context, folding.conjunction(at_start, exists), Undefined.FREE, span)
    context.cursor.emit(Assign(extent(context, kept), Constant(0, ULLONG)), span)
    context.cursor.goto(after, span)
    context.cursor.at = after


LIBRARY.update({"malloc": _malloc, "calloc": _calloc, "free": _free, "alloca": _malloc})
