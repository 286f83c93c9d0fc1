"""Calls through pointers."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Check, Stop, Undefined, Unsupported
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol, Scope
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable, scalar_type
from coveriflow.program.library.errno import may_set_errno
from coveriflow.program.library.unmodelled import FORMATTED, is_library
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.calls.arguments import argument_values
from coveriflow.program.lowering.expressions.calls.calling_conventions import is_callable, passed
from coveriflow.program.lowering.expressions.calls.entered import entered, result_place, taken
from coveriflow.program.lowering.expressions.calls.record_passing import store_result
from coveriflow.program.lowering.expressions.calls.undefined import call_undefined, refuse_error_number
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.lvalues import function_address
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import INT, FunctionOf, Pointer, Record


def call_pointed(context: FunctionContext, node: c_ast.FuncCall) -> Expression | None:
    """A call through a pointer: one of the functions whose address the program takes, chosen by comparing."""
    span = place(node)
    pointer, values = value(context, node.name), argument_values(context, node)
    type_ = pointer.type.target if isinstance(pointer.type, Pointer) else None
    if not isinstance(type_, FunctionOf):
        raise NotSupported("a call of something that is no function", span)
    values = passed(context, type_, values, span)
    kept = context.temporary(scalar_type(pointer))
    context.cursor.emit(Assign(kept, pointer), span)
    with context.program.orders.body(context.cursor.builder):
        return _one_of(context, node, kept, type_, values)


def _one_of(
    context: FunctionContext, node: c_ast.FuncCall, kept: Variable, type_: FunctionOf, values: list[Expression]
) -> Expression | None:
    span = place(node)
    result = result_place(context, type_.result, span)
    after, none = context.cursor.fresh(), context.cursor.fresh()
    context.program.calls_pointers = True
    for symbol in context.program.pointed_functions:
        if symbol.violates or is_callable(symbol.declared, type_, values, context.program.model):
            chosen, other = context.cursor.fresh(), context.cursor.fresh()
            is_this = make.binary(BinaryOp.EQ, kept, function_address(context, symbol, span))
            context.cursor.branch(is_this, chosen, other, span)
            context.cursor.at = chosen
            if symbol.inside is not None:
                runs = context.cursor.fresh()
                context.cursor.branch(make.truth(symbol.inside), runs, none, span)
                context.cursor.at = runs
            found = _come_to(context, symbol, taken(symbol, values), node)
            if result is not None and found is not None:
                store_result(context, result, found, span)
            context.cursor.goto(after, span)
            context.cursor.at = other
    context.cursor.goto(none, span)
    context.cursor.at = none
    if context.program.violations.checks:
        _emit_check_of_type(context, kept, type_, values, span)
    context.cursor.emit(Check(Constant(0, INT), Undefined.CALL), span)
    context.cursor.leave(Stop(None), context.program.halt, span)
    context.cursor.at = after
    return result


def _emit_check_of_type(
    context: FunctionContext, kept: Variable, type_: FunctionOf, values: list[Expression], span: Span
) -> None:
    """That the pointer does not point to a function which cannot be called so: it points to something, then."""
    is_other: Expression = Constant(0, INT)
    for symbol in context.program.pointed_functions:
        if not symbol.violates and not is_callable(symbol.declared, type_, values, context.program.model):
            is_this = make.binary(BinaryOp.EQ, kept, function_address(context, symbol, span))
            is_other = make.disjunction(is_other, is_this)
    if not isinstance(is_other, Constant):
        context.cursor.emit(Check(make.negation(is_other), Undefined.SIGNATURE), span)


def _come_to(
    context: FunctionContext, symbol: FunctionSymbol, values: list[Expression], node: c_ast.FuncCall
) -> Expression | None:
    """Enter a function; where it has no definition, a call of it by its name is a call of it. What is not supported of
    that is so only if control comes there.
    """
    span = place(node)
    if symbol.is_entered:
        return entered(context, symbol, values, None, span)
    around, names = context.scope, [f"$argument{number}" for number in range(len(values))]
    call_ = c_ast.FuncCall(c_ast.ID(symbol.unique), c_ast.ExprList([c_ast.ID(name) for name in names]), node.coord)
    try:
        given = dict(zip(names, (_kept_value(context, each, span) for each in values), strict=True))
        context.scope = Scope(around, dict(given))
        if may_set_errno(symbol.unique):
            refuse_error_number(context, symbol.unique, span)
        is_open = symbol.declared.parameters is None or symbol.declared.is_variadic
        if is_library(symbol.unique) and is_open and not _only_prints(symbol, values):
            raise NotSupported(f"a call through a pointer of the library function {symbol.unique}", span)
        return call_undefined(context, call_, symbol, None)
    except NotSupported as error:
        context.cursor.leave(Unsupported(error.feature), context.program.halt, span)
        return None
    finally:
        context.scope = around


def _only_prints(symbol: FunctionSymbol, values: list[Expression]) -> bool:
    """Whether a text is written, whatever the format is: there is no pointer for ``%n``."""
    given = values[FORMATTED.get(symbol.unique, len(values)) + 1 :]
    is_declared = symbol.declared.parameters is not None
    return is_declared and symbol.unique in FORMATTED and not any(isinstance(each.type, Pointer) for each in given)


def _kept_value(context: FunctionContext, given: Expression, span: Span) -> ObjectSymbol:
    if isinstance(given.type, Record):
        raise NotSupported("a struct as an argument of a function that is not defined", span)
    kept = context.temporary(scalar_type(given))
    context.cursor.emit(Assign(kept, given), span)
    return ObjectSymbol(kept, scalar_type(given))
