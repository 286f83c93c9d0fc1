"""Where texts end: facts that a zero lies at or after a place that variables tell, and not after another one.

``Ends`` maps ``(region, names, block)`` to an ``End``: a zero lies in the region at an address from the sum of the
variables ``names`` plus ``offset`` up to ``last``, and, for each of ``tops``, up to a variable plus a number. The sums
are those of integers, without wrapping. ``block`` is the object that ``offset`` is about: one without names, else the
block where a small sum lies.

A loop over a text keeps such a fact: what is read there is no zero, so the zero lies after it, and the counter grows by
one. The fact then bounds the counter, whatever widening gave up: by a number, and by the variables of ``tops``, as the
length of the text. It is the place of the first zero that string analyses keep (Simon and King 2002), without a
variable of its own.

Laws, for facts of states: a fact that ``joined`` or ``widened`` gives holds in both states; what is ``implied`` by a
state holds in each of its concrete states.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from coveriflow.analysis.data_flow.differences import Bounds, Partners, is_negative
from coveriflow.analysis.data_flow.values.contents import Memory, is_cell
from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.program.expressions.expressions import Cell, Element, variables

Names = tuple[str, ...]
EndKey = tuple[str, Names, int]
Top = tuple[str, int]
Tops = tuple[Top, ...]
"""Each a variable and a number: their sum. Of each variable one."""


class End(NamedTuple):
    """Between what a zero lies: see the module."""

    offset: int
    last: int
    tops: Tops = ()


Ends = dict[EndKey, End]
Reads = dict[str, "Cell | Element"]
"""By variable, the number in memory that it is a copy of."""
Linear = tuple[Names, int]
"""A sum of variables and a number."""


class State(Protocol):
    """What is asked of an abstract state."""

    @property
    def memory(self) -> Memory:
        """What lies in regions."""
        ...

    @property
    def bounds(self) -> Bounds:
        """Of differences between variables."""
        ...

    @property
    def ends(self) -> Ends:
        """The facts."""
        ...

    @property
    def reads(self) -> Reads:
        """The copies."""
        ...


class Lattice(Protocol):
    """What is asked of the lattice of these states."""

    @property
    def block_bits(self) -> int:
        """Addresses that differ in other bits are in different objects."""
        ...

    @property
    def object_ends(self) -> Sequence[int]:
        """The last addresses of objects of known size, ascending."""
        ...

    @property
    def partners(self) -> Partners:
        """Between which differences may be known."""
        ...

    def number(self, state: Any, name: str) -> ValueSet:
        """What a variable may be."""
        ...

    def difference(self, state: Any, one: str, other: str) -> int:
        """The least upper bound of ``one - other`` that is known."""
        ...


LONGEST = 256
"""Numbers in which a zero is looked for, and spread of a sum that tells something."""
_MOST_FACTS = 24
_FEW_PLACES = 16
_MOST_TOPS = 4


def sum_of(lattice: Lattice, state: State, names: Sequence[str]) -> tuple[int, int]:
    """The least and the greatest sum of the variables."""
    numbers = [lattice.number(state, name) for name in names]
    return sum(each.low for each in numbers), sum(each.high for each in numbers)


def implied(lattice: Lattice, state: State, key: EndKey) -> Iterator[End]:
    """Facts of this form that hold in ``state``: its own, and what facts with fewer names and its memory tell."""
    region, names, block = key
    if (known := state.ends.get(key)) is not None:
        yield known
    if not names:
        return
    if len(names) > 1:
        yield from _of_fewer(lattice, state, region, names)
    low, high = sum_of(lattice, state, names)
    if high - low > LONGEST:
        return
    base = block << lattice.block_bits
    known = state.ends.get((region, (), low + base >> lattice.block_bits))
    if known is not None:
        yield End(known.offset - high, known.last, known.tops)
    zero = _first_zero(state.memory, region, high + base)
    if zero is not None:
        yield End(zero - high, zero)


def _of_fewer(lattice: Lattice, state: State, region: str, names: Names) -> Iterator[End]:
    """What facts about some of these variables tell by what the others may be."""
    for (other, some, _), known in state.ends.items():
        if other == region and some and len(some) < len(names) and set(some) < set(names):
            high = sum_of(lattice, state, [name for name in names if name not in some])[1]
            yield known._replace(offset=known.offset - high)


def _first_zero(memory: Memory, region: str, start: int) -> int | None:
    contents = memory.get(region)
    if contents is None:
        return None
    return next((a for a in range(start, start + LONGEST) if contents.at(a).constant == 0), None)


def covers(lattice: Lattice, larger: State, smaller: State) -> bool:
    """Whether all facts of ``larger`` are seen to hold in ``smaller``."""
    if any(smaller.reads.get(name) != cell for name, cell in larger.reads.items()):
        return False
    if larger.ends is smaller.ends:
        return True
    return all(
        any(_covers(lattice, known, end, smaller) for known in implied(lattice, smaller, key))
        for key, end in larger.ends.items()
    )


def _covers(lattice: Lattice, known: End, wanted: End, state: State) -> bool:
    """Whether ``known``, which holds in ``state``, says what is ``wanted``."""
    if wanted.offset > known.offset or known.last > wanted.last:
        return False
    return all(_is_below(lattice, known, top, state) for top in wanted.tops)


def _is_below(lattice: Lattice, known: End, top: Top, state: State) -> bool:
    """Whether the zero of ``known`` is not after ``top``."""
    name, number = top
    if known.last <= lattice.number(state, name).low + number:
        return True
    for each, most in known.tops:
        between = 0 if each == name else state.bounds.get((each, name))
        if between is not None and most + between <= number:
            return True
    return False


def joined(lattice: Lattice, one: State, other: State) -> Ends:
    """What holds in both."""
    found: Ends = {}
    for key in (*one.ends, *(k for k in other.ends if k not in one.ends)):
        wanted = min(each.ends[key].offset for each in (one, other) if key in each.ends)
        ends = [
            End(min(wanted, a.offset, b.offset), max(a.last, b.last), _common(lattice, (a, one), (b, other)))
            for a in implied(lattice, one, key)
            for b in implied(lattice, other, key)
        ]
        if ends:
            found[key] = max(ends, key=_rank)
    return found


def _rank(end: End) -> tuple[int, int, int]:
    return end.offset, -end.last, len(end.tops)


def _common(lattice: Lattice, first: tuple[End, State], second: tuple[End, State]) -> Tops:
    """Tops of one that hold in the other, too; the greater one of both where these differ."""
    (one, _), (other, _) = first, second
    if one.tops == other.tops:
        return one.tops
    found, greatest = list[Top](), dict(other.tops)
    for top in one.tops:
        if top[0] in greatest:
            found.append((top[0], max(top[1], greatest[top[0]])))
    found += [top for top in one.tops if top[0] not in greatest and _is_below(lattice, other, top, second[1])]
    named = {name for name, _ in one.tops}
    found += [top for top in other.tops if top[0] not in named and _is_below(lattice, one, top, first[1])]
    return few_tops(found)


def few_tops(tops: Iterable[Top]) -> Tops:
    """Those that are kept, the least of each variable, in an order of their own."""
    found: dict[str, int] = {}
    for name, number in tops:
        found[name] = min(number, found.get(name, number))
    return tuple(sorted(found.items())[:_MOST_TOPS])


def widened(lattice: Lattice, old: State, new: State, *, abruptly: bool) -> Ends:
    """What holds in both. A fact of ``old`` that becomes weaker is given up, unless it is about few places, or its zero
    still lies in an object.
    """
    found: Ends = {}
    for key, end in joined(lattice, old, new).items():
        if (before := old.ends.get(key)) is None:
            is_kept = not abruptly
        else:
            end = end._replace(tops=tuple(top for top in end.tops if top in before.tops))
            is_kept = before[:2] == end[:2]
            if not is_kept and not abruptly:
                is_near = not key[1] and end.last - end.offset < _FEW_PLACES
                end = end if is_near or end.offset != before.offset else _to_end_of_object(lattice, end)
                is_kept = is_near or (end.offset == before.offset and end.last in lattice.object_ends)
        if is_kept:
            found[key] = end
    return found


def _to_end_of_object(lattice: Lattice, end: End) -> End:
    """Up to the last address of the object where the zero lies."""
    number = bisect_left(lattice.object_ends, end.last)
    last = lattice.object_ends[number] if number < len(lattice.object_ends) else end.last
    return end._replace(last=last) if last >> lattice.block_bits == end.last >> lattice.block_bits else end


def common_reads(one: Reads, other: Reads) -> Reads:
    """What both know."""
    return {name: cell for name, cell in one.items() if other.get(name) == cell}


def names_in(cell: Cell | Element) -> frozenset[str]:
    """Variables, regions and arrays that a place in memory depends on."""
    return frozenset(each.name for each in variables(cell))


def bounded(facts: Ends) -> Ends:
    """At most so many that tell something: the last ones."""
    told = {key: end for key, end in facts.items() if key[2] >= 0}
    return told if len(told) <= _MOST_FACTS else dict(list(told.items())[-_MOST_FACTS:])


def without(facts: Ends, gone: Iterable[str]) -> Ends:
    """What facts say that is not about one of these variables."""
    names = set(gone)
    return {
        key: _without_tops(end, names) if end.tops else end for key, end in facts.items() if names.isdisjoint(key[1])
    }


def _without_tops(end: End, names: set[str]) -> End:
    if names.isdisjoint(name for name, _ in end.tops):
        return end
    return end._replace(tops=tuple(top for top in end.tops if top[0] not in names))


def speak_of(facts: Ends, name: str) -> bool:
    """Whether one of ``facts`` is about a variable."""
    return any(name in key[1] or any(name == top for top, _ in end.tops) for key, end in facts.items())


def projected(lattice: Lattice, state: State, gone: Iterable[str]) -> Ends:
    """Facts that speak of numbers and other variables in place of those that are ``gone`` next, as far as the state
    tells.
    """
    names = set(gone)
    found = {key: _projected_tops(lattice, state, end, names) for key, end in state.ends.items()}
    for (region, summands, _), end in list(found.items()):
        lost = [name for name in summands if name in names]
        for other, most in _equals(lattice, state, lost[0]) if len(lost) == 1 else ():
            if other not in names and other not in summands:
                others = tuple(sorted((other, *(name for name in summands if name != lost[0]))))
                key = key_of(lattice, region, (others, end.offset - most))
                new = end._replace(offset=end.offset - most)
                found[key] = max(found.get(key, new), new, key=_rank)
    return found


def _projected_tops(lattice: Lattice, state: State, end: End, gone: set[str]) -> End:
    lost = [top for top in end.tops if top[0] in gone]
    if not lost:
        return end
    last = min(lattice.number(state, name).high + number for name, number in lost)
    others = [
        (other, number + most)
        for name, number in lost
        for (one, other), most in state.bounds.items()
        if one == name and other not in gone and not is_negative(other)
    ]
    tops = few_tops((*(top for top in end.tops if top not in lost), *others))
    return End(end.offset, min(end.last, last), tops)


def _equals(lattice: Lattice, state: State, name: str) -> Iterator[tuple[str, int]]:
    """Variables that are always greater than ``name`` by the same number."""
    for other in lattice.partners.get(name, ()):
        if not is_negative(other) and not is_cell(other):
            most = lattice.difference(state, other, name)
            if lattice.difference(state, name, other) == -most:
                yield other, most


def key_of(lattice: Lattice, region: str, place: Linear) -> EndKey:
    """That of facts about places from there on."""
    names, number = place
    near = 1 << (lattice.block_bits - 1) if names else 0
    return region, names, number + near >> lattice.block_bits


def copied(lattice: Lattice, facts: Ends, name: str, value: Linear) -> Ends:
    """Further facts where ``name``, of which ``facts`` do not speak, gets ``value``."""
    summands, number = value
    found: Ends = {}
    for (region, names, block), end in facts.items():
        tops = [top for top in end.tops if summands == (top[0],)]
        with_name = end._replace(tops=few_tops((*end.tops, *((name, most - number) for _, most in tops))))
        if tops:
            found[region, names, block] = with_name
        if summands and set(summands) <= set(names):
            others = [each for each in names if each not in summands]
            key = key_of(lattice, region, (tuple(sorted([*others, name])), end.offset - number))
            found[key] = with_name._replace(offset=end.offset - number)
    return found


def named(lattice: Lattice, facts: Ends, name: str, value: int) -> Ends:
    """Further facts where ``name`` gets a number: those without names, as what comes after ``name``."""
    return {
        key_of(lattice, region, ((name,), end.offset - value)): end._replace(offset=end.offset - value)
        for (region, names, _), end in facts.items()
        if not names
    }


def copied_each_way(lattice: Lattice, facts: Ends, name: str, ways: Sequence[Linear]) -> Ends:
    """The same where ``name`` gets one of several values: what holds for each of them."""
    if len(ways) == 1:
        return copied(lattice, facts, name, ways[0])
    varying = [copied(lattice, facts, name, way) for way in ways if way[0]]
    common = set(varying[0]).intersection(*varying[1:]) if varying else set()
    found: Ends = {}
    for key in sorted(common):
        region, names, _ = key
        ends = [some[key] for some in varying]
        ends += [
            known._replace(offset=known.offset - number)
            for known, number in ((facts.get((region, (), n >> lattice.block_bits)), n) for each, n in ways if not each)
            if known is not None
        ]
        if names == (name,) and len(ends) == len(ways):
            tops = set(ends[0].tops).intersection(*(end.tops for end in ends[1:]))
            found[key] = End(min(e.offset for e in ends), max(e.last for e in ends), tuple(sorted(tops)))
    return found


def moved(lattice: Lattice, facts: Ends, name: str, by: int) -> Ends:
    """Those of ``facts`` that speak of ``name``, after it became greater by a number."""
    found: Ends = {}
    for key, end in facts.items():
        region, names, _ = key
        tops = tuple((top, most - by if top == name else most) for top, most in end.tops)
        if name in names:
            found[key_of(lattice, region, (names, end.offset - by))] = End(end.offset - by, end.last, tops)
        elif tops != end.tops:
            found[key] = end._replace(tops=tops)
    return found


@dataclass(frozen=True, slots=True)
class Write:
    """To a region: its addresses, as numbers and as a sum of variables if that is known, and how many numbers follow
    each other there.
    """

    region: str
    addresses: ValueSet
    count: int = 1
    place: Linear | None = None


def stored(lattice: Lattice, state: State, write: Write) -> Ends:
    """What still holds when numbers that may not be zero are written. Where a zero after a sum of variables stays, that
    also tells where the text ends at all.
    """
    found: Ends = {}
    gone: list[EndKey] = []
    for key, end in state.ends.items():
        if key[0] != write.region or _is_apart(lattice, state, key[1], end, write):
            found[key] = end
        elif not key[1]:
            gone.append(key)
    for key in gone:
        for (_, names, _), end in [each for each in found.items() if each[0][0] == key[0] and each[0][1]]:
            first = sum_of(lattice, state, names)[0] + end.offset
            if first >> lattice.block_bits == key[2] == end.last >> lattice.block_bits:
                new = End(first, end.last, end.tops)
                found[key] = max(found.get(key, new), new, key=_rank)
    return found


def _is_apart(lattice: Lattice, state: State, names: Names, end: End, write: Write) -> bool:
    """Whether the write is not where the zero may be: at other numbers, or before it by what variables are."""
    first = sum_of(lattice, state, names)[0] + end.offset
    if write.addresses.low > end.last or first > write.addresses.high + write.count - 1:
        return True
    if write.place is None:
        return False
    between = distance(lattice, state, write.place[0], names)
    return between is not None and between + write.place[1] + write.count - 1 < end.offset


def distance(lattice: Lattice, state: State, names: Names, others: Names) -> int | None:
    """The greatest that the sum of the first is above the sum of the second, if these differ in one variable each."""
    ours, theirs = varying(lattice, state, names), varying(lattice, state, others)
    base = ours[1] - theirs[1]
    one, other = set(ours[0]).difference(theirs[0]), set(theirs[0]).difference(ours[0])
    if not one and not other:
        return base
    if len(one) != 1 or len(other) != 1:
        return None
    most = state.bounds.get((one.pop(), other.pop()))
    return None if most is None else base + most


def varying(lattice: Lattice, state: State, names: Iterable[str]) -> tuple[list[str], int]:
    """The variables that are not known, and the sum of the others."""
    numbers = {name: lattice.number(state, name).constant for name in names}
    some = [name for name, number in numbers.items() if number is None]
    return some, sum(number for number in numbers.values() if number is not None)
