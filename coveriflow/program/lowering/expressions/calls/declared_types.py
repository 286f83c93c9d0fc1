"""With what type a function is called by its name: that of the declarations before the call. It need not be the type
with which the function is defined, in another unit or further down (C11 6.2.7 p2).

Law: arguments are converted to the parameters of a declaration, or promoted where none has parameters (C11 6.5.2.2 p6,
p7). Then the function takes them, and the caller its result, as the calling conventions say: see
``calling_conventions``. Where these leave a doubt the call is undefined.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from coveriflow.program.declarations.compatible_types import are_compatible
from coveriflow.program.declarations.declared_functions import IMPLICIT, prototype, seen_types
from coveriflow.program.declarations.scopes import FunctionSymbol, Scope
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.library.compiler_functions import is_known_to_compilers
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, FunctionOf, Integer, Pointer, Void
from coveriflow.program.wording import counted


def other_type(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol) -> FunctionOf | None:
    """The type of the call of a defined function; ``None``: that of the definition."""
    assert symbol.definition is not None
    if place(node).file.startswith("<"):
        return None
    seen = seen_types(context.scope, node.name.name)
    known = prototype(seen)
    if known is not None:
        _check_number(node, known)
        is_own = _unit(context.scope) is _unit(symbol.scope) or are_compatible(known, symbol.declared)
        return None if is_own and not symbol.declared.promoted else known
    return seen[0] if seen else _undeclared(context, node, symbol)


def _unit(scope: Scope | None) -> Scope | None:
    return None if scope is None else list(scope.outwards())[-1]


def _undeclared(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol) -> FunctionOf | None:
    if not is_model(symbol):
        return IMPLICIT
    if is_known_to_compilers(node.name.name) or symbol.declared.result in (INT, Void()):
        return None
    refuse_undeclared(node.name.name, place(node), context.program)
    return IMPLICIT


def refuse_undeclared(name: str, span: Span, program: ProgramContext) -> None:
    """A program that includes headers of ours may use what those of a system declare, or define as a macro."""
    if program.has_own_headers:
        raise NotSupported(f"the function or macro {name}, which headers of the system may declare,", span)


def is_model(symbol: FunctionSymbol) -> bool:
    """Whether a function of the C library is meant: its definition is a model of ours."""
    return symbol.definition is not None and place(symbol.definition).file.startswith("<")


def _check_number(node: c_ast.FuncCall, type_: FunctionOf) -> None:
    parameters, given = type_.parameters or (), len(node.args.exprs) if node.args else 0
    fixed = len(parameters) - 1 if type_.is_variadic else len(parameters)
    if given < fixed or (given > fixed and not type_.is_variadic):
        raise InputError(f"'{node.name.name}' takes {counted(fixed, 'argument')}, not {given}", place(node))


def as_taken(
    context: FunctionContext, symbol: FunctionSymbol, given: Sequence[Expression], node: c_ast.FuncCall
) -> list[Expression]:
    """The arguments that have the right bits, though not the type: a zero that is as wide as a pointer is a null
    pointer. A function of the C library takes integers that a program declares narrower: they keep their values.
    """
    parameters = [each for _, each in symbol.declared.parameters or ()]
    taken = list(given)
    for number, (value, parameter) in enumerate(zip(given, parameters, strict=False)):
        if not isinstance(value.type, Integer):
            continue
        is_null = isinstance(parameter, Pointer) and parameter.width == value.type.width and value == _zero(value.type)
        is_narrow = isinstance(parameter, Integer) and value.type.width < parameter.width and is_model(symbol)
        if is_null or is_narrow:
            assert isinstance(parameter, Integer | Pointer)
            taken[number] = converted(context, value, parameter, place(node))
    return taken


def _zero(type_: Integer) -> Expression:
    return Constant(0, type_)
