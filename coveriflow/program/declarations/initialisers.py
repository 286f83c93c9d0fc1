"""Brace-enclosed initialisers of objects in memory: structs, unions, and arrays of anything (C11 6.7.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.syntax.gnu_ranges import one_by_one
from coveriflow.program.syntax.literals import string_units
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import ArrayOf, DeclaredType, Integer, Member, Record, Sort, is_aggregate
from coveriflow.program.types.record_layout import find_member, size_of

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
class _Whole:
    """An array, struct or union that is being filled; ``position``: of the part that comes next."""

    declared: ArrayOf | Record
    offset: int
    position: int = 0


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a whole; ``member`` is given for a bit-field."""

    type: DeclaredType
    offset: int
    member: Member | None = None


@dataclass(slots=True)
class _Filling:
    """``found``: by offset and first bit; a later value for the same part replaces an earlier one. ``chosen``: which
    member of each union has a value. ``length``: how many parts of the outermost object are reached. ``copied``: by
    offset, the sizes of parts that got the value of an expression as a whole.
    """

    constant: Callable[[c_ast.Node], int]
    record: Callable[[c_ast.Node], Record | None]
    found: dict[tuple[int, int], Given] = field(default_factory=dict)
    chosen: dict[tuple[int, int], int] = field(default_factory=dict)
    copied: dict[int, int] = field(default_factory=dict)
    length: int = 0
    last: int = -1
    """The last offset of which something was given."""

    def fill(self, declared: DeclaredType, offset: int, init: c_ast.Node, member: Member | None = None) -> None:
        """All of one object from its initialiser."""
        is_copied = is_aggregate(declared) and not isinstance(init, c_ast.InitList) and not is_string(unbraced(init))
        if is_aggregate(declared) and isinstance(init, c_ast.CompoundLiteral):
            init = init.init
        if isinstance(declared, ArrayOf) and declared.length is None and offset:
            raise NotSupported("an initialiser of a flexible array member", place(init))
        if isinstance(declared, ArrayOf) and is_string(unbraced(init)) and isinstance(declared.element, Integer):
            self._override(declared, offset, init)
            self._string(declared, offset, unbraced(init))
        elif is_aggregate(declared) and isinstance(init, c_ast.InitList):
            self.length = self._braced(declared, offset, init)
        elif isinstance(init, c_ast.InitList):
            check_excess((init.exprs or [])[1:])
            first = init.exprs[0] if init.exprs else c_ast.Constant("int", "0", init.coord)
            self.fill(declared, offset, first, member)
        else:
            if is_copied:
                self._override(declared, offset, init)
            self._put(Given(offset, declared, init, member))
        if is_copied:
            self.copied[offset] = size_of(declared, place(init))

    def _string(self, declared: ArrayOf, offset: int, node: c_ast.Node) -> None:
        characters, width = string_units(node.value, place(node))
        assert isinstance(declared.element, Integer)
        if declared.element.width != width:
            raise InputError("a string does not initialise such an array", place(node))
        size = width // 8
        for number, character in enumerate(characters[: declared.length]):
            self._put(Given(offset + number * size, declared.element, node, None, declared.element.wrap(character)))
        self.length = len(characters)

    def _put(self, given: Given) -> None:
        key = (given.offset, given.member.first if given.member else 0)
        if len(self.found) >= MAXIMUM_LENGTH:
            raise NotSupported("an initialiser of more than a million elements", place(given.node))
        self.last = max(self.last, given.offset)
        before = self.found.pop(key, None)
        if before is not None and may_have_effect(before.node):
            raise NotSupported("an overridden initial value with side effects", place(given.node))
        self.found[key] = given

    def _braced(self, declared: ArrayOf | Record, offset: int, init: c_ast.InitList) -> int:
        """Fill an object from the values in its braces; how many parts of it these reach (C11 6.7.9 p17 to p20)."""
        self._override(declared, offset, init)
        path, reached = [_Whole(declared, offset)], 0
        for item in one_by_one(init.exprs or [], self.constant):
            if not isinstance(item, c_ast.NamedInitializer) and self._is_full(path):
                check_excess([item])
                continue
            part, given = self._addressed_part(path, item)
            while not self._takes_whole(part.type, given):
                self._enter(path, part, given)
                part = self._following(path, given)
            self.fill(part.type, part.offset, given, part.member)
            reached = max(reached, path[0].position)
        return reached

    def _addressed_part(self, path: list[_Whole], item: c_ast.Node) -> tuple[_Part, c_ast.Node]:
        """What ``item`` is for: what its designators say, or the part after the one before."""
        if not isinstance(item, c_ast.NamedInitializer):
            return self._following(path, item), item
        del path[1:]
        part: _Part | None = None
        for designator in item.name:
            if part is not None:
                if not is_aggregate(part.type):
                    raise InputError("such a designator in an initialiser", place(item.expr))
                self._enter(path, part, item.expr)
            part = self._designated(path, designator, item.expr)
        assert part is not None
        return part, item.expr

    def _is_full(self, path: list[_Whole]) -> bool:
        return all(whole.position >= _count(whole.declared) for whole in path)

    def _following(self, path: list[_Whole], item: c_ast.Node) -> _Part:
        while len(path) > 1 and path[-1].position >= _count(path[-1].declared):
            path.pop()
        if path[-1].position >= _count(path[-1].declared):
            raise InputError("more initial values than elements", place(item))
        return self._taken(path[-1], path[-1].position, item)

    def _taken(self, whole: _Whole, position: int, item: c_ast.Node) -> _Part:
        whole.position = position + 1
        if isinstance(whole.declared, Record) and whole.declared.kind == "union":
            before = self.chosen.setdefault((whole.offset, id(whole.declared)), position)
            if before != position:
                self.chosen[whole.offset, id(whole.declared)] = position
                self._forget(whole.offset, whole.declared.size)
        return _part(whole, position, item)

    def _designated(self, path: list[_Whole], designator: c_ast.Node, item: c_ast.Node) -> _Part:
        """One designator; a member of an anonymous struct or union is found in there (C11 6.7.2.1 p13)."""
        declared = path[-1].declared
        if isinstance(declared, ArrayOf) and isinstance(designator, c_ast.ArrayDesignator):
            position = self.constant(designator.expr)
            if position < 0 or (declared.length is not None and position >= declared.length):
                raise InputError("a designator must be a constant within the array", place(item))
            return self._taken(path[-1], position, item)
        if not isinstance(declared, Record) or not isinstance(designator, c_ast.ID):
            raise NotSupported("such a designator in an initialiser", place(item))
        if find_member(declared, designator.name) is None:
            raise InputError(f"'{declared}' has no member '{designator.name}'", place(item))
        position = _position(declared, designator.name)
        part = self._taken(path[-1], position, item)
        if _named_members(declared)[position].name is not None:
            return part
        self._enter(path, part, item)
        return self._designated(path, designator, item)

    def _enter(self, path: list[_Whole], part: _Part, item: c_ast.Node) -> None:
        """A value is for something inside of ``part``. What of an expression's value for the whole is left then is
        told by no compiler alike (gcc drops it, clang keeps it).
        """
        assert is_aggregate(part.type)
        if not _count(part.type):
            raise NotSupported("an initial value for something that has no elements", place(item))
        if self.copied.get(part.offset) == size_of(part.type, place(item)):
            raise NotSupported("an initial value for a part of what an expression initialises as a whole", place(item))
        path.append(_Whole(part.type, part.offset))

    def _takes_whole(self, declared: DeclaredType, item: c_ast.Node) -> bool:
        """Whether ``item`` initialises all of an object of this type (C11 6.7.9 p13, p20)."""
        if isinstance(item, c_ast.InitList) or not is_aggregate(declared):
            return True
        if isinstance(declared, ArrayOf):
            return is_string(item) and isinstance(declared.element, Integer)
        found = self.record(item)
        return same_record(found, declared) or (found is not None and found.sort is declared.sort is Sort.VECTOR)

    def _override(self, declared: DeclaredType, offset: int, init: c_ast.Node) -> None:
        """What was given for parts of an object does not count where it is given as a whole (C11 6.7.9 p19)."""
        if offset <= self.last and not _open(declared):
            self._forget(offset, size_of(declared, place(init)))

    def _forget(self, offset: int, size: int) -> None:
        for start in [start for start in self.copied if offset <= start < offset + size]:
            del self.copied[start]
        for key in [k for k in self.found if offset <= k[0] < offset + size]:
            if may_have_effect(self.found[key].node):
                raise NotSupported("an overridden initial value with side effects", place(self.found[key].node))
            del self.found[key]


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


