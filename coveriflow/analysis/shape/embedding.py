"""What an object has for itself becomes a part of it: so that lists of objects with objects of their own are folded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.objects import Object, Owned, Place, Value
from coveriflow.analysis.shape.values import End, ObjectId, Pointer

_Reference = tuple[ObjectId | None, Place | None, Pointer]


_DEEPEST = 2
"""What an object owns may own something, and that nothing more: trees are no lists."""


def embed(heap: Heap) -> None:
    """Law: each concrete state of ``heap`` before is one of it afterwards. Who counts objects may not do so."""
    while (found := _next(heap)) is not None:
        owner, place, pointer = found
        own = heap.objects.pop(pointer.object)
        fields = tuple((p, v) for p, v in sorted(own.fields.items()) if not isinstance(v, Pointer))
        whole = heap.objects[owner]
        owned = Owned(pointer.offset, fields, own.links, own.kinds)
        heap.objects[owner] = whole.with_fields({**whole.fields, place: owned})


def _next(heap: Heap) -> tuple[int, Place, Pointer] | None:
    """By a field that makes no list, if there is one: the rest of a list is no part of an object."""
    to: defaultdict[ObjectId, list[_Reference]] = defaultdict(list)
    for reference in heap.pointers():
        to[reference[2].object].append(reference)
    found = list(_owners(heap, to))
    chained = set(_chained(heap, to))
    return next((each for each in found if each[1] not in chained), found[0] if found else None)


def _owners(heap: Heap, to: Mapping[ObjectId, list[_Reference]]) -> Iterator[tuple[int, Place, Pointer]]:
    """Objects of lists that alone point to another one, and the field by which they do."""
    for number, each in sorted((n, o) for n, o in heap.objects.items() if isinstance(n, int)):
        if len(to[number]) != 1 or not _is_alone(each):
            continue
        owner, place, pointer = to[number][0]
        if not isinstance(owner, int) or place is None or pointer.end is End.LAST or owner == number:
            continue
        whole = heap.objects[owner]
        is_told = whole.kinds is not None and whole.kinds.tells(place)
        if whole.links is None and not is_told and _is_listed(whole, place, to[owner]):
            yield owner, place, pointer


def _is_alone(each: Object) -> bool:
    is_shallow = all(_depth(value) < _DEEPEST for value in each.fields.values())
    return each.exists and each.is_open and each.kinds is None and is_shallow


def _depth(value: Value) -> int:
    match value:
        case Pointer():
            return _DEEPEST
        case Owned(_, fields):
            return 1 + max((_depth(each) for _, each in fields), default=0)
        case _:
            return 0


def _is_listed(owner: Object, place: Place, to_it: list[_Reference]) -> bool:
    """Whether it is linked to other objects by other fields than ``place``, and not by that."""
    by = {p for _, p, _ in to_it}
    others = (p for p, v in owner.fields.items() if isinstance(v, Pointer) and isinstance(v.object, int))
    return place not in by and (any(p != place for p in others) or any(p is not None for p in by))


def _chained(heap: Heap, to: Mapping[ObjectId, list[_Reference]]) -> Iterator[Place]:
    """The fields by which objects are reached that have an address in the same field."""
    for number, each in heap.objects.items():
        if each.links is not None:
            yield from each.links.places
        by = {place for _, place, _ in to[number]}
        yield from (p for p, v in each.fields.items() if p in by and isinstance(v, Pointer | Owned))
