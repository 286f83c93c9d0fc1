"""Looking at one end of a segment: it is a single object, or one object and a shorter segment. Looking at the numbers
of an object that may be of several kinds: it is one of these. What an object owns is looked at in the graph.
"""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.kinds import first_and_rest, last_and_rest, lone, ways
from coveriflow.analysis.shape.objects import Object, Owned
from coveriflow.analysis.shape.values import End, Pointer


def materialised(heap: Heap, number: int, end: End) -> Iterator[Heap]:
    """The cases. Law: each concrete state of ``heap`` is one of a case's, and in these no segment is at that end, or
    the single object is of one kind, or owns nothing.
    """
    whole = heap.objects[number]
    if whole.links is None:
        for each in ways(whole) if whole.kinds else (whole,):
            case = heap.copy()
            case.objects[number] = each
            if whole.kinds is None:
                _lay_open(case, number)
            yield case
        return
    if (single := lone(whole)) is not None:
        yield _single(heap.copy(), number, single)
    if end is End.FIRST:
        yield from (_first(heap.copy(), number, one, rest) for one, rest in first_and_rest(whole))
    else:
        yield from (_last(heap.copy(), number, one, rest) for one, rest in last_and_rest(whole))


def _lay_open(heap: Heap, number: int) -> None:
    """What a single object owns becomes part of the graph."""
    each = heap.objects[number]
    owned = {place: value for place, value in each.fields.items() if isinstance(value, Owned)}
    pointers = {place: Pointer(heap.new(value.content), value.offset) for place, value in owned.items()}
    heap.objects[number] = each.with_fields({**each.fields, **pointers})


def _single(heap: Heap, segment: int, single: Object) -> Heap:
    heap.objects[segment] = single
    heap.redirect({Pointer(segment, 0, End.LAST): Pointer(segment, 0)})
    return heap


def _first(heap: Heap, segment: int, one: Object, rest: Object) -> Heap:
    """The first object is taken out; the segment keeps its number, and has one object less."""
    links = rest.links
    assert links is not None
    heap.objects[segment] = rest
    single = heap.new(one)
    heap.redirect({Pointer(segment, 0, End.FIRST): Pointer(single, 0)})
    heap.set_field(single, links.next, Pointer(segment, links.next_offset))
    if links.previous is not None:
        heap.set_field(segment, links.previous, Pointer(single, links.previous_offset))
    return heap


def _last(heap: Heap, segment: int, one: Object, rest: Object) -> Heap:
    links = rest.links
    assert links is not None
    heap.objects[segment] = rest
    single = heap.new(one)
    heap.redirect({Pointer(segment, 0, End.LAST): Pointer(single, 0)})
    heap.set_field(segment, links.next, Pointer(single, links.next_offset))
    if links.previous is not None:
        heap.set_field(single, links.previous, Pointer(segment, links.previous_offset, End.LAST))
    return heap
