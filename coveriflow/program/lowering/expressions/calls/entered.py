"""Calls of functions that are defined: the edges into one and back, and into error functions, which have no body."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from coveriflow.program.cfa.edges import Call, Check, InputKind, Return, Skip, Stop, Undefined, Unsupported
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.library.unmodelled import library_names
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, scalar
from coveriflow.program.lowering.expressions.calls.arguments import argument_values
from coveriflow.program.lowering.expressions.calls.calling_conventions import is_callable, passed
from coveriflow.program.lowering.expressions.calls.declared_types import as_taken, other_type
from coveriflow.program.lowering.expressions.calls.record_passing import pass_record, record_result, store_result
from coveriflow.program.lowering.expressions.calls.variadic_calls import further_arguments
from coveriflow.program.lowering.expressions.multipart import adapted
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    BOOL,
    INT,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Scalar,
    Unhandled,
    Void,
)
from coveriflow.program.wording import counted


def result_variable(context: FunctionContext, target: Variable | None, type_: Scalar) -> Variable:
    """``target`` if it has the type of the result, else a new variable."""
    return target if target is not None and target.type == type_ else context.temporary(type_)


def violate(context: FunctionContext, what: str, span: Span) -> None:
    """Entering an error function: the error location is its body, so that each call leads there by an edge of its own.
    ``what``: the call.
    """
    context.cursor.leave(Skip(what), context.program.error, span)


def call_defined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol, target: Variable | None
) -> Expression | None:
    """Call a function that the program defines, by its name."""
    _assume_own(context, symbol)
    type_ = other_type(context, node, symbol)
    if type_ is not None and not symbol.hidden:
        return _called_as(context, node, symbol, type_)
    result = entered(context, symbol, argument_values(context, node), target, place(node))
    if symbol.inside is None and node.name.name in context.program.never_returning:
        context.cursor.emit(Check(Constant(0, INT), Undefined.RETURNING), place(node))
    return result


def _called_as(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol, type_: FunctionOf
) -> Expression | None:
    """Call it with a type that it may not have."""
    span, function = place(node), symbol.declared
    for each in (*_types_of(function), *_types_of(type_)):
        if isinstance(each, Unhandled):
            raise NotSupported(each.feature, span)
    values = passed(context, type_, argument_values(context, node), span)
    values = as_taken(context, symbol, values, node)
    result = result_place(context, type_.result, span)
    wanted = Void() if isinstance(function.result, Void) else type_.result
    if not is_callable(function, replace(type_, result=wanted), values, context.program.model):
        context.cursor.emit(Check(Constant(0, INT), Undefined.SIGNATURE), span)
        context.cursor.leave(Stop(None), context.program.halt, span)
        return result
    found = entered(context, symbol, taken(symbol, values), None, span)
    if result is not None and found is not None:
        store_result(context, result, found, span)
    elif isinstance(result, Variable):
        context.input(result, "value of a function that returns none", InputKind.UNINITIALISED, span)
    elif result is not None:
        raise NotSupported("a struct as the value of a function that returns none", span)
    return result


def _types_of(function: FunctionOf) -> list[DeclaredType]:
    """Of its parameters, without those that stand for any number, and its result."""
    found = [each for _, each in function.parameters or ()]
    return [*found[: -1 if function.is_variadic else None], function.result]


def taken(symbol: FunctionSymbol, values: list[Expression]) -> list[Expression]:
    """Without the arguments that are ignored."""
    is_open = symbol.declared.is_variadic or symbol.violates
    is_open = is_open or (symbol.declared.parameters is None and not symbol.is_entered)
    return values if is_open else values[: len(symbol.declared.parameters or ())]


def result_place(context: FunctionContext, declared: DeclaredType, span: Span) -> Variable | Cell | None:
    """Where the result of a call with this type is left."""
    match declared:
        case Void():
            return None
        case Record():
            object_ = context.temporary_object(declared, span)
            return Cell(MEMORY, context.address(object_, declared), declared)
        case _:
            return context.temporary(scalar(declared, span))


def _assume_own(context: FunctionContext, symbol: FunctionSymbol) -> None:
    """A compiler may take a function of the C library for the program's own one of that name (C11 7.1.3 p2)."""
    assert symbol.definition is not None
    declaration = symbol.definition.decl
    if declaration.name in library_names() and "static" not in (declaration.storage or []):
        if not place(declaration).file.startswith("<"):
            sentence = f"the program's own function {declaration.name} is called, not that of the C library"
            context.program.assumptions.setdefault(sentence)


