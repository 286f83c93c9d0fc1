"""Translation units: file scopes, linkage between them, and the program as a whole (C11 6.9, 6.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.addressed import addressed_names
from coveriflow.program.assembler_names import check_assembler_names
from coveriflow.program.bodies import function_body, is_around
from coveriflow.program.builder import Builder, Cursor
from coveriflow.program.calls import call_without_arguments, known_effects
from coveriflow.program.cfa import Cfa, Function, Global, MemoryObject
from coveriflow.program.cleanup import analysed, finished, reachable
from coveriflow.program.cleanups import write_out_cleanups
from coveriflow.program.compatibility import complete_opaque
from coveriflow.program.constructs import LOWERERS
from coveriflow.program.context import FunctionContext, ProgramContext
from coveriflow.program.data_model import DataModel
from coveriflow.program.declared import OTHER_FLOATS, is_in_register, place, qualifiers
from coveriflow.program.declared_attributes import gather_marks
from coveriflow.program.desugaring import desugar
from coveriflow.program.edges import Assign, Location
from coveriflow.program.effects import CallEffects, Names, effects_of_calls, nested_functions, walk
from coveriflow.program.entry_calls import call_entry_once
from coveriflow.program.error_functions import announce_errors
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.excess_precision import register_names
from coveriflow.program.expressions import Variable
from coveriflow.program.external import is_complete, object_type
from coveriflow.program.growing import only_growing
from coveriflow.program.layout import Layout, Source
from coveriflow.program.library import needed_models
from coveriflow.program.library_names import is_of_system_header
from coveriflow.program.library_texts import MODELS
from coveriflow.program.lowering import types
from coveriflow.program.noreturn import never_returning, note_attributes
from coveriflow.program.objects import completed_type, is_in_memory, static_initial, unknown
from coveriflow.program.parsing import deeply, parsed
from coveriflow.program.provenance import followed_sources
from coveriflow.program.records import size_of
from coveriflow.program.recursion import components, without_calls_of
from coveriflow.program.scopes import FunctionSymbol, ObjectSymbol, RegisterSymbol, Scope, TypeAlias, UnusableSymbol
from coveriflow.program.second_names import join_second_names
from coveriflow.program.stand_ins import add_stand_ins
from coveriflow.program.start_and_end import at_end, at_start, begin_of
from coveriflow.program.statements import static_values
from coveriflow.program.types import (
    INT,
    ArrayOf,
    Block,
    DeclaredType,
    FunctionOf,
    Pointer,
    Record,
    Unhandled,
    Void,
    size_type,
)
from coveriflow.program.variable_arguments import argument_list_type
from coveriflow.program.violations import CALLS_OF_REACH_ERROR, Violations
from coveriflow.program.weak_symbols import resolve_weak_symbols


@dataclass(slots=True)
class _Linker:
    """What the units share: names with external linkage, and which have been defined.

    ``taken``: at first the names that have external linkage in some unit: these stay, and nothing else gets one.
    ``later``: finds initial values, when all variables are declared.
    """

    program: ProgramContext
    taken: set[str]
    initialised: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    later: list[Callable[[], None]] = field(default_factory=list)

    def unique(self, name: str, *, internal: bool) -> str:
        """Names with internal linkage are told apart between units, and from external ones, by a number."""
        unique, number = name, 1
        while internal and unique in self.taken:
            number += 1
            unique = f"{name}.{number}"
        self.taken.add(unique)
        return unique


@dataclass(frozen=True, slots=True)
class _Known:
    """What shows only when a program has been lowered: see ``ProgramContext``."""

    recursive: frozenset[str] = frozenset()
    followed: frozenset[Source] = frozenset()
    is_spread: bool = False


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
    with only_growing():
        trees = {name: parsed(name, text) for name, text in sources}
        check_assembler_names(sources, trees.values(), violations.functions)
        for name, text in sources:
            note_attributes(text, trees[name])
        for tree in trees.values():
            gather_marks(tree)
            write_out_cleanups(tree)
        resolve_weak_symbols(trees.values())
        join_second_names(trees.values())
        add_stand_ins(trees.values(), violations.functions)
        desugar(trees.values(), LOWERERS.templates, MODELS)
        call_entry_once(trees.values(), entry)
        trees |= needed_models(trees.values(), str(size_type(model)), LOWERERS.templates)
        try:
            return deeply(lambda: _linked(trees, model, violations, entry))
        except RecursionError:
            raise InputError("the program is nested too deeply", Span(sources[0][0])) from None


def _linked(trees: Mapping[str, c_ast.FileAST], model: DataModel, violations: Violations, entry: str) -> Cfa:
    """The program is lowered anew when functions turn out to be recursive: these have other objects. So it is when
    pointers from outside turn out to be followed, or objects turn out to have several granules.
    """
    known = _Known()
    while True:
        program, bodies, main = _lowered(trees, model, violations, entry, known)
        edges = without_calls_of(main, reachable(program.builder.edges, bodies[main].entry), program.halt)
        if further := components(edges).keys() - known.recursive:
            known = replace(known, recursive=known.recursive | further)
            continue
        if program.layout.spreads and not known.is_spread:
            known = replace(known, is_spread=True)
            continue
        found = analysed(program, edges, bodies, main)
        if not (followed := followed_sources(found.points_to, found.edges) - known.followed):
            return finished(program, found, bodies, main)
        known = replace(known, followed=known.followed | followed)


def _lowered(
    trees: Mapping[str, c_ast.FileAST], model: DataModel, violations: Violations, entry: str, known: _Known
) -> tuple[ProgramContext, dict[str, Function], str]:
    """Every function that can run, by name, and the name of the entry function."""
    builder = Builder()
    error, halt, layout = builder.location(""), builder.location(""), Layout(model, is_spread=known.is_spread)
    program = ProgramContext(model, LOWERERS, violations, builder, error, halt, layout)
    announce_errors(program, trees.values())
    program.recursive, program.followed = known.recursive, known.followed
    program.argument_list = argument_list_type(model)
    program.addressed = addressed_names(trees.values())
    program.registers = register_names(trees.values())
    program.never_returning = never_returning(trees.values())
    program.frees = any(_frees(node) for tree in trees.values() for node in walk(tree))
    linker = _Linker(program, {name for tree in trees.values() for name in _external_names(tree)})
    scopes = {file: _file_scope(file, tree, linker) for file, tree in trees.items()}
    complete_opaque(scopes.values())
    _share(scopes.values(), linker)
    for file, tree in trees.items():
        _define_tentatively(tree, scopes[file], linker)
    _share(scopes.values(), linker)
    for initialise in linker.later:
        initialise()
    program.pointed_functions = list(_pointed_functions(program, scopes.values()))
    program.effects = _call_effects(trees.values(), program)
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
    bodies[main.name] = _start(program, bodies[main.name], main_begins)
    return program, bodies, main.name


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


def _external_names(tree: c_ast.FileAST) -> Iterator[str]:
    """What a unit shares with others: linkage is that of a name's first declaration (C11 6.2.2)."""
    seen: set[str] = set()
    for item in tree.ext:
        node = item.decl if isinstance(item, c_ast.FuncDef) else item
        if isinstance(node, c_ast.Decl) and node.name and node.name not in seen:
            seen.add(node.name)
            if "static" not in (node.storage or []):
                yield node.name


