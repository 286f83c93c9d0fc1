"""GNU's assembly statements: what they write gets an unknown value, and they may go to any of their labels."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.cfa.presumptions import ONLY_OUTPUTS
from coveriflow.program.declarations.scopes import RegisterSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.call_arguments import evaluated
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import any_value, effect
from coveriflow.program.lowering.expressions.lvalues import accessed, designated, store
from coveriflow.program.lowering.expressions.multipart import held
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.lowering.functions.statements import note_goto
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.parser import LABEL
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.text.inline_assembly import ASSEMBLY_MARKER, MEMORY, OUTPUTS
from coveriflow.program.types.c_types import BOOL, Floating, Integer, Pointer, Scalar

_SOURCE = "assembly"


def assembly(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Contract: it changes nothing but its outputs, which is an assumption of the result, unless it says otherwise."""
    count, changes, *operands = arguments(node)
    written = int(count.value)
    if changes.value == MEMORY:
        raise NotSupported("assembly that may change any memory", place(node))
    if changes.value == OUTPUTS:
        context.program.assumptions.setdefault(f"the assembly at {place(node)} {ONLY_OUTPUTS}")
    for operand in operands[written:]:
        if isinstance(operand, c_ast.Constant) and operand.type == LABEL:
            _may_go_to(context, operand)
        elif may_have_effect(operand):
            effect(context, operand)
        else:
            evaluated(context, operand)
    given = [_given(context, evaluated(context, operand)) for operand in operands[:written]]
    for target, value in filter(None, given):
        span = place(target)
        store(context, accessed(context, designated(context, target), span), value, span)


def _given(context: FunctionContext, operand: c_ast.Node) -> tuple[c_ast.Node, Expression] | None:
    """What is written, and the value; ``None`` for a register. A register in which a value was read keeps that."""
    target = operand.lvalue if isinstance(operand, c_ast.Assignment) else operand.expr
    if isinstance(target, c_ast.ID) and isinstance(context.symbol(target.name), RegisterSymbol):
        return None
    span, type_ = place(target), type_of(context, target)
    if not isinstance(type_, Integer | Pointer | Floating):
        raise NotSupported("assembly that writes such an object", span)
    if isinstance(operand, c_ast.Assignment):
        before = any_value(context, operand.rvalue)
        if _is_in_same_bits(before.type, type_):
            return target, held(context, converted(context, before, type_, span), span)
    kept = context.temporary(type_)
    context.input(kept, _SOURCE, InputKind.UNDEFINED, span)
    return target, kept


def _is_in_same_bits(before: object, after: Scalar) -> bool:
    """Whether a register that holds a value of one type holds, of the other one, what a conversion gives."""
    if before == after:
        return True
    if isinstance(before, Integer) and isinstance(after, Integer):
        return before.width >= after.width and after != BOOL
    if not isinstance(before, Integer | Pointer) or not isinstance(after, Integer | Pointer):
        return False
    return before.width == after.width


def _may_go_to(context: FunctionContext, label: c_ast.Constant) -> None:
    span, goes = place(label), context.temporary(BOOL)
    context.input(goes, _SOURCE, InputKind.UNDEFINED, span)
    following, via = context.cursor.fresh(), context.cursor.fresh()
    note_goto(context, label.value, span, via)
    context.cursor.branch(make.truth(goes), via, following, span)
    context.cursor.at = following


CALLS: Mapping[str, LowerCall] = {ASSEMBLY_MARKER: assembly}
