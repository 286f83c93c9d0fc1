"""Function calls: of defined functions, of inputs, and of the functions that verification tasks give a meaning to."""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import folding
from coveriflow.program.context import FunctionContext
from coveriflow.program.declared import DeclaredType, Unhandled, Void, place
from coveriflow.program.edges import Call, Check, InputKind, Return, Skip, Stop, Undefined
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import Constant, Expression, Variable, integer_type
from coveriflow.program.lowering import effect, value
from coveriflow.program.scopes import FunctionSymbol, UnusableSymbol
from coveriflow.program.source_text import ASSEMBLY_MARKER
from coveriflow.program.types import (
    BOOL,
    CHAR,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Integer,
    long_type,
    size_type,
)

INPUT_PREFIX = "__VERIFIER_nondet_"
_INPUT_TYPES = {
    "bool": BOOL, "char": CHAR, "int": INT, "int128": INT128, "loff_t": LLONG, "longlong": LLONG, "short": SHORT,
    "u32": UINT, "u8": UCHAR, "u16": USHORT, "u64": ULLONG, "uchar": UCHAR, "uint": UINT, "uint128": UINT128,
    "ulonglong": ULLONG, "unsigned": UINT, "unsigned_int": UINT, "ushort": USHORT,
}  # fmt: skip
_ENDING = {"abort", "__assert_fail", "__assert", "__assert_rtn", "__builtin_trap"}
_EXITING = {"exit", "_exit", "_Exit", "quick_exit"}


def call(context: FunctionContext, node: c_ast.FuncCall, target: Variable | None = None) -> Expression | None:
    """Call a function (C11 6.5.2.2), into ``target`` if that is given and has the result's type."""
    if not isinstance(node.name, c_ast.ID):
        raise NotSupported("a call through a function pointer", place(node))
    symbol = context.scope.find(node.name.name)
    if symbol is not None and not isinstance(symbol, FunctionSymbol):
        what = symbol.feature if isinstance(symbol, UnusableSymbol) else "a call of something that is no function"
        raise NotSupported(what, place(node))
    if symbol is None or symbol.unique == node.name.name:
        if node.name.name == context.program.error_function:
            return _violation(context, node)
    if symbol is not None and symbol.definition is not None:
        return _defined(context, node, symbol, target)
    return _undefined(context, node, symbol, target)


def called_into(context: FunctionContext, node: c_ast.FuncCall, target: Variable) -> bool:
    """Try ``target = call`` without a temporary: possible where the call is known to give exactly the target's type."""
    if not isinstance(node.name, c_ast.ID):
        return False
    symbol = context.scope.find(node.name.name)
    if isinstance(symbol, FunctionSymbol) and symbol.declared.result == target.type:
        if symbol.definition is not None or node.name.name.startswith(INPUT_PREFIX):
            return call(context, node, target) == target
    return False


def _arguments(node: c_ast.FuncCall) -> list[c_ast.Node]:
    return list(node.args.exprs) if node.args else []


def _violation(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    for argument in _arguments(node):
        _evaluate(context, argument)
    context.cursor.leave(Skip(f"{node.name.name}()"), context.program.error, place(node))
    return Constant(0, INT)


def _defined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol, target: Variable | None
) -> Expression | None:
    function, span = context.program.function(symbol), place(node)
    given = _arguments(node)
    if len(given) != len(function.parameters):
        raise InputError(f"'{symbol.unique}' takes {len(function.parameters)} arguments, not {len(given)}", span)
    arguments = tuple(
        folding.cast(value(context, argument), integer_type(parameter))
        for argument, parameter in zip(given, function.parameters, strict=True)
    )
    result = function.result
    into = None if result is None else target or context.temporary(integer_type(result))
    back = context.cursor.fresh()
    context.cursor.leave(Call(function.name, function.parameters, arguments, back), function.entry, span)
    context.program.builder.add(function.exit, Return(function.name, result, into), back, span)
    context.cursor.at = back
    return into


def _undefined(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression | None:
    name = node.name.name
    if name in _ENDING or name in _EXITING:
        return _end(context, node)
    match name:
        case "__VERIFIER_assume":
            _assume(context, node)
            return None
        case "__builtin_expect":
            first = value(context, _arguments(node)[0])
            effect(context, _arguments(node)[1])
            return folding.cast(first, long_type(context.program.model, signed=True))
        case "__builtin_unreachable":
            context.cursor.emit(Check(Constant(0, INT), Undefined.UNREACHABLE), place(node))
            context.cursor.leave(Stop(None), context.program.halt, place(node))
            return None
        case _ if name == ASSEMBLY_MARKER:
            raise NotSupported("inline assembly", place(node))
        case _ if name.startswith(INPUT_PREFIX):
            return _input(context, node, symbol, target)
    return _unknown_function(context, node, symbol)


def _end(context: FunctionContext, node: c_ast.FuncCall) -> None:
    arguments = _arguments(node)
    status: Expression | None = None
    if node.name.name in _EXITING and arguments:
        status = folding.cast(value(context, arguments[0]), INT)
    context.cursor.leave(Stop(status), context.program.halt, place(node))


def _assume(context: FunctionContext, node: c_ast.FuncCall) -> None:
    (argument,) = _arguments(node) or (None,)
    if argument is None:
        raise InputError("__VERIFIER_assume takes one argument", place(node))
    holds = folding.truth(value(context, argument))
    after = context.cursor.fresh()
    context.cursor.branch(holds, after, context.program.halt, place(node))
    context.cursor.at = after


def _input(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None, target: Variable | None
) -> Expression:
    name = node.name.name
    type_ = _input_type(context, node, symbol)
    into = target or context.temporary(type_)
    context.input(into, name, InputKind.CALL, place(node))
    return into


def _input_type(context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None) -> Integer:
    if symbol is not None and isinstance(symbol.declared.result, Integer):
        return symbol.declared.result
    name, model = node.name.name.removeprefix(INPUT_PREFIX), context.program.model
    known = {
        "long": long_type(model, signed=True),
        "ulong": long_type(model, signed=False),
        "size_t": size_type(model),
        "sector_t": long_type(model, signed=False),
        "pthread_t": long_type(model, signed=False),
        **_INPUT_TYPES,
    }
    if symbol is not None and isinstance(symbol.declared.result, Unhandled):
        raise NotSupported(symbol.declared.result.feature, place(node))
    if name not in known:
        raise NotSupported(f"the input function {node.name.name}", place(node))
    return known[name]


def _unknown_function(
    context: FunctionContext, node: c_ast.FuncCall, symbol: FunctionSymbol | None
) -> Expression | None:
    """Contract: it returns anything and touches nothing, which is an assumption of the result."""
    for argument in _arguments(node):
        _evaluate(context, argument)
    name = node.name.name
    sentence = f"the undefined function {name} returns anything and changes nothing"
    context.program.assumptions.setdefault(sentence)
    returns: DeclaredType = symbol.declared.result if symbol else INT
    match returns:
        case Void():
            context.cursor.emit(Skip(f"{name}()"), place(node))
            return None
        case Integer():
            into = context.temporary(returns)
            context.input(into, name, InputKind.UNDEFINED, place(node))
            return into
        case _:
            raise NotSupported(f"the result of the undefined function {name}", place(node))


def _evaluate(context: FunctionContext, argument: c_ast.Node) -> None:
    """An argument that no one looks at: only its side effects count, and text has none."""
    if not (isinstance(argument, c_ast.Constant) and argument.type == "string"):
        effect(context, argument)
