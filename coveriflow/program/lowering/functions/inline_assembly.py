"""GNU's assembly statements: what they write gets an unknown value, and they may go to any of their labels."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.declarations.scopes import RegisterSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.lowering.call_arguments import evaluated
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import effect
from coveriflow.program.lowering.expressions.lvalues import accessed, designated, store
from coveriflow.program.lowering.expressions.sizeof import type_of
from coveriflow.program.lowering.functions.statements import label_target
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.parser import LABEL
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.text.inline_assembly import ASSEMBLY_MARKER, MEMORY, OUTPUTS
from coveriflow.program.types.c_types import BOOL, Floating, Integer, Pointer

_SOURCE = "assembly"


def assembly(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """Contract: it changes nothing but its outputs, which is an assumption of the result, unless it says otherwise."""
    count, changes, *operands = arguments(node)
    written = int(count.value)
    if changes.value == MEMORY:
        raise NotSupported("assembly that may change any memory", place(node))
    if changes.value == OUTPUTS:
        context.program.assumptions.setdefault(f"the assembly at {place(node)} changes nothing but its outputs")
    for operand in operands[written:]:
        if isinstance(operand, c_ast.Constant) and operand.type == LABEL:
            _may_go_to(context, operand)
        elif may_have_effect(operand):
            effect(context, operand)
        else:
            evaluated(context, operand)
    for operand in operands[:written]:
        _write(context, evaluated(context, operand).expr)


def _write(context: FunctionContext, target: c_ast.Node) -> None:
    if isinstance(target, c_ast.ID) and isinstance(context.symbol(target.name), RegisterSymbol):
        return
    span, type_ = place(target), type_of(context, target)
    if not isinstance(type_, Integer | Pointer | Floating):
        raise NotSupported("assembly that writes such an object", span)
    kept = context.temporary(type_)
    context.input(kept, _SOURCE, InputKind.UNDEFINED, span)
    store(context, accessed(context, designated(context, target), span), kept, span)


def _may_go_to(context: FunctionContext, label: c_ast.Constant) -> None:
    span, goes = place(label), context.temporary(BOOL)
    context.input(goes, _SOURCE, InputKind.UNDEFINED, span)
    following = context.cursor.fresh()
    context.gotos.append((label.value, span))
    context.cursor.branch(make.truth(goes), label_target(context, label.value), following, span)
    context.cursor.at = following


CALLS: Mapping[str, LowerCall] = {ASSEMBLY_MARKER: assembly}
