"""Where texts end: facts that a zero lies at or after a place that variables tell, and not after another one.

``Ends`` maps ``(region, names, block)`` to ``(offset, last)``: a zero lies in the region at an address from the sum of
the variables ``names`` plus ``offset`` up to ``last``. The sum is one of integers, without wrapping. ``block`` is the
object that ``offset`` is about: one without names, else the block where a small sum lies.

A loop over a text keeps such a fact: what is read there is no zero, so the zero lies after it, and the counter grows by
one. The fact then bounds the counter, whatever widening gave up. It is the place of the first zero that string
analyses keep (Simon and King 2002), without a variable of its own.

Laws, for facts of states: a fact that ``joined`` or ``widened`` gives holds in both states; what is ``implied`` by a
state holds in each of its concrete states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from coveriflow.analysis.data_flow.values.contents import Memory
from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.program.expressions.expressions import Cell, Element, variables

Names = tuple[str, ...]
EndKey = tuple[str, Names, int]
End = tuple[int, int]
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

    def number(self, state: Any, name: str) -> ValueSet:
        """What a variable may be."""
        ...


LONGEST = 256
"""Numbers in which a zero is looked for, and spread of a sum that tells something."""
_MOST_FACTS = 24
_FEW_PLACES = 16


def sum_of(lattice: Lattice, state: State, names: Sequence[str]) -> tuple[int, int]:
    """The least and the greatest sum of the variables."""
    numbers = [lattice.number(state, name) for name in names]
    return sum(each.low for each in numbers), sum(each.high for each in numbers)


def implied(lattice: Lattice, state: State, key: EndKey) -> Iterator[End]:
    """Facts of this form that hold in ``state``: its own, and what facts without names and its memory tell."""
    region, names, block = key
    if (known := state.ends.get(key)) is not None:
        yield known
    if not names:
        return
    low, high = sum_of(lattice, state, names)
    if high - low > LONGEST:
        return
    base = block << lattice.block_bits
    known = state.ends.get((region, (), low + base >> lattice.block_bits))
    if known is not None:
        yield known[0] - high, known[1]
    zero = _first_zero(state.memory, region, high + base)
    if zero is not None:
        yield zero - high, zero


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
        any(offset <= other and end <= last for other, end in implied(lattice, smaller, key))
        for key, (offset, last) in larger.ends.items()
    )


def joined(lattice: Lattice, one: State, other: State) -> Ends:
    """What holds in both."""
    found: Ends = {}
    for key in (*one.ends, *(k for k in other.ends if k not in one.ends)):
        known = [each.ends[key] for each in (one, other) if key in each.ends]
        wanted = min(offset for offset, _ in known)
        pairs = ((a, b) for a in implied(lattice, one, key) for b in implied(lattice, other, key))
        ends = [(min(wanted, a[0], b[0]), max(a[1], b[1])) for a, b in pairs]
        if ends:
            found[key] = max(ends, key=lambda end: (end[0], -end[1]))
    return found


def widened(lattice: Lattice, old: State, new: State, *, abruptly: bool) -> Ends:
    """What holds in both; a fact of ``old`` that becomes weaker is given up, unless it is about few places."""
    found = joined(lattice, old, new)
    return {
        key: end
        for key, end in found.items()
        if old.ends.get(key) == end
        or (not abruptly and (key not in old.ends or (not key[1] and end[1] - end[0] < _FEW_PLACES)))
    }


def common_reads(one: Reads, other: Reads) -> Reads:
    """What both know."""
    return {name: cell for name, cell in one.items() if other.get(name) == cell}


def names_in(cell: Cell | Element) -> frozenset[str]:
    """Variables, regions and arrays that a place in memory depends on."""
    return frozenset(each.name for each in variables(cell))


def bounded(facts: Ends) -> Ends:
    """At most so many: the last ones."""
    return facts if len(facts) <= _MOST_FACTS else dict(list(facts.items())[-_MOST_FACTS:])


def without(facts: Ends, gone: Iterable[str]) -> Ends:
    """Facts that speak of none of these variables."""
    names = set(gone)
    return {key: end for key, end in facts.items() if names.isdisjoint(key[1])}


def key_of(lattice: Lattice, region: str, place: Linear) -> EndKey:
    """That of facts about places from there on."""
    names, number = place
    near = 1 << (lattice.block_bits - 1) if names else 0
    return region, names, number + near >> lattice.block_bits


def copied(lattice: Lattice, facts: Ends, name: str, value: Linear) -> Ends:
    """Further facts where ``name``, of which ``facts`` do not speak, gets ``value``."""
    summands, number = value
    found: Ends = {}
    for (region, names, _), (offset, last) in facts.items():
        if summands and set(summands) <= set(names):
            others = [each for each in names if each not in summands]
            key = key_of(lattice, region, (tuple(sorted([*others, name])), offset - number))
            found[key] = offset - number, last
    return found


def named(lattice: Lattice, facts: Ends, name: str, value: int) -> Ends:
    """Further facts where ``name`` gets a number: those without names, as what comes after ``name``."""
    return {
        key_of(lattice, region, ((name,), offset - value)): (offset - value, last)
        for (region, names, _), (offset, last) in facts.items()
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
            (known[0] - number, known[1])
            for known, number in ((facts.get((region, (), n >> lattice.block_bits)), n) for each, n in ways if not each)
            if known is not None
        ]
        if names == (name,) and len(ends) == len(ways):
            found[key] = min(first for first, _ in ends), max(last for _, last in ends)
    return found


def moved(lattice: Lattice, facts: Ends, name: str, by: int) -> Ends:
    """``name``, of which all of ``facts`` speak, becomes greater by a number."""
    return {
        key_of(lattice, region, (names, offset - by)): (offset - by, last)
        for (region, names, _), (offset, last) in facts.items()
        if name in names
    }


def stored(lattice: Lattice, state: State, region: str, addresses: ValueSet, count: int) -> Ends:
    """What still holds when numbers that may not be zero are written there."""
    found: Ends = {}
    for key, (offset, last) in state.ends.items():
        if key[0] == region:
            first = sum_of(lattice, state, key[1])[0] + offset
            if addresses.low <= last and first <= addresses.high + count - 1:
                continue
        found[key] = offset, last
    return found
