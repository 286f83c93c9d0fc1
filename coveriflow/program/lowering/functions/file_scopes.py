"""File scopes, and linkage between translation units (C11 6.2.2, 6.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.cfa.builder import Builder, Cursor
from coveriflow.program.cfa.cfa import Function, Global, MemoryObject
from coveriflow.program.declarations.compatible_types import are_compatible, complete_opaque
from coveriflow.program.declarations.scopes import (
    FunctionSymbol,
    ObjectSymbol,
    RegisterSymbol,
    Scope,
    TypeAlias,
    UnusableSymbol,
)
from coveriflow.program.declarations.type_reader import OTHER_FLOATS, is_in_register, qualifiers
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.library.unmodelled import is_of_system_header
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.lowering.expressions.expressions import types
from coveriflow.program.lowering.expressions.object_storage import (
    completed_type,
    is_in_memory,
    static_initial,
    storage_type,
)
from coveriflow.program.lowering.extern_variables import is_complete, object_type
from coveriflow.program.lowering.functions.local_declarations import static_values
from coveriflow.program.lowering.volatile_objects import note_volatile
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    INT,
    ArrayOf,
    Block,
    DeclaredType,
    FunctionOf,
    Pointer,
    Record,
    Unhandled,
    Void,
)
from coveriflow.program.types.record_layout import size_of


@dataclass(frozen=True, slots=True)
class _Qualified:
    """One declaration of a variable: whether it says ``const``, defines the variable, and has it in memory."""

    is_constant: bool
    defines: bool
    is_in_memory: bool
    span: Span


@dataclass(slots=True)
class _Linker:
    """What the units share: names with external linkage, and which have been defined.

    ``taken``: at first the names that have external linkage in some unit: these stay, and nothing else gets one.
    ``internal``: names of variables with internal linkage. ``later``: finds initial values, when all variables are
    declared. ``qualified``: the declarations of each variable. ``defining``: the user's units that define a variable
    with external linkage, by its name.
    """

    program: ProgramContext
    taken: set[str]
    internal: set[str] = field(default_factory=set)
    initialised: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    later: list[Callable[[], None]] = field(default_factory=list)
    qualified: dict[str, list[_Qualified]] = field(default_factory=dict)
    defining: dict[str, set[str]] = field(default_factory=dict)

    def unique(self, name: str, *, internal: bool) -> str:
        """Names with internal linkage are distinguished between units, and from external ones, by a number."""
        unique, number = name, 1
        while internal and unique in self.taken:
            number += 1
            unique = f"{name}.{number}"
        self.taken.add(unique)
        if internal:
            self.internal.add(unique)
        return unique


def file_scopes(program: ProgramContext, trees: Mapping[str, c_ast.FileAST]) -> Mapping[str, Scope]:
    """The scope of each unit, when all names are linked and all variables have their initial values."""
    linker = _Linker(program, {name for tree in trees.values() for name in _external_names(tree)})
    scopes = {file: _file_scope(file, tree, linker) for file, tree in trees.items()}
    complete_opaque(scopes.values())
    _share(scopes.values(), linker)
    for file, tree in trees.items():
        _define_tentatively(tree, scopes[file], linker)
    _share(scopes.values(), linker)
    _check_constants(linker)
    for name in sorted(name for name, units in linker.defining.items() if len(units) > 1):
        program.assumptions.setdefault(f"the linker makes one variable of the definitions of {name} (gcc: -fcommon)")
    for initialise in linker.later:
        initialise()
    return scopes


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
    for position, item in enumerate(tree.ext):
        match item:
            case c_ast.FuncDef():
                _define_function(context, item, linker, position)
            case c_ast.Typedef(name="__builtin_va_list"):
                context.scope.symbols[item.name] = TypeAlias(linker.program.argument_list)
            case c_ast.Typedef(name=name) if name in OTHER_FLOATS:
                context.scope.symbols[name] = TypeAlias(OTHER_FLOATS[name])
            case c_ast.Typedef():
                context.scope.symbols[item.name] = TypeAlias(_read(context, item), qualifiers(item, context.scope))
            case c_ast.Decl():
                _declare(context, item, linker, position)
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


def _define_function(context: FunctionContext, node: c_ast.FuncDef, linker: _Linker, position: int) -> None:
    name = node.decl.name
    declared = _read(context, node.decl)
    if not isinstance(declared, FunctionOf):
        feature = declared.feature if isinstance(declared, Unhandled) else "such a function"
        context.scope.symbols[name] = UnusableSymbol(feature)
        return
    symbol = _function_symbol(context, node.decl, declared, linker)
    is_old = node.param_decls is not None and not _has_types(context.scope, name, declared)
    declared = replace(declared, promoted=is_old)
    context.scope.declare_function(name, declared, position)
    if symbol.definition is not None:
        if any("inline" in (each.decl.funcspec or []) for each in (node, symbol.definition)):
            raise NotSupported("an inline definition beside another one of the same name", place(node))
        raise InputError(f"function '{name}' is defined twice", place(node))
    symbol.definition, symbol.declared, symbol.scope, symbol.position = node, declared, context.scope, position


def _has_types(scope: Scope, name: str, declared: FunctionOf) -> bool:
    """Whether a prototype went before with the types of an old definition: then it is none (GNU)."""
    wanted = [each for _, each in declared.parameters or ()]
    before = (each.parameters for each in scope.function_types(name) if each.parameters is not None)
    return any([each for _, each in parameters] == wanted for parameters in before)


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
        declared = _of_known_length(context, node, types(context).read(node))
        return completed_type(context, declared, getattr(node, "init", None))
    except NotSupported as error:
        return Unhandled(error.feature)


def _of_known_length(
    context: FunctionContext, node: c_ast.Decl | c_ast.Typedef, declared: DeclaredType
) -> DeclaredType:
    """A second declaration of an array, without a length, has that of the first one, whatever its initialiser has."""
    known = context.scope.symbols.get(node.name)
    if isinstance(known, ObjectSymbol) and isinstance(declared, ArrayOf) and declared.length is None:
        return known.declared if are_compatible(known.declared, declared) else declared
    return declared


def _declare(context: FunctionContext, node: c_ast.Decl, linker: _Linker, position: int) -> None:
    declared = _read(context, node)
    if node.name is None:
        return
    if isinstance(declared, FunctionOf):
        _function_symbol(context, node, declared, linker)
        context.scope.declare_function(node.name, declared, position)
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
    name, storage = symbol.variable.name, node.storage or []
    if not context.scope.is_of_models() and "static" not in storage and ("extern" not in storage or node.init):
        linker.defining.setdefault(node.name, set()).add(context.scope.unit)
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
    stored = storage_type(context, symbol.declared, node.init)
    block = symbol.variable.type
    if isinstance(block, Block) and block.size < size_of(stored, place(node)):
        raise NotSupported("an initialiser of a flexible array member after another declaration", place(node))
    linker.program.layout.objects.setdefault(name, MemoryObject(symbol.variable, "", (), stored))
    linker.later.append(lambda: _initialise_object(context, node, symbol, stored))


def _initialise_object(context: FunctionContext, node: c_ast.Decl, symbol: ObjectSymbol, stored: DeclaredType) -> None:
    """An object whose initial value is not supported is refused by its name; who has its address finds anything."""
    try:
        static_initial(context, symbol.variable, stored, node.init)
    except NotSupported as error:
        context.scope.symbols[node.name] = UnusableSymbol(error.feature)
        context.program.layout.objects[symbol.variable.name] = MemoryObject(symbol.variable, "", None)


def _global_symbol(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType, linker: _Linker) -> ObjectSymbol:
    """One object for all declarations of a name; an array may get its length from a later one. ``extern`` keeps the
    linkage of a declaration before (C11 6.2.2 p4).
    """
    internal = "static" in (node.storage or [])
    qualified = qualifiers(node, context.scope)
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
            stored = storage_type(context, declared, node.init)
            type_ = object_type(context.program, node.name, stored, place(node), constant=constant)
            shared = ObjectSymbol(Variable(unique, type_), declared, qualifiers=qualified)
    elif is_complete(declared) and not are_compatible(declared, shared.declared):
        if known is shared and not _alike(declared, shared.declared, place(node)):
            raise InputError(f"'{node.name}' is declared with different types", place(node))
        own = _other_view(node, declared, shared, qualified)
        context.scope.symbols[node.name] = own
        return _qualify(linker, node, own, qualified)
    context.scope.symbols[node.name] = shared
    if shared.variable.name not in linker.internal:
        linker.program.external[node.name] = shared
    return _qualify(linker, node, shared, qualified)


def _other_view(
    node: c_ast.Decl, declared: DeclaredType, shared: ObjectSymbol, qualified: frozenset[str]
) -> ObjectSymbol:
    """An object that another unit declares with a type which is not compatible: each unit sees its own one, as it is
    compiled (C11 6.2.7 p2 leaves it undefined). What is no record lies in a variable of one type.
    """
    if not _alike(declared, shared.declared, place(node)):
        raise NotSupported(f"the variable '{node.name}', which another unit declares with another type,", place(node))
    if _has_addresses(declared) and not is_in_memory(shared.variable):
        raise NotSupported("a pointer that another unit declares with another type", place(node))
    return ObjectSymbol(shared.variable, declared, qualifiers=qualified)


def _has_addresses(declared: DeclaredType) -> bool:
    while isinstance(declared, ArrayOf):
        declared = declared.element
    return isinstance(declared, Pointer)


def _qualify(linker: _Linker, node: c_ast.Decl, symbol: ObjectSymbol, qualified: frozenset[str]) -> ObjectSymbol:
    defines = node.init is not None or "extern" not in (node.storage or [])
    found = _Qualified("const" in qualified, defines, is_in_memory(symbol.variable), place(node))
    linker.qualified.setdefault(symbol.variable.name, []).append(found)
    note_volatile(linker.program, symbol.variable.name, qualified)
    return symbol


def _check_constants(linker: _Linker) -> None:
    """Who may write to a variable is said by its definition; where the object lies, by its first declaration."""
    for declarations in linker.qualified.values():
        constant = next((each.is_constant for each in declarations if each.defines), None)
        others = [each for each in declarations if each.is_constant is not constant]
        if constant is None or not others:
            continue
        if constant or (declarations[0].is_constant and declarations[0].is_in_memory):
            raise NotSupported("a variable that is const in one unit and not in another", others[0].span)


def _alike(one: DeclaredType, other: DeclaredType, span: Span) -> bool:
    """Whether two declarations of a name may stand for one object, which has one size."""
    if size_of(one, span) != size_of(other, span):
        return False
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