def _file_scope(file: str, tree: c_ast.FileAST, linker: _Linker) -> Scope:
    context = _file_context(linker.program, Scope(unit=file))
    for item in tree.ext:
        match item:
            case c_ast.FuncDef():
                _define_function(context, item, linker)
            case c_ast.Typedef(name="__builtin_va_list"):
                context.scope.symbols[item.name] = TypeAlias(linker.program.argument_list)
            case c_ast.Typedef(name=name) if name in OTHER_FLOATS:
                context.scope.symbols[name] = TypeAlias(OTHER_FLOATS[name])
            case c_ast.Typedef():
                context.scope.symbols[item.name] = TypeAlias(_read(context, item), qualifiers(item, context.scope))
            case c_ast.Decl():
                _declare(context, item, linker)
            case _:
                pass
    return context.scope


def _define_tentatively(tree: c_ast.FileAST, scope: Scope, linker: _Linker) -> None:
    """What is declared with an incomplete type and completed later is defined; an array that is not has one element
    (C11 6.9.2 p2, p5).
    """
    context = _file_context(linker.program, scope)
    for item in tree.ext:
        symbol = scope.symbols.get(item.name) if isinstance(item, c_ast.Decl) else None
        if isinstance(symbol, ObjectSymbol) and item.init is None and "extern" not in (item.storage or []):
            declared = symbol.declared
            if isinstance(declared, ArrayOf) and declared.length is None:
                declared = ArrayOf(declared.element, 1)
            if is_complete(declared):
                _global(context, item, declared, linker)


