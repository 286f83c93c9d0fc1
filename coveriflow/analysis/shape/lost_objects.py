"""Whether pointers are left to all allocated objects: what a check of ``Undefined.LOST`` asks, more exactly than its
condition says it.
"""

from __future__ import annotations

from collections.abc import Collection

from coveriflow.analysis.shape.heaps import Heap, normalised_end
from coveriflow.analysis.shape.objects import Value
from coveriflow.analysis.shape.values import End, ObjectId, Pointer


def nothing_is_lost(heap: Heap, static: Collection[str]) -> bool:
    """Whether in each concrete state of ``heap`` a variable or an object of ``static``, which live as long as the
    program, points to each object that exists, directly or through other ones that exist.

    A segment is reached by a pointer to its first object. A pointer to its last one reaches all where the objects have
    pointers to those before them.
    """
    if heap.lost or heap.surplus:
        return False
    reached = _reached(heap, static)
    return all(number in reached for number, each in heap.objects.items() if isinstance(number, int) and each.exists)


def _reached(heap: Heap, static: Collection[str]) -> set[ObjectId]:
    """The allocated objects and whole segments that are pointed to."""
    found = set[ObjectId]()
    pending: list[Value] = [value for name, value in heap.variables.items() if name in static]
    pending += [value for name in static if name in heap.objects for value in heap.objects[name].fields.values()]
    while pending:
        value = pending.pop()
        if not isinstance(value, Pointer) or not isinstance(value.object, int) or value.object in found:
            continue
        target = heap.objects.get(value.object)
        if target is None or not target.exists:
            continue
        is_last = normalised_end(heap, value).end is End.LAST
        if is_last and (target.links is None or target.links.previous is None):
            continue
        found.add(value.object)
        pending += target.fields.values()
    return found
