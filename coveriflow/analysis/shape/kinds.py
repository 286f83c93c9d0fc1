"""Kinds of objects: which numbers the fields of an object have together, and which kind may follow which in a segment.

Where the numbers of each field are joined by themselves, it is forgotten that a red object has a black one after it. So
the objects of a segment are a word over a few kinds: those it may begin and end with are known, and those that may be
neighbours. The numbers with which the program compares fields distinguish kinds; where these are none, and several
fields differ, each numbers are a kind of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.analysis.shape.heaps import unknown
from coveriflow.analysis.shape.objects import Kinds, Numbers, Object, Own, Owned, Place
from coveriflow.analysis.shape.values import NUMBERS, Pointer

_MOST = 8
"""Kinds of one object or segment; where there are more, nothing is kept of them."""
Compared = Mapping[str, frozenset[int]]
"""By region: the numbers with which the program compares what lies there."""
Join = Callable[[Place, ValueSet, ValueSet], ValueSet]
"""Of two sets of numbers, in a field."""


def _joined(_place: Place, one: ValueSet, other: ValueSet) -> ValueSet:
    return NUMBERS.joined(one, other)


def joined_values(place: Place, one: Own, other: Own, join: Join = _joined) -> Own | None:
    """What contains both; ``None`` where that may be anything."""
    if one == other:
        return one
    if isinstance(one, ValueSet) and isinstance(other, ValueSet):
        return join(place, one, other)
    return _joined_owned(one, other, join) if isinstance(one, Owned) and isinstance(other, Owned) else None


def _joined_owned(one: Owned, other: Owned, join: Join) -> Owned | None:
    mine, its = dict(one.fields), dict(other.fields)
    if one.offset != other.offset or (one.links and other.links and one.links != other.links):
        return None
    if any(place.is_extent and mine.get(place) != its.get(place) for place in (*mine, *its)):
        return None
    joined = ((p, joined_values(p, mine[p], its[p], join)) for p in sorted(mine.keys() & its.keys()))
    fields = tuple((place, value) for place, value in joined if value is not None)
    kinds = one.kinds if one.kinds == other.kinds and one.links == other.links else None
    return Owned(one.offset, fields, one.links or other.links, kinds)


@dataclass(frozen=True, slots=True)
class Telling:
    """How kinds are distinguished, and how the numbers of one kind are joined."""

    compared: Compared
    join: Join = _joined

    def sign(self, place: Place, value: Own) -> object:
        """Which of the numbers that the program compares with it is, or whether it is no number."""
        if isinstance(value, Owned):
            return "owned"
        number = value.constant
        return number if number is not None and number in self.compared.get(place.region, ()) else None

    def of_chain(self, one: Object, other: Object, apart: Collection[Place]) -> Kinds | None:
        """Of the objects of ``one``, followed by those of ``other``; of all fields but those ``apart``."""
        return self._of_both(one, other, apart, chained)

    def of_either(self, one: Object, other: Object, apart: Collection[Place]) -> Kinds | None:
        """Of what is as ``one`` or as ``other``."""
        return self._of_both(one, other, apart, _united)

    def _of_both(
        self, one: Object, other: Object, apart: Collection[Place], together: Callable[[Kinds, Kinds], Kinds]
    ) -> Kinds | None:
        places = _differing(one, other, apart)
        ways = [way for each in (one, other) for way in _numbers(each, places)]
        names = self._named(ways)
        numbers: dict[object, dict[Place, Own]] = {}
        for name, way in zip(names, ways, strict=True):
            known = numbers.get(name)
            numbers[name] = way if known is None else {p: self._joined(p, known[p], way[p]) for p in places}
        if not 1 < len(numbers) <= _MOST:
            return None
        kinds = {name: tuple(way.items()) for name, way in numbers.items()}
        order = sorted(kinds.values(), key=_order)
        labels = [order.index(kinds[name]) for name in names]
        mine = len(one.kinds.numbers) if one.kinds else 1
        return together(labelled(one, order, labels[:mine]), labelled(other, order, labels[mine:]))

    def _joined(self, place: Place, one: Own, other: Own) -> Own:
        return joined_values(place, one, other, self.join) or unknown(place.size)

    def _named(self, ways: list[dict[Place, Own]]) -> list[tuple[object, ...]]:
        """By the numbers that are compared, or by all."""
        signs = [tuple(self.sign(place, value) for place, value in way.items()) for way in ways]
        if len(set(signs)) > 1:
            return list(signs)
        return [tuple(way.values()) if len(way) > 1 else () for way in ways]


def _differing(one: Object, other: Object, apart: Collection[Place]) -> list[Place]:
    """The fields with numbers that differ, or that tell kinds apart already."""
    known = [{place for place, _ in each.kinds.numbers[0]} if each.kinds else set() for each in (one, other)]
    fields = ({p: v for p, v in each.fields.items() if not p.is_extent} for each in (one, other))
    own = [{place for place, value in each.items() if not isinstance(value, Pointer)} for each in fields]
    both = ((known[0] | own[0]) & (known[1] | own[1])).difference(apart)
    return sorted(p for p in both if p in known[0] | known[1] or one.fields[p] != other.fields[p])


def _numbers(each: Object, places: Collection[Place]) -> Iterator[dict[Place, Own]]:
    for known in map(dict, each.kinds.numbers if each.kinds else ((),)):
        found = ((place, known[place] if place in known else each.fields[place]) for place in places)
        yield {place: value for place, value in found if not isinstance(value, Pointer)}


def labelled(each: Object, numbers: Sequence[Numbers], labels: Sequence[int]) -> Kinds:
    """The words of an object or segment in other kinds, which are ``numbers``; ``labels``: which one each of its own is
    there.
    """
    if each.kinds is None:
        own = frozenset(labels)
        return Kinds(tuple(numbers), own, own, frozenset((a, a) for a in own if each.links is not None))
    first, last = (frozenset(labels[n] for n in ends) for ends in (each.kinds.first, each.kinds.last))
    return Kinds(tuple(numbers), first, last, frozenset((labels[a], labels[b]) for a, b in each.kinds.pairs))


def chained(one: Kinds, other: Kinds) -> Kinds:
    """Words of the one, followed by words of the other."""
    between = frozenset((a, b) for a in one.last for b in other.first)
    return Kinds(one.numbers, one.first, other.last, one.pairs | other.pairs | between)


def _united(one: Kinds, other: Kinds) -> Kinds:
    return Kinds(one.numbers, one.first | other.first, one.last | other.last, one.pairs | other.pairs)


def _order(numbers: Numbers) -> list[tuple[object, ...]]:
    return [_place_in_order(value) for _, value in numbers]


def _place_in_order(value: Own) -> tuple[object, ...]:
    return (0, value.ranges, value.modulus, value.rest) if isinstance(value, ValueSet) else (1, repr(value))


def lone(segment: Object) -> Object | None:
    """A segment that has one object, as that; ``None`` where it has more."""
    single, kinds = replace(segment, links=None), segment.kinds
    return single if kinds is None else limited(single, _of_one(kinds, kinds.first & kinds.last))


def first_and_rest(segment: Object) -> Iterator[tuple[Object, Object]]:
    """A segment of more than one object: its first one, and the others."""
    single, kinds = replace(segment, links=None), segment.kinds
    if kinds is None:
        yield single, segment
        return
    for taken, following in _by_neighbours(kinds.first, kinds.pairs):
        one = limited(single, _of_one(kinds, taken))
        rest = limited(segment, _trimmed(replace(kinds, first=following)))
        if one is not None and rest is not None:
            yield one, rest


def last_and_rest(segment: Object) -> Iterator[tuple[Object, Object]]:
    """A segment of more than one object: its last one, and the others."""
    single, kinds = replace(segment, links=None), segment.kinds
    if kinds is None:
        yield single, segment
        return
    for taken, before in _by_neighbours(kinds.last, frozenset((b, a) for a, b in kinds.pairs)):
        one = limited(single, _of_one(kinds, taken))
        rest = limited(segment, _trimmed(replace(kinds, last=before)))
        if one is not None and rest is not None:
            yield one, rest


def _by_neighbours(
    ends: frozenset[int], pairs: frozenset[tuple[int, int]]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Kinds at an end that have the same neighbours, and these."""
    groups: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for each in sorted(ends):
        groups[frozenset(b for a, b in pairs if a == each)].add(each)
    yield from ((frozenset(taken), neighbours) for neighbours, taken in groups.items() if neighbours)


