"""The body of a function: its statements, and what is done before the first and after the last of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.builder import Cursor
from coveriflow.program.cfa.cfa import Function, RawEdge
from coveriflow.program.cfa.edges import Assign, InputKind, Location, Unsupported
from coveriflow.program.cfa.object_scopes import Block, Blocks
from coveriflow.program.declarations.scopes import FunctionSymbol, Scope
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Variable, scalar_type
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.lowering.expressions.calls.ending import run_exit_handlers, runs_at_exit
from coveriflow.program.lowering.expressions.calls.entered import violate
from coveriflow.program.lowering.expressions.object_storage import forget, is_large, unknown
from coveriflow.program.lowering.functions.activations import activate
from coveriflow.program.lowering.functions.parameters import bind_parameters
from coveriflow.program.lowering.functions.statements import body
from coveriflow.program.lowering.functions.unsupported import attempted
from coveriflow.program.syntax.nodes import nested_functions, place
from coveriflow.program.types.c_types import (
    INT,
    DeclaredType,
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
    content; one that passes the declaration of a large object is not supported, nor one that ends an array.
    """
    around, homes, jumps = (context.cursor.at, context.cursor.block), _homes(context), context.jumps
    objects = [object_ for object_, _ in context.declared_objects]
    all_skipped = _skipped(context)
    for jump in jumps.all:
        context.cursor.at, context.cursor.block = jump.via, jump.begin.block
        entered = jumps.entered(jump, objects, homes, all_skipped)
        if jumps.ends_array(jump):
            context.cursor.leave(Unsupported(_BEFORE_ARRAY), context.program.halt, jump.span)
            continue
        if any(is_large(context.declared_objects[n][1]) for n in (*entered, *jumps.skipped(jump, objects, homes))):
            feature = "a jump past the declaration of a large object"
            context.cursor.leave(Unsupported(feature), context.program.halt, jump.span)
            continue
        if entered:
            context.cursor.block = jumps.labels[jump.label].block
            inside = context.cursor.fresh()
            context.cursor.goto(inside, jump.span)
            context.cursor.at = inside
        for object_, declared in (context.declared_objects[n] for n in entered):
            forget(context, object_, declared, jump.span)
        context.cursor.goto(jump.target, jump.span)
    context.cursor.at, context.cursor.block = around


_BEFORE_ARRAY = "a jump to before the declaration of an array of variable length"


def _skipped(context: FunctionContext) -> set[int]:
    """The numbers of objects whose declarations jumps within their blocks may pass."""
    objects, homes = [object_ for object_, _ in context.declared_objects], _homes(context)
    return {number for jump in context.jumps.all for number in context.jumps.skipped(jump, objects, homes)}


def _homes(context: FunctionContext) -> Mapping[str, Block]:
    return context.program.builder.blocks.homes


def _forget_skipped(context: FunctionContext, span: Span) -> None:
    """Objects whose declarations a jump within their block may pass begin with any content each time."""
    homes, by_block = _homes(context), defaultdict[Block | None, list[tuple[Variable, DeclaredType]]](list)
    for object_, type_ in (context.declared_objects[number] for number in sorted(_skipped(context))):
        if not is_large(type_):
            by_block[homes.get(object_.name)].append((object_, type_))
    in_function, around = by_block.pop(None, []), (context.cursor.at, context.cursor.block)
    for block, (begin, end) in _before(context, [block for block in by_block if block is not None]).items():
        context.cursor.at, context.cursor.block = begin, block
        for object_, type_ in by_block[block]:
            forget(context, object_, type_, span)
        context.cursor.goto(end, span)
    context.cursor.at, context.cursor.block = around
    if not context.is_entry and not context.is_recursive:  # else as all memory does, or an activation
        for object_, type_ in in_function:
            forget(context, object_, type_, span)


def _before(context: FunctionContext, blocks: Sequence[Block]) -> dict[Block, tuple[Location, Location]]:
    """Where ``blocks`` are entered by their beginning now, and where they went on from there."""
    known, function = context.program.builder.blocks, context.function.name
    led: dict[Location, Location] = {}
    found: dict[Block, tuple[Location, Location]] = {}
    for block in blocks:
        begin, end = context.program.builder.location(function), known.openings[block]
        known.locations[begin], known.openings[block], led[end] = block, begin, begin
        found[block] = begin, end
    if led:
        edges = context.program.builder.edges
        edges[:] = [replace(e, target=led[e.target]) if _enters(e, led, known) else e for e in edges]
    return found


def _enters(edge: RawEdge, openings: Container[Location], known: Blocks) -> bool:
    """Whether an edge enters a block by its beginning."""
    if edge.target not in openings:
        return False
    block, around = known.locations[edge.target], known.locations.get(edge.source)
    return around is None or block not in around.outwards()


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
