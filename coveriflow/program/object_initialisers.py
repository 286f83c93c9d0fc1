"""Brace-enclosed initialisers of objects in memory: structs, unions, and arrays of anything (C11 6.7.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.declared import place
from coveriflow.program.effects import may_have_effect
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.literals import string_bytes
from coveriflow.program.records import find_member, size_of
from coveriflow.program.types import ArrayOf, DeclaredType, Integer, Member, Record

MAXIMUM_LENGTH = 1 << 20


@dataclass(frozen=True, slots=True)
class Given:
    """An initial value: ``node``, or a ``character`` of a string, for the part at ``offset``."""

    offset: int
    type: DeclaredType
    node: c_ast.Node
    member: Member | None = None
    character: int | None = None


@dataclass(slots=True)
class _Filling:
    """``found``: by offset and first bit; a later value for the same part replaces an earlier one."""

    constant: Callable[[c_ast.Node], int]
    is_record: Callable[[c_ast.Node], bool]
    found: dict[tuple[int, int], Given] = field(default_factory=dict)

    def fill(self, declared: DeclaredType, offset: int, init: c_ast.Node, member: Member | None = None) -> None:
        """All of one object from its initialiser."""
        if isinstance(declared, ArrayOf) and _is_string(_unbraced(init)) and isinstance(declared.element, Integer):
            self._string(declared, offset, _unbraced(init))
        elif isinstance(declared, ArrayOf | Record) and isinstance(init, c_ast.InitList):
            self._braced(declared, offset, init)
        elif isinstance(init, c_ast.InitList):
            if len(init.exprs) != 1:
                raise InputError("a scalar takes one initial value", place(init))
            self.fill(declared, offset, init.exprs[0], member)
        else:
            self._put(Given(offset, declared, init, member))

    def _string(self, declared: ArrayOf, offset: int, node: c_ast.Node) -> None:
        characters, _ = string_bytes(node.value, place(node))
        assert isinstance(declared.element, Integer)
        if declared.element.width != 8:
            raise NotSupported("a wide string literal", place(node))
        for number, character in enumerate(characters[: declared.length]):
            self._put(Given(offset + number, declared.element, node, None, character))

    def _put(self, given: Given) -> None:
        key = (given.offset, given.member.first if given.member else 0)
        if len(self.found) >= MAXIMUM_LENGTH:
            raise NotSupported("an initialiser of more than a million elements", place(given.node))
        before = self.found.pop(key, None)
        if before is not None and may_have_effect(before.node):
            raise NotSupported("an overridden initial value with side effects", place(given.node))
        self.found[key] = given

    def _braced(self, declared: ArrayOf | Record, offset: int, init: c_ast.InitList) -> None:
        items = list(init.exprs or [])
        self._forget(offset, size_of(declared, place(init)) if not _open(declared) else 1 << 62)
        position, index = 0, 0
        while index < len(items):
            item, chosen = items[index], None
            if isinstance(item, c_ast.NamedInitializer):
                position, chosen, item = self._designated(declared, item)
            part = _part(declared, position, item)
            inner, where, member = part
            if chosen is not None:
                inner, where, member = chosen
            if self._takes_whole(inner, item):
                self.fill(inner, offset + where, item, member)
                index += 1
            else:
                rest = [item, *items[index + 1 :]]
                index += self._flat(inner, offset + where, rest)
            position += 1

    def _takes_whole(self, declared: DeclaredType, item: c_ast.Node) -> bool:
        """Whether ``item`` initialises all of an object of this type (C11 6.7.9 p13, p20)."""
        if isinstance(item, c_ast.InitList) or not isinstance(declared, ArrayOf | Record):
            return True
        if isinstance(declared, ArrayOf):
            return _is_string(item) and isinstance(declared.element, Integer)
        return self.is_record(item)

    def _flat(self, declared: DeclaredType, offset: int, items: list[c_ast.Node]) -> int:
        """Fill a part whose braces are left out; how many of ``items`` that took."""
        used = 0
        for position in range(_count(declared)):
            if used >= len(items) or isinstance(items[used], c_ast.NamedInitializer):
                break
            inner, where, member = _part(declared, position, items[used])
            if self._takes_whole(inner, items[used]):
                self.fill(inner, offset + where, items[used], member)
                used += 1
            else:
                used += self._flat(inner, offset + where, items[used:])
        if used == 0:
            raise NotSupported("such an initialiser", place(items[0]))
        return used

    def _forget(self, offset: int, size: int) -> None:
        for key in [k for k in self.found if offset <= k[0] < offset + size]:
            if may_have_effect(self.found[key].node):
                raise NotSupported("an overridden initial value with side effects", place(self.found[key].node))
            del self.found[key]

    def _designated(
        self, declared: DeclaredType, item: c_ast.NamedInitializer
    ) -> tuple[int, tuple[DeclaredType, int, Member | None], c_ast.Node]:
        """Position of the first designator, and what all of them together designate."""
        first, where, member, current = -1, 0, None, declared
        for designator in item.name:
            if isinstance(current, Record) and isinstance(designator, c_ast.ID):
                member = find_member(current, designator.name)
                if member is None:
                    raise InputError(f"'{current}' has no member '{designator.name}'", place(item.expr))
                position = _position(current, designator.name)
                where, current = where + member.offset, member.type
            elif isinstance(current, ArrayOf) and isinstance(designator, c_ast.ArrayDesignator):
                position = self.constant(designator.expr)
                if position < 0 or (current.length is not None and position >= current.length):
                    raise InputError("a designator must be a constant within the array", place(item.expr))
                member, current = None, current.element
                where += position * size_of(current, place(item.expr))
            else:
                raise NotSupported("such a designator in an initialiser", place(item.expr))
            first = position if first < 0 else first
        return first, (current, where, member if member and member.bits is not None else None), item.expr


def _open(declared: DeclaredType) -> bool:
    return isinstance(declared, ArrayOf) and declared.length is None


def _position(record: Record, name: str) -> int:
    """The index among the members that take a value without designator."""
    for position, member in enumerate(_named_members(record)):
        if member.name == name:
            return position
        if member.name is None and isinstance(member.type, Record) and find_member(member.type, name):
            return position
    raise AssertionError(name)


def _named_members(record: Record) -> list[Member]:
    return [m for m in record.members or () if m.name is not None or isinstance(m.type, Record)]


def _count(declared: DeclaredType) -> int:
    if isinstance(declared, ArrayOf):
        return declared.length if declared.length is not None else MAXIMUM_LENGTH
    assert isinstance(declared, Record)
    members = len(_named_members(declared))
    return min(1, members) if declared.kind == "union" else members


def _part(declared: DeclaredType, position: int, node: c_ast.Node) -> tuple[DeclaredType, int, Member | None]:
    """Type, offset and bit-field of the part number ``position``."""
    if position >= _count(declared):
        raise InputError("more initial values than elements", place(node))
    if isinstance(declared, ArrayOf):
        return declared.element, position * size_of(declared.element, place(node)), None
    assert isinstance(declared, Record)
    member = _named_members(declared)[position]
    return member.type, member.offset, member if member.bits is not None else None


def _is_string(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"


def _unbraced(init: c_ast.Node) -> c_ast.Node:
    inner = init.exprs[0] if isinstance(init, c_ast.InitList) and len(init.exprs or []) == 1 else init
    return inner if _is_string(inner) else init


def given_values(
    declared: DeclaredType,
    init: c_ast.Node,
    constant: Callable[[c_ast.Node], int],
    is_record: Callable[[c_ast.Node], bool],
) -> Iterator[Given]:
    """The values that ``init`` gives for the parts of an object, in order; the other parts are zero."""
    filling = _Filling(constant, is_record)
    filling.fill(declared, 0, init)
    yield from filling.found.values()


def completed_length(declared: ArrayOf, init: c_ast.Node, constant: Callable[[c_ast.Node], int]) -> int:
    """The length that an array without one gets from its initialiser."""
    items = (init.exprs or []) if isinstance(init, c_ast.InitList) else []
    if items and all(isinstance(item, c_ast.InitList) for item in items):
        return len(items)
    size = max(1, size_of(declared.element, place(init)))
    found = given_values(declared, init, constant, lambda _node: False)
    return max((given.offset // size + 1 for given in found), default=0)
