"""Looking at one end of a segment: it is a single object, or one object and a shorter segment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coveriflow.analysis.shape.heaps import Heap, Links, Object
from coveriflow.analysis.shape.values import End, Pointer


def materialised(heap: Heap, segment: int, end: End) -> Iterator[Heap]:
    """The cases. Law: each concrete state of ``heap`` is one of a case's, and in these no segment is at that end."""
    yield _single(heap.copy(), segment)
    links = heap.objects[segment].links
    assert links is not None
    part = _first if end is End.FIRST else _last
    yield part(heap.copy(), segment, links)


def _single(heap: Heap, segment: int) -> Heap:
    heap.objects[segment] = replace(heap.objects[segment], links=None)
    heap.redirect({Pointer(segment, 0, End.LAST): Pointer(segment, 0)})
    return heap


def _first(heap: Heap, segment: int, links: Links) -> Heap:
    """The first object is taken out; the segment keeps its number, and has one object less."""
    whole = heap.objects[segment]
    single = heap.new(Object(whole.fields, None, whole.is_open))
    heap.redirect({Pointer(segment, 0, End.FIRST): Pointer(single, 0)})
    heap.set_field(single, links.next, Pointer(segment, links.next_offset))
    if links.previous is not None:
        heap.set_field(segment, links.previous, Pointer(single, links.previous_offset))
    return heap


def _last(heap: Heap, segment: int, links: Links) -> Heap:
    whole = heap.objects[segment]
    single = heap.new(Object(whole.fields, None, whole.is_open))
    heap.redirect({Pointer(segment, 0, End.LAST): Pointer(single, 0)})
    heap.set_field(segment, links.next, Pointer(single, links.next_offset))
    if links.previous is not None:
        heap.set_field(single, links.previous, Pointer(segment, links.previous_offset, End.LAST))
    return heap
