"""Whether one graph contains another: whether each concrete state of the one is one of the other.

The objects of the smaller graph are given to those of the larger one, beginning at variables and declared objects. A
single object gets a single object, a segment gets a chain of objects and segments that are linked as it says. This is
sound and not complete: where a chain may end at several places, each is tried, but sets of numbers are compared one by
one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from coveriflow.analysis.data_flow.values.value_sets import ValueSet, covers
from coveriflow.analysis.shape.evaluation import Evaluation
from coveriflow.analysis.shape.graphs import Graph
from coveriflow.analysis.shape.heaps import is_unknown
from coveriflow.analysis.shape.kinds import chained, labelled
from coveriflow.analysis.shape.objects import Kinds, Links, Numbers, Object, Own, Owned, Place, Value
from coveriflow.analysis.shape.values import End, Pointer

_Pair = tuple[Value, Value, int]
"""A larger and a smaller value, of so many bytes."""
_Chain = tuple[tuple[int, ...], Sequence[_Pair]]
"""Smaller objects, and what must hold where they are what a larger one stands for."""


def contains(evaluation: Evaluation, larger: Graph, smaller: Graph) -> bool:
    """Law: if it holds, each concrete state of ``smaller`` is one of ``larger``."""
    if larger is smaller or larger.identity == smaller.identity:
        return True
    if larger.surplus != smaller.surplus or (smaller.lost and not larger.lost):
        return False
    if len(larger.objects) > len(smaller.objects) or not larger.fixed <= smaller.fixed:
        return False
    given = _Given(evaluation, larger, smaller)
    pairs: list[_Pair] = []
    for name, value in larger.variables.items():
        own = smaller.variables.get(name)
        if own is None or not given.agree(value, own, 0):
            return False
        if not isinstance(value, ValueSet):
            pairs.append((value, own, 0))
    for number, object_ in larger.objects.items():
        if isinstance(number, str):
            found = given.fields(object_, smaller.objects[number], ())
            if found is None:
                return False
            pairs += found
    return given.all(pairs)


@dataclass(slots=True)
class _Given:
    """``parts``: which smaller objects a larger one stands for, in order; ``to``: the larger object of each, or
    nothing for what an object owns.
    """

    evaluation: Evaluation
    larger: Graph
    smaller: Graph
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    to: dict[int, int | None] = field(default_factory=dict)

    def all(self, pairs: Sequence[_Pair]) -> bool:
        """Whether each smaller value lies in the larger one, and what they point to, too."""
        pending = list(pairs)
        while pending:
            large, small, size = pending.pop()
            if not self.agree(large, small, size):
                return False
            if isinstance(large, ValueSet) or isinstance(small, Owned):
                continue
            assert isinstance(small, Pointer)
            if isinstance(large, Owned):
                return any(self._with(None, each, pending) for each in self._chains(large.content, End.FIRST, small))
            if isinstance(large.object, str):
                continue
            if large.object in self.parts:
                if not self._is_at_end(large, small):
                    return False
                continue
            whole = self.larger.objects[large.object]
            return any(self._with(large.object, each, pending) for each in self._chains(whole, large.end, small))
        return self._is_whole()

    def agree(self, large: Value, small: Value, size: int) -> bool:
        """Whether a number lies in the larger one; whether an address may, as far as is seen at once."""
        if isinstance(large, ValueSet):
            return large == small or self._lies_in(large, small, size)
        if isinstance(small, ValueSet) or small.offset != large.offset:
            return False
        if isinstance(large, Owned):
            is_first = isinstance(small, Owned) or (isinstance(small.object, int) and small.end is End.FIRST)
            return self._owns(large.content, small.content) if isinstance(small, Owned) else is_first
        if isinstance(small, Owned):
            return False
        return large.object == small.object or not (isinstance(large.object, str) or isinstance(small.object, str))

    def _owns(self, large: Object, small: Object) -> bool:
        """Whether what an object owns contains what another one owns: there are no addresses of others in either."""
        if small.links not in (None, large.links):
            return False
        apart = large.links.places if large.links else ()
        if self.fields(large, small, apart) is None:
            return False
        if large.links is None:
            return True
        is_word = large.kinds is None or self._is_word(large.kinds, [small])
        return is_word and all(self.agree(*pair) for pair in self._ends(large, large.links, [small]))

    def _lies_in(self, large: ValueSet, small: Value, size: int) -> bool:
        if size and is_unknown(large, size):
            return True
        if isinstance(small, ValueSet):
            return covers(large, small)
        return covers(large, self.evaluation.numbers(small))

    def _is_at_end(self, large: Pointer, small: Pointer) -> bool:
        assert isinstance(large.object, int)
        parts = self.parts[large.object]
        if self.larger.objects[large.object].links is None or large.end is End.FIRST:
            return small.object == parts[0] and small.end is End.FIRST
        last = self.smaller.objects[parts[-1]]
        return small.object == parts[-1] and (small.end is End.LAST or last.links is None)

    def _with(self, larger: int | None, chain: _Chain, pending: Sequence[_Pair]) -> bool:
        """Whether all is well with this chain for the object that it was found for, or for what an object owns."""
        parts, pairs = chain
        others = _Given(self.evaluation, self.larger, self.smaller, dict(self.parts), dict(self.to))
        if larger is not None:
            others.parts[larger] = parts
        for each in parts:
            others.to[each] = larger
        return others.all([*pending, *pairs])

    def _chains(self, object_: Object, end: End, small: Pointer) -> Iterator[_Chain]:
        """What a larger object may stand for, from one end on; with what must hold then."""
        assert isinstance(small.object, int)
        links = object_.links
        if small.object in self.to:
            return
        if links is None:
            single = self.smaller.objects[small.object]
            pairs = self.fields(object_, single, ()) if single.links is None else None
            if pairs is not None:
                yield (small.object,), pairs
            return
        if end is not small.end and self.smaller.objects[small.object].links is not None:
            return
        if end is End.LAST and links.previous is None:
            return
        yield from self._grown(object_, links, end, small.object)

    def _grown(self, object_: Object, links: Links, end: End, begin: int) -> Iterator[_Chain]:
        """Chains that begin at one end, longer and longer."""
        chain, inner = [begin], list[_Pair]()
        while True:
            here = self.smaller.objects[chain[-1]]
            pairs = self.fields(object_, here, links.places)
            if pairs is None or here.links not in (None, links):
                return
            inner += pairs
            ordered = chain if end is End.FIRST else chain[::-1]
            parts = [self.smaller.objects[number] for number in ordered]
            if object_.kinds is None or self._is_word(object_.kinds, parts):
                yield tuple(ordered), [*inner, *self._ends(object_, links, parts)]
            following = self._next(here, links, chain[-1], end)
            if following is None or following in chain or following in self.to:
                return
            chain.append(following)

    def _ends(self, object_: Object, links: Links, chain: Sequence[Object]) -> Iterator[_Pair]:
        yield self._pair(object_, chain[-1], links.next)
        if links.previous is not None:
            yield self._pair(object_, chain[0], links.previous)

    def _next(self, here: Object, links: Links, number: int, begin: End) -> int | None:
        """The neighbour that is linked as the segment says, in both directions."""
        forward = (links.next, links.next_offset, End.FIRST)
        back = (links.previous, links.previous_offset, End.LAST)
        (place, offset, end), (back_place, back_offset, back_end) = (
            (forward, back) if begin is End.FIRST else (back, forward)
        )
        to = here.fields.get(place) if place is not None else None
        if not isinstance(to, Pointer) or not isinstance(to.object, int) or to.offset != offset:
            return None
        neighbour = self.smaller.objects[to.object]
        if neighbour.links is not None and to.end is not end:
            return None
        if back_place is None:
            return to.object
        wanted = neighbour.fields.get(back_place)
        if not isinstance(wanted, Pointer) or (wanted.object, wanted.offset) != (number, back_offset):
            return None
        return to.object if here.links is None or wanted.end is back_end else None

    def fields(self, large: Object, small: Object, without: Sequence[Place]) -> list[_Pair] | None:
        """The pairs of addresses that fields hold; ``None`` where it is seen at once that they do not agree."""
        if small.is_open and not large.is_open:
            return None
        pairs: list[_Pair] = []
        told = dict(large.kinds.numbers[0]) if large.kinds else {}
        for place in (*large.fields, *(each for each in small.fields if each not in large.fields)):
            if place.is_extent and (place not in small.fields or place not in large.fields):
                return None
            if place in without:
                continue
            if not self._is_told(large, place):
                return None
            value, own, size = self._pair(large, small, place)
            if not self.agree(value, own, size):
                return None
            if not isinstance(value, ValueSet) and not (isinstance(value, Owned) and place in told):
                pairs.append((value, own, size))
        if large.kinds is None:
            return pairs
        labels = self._labels(large.kinds, small)
        return None if labels is None else [*pairs, *self._owned(large.kinds, labels, small)]

    def _is_told(self, large: Object, place: Place) -> bool:
        """Whether no less is known of the larger object there than what reading it tells: of bytes beside a field that
        is written, which are zero since nothing has written them, reading does not tell that.
        """
        if place in large.fields or large.is_open or place.region not in self.evaluation.zeros:
            return True
        beside = [each for each in large.fields if place.overlaps(each)]
        written = {byte for each in beside for byte in range(each.offset, each.offset + each.size)}
        return not beside or written.issuperset(range(place.offset, place.offset + place.size))

    def _owned(self, kinds: Kinds, labels: Sequence[int], small: Object) -> list[_Pair]:
        """What the kinds of the smaller object own, where that has an address: what is there is not seen at once."""
        told = dict(small.kinds.numbers[0]) if small.kinds else {}
        ways = (pair for label in labels for pair in kinds.numbers[label])
        values = {pair: self.evaluation.read(small, pair[0]) for pair in ways if pair[0] not in told}
        return [
            (value, own, place.size)
            for (place, value), own in values.items()
            if isinstance(value, Owned) and isinstance(own, Pointer)
        ]

    def _labels(self, kinds: Kinds, small: Object) -> list[int] | None:
        """For each kind of the smaller object one of ``kinds`` that contains it, if there is one."""
        found = [self._label(kinds, dict(way), small) for way in (small.kinds.numbers if small.kinds else ((),))]
        labels = [each for each in found if each is not None]
        return labels if len(labels) == len(found) else None

    def _label(self, kinds: Kinds, known: Mapping[Place, Own], small: Object) -> int | None:
        def lies_in(numbers: Numbers) -> bool:
            values = ((p, value, known.get(p, self.evaluation.read(small, p))) for p, value in numbers)
            return all(self.agree(value, own, place.size) for place, value, own in values)

        found = [index for index, numbers in enumerate(kinds.numbers) if lies_in(numbers)]
        return min(found, key=lambda index: _extent_of(kinds.numbers[index]), default=None)

    def _is_word(self, kinds: Kinds, parts: Sequence[Object]) -> bool:
        """Whether all that a chain of objects and segments may be are words of the larger segment."""
        found = ((part, self._labels(kinds, part)) for part in parts)
        words = reduce(chained, (labelled(part, kinds.numbers, own) for part, own in found if own is not None))
        return words.first <= kinds.first and words.last <= kinds.last and words.pairs <= kinds.pairs

    def _pair(self, large: Object, small: Object, place: Place) -> tuple[Value, Value, int]:
        size = 0 if place.is_extent else place.size
        return self.evaluation.read(large, place), self.evaluation.read(small, place), size

    def _is_whole(self) -> bool:
        """Whether each object of the larger graph stands for something, and what it leaves out is lost."""
        if any(isinstance(number, int) and number not in self.parts for number in self.larger.objects):
            return False
        left = [n for n in self.smaller.objects if isinstance(n, int) and n not in self.to]
        return self.larger.lost or not any(self.smaller.objects[number].exists for number in left)


def _extent_of(numbers: Numbers) -> int:
    """The closest kind says most."""
    sets = (value for _, value in numbers if isinstance(value, ValueSet))
    return sum(high - low for value in sets for low, high in value.ranges)