def _of_one(kinds: Kinds, which: frozenset[int]) -> Kinds:
    return _trimmed(Kinds(kinds.numbers, which, which, frozenset()))


def _trimmed(kinds: Kinds) -> Kinds:
    """Without the kinds that no word has."""
    before = _reached(kinds.first, kinds.pairs)
    used = sorted(before & _reached(kinds.last, frozenset((b, a) for a, b in kinds.pairs)))
    new = {old: number for number, old in enumerate(used)}
    first, last = (frozenset(new[n] for n in ends if n in new) for ends in (kinds.first, kinds.last))
    pairs = frozenset((new[a], new[b]) for a, b in kinds.pairs if a in new and b in new)
    return Kinds(tuple(kinds.numbers[old] for old in used), first, last, pairs)


def _reached(begin: frozenset[int], pairs: frozenset[tuple[int, int]]) -> set[int]:
    found, pending = set(begin), list(begin)
    while pending:
        here = pending.pop()
        new = {b for a, b in pairs if a == here} - found
        found |= new
        pending += new
    return found


def limited(each: Object, kinds: Kinds) -> Object | None:
    """An object or segment of these kinds; ``None`` where there are none."""
    if not kinds.numbers:
        return None
    told: dict[Place, Own | None] = dict(kinds.numbers[0])
    for other in map(dict, kinds.numbers[1:]):
        told = {p: None if v is None else joined_values(p, v, other[p]) for p, v in told.items()}
    fields = {place: value for place, value in {**each.fields, **told}.items() if value is not None}
    return replace(each, fields=fields, kinds=kinds if len(kinds.numbers) > 1 else None)


def ways(each: Object) -> Iterator[Object]:
    """A single object, as it is in each of its kinds."""
    assert each.kinds is not None
    for numbers in each.kinds.numbers:
        yield replace(each, fields={**each.fields, **dict(numbers)}, kinds=None)
