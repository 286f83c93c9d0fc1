"""Abstract states: a value set for each variable, bounds of differences, and what memory holds; their order, joins and
widening.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import Bounds, Partners, is_first, is_negative, mirrored, opposite, plain
from coveriflow.analysis.data_flow.text_ends import Ends, Reads
from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic, everything
from coveriflow.analysis.data_flow.values.contents import Memory, cell_named, is_cell, unsigned
from coveriflow.analysis.data_flow.values.memory_lattice import MemoryLattice
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, covers
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.types.c_types import Floating, Integer, Pointer

Numbers = dict[str, ValueSet]
Floats = dict[str, FloatSet]
Key = tuple[int | None, ...]
Tracked = Integer | Pointer


@dataclass(slots=True, eq=False)
class State:
    """``numbers``, ``floats``: what is missing has any value of its type. Changed only by who made it, and before it is
    shown.

    ``key``: states with different ones are kept apart. ``merges``: how often something was merged into it.
    ``ends``, ``reads``: see ``text_ends``; these are never changed in place. ``varying``: at the head of a loop, what
    the loop changes; ``None``: perhaps all.
    """

    numbers: Numbers = field(default_factory=dict)
    bounds: Bounds = field(default_factory=dict)
    floats: Floats = field(default_factory=dict)
    key: Key = ()
    is_head: bool = False
    merges: int = 0
    memory: Memory = field(default_factory=dict)
    ends: Ends = field(default_factory=dict)
    reads: Reads = field(default_factory=dict)
    varying: frozenset[str] | None = None
    context: int | None = None
    """With what the function was entered, where it is followed once for all callers (``frames``)."""

    def copy(self) -> State:
        """To be changed."""
        copied = State(self.numbers.copy(), self.bounds.copy(), self.floats.copy(), self.key)
        copied.memory, copied.ends, copied.reads = self.memory.copy(), self.ends, self.reads
        copied.context = self.context
        return copied


@dataclass(frozen=True)
class Lattice:
    """Laws: ``covers(a, b)`` only if ``a`` contains every concrete state of ``b``; ``a`` and ``b`` are covered by their
    join and by ``b`` widened to it; every ascending sequence of widenings ends.
    """

    shape: Shape
    types: Mapping[str, Tracked]
    partners: Partners
    thresholds: Sequence[int]
    floating: Mapping[str, Floating] = field(default_factory=dict)
    float_thresholds: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def float(self, state: State, name: str) -> FloatSet:
        """What the floating-point number ``name`` may be."""
        known = state.floats.get(name)
        return float_sets.everything(format_of(self.floating[name])) if known is None else known

    block_bits: int = 32
    """Addresses that differ in other bits are in different objects."""
    object_ends: Sequence[int] = ()
    """The last addresses of objects of known size, ascending."""
    regions: Mapping[str, Integer] = field(default_factory=dict)
    """As what the numbers of regions and arrays are tracked; none: memory is not looked at."""
    own_thresholds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """By variable, where these are not all ``thresholds``."""

    cells: dict[str, list[str]] = field(default_factory=dict)
    """By region, the values there that have become members of groups of ``partners``."""
    relates_memory: bool = False
    """Whether values in memory may become such."""
    counted: Mapping[Expression, frozenset[str]] = field(default_factory=dict)
    """Values in memory that become such once they are written, and the regions of texts that end after them."""

    def relate(self, cell: str, name: str) -> None:
        """From now on, a value in memory is in the group of ``name``: in every state its bounds are unknown yet."""
        group = (name, *self.partners[name])
        self.add(cell)
        assert isinstance(self.partners, dict)
        self.partners[cell] = group
        for other in group:
            self.partners[other] = (*self.partners[other], cell)

    def add(self, cell: str) -> None:
        """From now on, a value in memory has a group of its own: where a text ends after it may be known."""
        self.cells.setdefault(cell_named(cell)[0], []).append(cell)
        assert isinstance(self.partners, dict)
        self.partners[cell] = ()

    @cached_property
    def memory(self) -> MemoryLattice:
        """Of what ``regions`` hold."""
        return MemoryLattice(Arithmetic(self.shape), self.regions, self.block_bits)

    def number(self, state: State, name: str) -> ValueSet:
        """What ``name`` may be, which may be a value in memory."""
        known = state.numbers.get(name)
        if known is not None:
            return known
        return self._cell(state, name) if is_cell(name) else everything(self.types[name])

    def _cell(self, state: State, name: str) -> ValueSet:
        """A value in memory, without sign."""
        region, where = cell_named(name)
        contents, width = state.memory.get(region), self.regions[region].width
        if contents is None:
            return everything(unsigned(width * where[1]))
        if where[1] > 1:
            return contents.whole(where, self.memory.arithmetic, width)
        return self.memory.arithmetic.wrapped(contents.at(where[0]), unsigned(width))

    @cached_property
    def has_sums(self) -> bool:
        """Whether negative numbers have bounds, too."""
        return any(map(is_negative, self.partners))

    def ends(self, state: State, name: str) -> tuple[int, int]:
        """The least and the greatest number that ``name`` may be, which may be a negative number of ``differences``."""
        if is_negative(name):
            known = self.number(state, plain(name))
            return -known.high, -known.low
        known = self.number(state, name)
        return known.low, known.high

    def _implied(self, state: State, one: str, other: str) -> int:
        """The upper bound of ``one - other`` that the numbers tell."""
        return self.ends(state, one)[1] - self.ends(state, other)[0]

    def difference(self, state: State, one: str, other: str) -> int:
        """The least upper bound of ``one - other`` that is known."""
        implied = self._implied(state, one, other)
        known = state.bounds.get((one, other))
        return implied if known is None else min(implied, known)

    def covers(self, larger: State, smaller: State) -> bool:
        """Whether the form of the states shows that ``larger`` contains ``smaller``."""
        for name, known in larger.numbers.items():
            other = smaller.numbers.get(name)
            if other is not known and (other is None or not covers(known, other)):
                return False
        for name, value in larger.floats.items():
            second = smaller.floats.get(name)
            if second is not value and (second is None or not float_sets.covers(value, second)):
                return False
        if not self.memory.covers(larger.memory, smaller.memory):
            return False
        if (larger.ends or larger.reads) and not text_ends.covers(self, larger, smaller):
            return False
        bounds = smaller.bounds
        return all(
            bounds.get(pair, most + 1) <= most or self._implied(smaller, *pair) <= most
            for pair, most in larger.bounds.items()
        )

    def joined(self, one: State, other: State) -> State:
        """The union, as near as the shape allows."""
        numbers: Numbers = {}
        for name, known in one.numbers.items():
            second = other.numbers.get(name)
            if second is not None:
                numbers[name] = known if known is second else self.shape.joined(known, second)
        floats = {n: float_sets.joined(f, other.floats[n]) for n, f in one.floats.items() if n in other.floats}
        memory = self.memory.joined(one.memory, other.memory)
        found = State(numbers, {}, floats, one.key, one.is_head, one.merges, memory, varying=one.varying)
        found.context = one.context
        if one.ends or other.ends:
            found.ends = text_ends.joined(self, one, other)
        found.reads = text_ends.common_reads(one.reads, other.reads)
        self._join_bounds(found, one, other)
        return found

    def _join_bounds(self, found: State, one: State, other: State) -> None:
        """The bounds that hold in both, where the numbers of ``found`` do not say as much."""
        ends: tuple[dict[str, tuple[int, int]], ...] = ({}, {}, {})

        def implied(which: int, state: State, pair: tuple[str, str]) -> int:
            known = ends[which]
            for name in pair:
                if name not in known:
                    known[name] = self.ends(state, name)
            return known[pair[0]][1] - known[pair[1]][0]

        for pair in self._pairs(one, other):
            least = implied(2, found, pair)
            most = implied(0, one, pair)
            if (bound := one.bounds.get(pair)) is not None:
                most = min(most, bound)
            if most >= least:
                continue
            second = implied(1, other, pair)
            if (bound := other.bounds.get(pair)) is not None:
                second = min(second, bound)
            most = max(most, second)
            if most < least:
                self._keep(found, pair, most)

    def _keep(self, state: State, pair: tuple[str, str], most: int) -> None:
        state.bounds[pair] = most
        if self.has_sums and opposite(pair[0]) in self.partners:
            state.bounds[mirrored(pair)] = most

    def _pairs(self, one: State, other: State) -> Sequence[tuple[str, str]]:
        """Of which a bound may be worth keeping: both are known on both sides, or a bound is."""
        found = dict.fromkeys(pair for pair in (*one.bounds, *other.bounds) if is_first(pair))
        for name in one.numbers.keys() & other.numbers.keys():
            if one.numbers[name] is not other.numbers[name]:
                for partner in self.partners.get(name, ()):
                    if (base := plain(partner)) not in one.numbers or base not in other.numbers:
                        continue
                    for pair in ((name, partner), (partner, name)):
                        found[pair if base is partner or is_first(pair) else mirrored(pair)] = None
        return list(found)

    def _bound(self, state: State, pair: tuple[str, str], most: int) -> None:
        """Keep the bound if the numbers do not say as much."""
        if most < self._implied(state, *pair):
            self._keep(state, pair, most)

    def widened(self, old: State, new: State, *, abruptly: bool, apart: int = 1) -> State:
        """``new`` merged into ``old``; what grows, grows to a threshold, of which each one ``apart`` from the next
        counts, or ``abruptly`` to no bound at all. What the loop does not change is joined: it grows only as often as
        what comes to the loop does.
        """
        numbers: Numbers = {}
        thresholds, own = self.thresholds[::apart], self.own_thresholds
        for name, known in old.numbers.items():
            second = new.numbers.get(name)
            if second is None:
                continue
            if known is second or covers(known, second):
                numbers[name] = known
            elif old.varying is not None and name not in old.varying:
                numbers[name] = self.shape.joined(known, second)
            elif not abruptly:
                grown = self._grown(name, known, second, own.get(name, thresholds))
                if grown != everything(self.types[name]):
                    numbers[name] = grown
        floats = self._widened_floats(old.floats, new.floats, abruptly=abruptly)
        memory = self.memory.widened(old.memory, new.memory, () if abruptly else thresholds)
        found = State(numbers, {}, floats, old.key, old.is_head, old.merges, memory, varying=old.varying)
        found.context = old.context
        if old.ends or new.ends:
            found.ends = text_ends.widened(self, old, new, abruptly=abruptly)
        found.reads = text_ends.common_reads(old.reads, new.reads)
        for pair in self._pairs(old, new) if not abruptly else list(old.bounds):
            before, after = self.difference(old, *pair), self.difference(new, *pair)
            if after <= before:
                self._bound(found, pair, before)
            elif old.varying is not None and not any(plain(name) in old.varying for name in pair):
                self._bound(found, pair, after)
            elif not abruptly and (grown_to := _threshold(after, own.get(pair[0], thresholds))) is not None:
                self._bound(found, pair, grown_to)
        return found

    def _grown(self, name: str, known: ValueSet, second: ValueSet, thresholds: Sequence[int]) -> ValueSet:
        type_ = self.types[name]
        if isinstance(type_, Pointer) and (both := self.shape.joined(known, second)).in_few_blocks(self.block_bits):
            return both
        return self.shape.widened(known, second, thresholds, (type_.minimum, type_.maximum))

    def _widened_floats(self, old: Floats, new: Floats, *, abruptly: bool) -> Floats:
        """What grows, grows to a threshold; to an infinity after the last one, and to a NaN at once."""
        found: Floats = {}
        for name, known in old.items():
            second = new.get(name)
            if second is None:
                continue
            both = float_sets.joined(known, second)
            if float_sets.covers(known, both) or not both.has_numbers or not known.has_numbers:
                found[name] = both
            elif not abruptly:
                most = float_sets.infinite(both.form)
                thresholds = self.float_thresholds.get(self.floating[name].name, ())
                low = both.low if both.low >= known.low else _last_below(both.low, thresholds, -most - 1)
                high = both.high if both.high <= known.high else _first_above(both.high, thresholds, most)
                found[name] = FloatSet(both.form, low, high, both.nan)
        return found

    def meet(self, one: State, other: State) -> State | None:
        """What is in both; ``None`` if that is seen to be nothing."""
        found = one.copy()
        found.is_head, found.merges, found.varying = one.is_head, one.merges, one.varying
        for name, known in other.numbers.items():
            both = self.shape.meet(self.number(found, name), known)
            if both is None:
                return None
            found.numbers[name] = both
        for name, value in other.floats.items():
            common = float_sets.meet(self.float(found, name), value)
            if common.is_empty:
                return None
            found.floats[name] = common
        memory = self.memory.meet(one.memory, other.memory)
        if memory is None:
            return None
        found.memory = memory
        found.ends, found.reads = {**other.ends, **one.ends}, {**other.reads, **one.reads}
        for pair, most in other.bounds.items():
            found.bounds[pair] = min(most, found.bounds.get(pair, most))
        return found


def _threshold(bound: int, thresholds: Sequence[int]) -> int | None:
    index = bisect_left(thresholds, bound)
    return thresholds[index] if index < len(thresholds) else None


def _first_above(position: int, thresholds: Sequence[int], last: int) -> int:
    index = bisect_left(thresholds, position)
    return thresholds[index] if index < len(thresholds) else last


def _last_below(position: int, thresholds: Sequence[int], first: int) -> int:
    index = bisect_right(thresholds, position)
    return thresholds[index - 1] if index else first
