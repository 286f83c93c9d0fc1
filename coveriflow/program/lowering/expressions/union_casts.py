"""A union as a value that one of its members has: GNU's cast to a union, and its transparent unions."""

from __future__ import annotations

from coveriflow.program.cfa.edges import Assign, InputKind
from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.errors import InputError, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Cell, Constant, Expression
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.bit_fields import BitField
from coveriflow.program.lowering.expressions.lvalues import InMemory, copied, store
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.types.c_types import DeclaredType, Integer, Member, Pointer, Record
from coveriflow.program.types.record_layout import leaves, size_of


def union_of(context: FunctionContext, union: Record, new: Expression, span: Span) -> Cell:
    """A new object of type ``union`` whose member of the type of ``new`` has that value; other bytes are unknown."""
    members = union.members or ()
    member = next((m for m in members if _holds(m, new)), None)
    if member is None and isinstance(new, Constant) and new.value == 0:
        member = next((m for m in members if isinstance(m.type, Pointer)), None)
    if union.kind != "union" or member is None:
        raise InputError(f"'{union}' has no member of the type of this value", span)
    object_ = context.temporary_object(union, span)
    start = context.address(object_, union)
    given = 0 if member.bits is not None else size_of(member.type, span)
    for part in leaves(union):
        if part.offset < given:
            continue
        kept = context.temporary(part.type)
        context.input(kept, object_.name, InputKind.UNINITIALISED, span)
        address = make.cast(make.offset(start, part.offset), context.program.layout.pointer(part.type))
        context.cursor.emit(Assign(cell(address, part.type), kept), span)
    address = make.cast(make.offset(start, member.offset), context.program.layout.pointer(member.type))
    if isinstance(member.type, Record):
        copied(context, address, member.type, new, span)
    elif member.bits is not None:
        store(context, BitField(address, member, safe=True), new, span)
    else:
        store(context, InMemory(address, member.type, safe=True), new, span)
    return Cell(MEMORY, start, union)


def _holds(member: Member, new: Expression) -> bool:
    """All members begin where the union does: of several pointers it does not matter which one it is. A bit-field has
    the declared type only where it is as wide.
    """
    if member.bits is not None and isinstance(member.type, Integer) and member.bits != member.type.width:
        return False
    type_: DeclaredType | object = member.type
    if isinstance(type_, Record):
        return same_record(new.type, type_)
    return type_ == new.type or (isinstance(type_, Pointer) and isinstance(new.type, Pointer))