def _file_context(program: ProgramContext, scope: Scope) -> FunctionContext:
    nowhere = program.builder.location("")
    function = Function("", nowhere, nowhere, (), (), None)
    return FunctionContext(program, function, Cursor(Builder(), "", nowhere), scope)


def _define_function(context: FunctionContext, node: c_ast.FuncDef, linker: _Linker) -> None:
    name = node.decl.name
    declared = _read(context, node.decl)
    if not isinstance(declared, FunctionOf):
        feature = declared.feature if isinstance(declared, Unhandled) else "such a function"
        context.scope.symbols[name] = UnusableSymbol(feature)
        return
    symbol = _function_symbol(context, node.decl, declared, linker)
    declared = replace(declared, promoted=node.param_decls is not None and not _has_types(symbol, declared))
    if symbol.definition is not None:
        if any("inline" in (each.decl.funcspec or []) for each in (node, symbol.definition)):
            raise NotSupported("an inline definition beside another one of the same name", place(node))
        raise InputError(f"function '{name}' is defined twice", place(node))
    symbol.definition, symbol.declared, symbol.scope = node, declared, context.scope


def _has_types(symbol: FunctionSymbol, declared: FunctionOf) -> bool:
    """Whether a prototype went before with the types of an old definition: then it is none (GNU)."""
    if symbol.declared is declared or symbol.declared.parameters is None:
        return False
    return [each for _, each in symbol.declared.parameters] == [each for _, each in declared.parameters or ()]


def _function_symbol(
    context: FunctionContext, node: c_ast.Decl, declared: FunctionOf, linker: _Linker
) -> FunctionSymbol:
    known = context.scope.symbols.get(node.name)
    if isinstance(known, FunctionSymbol):
        return known
    internal = "static" in (node.storage or [])
    shared = None if internal else linker.program.external.get(node.name)
    if not isinstance(shared, FunctionSymbol):
        violates = node.name in linker.program.violations.functions
        shared = FunctionSymbol(linker.unique(node.name, internal=internal), declared, violates=violates)
        shared.is_of_system = is_of_system_header(place(node).file)
        if not internal:
            linker.program.external[node.name] = shared
    elif shared.violates and shared.definition is None:
        shared.declared = declared
    context.scope.symbols[node.name] = shared
    return shared


def _read(context: FunctionContext, node: c_ast.Decl | c_ast.Typedef) -> DeclaredType:
    """The declared type; what is not supported matters only where it is used."""
    try:
        declared = types(context).read(node)
        return completed_type(context, declared, getattr(node, "init", None))
    except NotSupported as error:
        return Unhandled(error.feature)


def _declare(context: FunctionContext, node: c_ast.Decl, linker: _Linker) -> None:
    declared = _read(context, node)
    if node.name is None:
        return
    if isinstance(declared, FunctionOf):
        _function_symbol(context, node, declared, linker)
    elif isinstance(declared, Unhandled):
        context.scope.symbols[node.name] = UnusableSymbol(declared.feature)
    elif isinstance(declared, Void) and "extern" in (node.storage or []):
        context.scope.symbols[node.name] = UnusableSymbol("a variable of type void")
    elif is_in_register(node):
        context.scope.symbols[node.name] = RegisterSymbol(declared)
    else:
        _global(context, node, declared, linker)


def _global(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType, linker: _Linker) -> None:
    symbol = _global_symbol(context, node, declared, linker)
    name = symbol.variable.name
    if isinstance(symbol.variable.type, Block):
        _object(context, node, symbol, linker)
    elif node.init is not None:
        _note_initialised(node, name, linker)
        linker.program.globals[name] = Global(symbol.variable, ())
        linker.later.append(lambda: _initialise_global(context, node, symbol))
    elif "extern" not in (node.storage or []) and is_complete(symbol.declared):
        linker.program.globals.setdefault(name, Global(symbol.variable, ()))


def _note_initialised(node: c_ast.Decl, name: str, linker: _Linker) -> None:
    if name in linker.initialised:
        raise InputError(f"variable '{node.name}' is initialised twice", place(node))
    linker.initialised.add(name)


def _initialise_global(context: FunctionContext, node: c_ast.Decl, symbol: ObjectSymbol) -> None:
    """A variable whose initial value is not supported is refused wherever it is used."""
    name, globals_ = symbol.variable.name, context.program.globals
    try:
        globals_[name] = Global(symbol.variable, static_values(context, symbol.variable, symbol.declared, node))
    except NotSupported as error:
        context.scope.symbols[node.name] = UnusableSymbol(error.feature)
        globals_.pop(name, None)


