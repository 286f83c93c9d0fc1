"""Null pointer constants (C11 6.3.2.3 p3): with them a conditional has the type of its other operand (6.5.15 p6)."""

from __future__ import annotations

from enum import Enum

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import constant_value, is_constant_by_form, types
from coveriflow.program.types.c_types import Integer, Pointer, Void


class NullConstant(Enum):
    """Whether an expression is a null pointer constant. ``OPEN``: compilers, or C and gcc, do not agree on it."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


def null_pointer_constant(context: FunctionContext, node: c_ast.Node) -> NullConstant:
    """An integer constant expression with the value 0, or one that is cast to ``void *``.

    It is the form that counts: ``0 * x`` is 0, and no constant expression.
    """
    chosen = context.program.lowerers.selected(context, node)
    if chosen is not None:
        return null_pointer_constant(context, chosen)
    if isinstance(node, c_ast.Cast):
        declared = types(context).read(node.to_type)
        if isinstance(declared, Pointer):
            is_plain = isinstance(declared.target, Void) and not declared.qualifiers
            return _constant_zero(context, node.expr) if is_plain else NullConstant.NO
    return _constant_zero(context, node)


def _constant_zero(context: FunctionContext, node: c_ast.Node) -> NullConstant:
    """Whether this is an integer constant expression (C11 6.6 p6) with the value 0."""
    if _needs_object(context, node):
        return NullConstant.NO
    try:
        found = constant_value(context, node)
    except (NotSupported, InputError):
        return NullConstant.NO
    if not isinstance(found.type, Integer) or found.value:
        return NullConstant.NO
    is_certain = is_constant_by_form(context, node) and _has_arithmetic_types(context, node)
    return NullConstant.YES if is_certain else NullConstant.OPEN


def _needs_object(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether an object, or the address of a function, is an operand that is evaluated in each case."""
    match node:
        case c_ast.ID(name=name):
            return isinstance(context.scope.find(name), ObjectSymbol | FunctionSymbol)
        case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "__alignof" | "__alignof__") | c_ast.Typename():
            return False
        case c_ast.BinaryOp(op="&&" | "||") | c_ast.TernaryOp() | c_ast.Compound() | c_ast.GenericSelection():
            return False
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            return isinstance(context.scope.find(name), FunctionSymbol) and not name.startswith("__builtin_")
        case _:
            return any(_needs_object(context, child) for child in node)


def _has_arithmetic_types(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether all operands are integers, or floating constants that are cast at once."""
    match node:
        case c_ast.Constant(type=type_):
            return type_ != "string" and "double" not in type_ and "float" not in type_
        case c_ast.UnaryOp(op="sizeof"):
            return True
        case c_ast.Cast():
            declared, inner = types(context).read(node.to_type), node.expr
            is_literal = isinstance(inner, c_ast.Constant) and inner.type != "string"
            return isinstance(declared, Integer) and (is_literal or _has_arithmetic_types(context, inner))
        case _:
            return all(_has_arithmetic_types(context, child) for child in node)
