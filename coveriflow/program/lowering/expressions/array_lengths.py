"""Lengths of arrays that are computed, and the sizes that follow (C11 6.7.6.2 p5)."""

from __future__ import annotations

from functools import reduce

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Undefined
from coveriflow.program.errors import InputError, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.expressions.pointer_arithmetic import emit_check
from coveriflow.program.types.c_types import INT, size_type


def written_lengths(node: c_ast.Node) -> tuple[list[c_ast.Node], c_ast.Node]:
    """The dimensions of an array as they are written, and the node of its elements' type."""
    lengths: list[c_ast.Node] = []
    while isinstance(node, c_ast.ArrayDecl):
        lengths.append(node.dim)
        node = node.type
    return lengths, node


def computed_dimensions(context: FunctionContext, lengths: list[c_ast.Node], span: Span) -> tuple[Expression, ...]:
    """The values of the lengths of one array, which are evaluated in any order."""
    if None not in lengths:
        context.check_order(reduce(lambda first, second: c_ast.BinaryOp("+", first, second), lengths))
    return tuple(_dimension(context, each, span) for each in lengths)


def _dimension(context: FunctionContext, length: c_ast.Node, span: Span) -> Expression:
    """The value of a length, which is positive (C11 6.7.6.2 p5)."""
    bytes_ = size_type(context.program.model)
    if length is None:
        raise InputError("the array's length is missing", span)
    context.check_order(length)
    given = value(context, length)
    emit_check(context, make.binary(BinaryOp.GT, given, Constant(0, INT)), Undefined.BOUNDS, span)
    if isinstance(given, Constant):
        return make.cast(given, bytes_)
    if scalar_type(given).width > bytes_.width:
        emit_check(context, make.binary(BinaryOp.LE, given, Constant(bytes_.maximum, bytes_)), Undefined.BOUNDS, span)
    kept = context.temporary(bytes_)
    context.cursor.emit(Assign(kept, make.cast(given, bytes_)), span)
    return kept