def _object(context: FunctionContext, node: c_ast.Decl, symbol: ObjectSymbol, linker: _Linker) -> None:
    """A definition of a variable that lies in memory."""
    name = symbol.variable.name
    if node.init is None:
        if "extern" not in (node.storage or []):
            linker.program.layout.objects.setdefault(name, MemoryObject(symbol.variable, "", (), symbol.declared))
        return
    _note_initialised(node, name, linker)
    linker.program.layout.objects.setdefault(name, MemoryObject(symbol.variable, "", (), symbol.declared))
    linker.later.append(lambda: _initialise_object(context, node, symbol))


def _initialise_object(context: FunctionContext, node: c_ast.Decl, symbol: ObjectSymbol) -> None:
    """An object whose initial value is not supported is refused by its name; who has its address finds anything."""
    try:
        static_initial(context, symbol.variable, symbol.declared, node.init)
    except NotSupported as error:
        context.scope.symbols[node.name] = UnusableSymbol(error.feature)
        context.program.layout.objects[symbol.variable.name] = MemoryObject(symbol.variable, "", None)


def _global_symbol(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType, linker: _Linker) -> ObjectSymbol:
    """One object for all declarations of a name; an array may get its length from a later one."""
    internal = "static" in (node.storage or [])
    qualified = qualifiers(node, context.scope)
    if "extern" in (node.storage or []) and "volatile" in qualified:
        context.program.volatile.add(node.name)
    known = context.scope.symbols.get(node.name)
    shared = known if isinstance(known, ObjectSymbol) else None if internal else linker.program.external.get(node.name)
    if isinstance(shared, FunctionSymbol):
        raise InputError(f"'{node.name}' is both a function and a variable", place(node))
    if shared is None or not _is_placed(shared):
        if not is_complete(declared):
            name = shared.variable.name if shared else linker.unique(node.name, internal=internal)
            shared = ObjectSymbol(Variable(name, INT), declared)
        else:
            unique = shared.variable.name if shared else linker.unique(node.name, internal=internal)
            constant = "const" in qualified
            type_ = object_type(context.program, node.name, declared, place(node), constant=constant)
            shared = ObjectSymbol(Variable(unique, type_), declared, qualifiers=qualified)
    elif is_complete(declared) and not _alike(declared, shared.declared, place(node)):
        raise InputError(f"'{node.name}' is declared with different types", place(node))
    context.scope.symbols[node.name] = shared
    if not internal:
        linker.program.external[node.name] = shared
    return shared


def _alike(one: DeclaredType, other: DeclaredType, span: Span) -> bool:
    """Whether two declarations of a name may stand for one object; structs of two units are compared by size."""
    while isinstance(one, ArrayOf) and isinstance(other, ArrayOf):
        one, other = one.element, other.element
    if isinstance(one, Pointer | Record) or isinstance(other, Pointer | Record):
        return type(one) is type(other) and size_of(one, span) == size_of(other, span)
    return one == other


def _share(scopes: Iterable[Scope], linker: _Linker) -> None:
    """A unit that saw an incomplete declaration gets the complete one of another unit."""
    for scope in scopes:
        for name, symbol in scope.symbols.items():
            shared = linker.program.external.get(name)
            if isinstance(symbol, ObjectSymbol) and isinstance(shared, ObjectSymbol) and not _is_placed(symbol):
                scope.symbols[name] = shared


def _is_placed(symbol: ObjectSymbol) -> bool:
    """Whether there was a complete type when the variable was declared."""
    return is_complete(symbol.declared) and isinstance(symbol.declared, Record) <= is_in_memory(symbol.variable)


def _call_effects(trees: Collection[c_ast.FileAST], program: ProgramContext) -> CallEffects:
    """What calling a function by name may do; by names, so it may over-report. A call of the error function ends."""
    addressed = program.addressed
    items = [item for tree in trees for item in tree.ext]
    definitions = [i for i in items if isinstance(i, c_ast.FuncDef) and i.decl.name not in program.violations.functions]
    variables = [i for i in items if isinstance(i, c_ast.Decl) and i.name and not isinstance(i.type, c_ast.FuncDecl)]
    lasting = frozenset(variable.name for variable in variables)
    names = Names(dimensions=addressed.dimensions, variables=addressed.variables, functions=addressed.functions)
    nested = [each for d in definitions for each in nested_functions(d)] if addressed.nested else []
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
