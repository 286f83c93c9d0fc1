"""``__builtin_constant_p``: what gcc holds for a constant without optimisation, which is a matter of form."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.library.unmodelled import is_library
from coveriflow.program.lowering.call_arguments import spelled
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.environment import UNOPTIMISED
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import any_value, is_constant_by_form, known_constant, types
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import BOOL, INT, ArrayOf, Floating, Integer, Pointer

_MOST = 1 << 15
_STEPS = ("++", "--", "p++", "p--")


def _is_constant(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Gcc folds more than can be listed here (``x - x``, ``x & 0``, ``p == p``): what is neither surely a constant nor
    surely none is refused. The argument is not evaluated.
    """
    (argument,) = exactly(1, node)
    written = spelled(argument)
    if _is_known(context, written):
        return Constant(1, INT)
    if _is_unknown(context, written):
        context.program.assumptions.setdefault(UNOPTIMISED)
        return Constant(0, INT)
    raise NotSupported("__builtin_constant_p of such an expression", place(node))


def _is_known(context: FunctionContext, node: c_ast.Node) -> bool:
    """An operation that is undefined leaves a check, so it has no known value."""
    if isinstance(node, c_ast.Constant):
        return True
    return _has_constants(context, node) and known_constant(context, node, any_value) is not None


def _has_constants(context: FunctionContext, node: c_ast.Node) -> bool:
    if isinstance(node, c_ast.BinaryOp):
        return _has_constants(context, node.left) and _has_constants(context, node.right)
    return is_constant_by_form(context, node)


def _is_unknown(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether the value is surely none that gcc knows."""
    match node:
        case c_ast.ExprList():
            return True
        case c_ast.ID(name=name) | c_ast.UnaryOp(op="&", expr=c_ast.ID(name=name)):
            return isinstance(context.symbol(name), ObjectSymbol | FunctionSymbol)
        case c_ast.BinaryOp(op="*"):
            return _is_multiple(context, node.left, node.right) or _is_multiple(context, node.right, node.left)
        case c_ast.Cast(expr=c_ast.ID() | c_ast.UnaryOp() | c_ast.Cast()) if not _is_read(context, node):
            return _keeps_value(context, node) and _is_unknown(context, node.expr)
        case _:
            return _is_read(context, node)


def _is_read(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether the value is surely computed from one variable or call so that it differs with that."""
    match node:
        case c_ast.Assignment():
            return True
        case c_ast.UnaryOp(op=op) if op in _STEPS:
            return True
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            return isinstance(context.symbol(name), FunctionSymbol | ObjectSymbol) and not is_library(name)
        case c_ast.UnaryOp(op="!", expr=c_ast.ID()):
            return _is_object(context, node.expr)
        case c_ast.UnaryOp(op="-" | "~" | "+"):
            return _is_read(context, node.expr)
        case c_ast.Cast():
            return _keeps_value(context, node) and _is_read(context, node.expr)
        case c_ast.BinaryOp(op="+" | "-"):
            return _of_one(context, node.left, node.right) or _of_one(context, node.right, node.left)
        case _:
            return _is_object(context, node)


def _is_object(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether ``node`` reads a variable, or a part of one or of what one points to, that is no array."""
    whole = node
    while True:
        match whole:
            case c_ast.ArrayRef() | c_ast.StructRef():
                whole = whole.name
            case c_ast.UnaryOp(op="*"):
                whole = whole.expr
            case c_ast.ID(name=name):
                symbol = context.symbol(name)
                return isinstance(symbol, ObjectSymbol) and not (whole is node and isinstance(symbol.declared, ArrayOf))
            case _:
                return False


def _of_one(context: FunctionContext, read: c_ast.Node, constant: c_ast.Node) -> bool:
    return _is_read(context, read) and _is_known(context, constant)


def _is_multiple(context: FunctionContext, read: c_ast.Node, factor: c_ast.Node) -> bool:
    """Whether ``factor`` is so small that no product of a variable and it loses all its bits."""
    if not _is_object(context, read) or not _has_constants(context, factor):
        return False
    found = known_constant(context, factor)
    return found is not None and isinstance(found.type, Integer) and 0 < found.value < _MOST


def _keeps_value(context: FunctionContext, node: c_ast.Cast) -> bool:
    target = types(context).read(node.to_type)
    return isinstance(target, Integer | Pointer | Floating) and target != BOOL


CALLS: Mapping[str, LowerCall] = {"__builtin_constant_p": _is_constant}
