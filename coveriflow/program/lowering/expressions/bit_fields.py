"""Bit-fields: some bits of the bytes of a struct, read and written through them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, scalar_type, subexpressions
from coveriflow.program.lowering.checks import check_fits, converted
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.memory.layout import cell
from coveriflow.program.types.c_types import (
    INT,
    UCHAR,
    UINT128,
    ULLONG,
    Floating,
    Integer,
    Member,
    Pointer,
    Void,
    of_bits,
)


@dataclass(frozen=True, slots=True)
class BitField:
    """A bit-field: ``member.bits`` bits of the bytes from ``address``."""

    address: Expression
    member: Member
    safe: bool


def bytes_of(found: BitField) -> list[Cell]:
    """The bytes that hold a bit of it, lowest first. Their addresses are those of ``void``: so one tells them from
    bytes that the program itself asks for.
    """
    assert found.member.bits is not None
    count = (found.member.first + found.member.bits + 7) // 8
    assert isinstance(found.address.type, Pointer)
    address = make.cast(found.address, replace(found.address.type, target=Void()))
    return [cell(make.offset(address, number), UCHAR) for number in range(count)]


def is_of_bit_field(byte: Cell) -> bool:
    """Whether a byte is read for the sake of a bit-field only."""
    return isinstance(byte.address.type, Pointer) and byte.address.type.target == Void()


def _whole(member: Member) -> Integer:
    """An unsigned type that holds all bits of a field."""
    assert member.bits is not None
    return ULLONG if member.bits <= ULLONG.width else UINT128


def bits_read(found: BitField) -> Expression:
    """The value, promoted."""
    member, type_ = found.member, found.member.type
    assert isinstance(type_, Integer)
    assert member.bits is not None
    whole = _whole(member)
    total: Expression = Constant(0, whole)
    for number, byte in enumerate(bytes_of(found)):
        shift = 8 * number - member.first
        wide = make.cast(byte, whole)
        op = BinaryOp.SHL if shift >= 0 else BinaryOp.SHR
        part = make.binary(op, wide, Constant(abs(shift), INT)) if shift else wide
        total = make.binary(BinaryOp.OR, total, part) if number else part
    up = Constant(whole.width - member.bits, INT)
    high = make.binary(BinaryOp.SHL, total, up)
    signed = make.cast(high, replace(whole, signed=type_.signed))
    value_ = make.cast(make.binary(BinaryOp.SHR, signed, up), type_)
    return make.cast(value_, of_bits(type_, member.bits))


def steady(context: FunctionContext, address: Expression, span: Span) -> Expression:
    """An address that a store does not change: one that was read from memory is kept in a variable."""
    if not any(isinstance(part, Cell) for part in subexpressions(address)):
        return address
    kept = context.temporary(scalar_type(address))
    context.cursor.emit(Assign(kept, address), span)
    return kept


def bits_stored(context: FunctionContext, found: BitField, new: Expression, span: Span) -> Expression:
    """Assign ``new``, converted to the member's type; the bits around it keep their values."""
    member, type_ = found.member, found.member.type
    assert isinstance(type_, Integer)
    assert member.bits is not None
    if isinstance(new.type, Floating) and type_.rank != 0:
        check_fits(context, new, replace(type_, width=member.bits), span)
    if type_.rank == 0 or isinstance(new.type, Floating):
        new = converted(context, new, type_, span)
    found = BitField(steady(context, found.address, span), member, found.safe)
    whole = _whole(member)
    kept = context.temporary(whole)
    wide = make.cast(new, whole)
    mask = Constant((1 << member.bits) - 1, whole)
    context.cursor.emit(Assign(kept, make.binary(BinaryOp.AND, wide, mask)), span)
    for number, byte in enumerate(bytes_of(found)):
        shift = 8 * number - member.first
        part = (
            kept
            if not shift
            else make.binary(BinaryOp.SHR if shift > 0 else BinaryOp.SHL, kept, Constant(abs(shift), INT))
        )
        own = (((1 << member.bits) - 1) << member.first >> (8 * number)) & 0xFF
        rest = make.binary(BinaryOp.AND, make.cast(byte, whole), Constant(0xFF & ~own, whole))
        mine = make.binary(BinaryOp.AND, part, Constant(own, whole))
        joined = make.binary(BinaryOp.OR, rest, mine)
        context.cursor.emit(Assign(byte, make.cast(joined, UCHAR)), span)
    return bits_read(found)
