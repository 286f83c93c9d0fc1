"""Abstract states of memory: a graph of objects, to which variables point.

Meaning: a concrete state is one of ``Heap`` if its existing allocated objects can be given to the objects of the graph,
no two of these sharing one, so that variables and fields hold what the graph gives. A single object stands for
one object. A segment stands for a chain of at least one: the field ``next`` of each holds the address of the following
one, ``previous`` (if there is one) that of the one before. What is known of the other fields holds for each of them.
The segment's own ``next`` is that of its last object, its own ``previous`` that of its first one.

A variable that is not listed holds anything, and so does a field of an ``open`` object. Addresses are symbolic: objects
never share a granule, and there are as many granules as a program needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.analysis.shape.objects import Object, Place, Value
from coveriflow.analysis.shape.values import End, ObjectId, Pointer

Variables = Mapping[str, Value]
Frozen = tuple[tuple[tuple[str, Value], ...], tuple[tuple[ObjectId, Object], ...], int, bool]


@dataclass(slots=True)
class Heap:
    """One abstract state, while it is changed.

    ``surplus``: how many more the program counts as allocated than exist of the objects of the graph and of those that
    are ``lost``: there may be objects that no longer are in the graph.
    """

    variables: dict[str, Value] = field(default_factory=dict)
    objects: dict[ObjectId, Object] = field(default_factory=dict)
    surplus: int = 0
    lost: bool = False
    next_id: int = 0

    def copy(self) -> Heap:
        """Changing one leaves the other as it is."""
        return Heap(dict(self.variables), dict(self.objects), self.surplus, self.lost, self.next_id)

    def new(self, object_: Object) -> int:
        """A new object's number."""
        number = self.next_id
        self.objects[number] = object_
        self.next_id += 1
        return number

    def set_field(self, object_: ObjectId, place: Place, value: Value) -> None:
        """Write a field: what it covers is forgotten, and what it overlaps is unknown."""
        fields = {each: old for each, old in self.objects[object_].fields.items() if not place.contains(each)}
        for other in fields:
            if place.overlaps(other):
                fields[other] = unknown(other.size)
        fields[place] = value
        before = self.objects[object_]
        kinds = before.kinds.without(place) if before.kinds and before.kinds.tells(place) else before.kinds
        self.objects[object_] = replace(before, fields=fields, kinds=kinds)

    def redirect(self, change: Mapping[Pointer, Pointer]) -> None:
        """Let all that points to an end of an object point to another object; offsets of ``change`` are 0."""

        def changed(value: Value) -> Value:
            if isinstance(value, Pointer) and (target := change.get(value.at(0))) is not None:
                return target.at(value.offset)
            return value

        self.variables = {name: changed(value) for name, value in self.variables.items()}
        for number, each in self.objects.items():
            if any(isinstance(value, Pointer) and value.at(0) in change for value in each.fields.values()):
                self.objects[number] = each.with_fields({p: changed(value) for p, value in each.fields.items()})

    def pointers(self) -> Iterator[tuple[ObjectId | None, Place | None, Pointer]]:
        """All that point into objects, each with the object and field that it lies in, or nothing for variables."""
        for value in self.variables.values():
            if isinstance(value, Pointer):
                yield None, None, value
        for number, each in self.objects.items():
            for place, value in each.fields.items():
                if isinstance(value, Pointer):
                    yield number, place, value


def unknown(size: int) -> ValueSet:
    """Any number of so many bytes."""
    return ValueSet(((0, (1 << (8 * size)) - 1),))


def is_unknown(value: Value, size: int) -> bool:
    """Whether it may be any bit pattern of so many bytes."""
    if not isinstance(value, ValueSet) or value.modulus != 1 or len(value.ranges) != 1:
        return False
    return value.high - value.low >= (1 << (8 * size)) - 1


def normalised_end(heap: Heap, pointer: Pointer) -> Pointer:
    """The last object of a single one is the first."""
    target = heap.objects.get(pointer.object)
    if pointer.end is End.LAST and (target is None or target.links is None):
        return Pointer(pointer.object, pointer.offset)
    return pointer