def entered(
    context: FunctionContext, symbol: FunctionSymbol, given: list[Expression], target: Variable | None, span: Span
) -> Expression | None:
    """The edges into a function and back."""
    with context.program.orders.body(context.cursor.builder):
        return _enter(context, symbol, given, target, span)


def _enter(
    context: FunctionContext, symbol: FunctionSymbol, given: list[Expression], target: Variable | None, span: Span
) -> Expression | None:
    if symbol.violates:
        violate(context, f"{symbol.unique}()", span)
        return None
    if symbol.hidden:
        raise NotSupported("a call of the entry function, which has parameters,", span)
    function = context.program.function(symbol)
    parameters = context.program.arguments[function.name]
    if symbol.declared.is_variadic and len(given) >= len(parameters) - 1:
        fixed = len(parameters) - 1
        given = [*given[:fixed], further_arguments(context, given[fixed:], span)]
    if symbol.declared.promoted and len(given) != len(parameters):
        if len(given) < len(parameters):
            return _lacks_arguments(context, symbol, target, span)
        given = given[: len(parameters)]
    if len(given) != len(parameters):
        raise InputError(f"'{symbol.unique}' takes {counted(len(parameters), 'argument')}, not {len(given)}", span)
    passed: list[Expression] = []
    declared = [type_ for _, type_ in symbol.declared.parameters or ()]
    for argument, parameter, type_ in zip(given, parameters, declared, strict=True):
        if isinstance(type_, Record):
            pass_record(context, parameter, type_, argument, span)
            continue
        number = adapted(context, argument, type_, span)
        if isinstance(number.type, Record):
            raise InputError("a struct or union is passed where a number is expected", span)
        if symbol.declared.promoted and type_ == BOOL:
            _refuse_other_numbers(context, number, span)
        passed.append(converted(context, number, scalar_type(parameter), span))
    result = function.result
    into = None if result is None else result_variable(context, target, scalar_type(result))
    back = context.cursor.fresh()
    context.cursor.leave(Call(function.name, function.parameters, tuple(passed), back), function.entry, span)
    context.program.builder.add(function.exit, Return(function.name, result, into), back, span)
    context.cursor.at = back
    record = context.program.results.get(function.name)
    return record_result(context, record, symbol.declared.result, span) if record is not None else into


def _lacks_arguments(
    context: FunctionContext, symbol: FunctionSymbol, target: Variable | None, span: Span
) -> Expression | None:
    """A call with fewer arguments than a function takes whose definition has no prototype: undefined where control
    comes to it (C11 6.5.2.2 p6). Further ones are ignored, as through a pointer (``calling_conventions``).
    """
    if not isinstance(symbol.declared.result, Void | Integer | Floating | Pointer):
        raise NotSupported("a call with fewer arguments than the function takes", span)
    context.cursor.emit(Check(Constant(0, INT), Undefined.ARGUMENT), span)
    context.cursor.leave(Stop(None), context.program.halt, span)
    context.cursor.at = context.cursor.fresh()
    if isinstance(symbol.declared.result, Void):
        return None
    return result_variable(context, target, symbol.declared.result)


def _refuse_other_numbers(context: FunctionContext, given: Expression, span: Span) -> None:
    """A parameter ``_Bool`` in the old style: gcc takes the lowest byte of the number, not whether it is zero (as
    C11 6.9.1 p10 has it).
    """
    if given.type == BOOL or isinstance(given.type, Pointer):
        return
    runs, other = context.cursor.fresh(), context.cursor.fresh()
    bit = make.cast(make.truth(given), scalar_type(given))
    context.cursor.branch(make.binary(BinaryOp.EQ, given, bit), runs, other, span)
    context.cursor.at = other
    context.cursor.leave(Unsupported("a number for an old parameter of type _Bool"), context.program.halt, span)
    context.cursor.at = runs


def call_without_arguments(context: FunctionContext, symbol: FunctionSymbol, span: Span) -> None:
    """Call a function whose result no one looks at."""
    entered(context, symbol, [], None, span)
