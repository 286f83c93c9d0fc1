"""The body of a function: its statements, and what is done before the first and after the last of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.builder import Cursor
from coveriflow.program.cfa.cfa import Function
from coveriflow.program.cfa.edges import Assign, InputKind, Location
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.declarations.scopes import FunctionSymbol, Scope
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, scalar_type
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.lowering.expressions.calls.ending import run_exit_handlers, runs_at_exit
from coveriflow.program.lowering.expressions.calls.entered import violate
from coveriflow.program.lowering.expressions.object_storage import forget, unknown
from coveriflow.program.lowering.functions.activations import activate
from coveriflow.program.lowering.functions.parameters import bind_parameters
from coveriflow.program.lowering.functions.statements import body
from coveriflow.program.lowering.functions.unsupported import attempted
from coveriflow.program.syntax.nodes import nested_functions, place
from coveriflow.program.types.c_types import (
    INT,
)


def function_body(program: ProgramContext, symbol: FunctionSymbol, begin: Location, *, is_entry: bool) -> Function:
    """Lower one function's body, which starts at ``begin``; its variables start without value, in case a jump passes
    their declaration.
    """
    assert symbol.definition is not None
    function, span = program.functions[symbol.unique], place(symbol.definition)
    start = program.builder.location(function.name)
    scope = Scope(symbol.scope, position=symbol.position)
    context = FunctionContext(program, function, Cursor(program.builder, function.name, start), scope)
    context.is_entry, context.definition = is_entry, symbol.definition
    runs_handlers = is_entry and runs_at_exit(context)
    leaves = context.is_recursive or runs_handlers or is_around(program, symbol.definition)
    context.leaving = program.builder.location(function.name) if leaves else None
    bind_parameters(context, symbol, span)
    if symbol.violates:
        violate(context, f"{symbol.unique}()", span)
    body(context, symbol.definition.body)
    for name, where in context.gotos:
        if name not in context.defined_labels:
            if symbol.inside is not None:
                raise NotSupported("a jump out of a nested function", where)
            raise InputError(f"label '{name}' is not defined", where)
    _finish_jumps(context)
    _fall_off(context, span, is_entry=is_entry)
    if runs_handlers or (leaves and not context.is_recursive):
        context.cursor.at = context.end
        if runs_handlers:
            run_exit_handlers(context, span)
        if context.running is not None:
            context.cursor.emit(Assign(context.running, Constant(0, INT)), span)
        context.cursor.goto(function.exit, span)
    context.cursor.at = begin
    program.passed += context.declared if context.gotos or context.has_switch else []
    for variable in context.declared:
        context.input(variable, variable.name, InputKind.UNINITIALISED, span)
    if context.is_recursive:
        activate(context, span)
    _forget_skipped(context, span)
    context.cursor.goto(start, span)
    _known_at_start(context)
    return replace(function, locals=tuple(context.locals))


def _finish_jumps(context: FunctionContext) -> None:
    """Lead all jumps to where they go. Whatever they find in its block, without having passed its declaration, has any
    content.
    """
    around, homes = (context.cursor.at, context.cursor.block), context.program.builder.blocks.homes
    objects = [object_ for object_, _ in context.declared_objects]
    for jump in context.jumps.all:
        entered = [context.declared_objects[n] for n in context.jumps.entered(jump, objects, homes)]
        if jump.via is None or jump.target is None:
            if entered:
                raise NotSupported("a computed jump past the declaration of an object in memory", jump.span)
            continue
        context.cursor.at = jump.via
        if entered:
            context.cursor.block = context.jumps.labels[jump.label].block
            inside = context.cursor.fresh()
            context.cursor.goto(inside, jump.span)
            context.cursor.at = inside
        for object_, declared in entered:
            forget(context, object_, declared, jump.span)
        context.cursor.goto(jump.target, jump.span)
    context.cursor.at, context.cursor.block = around


def _forget_skipped(context: FunctionContext, span: Span) -> None:
    """Objects whose declarations a jump within their block may pass begin with any content each time."""
    homes, declared = context.program.builder.blocks.homes, context.declared_objects
    skipped = dict.fromkeys(context.jumps.skipped([object_ for object_, _ in declared], homes))
    for object_, type_ in (declared[number] for number in skipped):
        if object_.name in homes:
            with _at_opening(context, homes[object_.name], span):
                forget(context, object_, type_, span)
        elif not context.is_entry and not context.is_recursive:  # else as all memory does, or an activation
            forget(context, object_, type_, span)


@contextmanager
def _at_opening(context: FunctionContext, block: Block, span: Span) -> Iterator[None]:
    """What is lowered within comes before all else in a block that is entered by its beginning."""
    builder, around = context.program.builder, (context.cursor.at, context.cursor.block)
    context.cursor.block = block
    opening, after = builder.blocks.openings[block], context.cursor.fresh()
    builder.edges[:] = [replace(edge, source=after) if edge.source == opening else edge for edge in builder.edges]
    context.cursor.at = opening
    yield
    context.cursor.goto(after, span)
    context.cursor.at, context.cursor.block = around


def _known_at_start(context: FunctionContext) -> None:
    """What objects hold at the start does not matter where no jump can pass their initialisation."""
    if context.gotos or context.has_switch:
        return
    objects = context.program.layout.objects
    for variable in context.initialised - context.activated.keys():
        objects[variable.name] = replace(objects[variable.name], initial=())


def _fall_off(context: FunctionContext, span: Span, *, is_entry: bool) -> None:
    """Reaching the closing brace: the entry function returns 0 (C11 5.1.2.2.3), others an undefined value."""
    result = context.function.result
    if (record := context.program.results.get(context.function.name)) is not None:
        declared = context.program.layout.objects[record.name].declared
        assert declared is not None
        attempted(context, c_ast.EmptyStatement(), lambda: unknown(context, record, declared, span))
    if result is not None and is_entry:
        context.cursor.emit(Assign(result, Constant(0, scalar_type(result))), span)
    elif result is not None:
        context.input(result, "value of a function that ends without return", InputKind.UNINITIALISED, span)
    context.cursor.goto(context.end, span)


def is_around(program: ProgramContext, definition: c_ast.FuncDef) -> bool:
    """Whether there are functions inside ``definition``."""
    return bool(program.addressed.nested) and any(nested_functions(definition))