def _part(whole: _Whole, position: int, node: c_ast.Node) -> _Part:
    """The part number ``position``."""
    declared, offset = whole.declared, whole.offset
    if isinstance(declared, ArrayOf):
        return _Part(declared.element, offset + position * size_of(declared.element, place(node)))
    member = _named_members(declared)[position]
    return _Part(member.type, offset + member.offset, member if member.bits is not None else None)


def check_excess(values: list[c_ast.Node]) -> None:
    """Values for which there is no part are passed over (gcc)."""
    for node in values:
        if may_have_effect(node):
            raise NotSupported("an initial value for nothing, with side effects", place(node))


def is_string(node: c_ast.Node) -> bool:
    """Whether ``node`` is a string literal."""
    return isinstance(node, c_ast.Constant) and node.type == "string"


def unbraced(init: c_ast.Node) -> c_ast.Node:
    """A string literal may stand in braces."""
    inner = init.exprs[0] if isinstance(init, c_ast.InitList) and len(init.exprs or []) == 1 else init
    return inner if is_string(inner) else init


def given_values(
    declared: DeclaredType,
    init: c_ast.Node,
    constant: Callable[[c_ast.Node], int],
    record: Callable[[c_ast.Node], Record | None],
) -> Iterator[Given]:
    """The values that ``init`` gives for the parts of an object, in order; the other parts are zero.

    ``record``: the type of an expression that is a struct or union.
    """
    filling = _Filling(constant, record)
    filling.fill(declared, 0, init)
    yield from filling.found.values()


