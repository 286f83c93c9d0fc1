"""The front end: from the texts of a program to its automaton."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder, Cursor
from coveriflow.program.cfa.cfa import Cfa, Function, RawEdge
from coveriflow.program.cfa.edges import Assign, Location
from coveriflow.program.cfa.recursion import components, without_calls_of
from coveriflow.program.constructs import LOWERERS
from coveriflow.program.declarations.scopes import FunctionSymbol, Scope, UnusableSymbol
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.gc_pause import without_gc
from coveriflow.program.library.desugaring import desugar
from coveriflow.program.library.needed_models import needed_models
from coveriflow.program.library.texts import EXIT_HANDLERS, MODELS
from coveriflow.program.library.unmodelled import SHOWN_HEADERS
from coveriflow.program.linking.aliases import join_second_names
from coveriflow.program.linking.call_circles import functions_in_circles
from coveriflow.program.linking.constructors import at_end, at_start, begin_of
from coveriflow.program.linking.entry_calls import call_entry_once
from coveriflow.program.linking.undefined_functions import add_stand_ins
from coveriflow.program.linking.weak_symbols import resolve_weak_symbols
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.lowering.error_functions import announce_errors
from coveriflow.program.lowering.evaluation_order import OpenNode, Plan
from coveriflow.program.lowering.expressions.calls.entered import call_without_arguments
from coveriflow.program.lowering.expressions.calls.undefined import known_effects
from coveriflow.program.lowering.expressions.calls.variadic_calls import argument_list_type
from coveriflow.program.lowering.expressions.object_storage import unknown
from coveriflow.program.lowering.functions.bodies import function_body, is_around
from coveriflow.program.lowering.functions.file_scopes import file_scopes
from coveriflow.program.lowering.listed_promises import RETURNS_NONNULL, assume_promises
from coveriflow.program.lowering.promised_calls import (
    Promises,
    dropped_calls,
    promises_of,
)
from coveriflow.program.memory.layout import Layout, NoRoom, Source
from coveriflow.program.memory.provenance import followed_sources
from coveriflow.program.passes.evaluation_clashes import clashing
from coveriflow.program.passes.excess_precision import register_names
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.passes.pipeline import analysed, finished, reachable
from coveriflow.program.syntax.address_taken import AddressedNames, AddressedObjects, addressed
from coveriflow.program.syntax.allocated_sizes import computes_sizes
from coveriflow.program.syntax.cleanup_attribute import write_out_cleanups
from coveriflow.program.syntax.constant_lengths import write_out_lengths
from coveriflow.program.syntax.declared_attributes import gather_marks
from coveriflow.program.syntax.nodes import nested_functions, place, walk
from coveriflow.program.syntax.noreturn import never_returning, note_attributes
from coveriflow.program.syntax.parse import deeply, parsed
from coveriflow.program.syntax.sequencing import CallEffects, Names, effects_of_calls
from coveriflow.program.text.standard_attributes import with_gnu_attributes
from coveriflow.program.text.symbol_names import check_assembler_names
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, Violations
from coveriflow.program.types.c_types import (
    Block,
    FunctionOf,
    size_type,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import USUAL, WIDE, Granules


@dataclass(frozen=True, slots=True)
class _Names:
    """What the trees say of names, see ``ProgramContext``."""

    addressed: tuple[AddressedNames, AddressedObjects]
    registers: frozenset[str]
    never_returning: frozenset[str]
    frees: bool


def _names(trees: Collection[c_ast.FileAST]) -> _Names:
    frees = any(_frees(node) for tree in trees for node in walk(tree))
    return _Names(addressed(trees), register_names(trees), never_returning(trees), frees)


@dataclass(frozen=True, slots=True)
class _Known:
    """What shows only when a program has been lowered: see ``ProgramContext``."""

    recursive: frozenset[str] = frozenset()
    followed: frozenset[Source] = frozenset()
    spread: int = 1
    granules: Granules = USUAL[DataModel.LP64]
    computes_sizes: bool = False
    may_widen: bool = False
    orders: Mapping[OpenNode, Plan] = field(default_factory=dict)
    promises: Promises = field(default_factory=Promises)
    names: _Names | None = None
    is_settled: bool = False
    """The recursive functions have been found: a program is not lowered to its end when more turns out."""


def program_cfa(
    sources: list[tuple[str, str]],
    model: DataModel,
    violations: Violations = CALLS_OF_REACH_ERROR,
    entry: str = "main",
) -> Cfa:
    """The automaton of a program given as (name, preprocessed text) pairs.

    Raises ``InputError`` where the texts are not C or do not link, ``NotSupported`` where what can run from ``entry``
    needs a feature that is not handled.
    """
    if not sources:
        raise InputError("the program has no source file")
    with without_gc():
        trees = {name: parsed(name, text) for name, text in sources}
        check_assembler_names(sources, trees.values(), violations.functions)
        for name, text in sources:
            note_attributes(with_gnu_attributes(text), trees[name])
        known = _known_of(sources, trees.values(), model)
        for tree in trees.values():
            gather_marks(tree)
            write_out_cleanups(tree)
        resolve_weak_symbols(trees.values())
        join_second_names(trees.values())
        write_out_lengths(trees.values())
        add_stand_ins(trees.values(), violations.functions, (text for _, text in sources))
        desugar(trees.values(), LOWERERS.templates, MODELS)
        call_entry_once(trees.values(), entry)
        trees |= needed_models(trees.values(), str(size_type(model)), LOWERERS.templates)
        try:
            return deeply(lambda: _linked(trees, model, violations, entry, known))
        except RecursionError:
            raise InputError("the program is nested too deeply", Span(sources[0][0])) from None


def _known_of(sources: Sequence[tuple[str, str]], trees: Collection[c_ast.FileAST], model: DataModel) -> _Known:
    """What the texts tell. With which granules a program has to be lowered shows only then; this is a first guess."""
    promises, is_computed = promises_of(sources, trees), model is DataModel.LP64 and computes_sizes(trees)
    granules = WIDE if is_computed else USUAL[model]
    may_widen = model is DataModel.LP64
    return _Known(promises=promises, granules=granules, computes_sizes=is_computed, may_widen=may_widen)


def _linked(
    trees: Mapping[str, c_ast.FileAST], model: DataModel, violations: Violations, entry: str, known: _Known
) -> Cfa:
    """The program is lowered anew when functions turn out to be recursive: these have other objects. So it is when
    pointers of the environment turn out to be followed, objects turn out to have several granules or need other ones,
    or the order of operands turns out to matter.
    """
    tried, known = functions_in_circles(trees.values(), entry), replace(known, names=_names(trees.values()))
    while True:
        try:
            program, edges, known = _with_recursion(trees, model, violations, entry, known, tried)
        except NoRoom:
            if known.granules != WIDE:
                raise
            known = _with_usual(known)
            continue
        layout, is_wide = program.layout, known.granules == WIDE
        if is_wide and (layout.is_full or not layout.is_exceeded):
            known = _with_usual(known)
            continue
        if layout.is_exceeded and not is_wide and known.may_widen:
            known = replace(known, granules=WIDE, spread=1)
            continue
        tried, known = known.recursive, replace(known, is_settled=True)
        if program.layout.spreads > known.spread:
            known = replace(known, spread=program.layout.spreads)
            continue
        found = analysed(program, edges)
        followed = followed_sources(found.points_to, found.edges) - known.followed
        orders = clashing(program, found.points_to, edges)
        if not followed and not orders:
            return finished(program, found)
        known = replace(known, followed=known.followed | followed, orders={**known.orders, **orders})


def _with_usual(known: _Known) -> _Known:
    """Larger granules have been tried, and there are not enough of them, or they are not needed."""
    return replace(known, granules=USUAL[DataModel.LP64], may_widen=False, spread=1)


def _with_recursion(
    trees: Mapping[str, c_ast.FileAST],
    model: DataModel,
    violations: Violations,
    entry: str,
    known: _Known,
    tried: frozenset[str],
) -> tuple[LoweredProgram, list[RawEdge], _Known]:
    """The program, lowered with all functions known that are recursive; and its edges that can be reached.

    Those that are ``tried`` first count only if they turn out to be recursive, or are known to be: what is not
    supported of recursive functions may cut off their calls of themselves.
    """
    while True:
        try:
            program = _lowered(trees, model, violations, entry, replace(known, recursive=tried))
        except (InputError, NotSupported):
            if tried == known.recursive:
                raise
            tried = known.recursive
            continue
        begin = program.functions[program.entry].entry
        edges = without_calls_of(program.entry, reachable(program.builder.edges, begin), program.halt)
        recursive = known.recursive | components(edges).keys()
        is_right = recursive >= tried & program.functions.keys()
        if is_right:
            known = replace(known, recursive=recursive)
            if tried >= recursive:
                return program, edges, replace(known, spread=program.layout.spread)
        tried = known.recursive


def _lowered(
    trees: Mapping[str, c_ast.FileAST], model: DataModel, violations: Violations, entry: str, known: _Known
) -> LoweredProgram:
    """Every function that can run."""
    builder = Builder()
    error, halt = builder.location(""), builder.location("")
    layout = Layout(model, known.granules, spread=known.spread)
    layout.computes_sizes, layout.may_widen = known.computes_sizes, known.may_widen
    program = ProgramContext(model, LOWERERS, violations, builder, error, halt, layout)
    announce_errors(program, trees.values())
    program.recursive, program.followed = known.recursive, known.followed
    program.orders.decided = known.orders
    program.argument_list = argument_list_type(model)
    assert known.names is not None
    program.addressed, program.addressed_objects = known.names.addressed
    program.has_own_headers = any(
        place(item).file.startswith(SHOWN_HEADERS) for tree in trees.values() for item in tree.ext
    )
    program.registers, program.never_returning = known.names.registers, known.names.never_returning
    program.frees = known.names.frees
    program.repeatable = known.promises.names | ({""} if known.promises.is_open else frozenset())
    program.not_null = known.promises.listed.get(RETURNS_NONNULL, frozenset())
    scopes = file_scopes(program, trees)
    if program.layout.spreads > known.spread:
        return _lowered(trees, model, violations, entry, replace(known, spread=program.layout.spreads))
    program.pointed_functions = list(_pointed_functions(program, scopes.values()))
    program.effects = _call_effects(trees.values(), program)
    program.dropped = dropped_calls(trees.values(), known.promises, program.effects)
    main = _entry(scopes, entry, program)
    program.constructors, program.destructors = at_start(trees, scopes), at_end(trees, scopes)
    for symbol in (*program.constructors, *program.destructors):
        program.function(symbol)
    bodies: dict[str, Function] = {}
    main_begins = builder.location(main.name)
    while program.pending:
        symbol = program.pending.pop(_next(program))
        is_entry = symbol.unique == main.name
        begin = main_begins if is_entry else program.functions[symbol.unique].entry
        bodies[symbol.unique] = function_body(program, symbol, begin, is_entry=is_entry)
        if known.is_settled and program.layout.spreads > known.spread:
            return _lowered(trees, model, violations, entry, replace(known, spread=program.layout.spreads))
    bodies[main.name] = _start(program, bodies[main.name], main_begins)
    assume_promises(program, known.promises.listed, trees.values(), bodies)
    return _as_passes_see_it(program, bodies, main.name)


def _as_passes_see_it(program: ProgramContext, bodies: Mapping[str, Function], entry: str) -> LoweredProgram:
    return LoweredProgram(
        model=program.model,
        builder=program.builder,
        functions=bodies,
        entry=entry,
        error_function=program.violations.name,
        error=program.error,
        halt=program.halt,
        layout=program.layout,
        globals=program.globals,
        sites=program.sites,
        cut=program.cut,
        passed=program.passed,
        unset=program.unset,
        registers=program.registers,
        argument_objects=program.argument_objects,
        inlined=program.inlined,
        checks=program.violations.checks,
        frees=program.frees,
        address_numbers=program.address_numbers,
        orders=program.orders,
        recursive=program.recursive,
        runs_at_exit=EXIT_HANDLERS in bodies or bool(program.destructors),
        assumptions=program.assumptions,
    )


def _next(program: ProgramContext) -> int:
    """Functions around others come first: calls through pointers have to know these."""
    if not program.addressed.nested:
        return -1
    around = (n for n, each in enumerate(program.pending) if each.definition and is_around(program, each.definition))
    return next(around, -1)


def _frees(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.ID) and node.name in ("free", "realloc", "__builtin_free")


def _pointed_functions(program: ProgramContext, scopes: Iterable[Scope]) -> Iterator[FunctionSymbol]:
    """Each function whose name is used otherwise than to call it."""
    seen: set[str] = set()
    named = (pair for scope in scopes for pair in scope.symbols.items())
    for name, symbol in (*named, *program.external.items()):
        if isinstance(symbol, FunctionSymbol) and name in program.addressed.functions:
            is_other = not symbol.is_entered and name in program.addressed.variables
            if not is_other and symbol.unique not in seen:
                seen.add(symbol.unique)
                yield symbol


def _call_effects(trees: Collection[c_ast.FileAST], program: ProgramContext) -> CallEffects:
    """What calling a function by name may do; by names, so it may over-report. A call of the error function ends."""
    known = program.addressed
    items = [item for tree in trees for item in tree.ext]
    definitions = [i for i in items if isinstance(i, c_ast.FuncDef) and i.decl.name not in program.violations.functions]
    variables = [i for i in items if isinstance(i, c_ast.Decl) and i.name and not isinstance(i.type, c_ast.FuncDecl)]
    lasting = frozenset(variable.name for variable in variables)
    names = Names(
        dimensions=known.dimensions,
        variables=known.variables,
        functions=known.functions,
        asks_operations=bool(program.violations.checks),
    )
    nested = [each for d in definitions for each in nested_functions(d)] if known.nested else []
    return effects_of_calls(definitions, lasting, lambda name: known_effects(name, program), names, nested)


def _entry(scopes: Mapping[str, Scope], entry: str, program: ProgramContext) -> Function:
    """The function that is called first; its parameters have no value that a program may use."""
    for file, scope in scopes.items():
        symbol = scope.symbols.get(entry)
        if isinstance(symbol, FunctionSymbol) and symbol.definition is not None:
            if parameters := symbol.declared.parameters:
                symbol.declared = FunctionOf(symbol.declared.result, ())
                symbol.hidden = parameters
            return program.function(symbol)
        if isinstance(symbol, UnusableSymbol):
            raise NotSupported(symbol.feature, Span(file))
    raise InputError(f"the program has no function '{entry}'", Span(next(iter(scopes))))


def _start(program: ProgramContext, main: Function, begin: Location) -> Function:
    """Before the entry function begins, undefined variables get a value, and addresses among initial values are
    stored.
    """
    cursor = Cursor(program.builder, main.name, main.entry)
    context = FunctionContext(program, main, cursor, Scope(), names={variable.name for variable in main.locals})
    _hold_anything(context)
    for target, initial, where in program.startup:
        cursor.emit(Assign(target, initial), where)
    for symbol in program.constructors:
        call_without_arguments(context, symbol, begin_of(symbol))
    cursor.goto(begin, Span(""))
    return replace(main, locals=(*main.locals, *context.locals))


def _hold_anything(context: FunctionContext) -> None:
    for name, each in context.program.undefined.items():
        variable = each.symbol.variable
        if isinstance(variable.type, Block):
            unknown(context, variable, each.symbol.declared, each.span, each.kind)
        else:
            context.input(variable, name, each.kind, each.span)
