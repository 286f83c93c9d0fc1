"""Declarations within functions (C11 6.7): objects with and without storage of their own, and initial values."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.declarations.array_initialisers import MAXIMUM_LENGTH, array_elements, single
from coveriflow.program.declarations.compatible_types import are_compatible
from coveriflow.program.declarations.records import announce
from coveriflow.program.declarations.scopes import (
    FunctionSymbol,
    ObjectSymbol,
    RegisterSymbol,
    Symbol,
    TypeAlias,
    UnusableSymbol,
)
from coveriflow.program.declarations.type_reader import flattened, is_in_register, qualifiers
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import ArrayValue, Constant, Element, Variable
from coveriflow.program.lowering import unset
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.assignments import assigned
from coveriflow.program.lowering.expressions.expressions import array_value_of, constant_value, types
from coveriflow.program.lowering.expressions.object_storage import (
    completed_type,
    initialise,
    is_in_memory,
    static_initial,
    static_value,
    storage_type,
    unknown,
)
from coveriflow.program.lowering.extern_variables import declared_here, is_complete
from coveriflow.program.lowering.functions.large_objects import is_large, large_object
from coveriflow.program.lowering.functions.nested_functions import declare_nested_function
from coveriflow.program.lowering.functions.vla import (
    bind_variable_array,
    declared_type,
    variable_array,
    variable_array_alike,
)
from coveriflow.program.lowering.volatile_objects import note_volatile
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import LLONG, Array, ArrayOf, DeclaredType, FunctionOf, Pointer, Unhandled


def local_typedef(context: FunctionContext, node: c_ast.Typedef) -> None:
    """A name for a type (C11 6.7.8)."""
    context.scope.symbols[node.name] = TypeAlias(types(context).read(node), qualifiers(node, context.scope))


def local_declaration(context: FunctionContext, node: c_ast.Decl) -> None:
    """A local declaration (C11 6.7); ``extern`` ones name what stands at file scope."""
    announce(context.scope, node)
    if node.name is not None and variable_array_alike(context, node):
        return
    declared = completed_type(context, declared_type(context, node), node.init)
    if node.name is None:
        return
    if isinstance(declared, FunctionOf) and "auto" in (node.storage or []):
        declare_nested_function(context, node.name, declared, place(node))
        return
    if isinstance(declared, FunctionOf):
        context.scope.declare_function(node.name, declared)
        known = context.scope.find(node.name)
        if not isinstance(known, FunctionSymbol):
            context.scope.symbols[node.name] = FunctionSymbol(node.name, declared)
        return
    if is_in_register(node):
        if node.init is not None:
            raise NotSupported("a variable that is bound to a register", place(node))
        context.scope.symbols[node.name] = RegisterSymbol(declared)
        return
    if "extern" in (node.storage or []):
        context.scope.symbols[node.name] = _external(context, node, declared)
        return
    if isinstance(declared, Unhandled):
        is_array = isinstance(node.type, c_ast.ArrayDecl)
        if is_array and not node.storage and node.init is None:
            variable_array(context, node)
            return
        raise NotSupported(declared.feature, place(node))
    if "static" in (node.storage or []):
        _static(context, node, declared)
    elif is_large(context, node, declared):
        large_object(context, node, declared)
    else:
        _automatic(context, node, declared)


def _external(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> Symbol:
    """What stands at file scope, of this unit or another (C11 6.2.2 p4), or nowhere."""
    scope = context.scope
    while scope.parent is not None:
        scope = scope.parent
    found = scope.symbols.get(node.name) or context.program.external.get(node.name)
    if found is None and is_complete(declared) and not isinstance(declared, Unhandled):
        return declared_here(context.program, node.name, declared, place(node))
    if isinstance(found, ObjectSymbol) and is_complete(declared) and is_complete(found.declared):
        if not are_compatible(declared, found.declared):
            return UnusableSymbol(f"the variable '{node.name}', which is declared with different types,")
    return found or UnusableSymbol(f"the variable '{node.name}', which is declared but not defined,")


def _static(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> None:
    qualified = qualifiers(node, context.scope)
    if context.program.addressed_objects.in_memory(node.name, declared, [node]):
        name, constant = context.unique(node.name), "const" in qualified
        note_volatile(context.program, name, qualified)
        stored = storage_type(context, declared, node.init)
        variable = context.program.object(name, stored, "", place(node), (), constant=constant)
        context.scope.symbols[node.name] = ObjectSymbol(variable, declared, qualifiers=qualified)
        static_initial(context, variable, stored, node.init)
        return
    variable = context.named(node.name, flattened(declared, place(node)))
    note_volatile(context.program, variable.name, qualified)
    context.scope.symbols[node.name] = ObjectSymbol(variable, declared, qualifiers=qualified)
    initial = static_values(context, variable, declared, node)
    context.program.globals[variable.name] = Global(variable, initial)


def static_values(
    context: FunctionContext, variable: Variable, declared: DeclaredType, node: c_ast.Decl
) -> tuple[int, ...]:
    """The initial values of a variable with static storage: constants, zero by default (C11 6.7.9 p10); an address is
    stored when the program starts.
    """
    type_ = flattened(declared, place(node))
    if node.init is None:
        return ()
    if isinstance(declared, ArrayOf):
        elements = array_elements(declared, node.init, lambda n, t: make.cast(constant_value(context, n), t))
        known = [each for each in elements if isinstance(each, Constant)]
        for index, each in enumerate(known):
            if each.is_open:
                element = Element(variable, Constant(index, LLONG), each.type)
                context.program.startup.append((element, each, place(node)))
        return tuple(each.value for each in known)
    assert not isinstance(type_, Array)
    found = static_value(context, single(node.init), type_)
    if not isinstance(type_, Pointer) and not isinstance(found, Constant):
        raise NotSupported("an initial value that is no constant", place(node))
    if isinstance(found, Constant) and not found.is_open:
        return (found.value,)
    context.program.startup.append((variable, found, place(node)))
    return ()


def _automatic(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType) -> None:
    qualified = qualifiers(node, context.scope)
    variable = context.local(node.name, declared, place(node), [node], constant="const" in qualified)
    symbol = ObjectSymbol(variable, declared, qualifiers=qualified)
    context.scope.symbols[node.name] = symbol
    bind_variable_array(context, node, symbol)
    if is_in_memory(variable):
        if node.init is None:
            unknown(context, variable, declared, place(node))
            unset.assume_written(context, node, declared)
        else:
            context.check_order(node.init)
            initialise(context, variable, declared, node.init, node.name)
    elif node.init is None:
        context.input(variable, node.name, InputKind.UNINITIALISED, place(node))
        unset.declare(context, variable, place(node))
    elif isinstance(variable.type, Array):
        context.check_order(node.init)
        _initialise_array(context, node, declared, variable)
    else:
        initial = single(node.init)
        context.check_order(initial)
        if _mentions(initial, node.name):
            context.input(variable, node.name, InputKind.UNINITIALISED, place(node))
            unset.declare(context, variable, place(node))
        else:
            unset.follow(context, variable, place(node))
        assigned(context, c_ast.ID(node.name, node.coord), initial)


def _mentions(node: c_ast.Node, name: str) -> bool:
    """Whether an initial value asks for the variable that it is for, which has none before; a member is no variable."""
    if isinstance(node, c_ast.ID):
        return bool(node.name == name)
    parts = [node.name] if isinstance(node, c_ast.StructRef) else list(node)
    return any(_mentions(each, name) for each in parts)


def _initialise_array(context: FunctionContext, node: c_ast.Decl, declared: DeclaredType, variable: Variable) -> None:
    assert isinstance(declared, ArrayOf)
    assert isinstance(variable.type, Array)
    if variable.type.length > MAXIMUM_LENGTH:
        raise NotSupported("a local array of more than a million elements with an initialiser", place(node))
    elements = array_elements(declared, node.init, array_value_of(context, node.init))
    context.cursor.emit(Assign(variable, ArrayValue(elements, variable.type)), place(node))