def completed_length(
    declared: ArrayOf,
    init: c_ast.Node,
    constant: Callable[[c_ast.Node], int],
    record: Callable[[c_ast.Node], Record | None],
) -> int:
    """The length that an array without one gets from its initialiser."""
    filling = _Filling(constant, record)
    filling.fill(declared, 0, init)
    return filling.length


def with_flexible_part(
    declared: DeclaredType,
    init: c_ast.Node,
    constant: Callable[[c_ast.Node], int],
    record: Callable[[c_ast.Node], Record | None],
) -> DeclaredType:
    """What an object of type ``declared`` with static storage is made of: a flexible array member at its end has as
    many elements as ``init`` gives (gcc). It need not lie within what ``sizeof`` counts.
    """
    last = declared.members[-1] if isinstance(declared, Record) and declared.members else None
    if last is None or not isinstance(last.type, ArrayOf) or last.type.length is not None:
        return declared
    if not isinstance(declared, Record) or not isinstance(init, c_ast.InitList):
        return declared
    size = size_of(last.type.element, place(init))
    longest = _lengthened(declared, last, MAXIMUM_LENGTH, size)
    ends = [each.offset for each in given_values(longest, init, constant, record) if each.offset >= last.offset]
    return _lengthened(declared, last, (max(ends) - last.offset) // size + 1, size) if ends else declared


def _lengthened(record: Record, last: Member, length: int, size: int) -> Record:
    """With so many elements, of ``size`` bytes each, at the end."""
    assert isinstance(last.type, ArrayOf)
    members = (*(record.members or ())[:-1], replace(last, type=ArrayOf(last.type.element, length)))
    return replace(record, members=members, size=max(record.size, last.offset + length * size))
