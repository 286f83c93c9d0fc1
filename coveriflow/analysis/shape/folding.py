"""Two neighbours become one segment: so that lists of any length have finitely many graphs.

Nothing here is trusted: the certificate check asks whether what was folded is contained in what it became.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.analysis.shape.embedding import embed
from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.kinds import Telling, joined_values
from coveriflow.analysis.shape.objects import Links, Object, Own, Place, Value
from coveriflow.analysis.shape.values import End, ObjectId, Pointer

_MOST_DIFFERENT = 3
"""So many neighbours may differ in numbers alone before these are joined."""
_MOST_APART = 10
"""Objects and segments of one graph, some of which are kept apart."""
_Reference = tuple[ObjectId | None, Place | None, Pointer]
_References = defaultdict[ObjectId, list[_Reference]]


@dataclass(frozen=True, slots=True)
class _Pair:
    """``first`` is followed by ``second``; ``fields``: what holds for both. ``joins``: only if numbers are joined."""

    first: int
    second: int
    links: Links
    fields: dict[Place, Value]
    joins: bool


@dataclass(frozen=True, slots=True)
class Folding:
    """``keeps_apart``: objects are not folded that differ in which of the compared numbers they hold, until there are
    many. ``embeds``: what an object has for itself becomes a part of it. ``keeps_pairs``: two objects are no segment.
    """

    telling: Telling
    keeps_apart: bool = False
    embeds: bool = False
    keeps_pairs: bool = False

    def fold(self, heap: Heap) -> None:
        """Fold what can be folded: what holds the same numbers first, and the rest where chains become long."""
        if self.embeds:
            embed(heap)
        while (pair := self._next(heap)) is not None:
            self._fold(heap, pair)

    def sign(self, place: Place, value: Own) -> object:
        """What of a field's numbers belongs to the skeleton of a graph."""
        return self.telling.sign(place, value) if self.keeps_apart else None

    def _next(self, heap: Heap) -> _Pair | None:
        found = list(self._pairs(heap))
        pair = self._next_of(_long(heap, found) if self.keeps_pairs else found)
        many = self.keeps_apart and sum(isinstance(number, int) for number in heap.objects) > _MOST_APART
        return replace(self, keeps_apart=False)._blurring(heap) if pair is None and many else pair

    def _blurring(self, heap: Heap) -> _Pair | None:
        """What makes a segment of several kinds longer; else what is furthest from the variables."""
        found = list(self._pairs(heap))
        of_kinds = (each for each in found if heap.objects[each.first].kinds or heap.objects[each.second].kinds)
        return next(of_kinds, found[-1] if found else None)

    @staticmethod
    def _next_of(found: Sequence[_Pair]) -> _Pair | None:
        same = next((each for each in found if not each.joins), None)
        if same is not None:
            return same
        following = {each.first: each for each in found}
        for each in found:
            length, here = 1, each
            while here.second in following and length <= _MOST_DIFFERENT:
                here, length = following[here.second], length + 1
            if length >= _MOST_DIFFERENT:
                return each
        return None

    def _pairs(self, heap: Heap) -> Iterator[_Pair]:
        to: _References = defaultdict(list)
        for reference in heap.pointers():
            to[reference[2].object].append(reference)
        for number, each in sorted((n, o) for n, o in heap.objects.items() if isinstance(n, int) and o.exists):
            for place, value in each.fields.items():
                if isinstance(value, Pointer) and isinstance(value.object, int) and value.object != number:
                    pair = self._pair(heap, to, number, place, value)
                    if pair is not None:
                        yield pair

    def _pair(self, heap: Heap, to: _References, first: int, place: Place, value: Pointer) -> _Pair | None:
        assert isinstance(value.object, int)
        one, other = heap.objects[first], heap.objects[value.object]
        if value.end is End.LAST or not other.exists:
            return None
        for links in _links(one, other, first, place, value):
            if any(each.links not in (None, links) for each in (one, other)):
                continue
            if not _is_inner(heap, to, first, value.object, links):
                continue
            common = self._common(one, other, links)
            if common is not None:
                return _Pair(first, value.object, links, *common)
        return None

    def _common(self, one: Object, other: Object, links: Links) -> tuple[dict[Place, Value], bool] | None:
        if one.is_open is not other.is_open or links.next not in one.fields or links.next not in other.fields:
            return None
        fields, joins = dict[Place, Value](), False
        for place in one.fields.keys() & other.fields.keys():
            if place in links.places:
                continue
            mine, its = one.fields[place], other.fields[place]
            if mine == its:
                fields[place] = mine
                continue
            if isinstance(mine, Pointer) or isinstance(its, Pointer) or not self._are_joined(place, mine, its):
                return None
            joined = joined_values(place, mine, its)
            joins |= joined is not None and joined not in (mine, its)
            if joined is not None:
                fields[place] = joined
        for place in one.fields.keys() ^ other.fields.keys():
            known = one.fields.get(place, other.fields.get(place))
            if place.is_extent or not isinstance(known, ValueSet) or self.sign(place, known) is not None:
                return None
        fields[links.next] = other.fields[links.next]
        if links.previous is not None:
            fields[links.previous] = one.fields[links.previous]
        return fields, joins

    def _are_joined(self, place: Place, mine: Own, its: Own) -> bool:
        return not place.is_extent and self.sign(place, mine) == self.sign(place, its)

    def _fold(self, heap: Heap, pair: _Pair) -> None:
        """The first one becomes the segment."""
        one, other = heap.objects[pair.first], heap.objects[pair.second]
        kinds = self.telling.of_chain(one, other, pair.links.places)
        heap.objects[pair.first] = Object(pair.fields, pair.links, kinds=kinds)
        del heap.objects[pair.second]
        last = Pointer(pair.first, 0, End.LAST)
        heap.redirect({Pointer(pair.second, 0, end): last for end in End})


def _long(heap: Heap, found: Sequence[_Pair]) -> list[_Pair]:
    """Those of at least three objects."""
    firsts, seconds = (
        {(number, each.links) for number, each in ends}
        for ends in ([(each.first, each) for each in found], [(each.second, each) for each in found])
    )
    return [
        each
        for each in found
        if any(heap.objects[number].links is not None for number in (each.first, each.second))
        or (each.second, each.links) in firsts
        or (each.first, each.links) in seconds
    ]


def _links(one: Object, other: Object, first: int, place: Place, value: Pointer) -> Iterator[Links]:
    """In both directions, or only forward."""
    end = End.FIRST if one.links is None else End.LAST
    for back, to in other.fields.items():
        if back != place and isinstance(to, Pointer) and to.object == first and to.end is end and back in one.fields:
            yield Links(place, value.offset, back, to.offset)
    yield Links(place, value.offset)


def _is_inner(heap: Heap, to: _References, first: int, second: int, links: Links) -> bool:
    """Whether nothing but the links points between the two."""
    if heap.objects[first].links is not None:
        inner = [r for r in to[first] if r[2].end is End.LAST]
        if any((r[0], r[1]) != (second, links.previous) for r in inner):
            return False
    for source, place, pointer in to[second]:
        if (source, place) == (first, links.next):
            continue
        is_last = heap.objects[second].links is None or pointer.end is End.LAST
        is_back = place is not None and place == links.previous and pointer.offset == links.previous_offset
        if not (is_last and is_back and source not in (first, second)):
            return False
    return True
