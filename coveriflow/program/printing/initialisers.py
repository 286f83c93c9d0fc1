"""Objects in memory as C declarations: with their declared types, and initialisers that give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import MemoryObject
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.memory.layout import is_data
from coveriflow.program.printing.expressions import Texts
from coveriflow.program.types.c_types import UCHAR, ArrayOf, DeclaredType, Floating, Integer, Member, Pointer, Record
from coveriflow.program.types.record_layout import size_of


def printed_type(each: MemoryObject) -> DeclaredType:
    """The type that an object is printed with: bytes where its own is not known, or does not have its size, as an
    object that ends within a flexible array member.
    Labels get one, so that each has an address of its own.
    """
    size = each.block.size
    try:
        is_whole = not isinstance(each.declared, Record) or size % each.declared.alignment == 0
        if each.declared is not None and is_whole and size and size_of(each.declared, Span("")) == size:
            return each.declared
    except (InputError, NotSupported):
        pass
    return ArrayOf(UCHAR, size if is_data(each.variable) else 1)


@dataclass(frozen=True, slots=True)
class Initialiser:
    """The ``given`` bytes (others are zero) as values of types; ``None``: this type cannot say it."""

    texts: Texts
    given: dict[int, int]

    def of(self, declared: DeclaredType) -> str | None:
        """The initialiser of an object of this type."""
        found = self._at(declared, 0)
        return None if found is None or self.given.keys() - set(self._said(declared, 0)) else found

    def _at(self, declared: DeclaredType, offset: int) -> str | None:
        match declared:
            case Integer() | Pointer() | Floating():
                return self.texts.constant(Constant(declared.wrap(self._number(offset, declared.width // 8)), declared))
            case ArrayOf(element, int(length)):
                size = size_of(element, Span(""))
                if not length:
                    return "{}"
                used = max((o - offset for o in self.given if o - offset < length * size), default=-1) // max(1, size)
                return _listed([self._at(element, offset + n * size) for n in range(max(0, used) + 1)])
            case Record() if not self.texts.types.is_plain(declared):
                return _listed([self._at(ArrayOf(UCHAR, declared.size), offset)])
            case Record(kind, _, members):
                shown = [m for m in members or () if m.name is not None or isinstance(m.type, Record)]
                shown = [m for m in shown if not (isinstance(m.type, ArrayOf) and m.type.length is None)]
                return _listed([self._member(m, offset) for m in (shown[:1] if kind == "union" else shown)])
            case _:
                return None

    def _member(self, member: Member, offset: int) -> str | None:
        if member.bits is None:
            return self._at(member.type, offset + member.offset)
        assert isinstance(member.type, Integer)
        bytes_ = (member.first + member.bits + 7) // 8
        bits = self._number(offset + member.offset, bytes_) >> member.first & ((1 << member.bits) - 1)
        signed = member.type.signed and bits >> (member.bits - 1)
        return str(bits - (1 << member.bits) if signed else bits)

    def _number(self, offset: int, size: int) -> int:
        return sum(self.given.get(offset + byte, 0) << (8 * byte) for byte in range(size))

    def _said(self, declared: DeclaredType, offset: int) -> Iterator[int]:
        """Offsets of the bytes that such an initialiser gives."""
        match declared:
            case Integer() | Pointer() | Floating():
                yield from range(offset, offset + declared.width // 8)
            case ArrayOf(element, int(length)):
                size = size_of(element, Span(""))
                yield from (byte for n in range(length) for byte in self._said(element, offset + n * size))
            case Record() if not self.texts.types.is_plain(declared):
                yield from range(offset, offset + declared.size)
            case Record(kind, _, members):
                for member in (members or ())[:1] if kind == "union" else members or ():
                    if member.bits is None:
                        yield from self._said(member.type, offset + member.offset)
                    else:
                        first = offset + member.offset
                        yield from range(first, first + (member.first + member.bits + 7) // 8)
            case _:
                return


def _listed(parts: list[str | None]) -> str | None:
    known = [part for part in parts if part is not None]
    return "{" + ", ".join(known) + "}" if len(known) == len(parts) else None
