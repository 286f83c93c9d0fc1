"""Structs and unions as results and arguments: they are copied from object to object (C11 6.5.2.2 p2, 6.8.6.4 p3)."""

from __future__ import annotations

from coveriflow.program.errors import InputError, Span
from coveriflow.program.expressions.expressions import Cell, Expression, Variable
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.lvalues import copied, store
from coveriflow.program.lowering.expressions.multipart import adapted
from coveriflow.program.lowering.expressions.union_casts import union_of
from coveriflow.program.memory.layout import MEMORY
from coveriflow.program.types.c_types import DeclaredType, Record


def store_result(context: FunctionContext, target: Variable | Cell, new: Expression, span: Span) -> None:
    """Leave a value where several ways to compute it meet."""
    if isinstance(target, Variable):
        store(context, target, new, span)
    else:
        assert isinstance(target.type, Record)
        copied(context, target.address, target.type, new, span)


def pass_record(
    context: FunctionContext, parameter: Variable, declared: Record, argument: Expression, span: Span
) -> None:
    """A struct argument is copied to where the parameter lies; a transparent union takes a value of a member's type."""
    argument = adapted(context, argument, declared, span)
    if not isinstance(argument.type, Record):
        argument = union_of(context, declared, argument, span)
    assert isinstance(argument.type, Record)
    if (argument.type.kind, argument.type.size) != (declared.kind, declared.size):
        raise InputError("a struct or union takes a value of its own type only", span)
    copied(context, context.address(parameter, argument.type), argument.type, argument, span)


def return_record(context: FunctionContext, result: Variable, new: Expression, span: Span) -> None:
    """``return`` of a struct: it is left in the function's result object."""
    declared = context.program.layout.objects[result.name].declared
    assert declared is not None
    new = adapted(context, new, declared, span)
    if not isinstance(new.type, Record):
        raise InputError("a number is returned where a struct or union is expected", span)
    copied(context, context.address(result, new.type), new.type, new, span)


def record_result(context: FunctionContext, result: Variable, declared: DeclaredType, span: Span) -> Expression:
    """What a function left in its result object, kept: it may be called again soon."""
    assert isinstance(declared, Record)
    kept = context.temporary_object(declared, span)
    source = Cell(MEMORY, context.address(result, declared), declared)
    return copied(context, context.address(kept, declared), declared, source, span)
