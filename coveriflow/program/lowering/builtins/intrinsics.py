"""The words that templates and models of functions have beyond C; no program can say them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import Check, InputKind, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable, is_pointer, scalar_type
from coveriflow.program.library.inline.atomic import MOVED, MOVED_BACK, SAME, WEAK
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.calls.undefined import assume
from coveriflow.program.lowering.expressions.expressions import binary, value
from coveriflow.program.lowering.expressions.lvalues import accessed, designated, loaded, store
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.templates import ANY, ASSUMED, CHOSEN, DEFINED
from coveriflow.program.types.c_types import INT, UCHAR, Floating, Integer, common, difference_type

_WEAK = "a weak exchange of an atomic object fails only where the values differ"


def _defined(context: FunctionContext, node: c_ast.FuncCall) -> None:
    (argument,) = exactly(1, node)
    holds = make.truth(value(context, argument))
    if holds != Constant(1, INT):
        context.cursor.emit(Check(holds, Undefined.OPERAND), place(node))


def _any(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """What the environment gives is known when the program runs, but it is not computed here."""
    left, source = exactly(2, node)
    found = accessed(context, designated(context, left), place(left))
    type_ = scalar_type(loaded(context, found, place(left)))
    into = found if isinstance(found, Variable) else context.temporary(type_)
    context.input(into, ast.literal_eval(source.value), InputKind.LIBRARY, place(node))
    if into is not found:
        store(context, found, into, place(node))


def _assumed(context: FunctionContext, node: c_ast.FuncCall) -> None:
    (argument,) = exactly(1, node)
    assume(context, argument, place(node))


def _moved(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Integers wrap around: no atomic operation has an undefined result (C11 7.17.7.5 p3)."""
    whole, step = (value(context, argument) for argument in exactly(2, node))
    span, type_ = place(node), scalar_type(whole)
    operator = BinaryOp.ADD if node.name.name == MOVED else BinaryOp.SUB
    if isinstance(type_, Integer) and isinstance(step.type, Integer):
        wide = common(type_, step.type)
        return make.cast(make.binary(operator, make.cast(whole, wide), make.cast(step, wide)), type_)
    if not is_pointer(whole):
        return make.cast(binary(context, operator, whole, step, span), type_)
    characters = make.cast(whole, context.program.layout.pointer(UCHAR))
    step = make.cast(step, difference_type(context.program.model))
    return make.cast(binary(context, operator, characters, step, span), type_)


def _same(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    left, right = (value(context, argument) for argument in exactly(2, node))
    if isinstance(left.type, Floating):
        raise NotSupported("an atomic exchange of a floating object", place(node))
    return make.binary(BinaryOp.EQ, left, make.cast(right, scalar_type(left)))


def _weak(context: FunctionContext, node: c_ast.FuncCall) -> None:
    (argument,) = exactly(1, node)
    if value(context, argument) != Constant(0, INT):
        context.program.assumptions.setdefault(_WEAK)


def _chosen(context: FunctionContext, node: c_ast.FuncCall) -> None:
    (sentence,) = exactly(1, node)
    context.program.assumptions.setdefault(ast.literal_eval(sentence.value))


CALLS: Mapping[str, LowerCall] = {
    ANY: _any,
    ASSUMED: _assumed,
    CHOSEN: _chosen,
    DEFINED: _defined,
    MOVED: _moved,
    MOVED_BACK: _moved,
    SAME: _same,
    WEAK: _weak,
}
