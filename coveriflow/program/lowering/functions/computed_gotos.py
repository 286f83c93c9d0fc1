"""GNU's labels as values: ``&&label`` is an address of its own, ``goto *p`` goes to the label that ``p`` points to."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import Assign, Check, Stop, Undefined
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Address, BinaryOp, Constant, scalar_type
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments
from coveriflow.program.lowering.expressions.expressions import value
from coveriflow.program.lowering.functions.statements import note_goto
from coveriflow.program.memory.layout import LABEL_PREFIX
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.parser import COMPUTED_GOTO
from coveriflow.program.types.c_types import INT, UCHAR, ArrayOf


def label_address(context: FunctionContext, node: c_ast.Constant) -> Address:
    """That of an object without bytes."""
    name, objects = f"{LABEL_PREFIX}{context.function.name}::{node.value}", context.program.layout.objects
    if name not in objects:
        context.program.object(name, ArrayOf(UCHAR, 0), "", place(node), ())
    context.gotos.append((node.value, place(node)))
    return Address(objects[name].variable, 0, context.program.layout.pointer())


def computed_goto(context: FunctionContext, node: c_ast.FuncCall) -> None:
    """The address is compared with those of all labels of the function whose addresses it takes."""
    address, *labels = arguments(node)
    found, span = value(context, address), place(node)
    kept = context.temporary(scalar_type(found))
    context.cursor.emit(Assign(kept, found), span)
    for label in labels:
        following = context.cursor.fresh()
        is_this, via = make.binary(BinaryOp.EQ, kept, label_address(context, label)), context.cursor.fresh()
        note_goto(context, label.value, span, via)
        context.cursor.branch(is_this, via, following, span)
        context.cursor.at = following
    context.cursor.emit(Check(Constant(0, INT), Undefined.JUMP), span)
    context.cursor.leave(Stop(None), context.program.halt, span)


CALLS: Mapping[str, LowerCall] = {COMPUTED_GOTO: computed_goto}
