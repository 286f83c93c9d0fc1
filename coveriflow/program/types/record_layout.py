"""Structs and unions in memory: sizes, alignments and offsets as the System V ABI for i386 and x86-64 has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.types.c_types import (
    UCHAR,
    ArrayOf,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Member,
    Pointer,
    Record,
    Scalar,
    Unhandled,
    Void,
)
from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True)
class Placing:
    """``packed``: aligned to one byte, bit-fields to one bit. ``aligned``: to so many bytes at least. ``most``: to no
    more bytes than that (``#pragma pack``), 0 if there is no such limit.
    """

    packed: bool = False
    aligned: int = 0
    most: int = 0

    def limited(self, alignment: int) -> int:
        """``alignment``, but no more than ``most``."""
        return min(alignment, self.most) if self.most else alignment


@dataclass(frozen=True, slots=True)
class Field:
    """A member as declared; ``bits`` is given for a bit-field."""

    name: str | None
    type: DeclaredType
    bits: int | None
    span: Span
    placing: Placing = Placing()
    constant: bool = False

    def alignment(self, model: DataModel) -> int:
        """Bytes. What is both packed and aligned is aligned as asked for."""
        natural = 1 if self.placing.packed else alignment_of(self.type, model)
        return self.placing.limited(max(natural, self.placing.aligned))


def size_of(declared: DeclaredType, span: Span) -> int:
    """Bytes (C11 6.5.3.4). As GNU has it, ``void`` and functions have one."""
    match declared:
        case Integer(_, width) | Pointer(_, width):
            return _bytes_for(width)
        case Floating():
            return declared.size
        case ArrayOf(element, length):
            if length is None:
                raise InputError("the array's length is missing", span)
            return length * size_of(element, span)
        case Record(kind, tag, members):
            if declared.unhandled:
                raise NotSupported(declared.unhandled, span)
            if members is None:
                raise InputError(f"'{kind} {tag}' is not defined", span)
            return declared.size
        case Void() | FunctionOf():
            return 1
        case Unhandled(feature):
            raise NotSupported(feature, span)


def ends_record(record: Record, member: DeclaredType, offset: int, model: DataModel) -> bool:
    """Whether only padding follows a member; an array without a length is the last."""
    if isinstance(member, ArrayOf) and member.length is None:
        return True
    nowhere = Span("")
    return size_of(record, nowhere) - offset - size_of(member, nowhere) < alignment_of(record, model)


def _bytes_for(bits: int) -> int:
    """Those of an integer of so many bits: a bit-field that is wider than ``int`` has a type of its own width."""
    return (1 << (bits - 1).bit_length()) // 8


def alignment_of(declared: DeclaredType, model: DataModel) -> int:
    """Bytes; within structs i386 aligns nothing to more than four."""
    match declared:
        case ArrayOf(element):
            return alignment_of(element, model)
        case Record():
            return declared.alignment
        case Integer() | Pointer() | Floating():
            return min(declared.size if isinstance(declared, Floating) else _bytes_for(declared.width), _most(model))
        case _:
            return 1


def preferred_alignment(declared: DeclaredType, model: DataModel) -> int:
    """What gcc gives an object of its own: on i386 numbers of 64 bits are aligned to 8 bytes outside of structs."""
    while isinstance(declared, ArrayOf):
        declared = declared.element
    if isinstance(declared, Integer | Floating) and declared.width == 64:
        return 8
    return alignment_of(declared, model)


def _most(model: DataModel) -> int:
    return 4 if model is DataModel.ILP32 else 16


@dataclass(slots=True)
class _Struct:
    """Offsets while members are added: ``end`` is the first free bit."""

    model: DataModel
    end: int = 0
    alignment: int = 1
    members: list[Member] = field(default_factory=list)

    def add(self, declared: Field) -> None:
        if declared.bits is not None:
            self._add_bits(declared)
            return
        align = declared.alignment(self.model)
        self.end = _up(self.end, 8 * align)
        self.members.append(Member(declared.name, declared.type, self.end // 8, constant=declared.constant))
        flexible = isinstance(declared.type, ArrayOf) and declared.type.length is None
        self.end += 0 if flexible else 8 * size_of(declared.type, declared.span)
        self.alignment = max(self.alignment, align)

    def _add_bits(self, declared: Field) -> None:
        """A bit-field does not cross more units of its type than an object of the type would, unless it is packed; one
        of no width ends the unit in any case.
        """
        assert isinstance(declared.type, Integer)
        assert declared.bits is not None
        align, placing = 8 * alignment_of(declared.type, self.model), declared.placing
        if declared.bits == 0:
            self.end = _up(self.end, align)
            return
        units = (self.end % align + declared.bits + align - 1) // align
        if not placing.packed and not placing.most and units > declared.type.width // align:
            self.end = _up(self.end, align)
        self.members.append(
            Member(declared.name, declared.type, *divmod(self.end, 8), declared.bits, declared.constant)
        )
        self.end += declared.bits
        if declared.name is not None and (placing.most or not placing.packed):
            self.alignment = max(self.alignment, placing.limited(align // 8))


def complete(record: Record, fields: Sequence[Field], model: DataModel, aligned: int = 0) -> None:
    """Lay ``record`` out (C11 6.7.2.1), ``aligned`` to so many bytes at least."""
    for each in fields:
        _check(each)
    if record.kind == "struct":
        struct = _Struct(model)
        for each in fields:
            struct.add(each)
        end, alignment, members = struct.end, struct.alignment, struct.members
    else:
        parts = []
        for each in fields:
            parts.append(_Struct(model))
            parts[-1].add(each)
        end = max((part.end for part in parts), default=0)
        alignment = max((part.alignment for part in parts), default=1)
        members = [member for part in parts for member in part.members]
    record.members, record.alignment = tuple(members), max(alignment, aligned)
    record.size = _up(_up(end, 8), 8 * record.alignment) // 8


def _check(declared: Field) -> None:
    if isinstance(declared.type, Unhandled):
        raise NotSupported(declared.type.feature, declared.span)
    if isinstance(declared.type, Void | FunctionOf):
        raise InputError("a member cannot have this type", declared.span)
    if declared.bits is not None:
        if not isinstance(declared.type, Integer):
            raise InputError("a bit-field must have an integer type", declared.span)
        if declared.placing.aligned:
            raise NotSupported("such an alignment of a bit-field", declared.span)
        if not 0 <= declared.bits <= declared.type.width or (declared.bits == 0 and declared.name):
            raise InputError("such a width of a bit-field is not allowed", declared.span)


def _up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def find_member(record: Record, name: str) -> Member | None:
    """The member called ``name``, also within anonymous structs and unions (C11 6.7.2.1 p13)."""
    for member in record.members or ():
        if member.name == name:
            return member
        if member.name is None and isinstance(member.type, Record):
            inner = find_member(member.type, name)
            if inner is not None:
                return Member(inner.name, inner.type, member.offset + inner.offset, inner.first, inner.bits)
    return None


def _bit_field_bytes(member: Member) -> range:
    """Offsets of the bytes that hold a bit of it."""
    if member.bits is None:
        return range(0)
    return range(member.offset + member.first // 8, member.offset + (member.first + member.bits + 7) // 8)


def constant_bytes(declared: DeclaredType, offset: int = 0) -> Iterator[range]:
    """Offsets of the bytes of each member that is declared const."""
    match declared:
        case ArrayOf(element, int(length)):
            if any(True for _ in constant_bytes(element)):
                size = size_of(element, Span(""))
                for index in range(length):
                    yield from constant_bytes(element, offset + index * size)
        case Record():
            for member in declared.members or ():
                start = offset + member.offset
                if member.constant and member.bits is None:
                    yield range(start, start + size_of(member.type, Span("")))
                elif member.constant:
                    yield range(start + member.first // 8, start + (member.first + (member.bits or 0) + 7) // 8)
                else:
                    yield from constant_bytes(member.type, start)
        case _:
            return


def has_array(declared: DeclaredType) -> bool:
    """Whether an object of this type is or holds an array."""
    if isinstance(declared, Record):
        return any(has_array(member.type) for member in declared.members or ())
    return isinstance(declared, ArrayOf)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar within an object, at ``offset`` bytes."""

    offset: int
    type: Scalar


def leaves(declared: DeclaredType, offset: int = 0) -> Iterator[Leaf]:
    """The scalars that together make up a value of a type: bytes where unions or bit-fields are."""
    match declared:
        case Integer() | Pointer() | Floating():
            yield Leaf(offset, declared)
        case ArrayOf(element, int(length)):
            size = size_of(element, Span(""))
            for index in range(length):
                yield from leaves(element, offset + index * size)
        case Record(kind, _, members):
            if kind == "union":
                yield from (Leaf(offset + byte, UCHAR) for byte in range(declared.size))
                return
            for byte in sorted({byte for member in members or () for byte in _bit_field_bytes(member)}):
                yield Leaf(offset + byte, UCHAR)
            for member in members or ():
                if member.bits is None:
                    yield from leaves(member.type, offset + member.offset)
        case _:
            return
