"""Calls of functions that the program does not define: inputs, assumptions, hints, and those that are not known."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.cfa.edges import Check, InputKind, Skip, Stop, Undefined
from coveriflow.program.declarations.input_types import INPUT_PREFIX, gives_scalar, input_type
from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Cell, Constant, Expression, Variable
from coveriflow.program.library.errno import LOCATION
from coveriflow.program.library.unmodelled import is_library, library_names, refuse_other_control, refuse_unmodelled
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, ProgramContext
from coveriflow.program.lowering.expressions.calls.accessed_objects import what_is_accessed
from coveriflow.program.lowering.expressions.calls.arguments import arguments, evaluate_all, evaluate_hint, exactly
from coveriflow.program.lowering.expressions.calls.declared_types import refuse_undeclared
from coveriflow.program.lowering.expressions.calls.ending import ENDING, end_program, run_exit_handlers
from coveriflow.program.lowering.expressions.calls.entered import result_variable
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.object_storage import unknown
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.lowering.listed_promises import RETURNS_NONNULL, promise
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import ENDS_PROGRAM, NOTHING, THROUGH_POINTERS, VIOLATES, Effects
from coveriflow.program.text.violations import ASSUMING, is_input
from coveriflow.program.types.c_types import (
    INT,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Record,
    Scalar,
    Void,
    long_type,
)

_FREEING = frozenset({"free", "__builtin_free", "realloc", "__builtin_realloc"})


def known_effects(name: str, program: ProgramContext) -> Effects:
    """What a call of a function that the program does not define does to what no variable holds.

    Inputs are nothing: each has any value in any order, so the executions are the same in every order.
    """
    if name in program.violations.functions | program.violations.assertions:
        return VIOLATES
    if name in _FREEING and Undefined.DEREFERENCE in program.violations.checks:
        return Effects(calls=frozenset({THROUGH_POINTERS}))
    is_known = name in ENDING or name in ASSUMING or name == "__builtin_unreachable"
    return ENDS_PROGRAM if is_known or _never_returns(name, program) else NOTHING


def call_undefined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression | None:
    """Call a function that the program does not define, by its name: the table of known calls says what it means."""
    name = node.name.name
    if name in ENDING:
        end_program(context, node)
        return None
    lowerers = context.program.lowerers
    if name in lowerers.calls:
        return lowerers.calls[name](context, node)
    computed = lowerers.mathematics(context, node, symbol)
    if computed is not None:
        return computed
    match name:
        case "__VERIFIER_assume":
            (argument,) = exactly(1, node)
            _go_on_where(context, _passed_to_assume(context, argument, symbol), place(node))
            return None
        case "__builtin_expect":
            likely, expected = exactly(2, node)
            long = long_type(context.program.model, signed=True)
            found = converted(context, value(context, likely), long, place(likely))
            evaluate_hint(context, expected)
            return found
        case "__builtin_unreachable":
            context.cursor.emit(Check(Constant(0, INT), Undefined.UNREACHABLE), place(node))
            context.cursor.leave(Stop(None), context.program.halt, place(node))
            return None
        case _ if name.startswith(INPUT_PREFIX) or (is_input(name) and gives_scalar(symbol)):
            return _input(context, node, symbol, target)
        case _ if name.startswith(("__builtin_", "__sync_", "__atomic_")):
            raise NotSupported(f"the built-in function {name}", place(node))
        case _:
            return undefined_function(context, node)


def assume(context: FunctionContext, argument: c_ast.Node, span: Span) -> None:
    """The execution goes on only where ``argument`` is not zero."""
    _go_on_where(context, value(context, argument), span)


def _go_on_where(context: FunctionContext, given: Expression, span: Span) -> None:
    after = context.cursor.fresh()
    context.cursor.branch(make.truth(given), after, context.program.halt, span)
    context.cursor.at = after


def _passed_to_assume(context: FunctionContext, argument: c_ast.Node, symbol: FunctionSymbol | None) -> Expression:
    """It has a parameter of type ``int``, whatever else it is declared with (C11 6.5.2.2 p7)."""
    given, span = value(context, argument), place(argument)
    declared = symbol.declared.parameters if symbol is not None else None
    if isinstance(given.type, Pointer):
        return given
    if declared and isinstance(declared[0][1], Integer):
        given = converted(context, given, declared[0][1], span)
    elif isinstance(given.type, Floating):
        raise NotSupported("a floating argument of __VERIFIER_assume without a prototype", span)
    return converted(context, given, INT, span)


def _input(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression:
    """Its value depends on no argument."""
    name = node.name.name
    type_ = input_type(node, symbol, context.program.model)
    evaluate_all(context, node)
    into = result_variable(context, target, type_)
    context.input(into, name, InputKind.CALL, place(node))
    return into


def _never_returns(name: str, program: ProgramContext) -> bool:
    """Whether a function that is not defined is declared so; what those of the library do besides is not known."""
    return name in program.never_returning and name not in library_names()


def _is_repeatable(name: str, program: ProgramContext) -> bool:
    """Whether it is declared to give the same again: then its value is known when the program runs, and not here."""
    return not program.repeatable.isdisjoint({name, ""})


def undefined_function(
    context: FunctionContext,
    node: c_ast.FuncCall,
    reading: Callable[[FunctionContext, c_ast.FuncCall], None] | None = None,
) -> Expression | None:
    """Contract: it returns anything and touches nothing, which is an assumption of the result. ``reading``: evaluates
    the arguments and checks what the function reads by them, where that is known.
    """
    name = node.name.name
    found = context.symbol(name)
    symbol = found if isinstance(found, FunctionSymbol) else None
    refuse_other_control(name, place(node))
    if found is None:
        refuse_undeclared(name, place(node), context.program)
    if is_library(name) or (symbol is not None and symbol.is_of_system):
        declared = symbol.declared if symbol else None
        refuse_unmodelled(name, declared, lambda: [type_of(context, each) for each in arguments(node)], place(node))
        if not is_library(name):
            refuse_error_number(context, name, place(node))
    if reading is None and is_library(name):
        reading = what_is_accessed(context, node, symbol)
    (reading or evaluate_all)(context, node)
    returns: DeclaredType = symbol.declared.result if symbol else INT
    if _never_returns(name, context.program):
        context.program.assumptions.setdefault(f"the undefined function {name} ends the program as exit does")
        run_exit_handlers(context, place(node))
        context.cursor.leave(Stop(None), context.program.halt, place(node))
        return context.temporary(returns) if isinstance(returns, Scalar) else None
    sentence = f"the undefined function {name} returns anything and changes nothing"
    context.program.assumptions.setdefault(sentence)
    kind = InputKind.LIBRARY if is_library(name) or _is_repeatable(name, context.program) else InputKind.UNDEFINED
    match returns:
        case Void():
            context.cursor.emit(Skip(f"{name}()"), place(node))
            return None
        case Pointer() if kind is InputKind.LIBRARY and not is_library(name):
            raise NotSupported(f"the result of the undefined function {name}, declared const or pure,", place(node))
        case Integer() | Pointer() | Floating():
            into = context.temporary(returns)
            context.input(into, name, kind, place(node))
            if isinstance(returns, Pointer) and not context.program.not_null.isdisjoint({name, ""}):
                context.program.assumptions.setdefault(promise(RETURNS_NONNULL, name))
                _go_on_where(context, into, place(node))
            return into
        case Record() if not is_library(name):
            object_ = context.temporary_object(returns, place(node))
            unknown(context, object_, returns, place(node), kind, name)
            return Cell(MEMORY, context.address(object_, returns), returns)
        case _:
            raise NotSupported(f"the result of the undefined function {name}", place(node))


def refuse_error_number(context: FunctionContext, name: str, span: Span) -> None:
    """Of a function that may set ``errno``, where nothing else says so and the program looks at it."""
    if LOCATION in context.program.external:
        raise NotSupported(f"the library function {name}, which may set errno,", span)
