"""GNU's functions within functions: they use the variables around them, which lie in memory for that.

The function around must not be recursive, so that there is one object for each variable. A nested function may be
called through a pointer as long as the function around runs.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol, Scope, Symbol, UnusableSymbol
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Variable
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import types
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, Block, FunctionOf, Unhandled


def define_nested_function(context: FunctionContext, node: c_ast.FuncDef) -> None:
    """The definition of a nested function; where it is not supported, only its uses are."""
    try:
        _define(context, node)
    except NotSupported as error:
        context.scope.symbols[node.decl.name] = UnusableSymbol(error.feature)


def declare_nested_function(context: FunctionContext, name: str, declared: FunctionOf, span: Span) -> FunctionSymbol:
    """A nested function, which is defined further down if this is its declaration with ``auto``."""
    if context.is_recursive:
        raise NotSupported("a function within a recursive function", span)
    known = context.scope.symbols.get(name)
    if isinstance(known, FunctionSymbol) and known.inside is not None:
        return known
    unique = context.unique(name).replace("::", ".")
    symbol = FunctionSymbol(unique, declared, inside=_running(context))
    context.scope.symbols[name] = symbol
    return symbol


def _define(context: FunctionContext, node: c_ast.FuncDef) -> None:
    span, name = place(node), node.decl.name
    declared = types(context).read(node.decl.type)
    if not isinstance(declared, FunctionOf):
        raise NotSupported(declared.feature if isinstance(declared, Unhandled) else "such a function", span)
    context.scope.declare_function(name, declared)
    symbol = declare_nested_function(context, name, declared, span)
    if symbol.definition is not None:
        raise InputError(f"function '{name}' is defined twice", span)
    if name in context.program.addressed.functions:
        _check_pointed(context, span)
        context.program.pointed_functions.append(symbol)
    symbol.definition, symbol.declared, symbol.scope = node, declared, _seen(context)


def _check_pointed(context: FunctionContext, span: Span) -> None:
    """A call through a pointer must know the function, and a block around it must not end before its function."""
    if context.program.calls_pointers or context.cursor.block is not None:
        raise NotSupported("the address of such a nested function", span)


def _running(context: FunctionContext) -> Variable:
    """Not zero from the first nested function's declaration on, while the function around runs."""
    name = f"{context.function.name}.runs"
    variable = Variable(name, INT)
    if name not in context.program.globals:
        context.program.globals[name] = Global(variable, ())
    context.running = variable
    context.cursor.emit(Assign(variable, Constant(1, INT)), Span(""))
    return variable


def _seen(context: FunctionContext) -> Scope:
    """What names mean at this point, to the end of the program."""
    outside, *local = reversed(list(context.scope.outwards()))
    seen = outside
    for scope in local:
        symbols = {name: _captured(context, name, symbol) for name, symbol in scope.symbols.items()}
        functions = {name: list(declared) for name, declared in scope.functions.items()}
        seen = Scope(
            seen, symbols, dict(scope.enumerations), dict(scope.records), functions=functions, position=scope.position
        )
    return seen


def _captured(context: FunctionContext, name: str, symbol: Symbol) -> Symbol:
    """A variable of the function around is usable if it has a place of its own."""
    if not isinstance(symbol, ObjectSymbol) or symbol.variable.name in context.program.globals:
        return symbol
    if isinstance(symbol.variable.type, Block) and not symbol.dimensions:
        return symbol
    return UnusableSymbol(f"the variable '{name}' in a nested function")
