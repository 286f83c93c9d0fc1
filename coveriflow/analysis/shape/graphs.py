"""Heaps as values: without what no one can reach, with numbers that depend on nothing but the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.analysis.shape.heaps import Heap, is_unknown, normalised_end
from coveriflow.analysis.shape.objects import Object, Owned, Place, Value
from coveriflow.analysis.shape.values import ObjectId, Pointer

_SMALL = 4096
"""Numbers below are no addresses of objects."""
_DEEP = 3
_Named = tuple[tuple[str, Value], ...]
_Object = tuple[ObjectId, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Graph:
    """An abstract state that does not change. Equal graphs have equal ``identity``; the ``skeleton`` is the same
    without sets of numbers. ``fixed``: what each graph has that lies in it: where small numbers are, and
    addresses, and single objects.
    """

    variables: Mapping[str, Value] = field(compare=False)
    objects: Mapping[ObjectId, Object] = field(compare=False)
    surplus: int = field(compare=False)
    lost: bool = field(compare=False)
    identity: tuple[object, ...]
    skeleton: tuple[object, ...] = field(compare=False)
    fixed: frozenset[object] = field(compare=False)
    _hash: int = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return self._hash

    def heap(self) -> Heap:
        """To be changed."""
        allocated = sum(isinstance(number, int) for number in self.objects)
        return Heap(dict(self.variables), dict(self.objects), self.surplus, self.lost, allocated)


Sign = Callable[[Place, ValueSet], object]


def _no_sign(_place: Place, _value: ValueSet) -> object:
    return None


def graph_of(heap: Heap, sign: Sign = _no_sign) -> Graph:
    """``heap`` must be ``cleaned``. ``sign``: what of a field's numbers belongs to the skeleton."""
    names = {old: new for new, old in enumerate(_allocated(heap))}
    variables = {name: _renamed(heap.variables[name], names) for name in sorted(heap.variables)}
    declared = sorted(number for number in heap.objects if isinstance(number, str))
    order: list[ObjectId] = [*declared, *names]
    objects = {names[n] if isinstance(n, int) else n: _object(heap.objects[n], names) for n in order}
    identity = (tuple(variables.items()), tuple(map(_identity, objects.items())), heap.surplus, heap.lost)
    skeleton = _skeleton(variables, objects, heap, sign)
    fixed = frozenset(_fixed(variables, objects))
    return Graph(variables, objects, heap.surplus, heap.lost, identity, skeleton, fixed, hash(identity))


def _fixed(variables: Mapping[str, Value], objects: Mapping[ObjectId, Object]) -> Iterator[object]:
    """By the way to it: from a variable or a declared object through single objects."""
    pending: list[tuple[tuple[object, ...], Value]] = [((name,), value) for name, value in variables.items()]
    for number, each in objects.items():
        if isinstance(number, str):
            pending += [((number, place), value) for place, value in each.fields.items()]
    while pending:
        way, value = pending.pop()
        if isinstance(value, ValueSet):
            if value.constant is not None and 0 <= value.constant < _SMALL:
                yield way, value.constant
            continue
        target = objects.get(value.object) if isinstance(value, Pointer) else value.content
        if target is None or (isinstance(value, Pointer) and isinstance(value.object, str)):
            yield way, value
            continue
        yield way, value.offset
        if target.links is None:
            yield way
            if len(way) < _DEEP:
                pending += [((*way, place), inner) for place, inner in target.fields.items()]


def _renamed(value: Value, names: Mapping[int, int]) -> Value:
    if isinstance(value, Pointer) and isinstance(value.object, int):
        return replace(value, object=names[value.object])
    return value


def _object(each: Object, names: Mapping[int, int]) -> Object:
    return each.with_fields({place: _renamed(each.fields[place], names) for place in sorted(each.fields)})


def _identity(pair: tuple[ObjectId, Object]) -> _Object:
    number, each = pair
    return number, (tuple(each.fields.items()), each.links, each.is_open, each.kinds)


def _skeleton(
    variables: Mapping[str, Value], objects: Mapping[ObjectId, Object], heap: Heap, sign: Sign
) -> tuple[object, ...]:
    named = tuple((name, None if isinstance(value, ValueSet) else value) for name, value in variables.items())
    others = tuple((number, _fields_without_numbers(each, sign), each.links) for number, each in objects.items())
    return named, others, heap.surplus, heap.lost


def _fields_without_numbers(each: Object, sign: Sign) -> tuple[object, ...]:
    return tuple((p, _without_numbers(p, value, sign)) for p, value in each.fields.items())


def _without_numbers(place: Place, value: Value, sign: Sign) -> object:
    match value:
        case Pointer():
            return value
        case ValueSet():
            return sign(place, value)
        case Owned(offset, fields, links):
            return offset, tuple((p, _without_numbers(p, each, sign)) for p, each in fields), links


def _allocated(heap: Heap) -> Iterator[int]:
    """The allocated objects that can be reached, in the order in which they are found."""
    found = dict[int, None]()
    pending = [value for _, value in sorted(heap.variables.items())]
    for name in sorted(number for number in heap.objects if isinstance(number, str)):
        pending += [value for _, value in sorted(heap.objects[name].fields.items())]
    pending.reverse()
    while pending:
        value = pending.pop()
        if isinstance(value, Pointer) and isinstance(value.object, int) and value.object not in found:
            found[value.object] = None
            fields = heap.objects[value.object].fields
            pending += [fields[place] for place in sorted(fields, reverse=True)]
    return iter(found)


def clean(heap: Heap, *, counts: bool) -> None:
    """Leave out what cannot be reached, and fields of which nothing is known. ``counts``: whether it matters that an
    object that is lost was not freed; if not, some may always be.
    """
    for number, each in heap.objects.items():
        kept = {place: value for place, value in each.fields.items() if not _says_nothing(each, place, value)}
        ends = {p: normalised_end(heap, v) if isinstance(v, Pointer) else v for p, v in kept.items()}
        if ends != each.fields:
            heap.objects[number] = each.with_fields(ends)
    for name, value in heap.variables.items():
        if isinstance(value, Pointer):
            heap.variables[name] = normalised_end(heap, value)
    reached = set(_allocated(heap))
    for number in [n for n in heap.objects if isinstance(n, int) and n not in reached]:
        heap.lost |= counts and heap.objects[number].exists
        del heap.objects[number]
    if not counts:
        heap.surplus, heap.lost = 0, True


def _says_nothing(object_: Object, place: Place, value: Value) -> bool:
    if place.is_extent or not object_.is_open or not is_unknown(value, place.size):
        return False
    return not any(other != place and other.overlaps(place) for other in object_.fields)
