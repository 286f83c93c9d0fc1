"""The local objects of recursive functions: each activation has its own, from its beginning to its end.

They are allocated like those of ``malloc``, but as on a stack: an activation that is as deep as one before has its
objects where that one had them.
"""

from __future__ import annotations

from dataclasses import replace

from coveriflow.program.cfa.edges import Assign, Unsupported
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Variable
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.allocation import allocated_at, new_site
from coveriflow.program.lowering.expressions.object_storage import unknown
from coveriflow.program.lowering.expressions.pointer_arithmetic import extent
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, Site
from coveriflow.program.types.c_types import ULLONG, Block, size_type


def activate(context: FunctionContext, span: Span) -> None:
    """Allocate the objects of an activation here, where it begins, and end their lifetimes where it ends."""
    sites = [_allocated(context, object_, pointer, span) for object_, pointer in context.activated.items()]
    if context.gotos or context.has_switch:
        for object_, declared in context.declared_objects:
            unknown(context, object_, declared, span)
    begun = context.cursor.at
    context.cursor.at = context.end
    for site, pointer in reversed(list(zip(sites, context.activated.values(), strict=True))):
        _release(context, site, pointer, span)
    context.cursor.goto(context.function.exit, span)
    context.cursor.at = begun


def _allocated(context: FunctionContext, object_: Variable, pointer: Variable, span: Span) -> Site:
    program = context.program
    assert isinstance(object_.type, Block)
    size = Constant(object_.type.size, size_type(program.model))
    site = new_site(context, size, span, prefix=ACTIVATION_PREFIX, is_automatic=True)
    site = replace(site, owner=context.function.name, local=object_.name, automatic=True)
    program.sites[site.counter.name] = site
    possible, deeper = context.cursor.fresh(), context.cursor.fresh()
    is_free = make.binary(BinaryOp.LT, site.counter, Constant(site.most, ULLONG))
    context.cursor.branch(is_free, possible, deeper, span)
    context.cursor.at = deeper
    context.cursor.leave(Unsupported(f"recursion deeper than {site.most}", is_limit=True), program.halt, span)
    context.cursor.at = possible
    allocated = allocated_at(context, site, size, span)
    context.cursor.emit(Assign(pointer, allocated), span)
    blocks = program.builder.blocks
    if object_.name in blocks.homes:
        blocks.variables[allocated.name] = blocks.homes[object_.name]
    return site


def _release(context: FunctionContext, site: Site, pointer: Variable, span: Span) -> None:
    for number in range(site.stride):
        entry = extent(context, make.offset(pointer, number << context.program.layout.granules.bits))
        context.cursor.emit(Assign(entry, Constant(0, ULLONG)), span)
    fewer = make.binary(BinaryOp.SUB, site.counter, Constant(1, ULLONG))
    context.cursor.emit(Assign(site.counter, fewer), span)
