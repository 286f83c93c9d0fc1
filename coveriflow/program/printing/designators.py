"""Where an address leads, as C designators: members and elements by name where offset and type match exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Address, Binary, BinaryOp, Cast, Constant, Expression
from coveriflow.program.printing.types import CTypes
from coveriflow.program.text.parentheses import is_in_one_pair
from coveriflow.program.types.c_types import ArrayOf, DeclaredType, FunctionOf, Integer, Pointer, Record, Void
from coveriflow.program.types.record_layout import size_of

Terms = tuple[tuple[Expression, int], ...]
"""Indices with the bytes that each step of them has."""


@dataclass(frozen=True, slots=True)
class Way:
    """An address: ``offset`` bytes, and the ``terms``, after the expression ``root``."""

    root: Expression
    offset: int
    terms: Terms


def way_to(address: Expression) -> Way:
    """``address`` taken apart; conversions between pointers change nothing."""
    offset, terms, current = 0, Terms(), address
    while True:
        match current:
            case Cast(inner, Pointer()) if isinstance(inner.type, Pointer):
                current = inner
            case Binary(BinaryOp.ADD, left, Constant(value, Integer())) if isinstance(left.type, Pointer):
                current, offset = left, offset + value
            case Binary(BinaryOp.ADD, left, Binary(BinaryOp.MUL, index, Constant(size))) if _steps(left, size):
                current, terms = left, ((index, size), *terms)
            case Binary(BinaryOp.ADD, left, index) if isinstance(left.type, Pointer):
                current, terms = left, ((index, 1), *terms)
            case Address(_, behind):
                return Way(current, offset + behind, terms)
            case _:
                return Way(current, offset, terms)


def _steps(left: Expression, size: int) -> bool:
    return isinstance(left.type, Pointer) and size > 0


@dataclass(frozen=True, slots=True)
class Places:
    """Designators. ``declared``: the type that an object is printed with; ``text``: an expression's C text."""

    types: CTypes
    declared: Callable[[Address], tuple[str, DeclaredType] | None]
    text: Callable[[Expression], str]

    def designator(self, address: Expression, type_: DeclaredType) -> str | None:
        """C text of the object of type ``type_`` at ``address``, if names lead there."""
        way = way_to(address)
        for start, whole, offset, terms in self._starts(way):
            found = next(self._below(start, whole, offset, terms, type_), None)
            if found is not None:
                return found
        return None

    def _starts(self, way: Way) -> Iterator[tuple[str, DeclaredType, int, Terms]]:
        """Designators to begin with, what remains to go, and the type there."""
        if isinstance(way.root, Address):
            known = self.declared(way.root)
            if known is not None:
                yield from self._in_object(*known, way)
            return
        target = way.root.type.target if isinstance(way.root.type, Pointer) else None
        size = size_in_bytes(target)
        if target is None or not size:
            return
        text = self.text(way.root)
        if way.terms and way.terms[0][1] == size:
            yield f"{text}[{self._index(way.terms[0][0])}]", target, way.offset, way.terms[1:]
        elif 0 <= way.offset < size:
            yield f"(*{text})", target, way.offset, way.terms
        elif not way.terms:
            yield f"{text}[{way.offset // size}]", target, way.offset % size, ()

    def _in_object(self, name: str, declared: DeclaredType, way: Way) -> Iterator[tuple[str, DeclaredType, int, Terms]]:
        """An index into an array that is the whole object stays within it; others may go from array to array."""
        if isinstance(declared, ArrayOf) and way.terms and way.terms[0][1] == size_in_bytes(declared.element):
            yield f"{name}[{self._index(way.terms[0][0])}]", declared.element, way.offset, way.terms[1:]
        else:
            yield name, declared, way.offset, way.terms

    def _index(self, index: Expression) -> str:
        """Without a conversion that keeps the value."""
        match index:
            case Cast(inner, Integer() as type_) if isinstance(source := inner.type, Integer):
                keeps = type_.minimum <= source.minimum and source.maximum <= type_.maximum
                return self.text(inner if keeps else index)
            case _:
                return self.text(index)

    def _below(self, text: str, whole: DeclaredType, offset: int, terms: Terms, wanted: DeclaredType) -> Iterator[str]:
        if offset == 0 and not terms and self._is_same(whole, wanted):
            yield text
        match whole:
            case ArrayOf():
                yield from self._elements(text, whole, offset, terms, wanted)
            case Record(members=members) if members is not None and self.types.is_plain(whole):
                for member in members:
                    left = offset - member.offset
                    if member.bits is None and 0 <= left < max(1, size_in_bytes(member.type) or _UNBOUNDED):
                        name = text if member.name is None else _member(text, member.name)
                        yield from self._below(name, member.type, left, terms, wanted)

    def _elements(self, text: str, array: ArrayOf, offset: int, terms: Terms, wanted: DeclaredType) -> Iterator[str]:
        """There is an address past the last element, and nothing within it."""
        element = array.element
        size = size_in_bytes(element)
        if not size:
            return
        if terms and terms[0][1] == size:
            if 0 <= offset < size:
                start = f"(&{text}[0])[{self._index(terms[0][0])}]"
                yield from self._below(start, element, offset, terms[1:], wanted)
        elif offset >= 0 and (offset // size < (array.length or _UNBOUNDED) or self._is_same(element, wanted)):
            yield from self._below(f"{text}[{offset // size}]", element, offset % size, terms, wanted)

    def _is_same(self, one: DeclaredType, other: DeclaredType) -> bool:
        if one == other:
            return True
        both = isinstance(one, Pointer) and isinstance(other, Pointer)
        return both and self.types.text(one) == self.types.text(other)

    def moved(self, address: Expression, type_: Pointer) -> str | None:
        """C text of the address with this type, if it is pointer arithmetic or the address of something named."""
        way = way_to(address)
        size = size_in_bytes(type_.target)
        if isinstance(way.root, Address):
            found = None if isinstance(type_.target, Void | FunctionOf) else self.designator(address, type_.target)
            return None if found is None else f"(&{found})"
        if not size or not isinstance(way.root.type, Pointer):
            return None
        if not self._is_same(way.root.type, type_):
            return self._member_address(address, way.root.type, type_)
        if len(way.terms) == 1 and way.terms[0][1] == size and not way.offset:
            return f"({self.text(way.root)} + {self._index(way.terms[0][0])})"
        if not way.terms and way.offset % size == 0:
            sign = "-" if way.offset < 0 else "+"
            return f"({self.text(way.root)} {sign} {abs(way.offset) // size})"
        return None

    def _member_address(self, address: Expression, type_: Pointer, wanted: Pointer) -> str | None:
        """The address of a member of what a pointer of type ``type_`` points to."""
        if not isinstance(type_.target, Record) or isinstance(wanted.target, Record | Void | FunctionOf):
            return None
        found = self.designator(address, wanted.target)
        return None if found is None else f"(&{found})"


_UNBOUNDED = 1 << 62


def _member(text: str, name: str) -> str:
    if text.startswith("(*") and is_in_one_pair(text):
        return f"{text[2:-1]}->{name}"
    return f"{text}.{name}"


def size_in_bytes(declared: DeclaredType | None) -> int:
    """Bytes; 0 where nothing can be indexed."""
    if declared is None or isinstance(declared, Void | FunctionOf):
        return 0
    try:
        return size_of(declared, Span(""))
    except (InputError, NotSupported):
        return 0
