"""Which types of two translation units are compatible (C11 6.2.7 p1): those are one type to a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coveriflow.program.declarations.scopes import Scope
from coveriflow.program.types.c_types import ArrayOf, DeclaredType, FunctionOf, Member, Pointer, Record


def same_record(one: object, other: Record) -> bool:
    """Whether ``one`` is the type ``other``, or that type as another translation unit declares it.

    Within a unit each struct or union is a type of its own. Those of two units are compatible if they have one tag, or
    both have none, and the same members with one layout; of unions in any order. One that a unit does not complete is
    compatible with each of its tag.
    """
    return one is other or (isinstance(one, Record) and _records(one, other, set()))


def are_compatible(one: DeclaredType, other: DeclaredType) -> bool:
    """Whether declarations of one name in two units may have these types."""
    return _types(one, other, set())


def complete_opaque(scopes: Iterable[Scope]) -> None:
    """A struct or union that a unit does not complete is what others say, if these agree: one name has one type in all
    units then, wherever it was declared first.
    """
    by_tag: dict[tuple[str, str], list[Record]] = {}
    for record in (each for scope in scopes for each in scope.records.values() if each.tag):
        by_tag.setdefault((record.kind, record.tag), []).append(record)
    for records in by_tag.values():
        whole = [each for each in records if each.members is not None]
        if not whole or not all(same_record(each, whole[0]) for each in whole):
            continue
        for record in records:
            if record.members is None and not record.unhandled:
                record.members, record.size, record.alignment = whole[0].members, whole[0].size, whole[0].alignment


def _records(one: Record, other: Record, seen: set[tuple[int, int]]) -> bool:
    """``seen``: pairs that are compatible if all else is. A type may lead to itself."""
    if one is other or (id(one), id(other)) in seen:
        return True
    if one.is_number or other.is_number or one.unit == other.unit or (one.kind, one.tag) != (other.kind, other.tag):
        return False
    seen.add((id(one), id(other)))
    if one.members is None or other.members is None:
        return bool(one.tag)
    if (one.size, one.alignment, len(one.members)) != (other.size, other.alignment, len(other.members)):
        return False
    pairs = zip(_ordered(one, one.members), _ordered(other, other.members), strict=True)
    return all(_members(first, second, seen) for first, second in pairs)


def _ordered(record: Record, members: Sequence[Member]) -> Sequence[Member]:
    return sorted(members, key=lambda each: each.name or "") if record.kind == "union" else members


def _members(one: Member, other: Member, seen: set[tuple[int, int]]) -> bool:
    place = (one.name, one.offset, one.first, one.bits)
    return place == (other.name, other.offset, other.first, other.bits) and _types(one.type, other.type, seen)


def _types(one: DeclaredType, other: DeclaredType, seen: set[tuple[int, int]]) -> bool:
    match one, other:
        case Record(), Record():
            return _records(one, other, seen)
        case Pointer(first), Pointer(second):
            return _types(first, second, seen)
        case ArrayOf(first, length), ArrayOf(second, other_length):
            return (length is None or other_length in (None, length)) and _types(first, second, seen)
        case FunctionOf(first, given), FunctionOf(second, taken):
            if given is None or taken is None:
                return _types(first, second, seen)
            pairs = [(first, second), *((a, b) for (_, a), (_, b) in zip(given, taken, strict=False))]
            return len(given) == len(taken) and all(_types(a, b, seen) for a, b in pairs)
        case _:
            return type(one) is type(other) and one == other
