"""Whether a state of an execution is one of an abstract state: found out otherwise than by ``inclusion``.

Objects of the graph are given to granules of memory, from variables on; what a segment stands for is found by following
its links in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.analysis.shape.graphs import Graph
from coveriflow.analysis.shape.objects import Kinds, Links, Numbers, Object, Own, Owned, Place, Value
from coveriflow.analysis.shape.program import Program
from coveriflow.analysis.shape.values import End, ObjectId
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.expressions.compile import Key
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.types.c_types import Region


@dataclass(frozen=True)
class Memory:
    """What an execution has."""

    program: Program
    values: Mapping[Key, int]
    widths: Mapping[str, int]

    def number(self, base: int, place: Place) -> int | None:
        """What lies at ``place`` of the object that begins at ``base``; ``None`` where nothing was written."""
        if place.is_extent:
            return self.values.get((place.region, base >> self.program.addresses.bits), 0)
        width = self.widths[place.region]
        parts = [
            self.values.get((place.region, base + place.offset + n)) for n in range(max(1, 8 * place.size // width))
        ]
        if any(each is None for each in parts):
            return None
        return sum((each or 0) % (1 << width) << (width * n) for n, each in enumerate(parts))

    def existing(self) -> set[int]:
        """The allocated objects."""
        bits, first = self.program.addresses.bits, self.program.addresses.first_allocated
        return {
            int(key[1]) << bits
            for key, size in self.values.items()
            if isinstance(key, tuple) and key[0].startswith(EXTENT.name) and size and int(key[1]) >= first
        }


_Wanted = tuple[Value, int, int]
"""A value, the number that it should be, and its bits."""


@dataclass(frozen=True)
class _Given:
    """``bases``: of each object of the graph, those of the objects that it stands for, in order; ``owned``: those of
    what others own.
    """

    memory: Memory
    graph: Graph
    bases: Mapping[ObjectId, tuple[int, ...]]
    owned: frozenset[int] = frozenset()

    def solutions(self, wanted: Sequence[_Wanted]) -> Iterator[_Given]:
        """All ways to give objects so that ``wanted`` holds."""
        if not wanted:
            yield self
            return
        (value, number, bits), rest = wanted[0], wanted[1:]
        if isinstance(value, ValueSet):
            if _is_in(value, number, bits):
                yield from self.solutions(rest)
            return
        base = number - value.offset
        if base & (self.memory.program.addresses.granule_size - 1):
            return
        if isinstance(value, Owned):
            yield from self._owned(value, base, rest)
            return
        if value.object in self.bases:
            if self.bases[value.object][0 if value.end is End.FIRST else -1] == base:
                yield from self.solutions(rest)
            return
        whole = self.graph.objects[value.object]
        for chain in self._chains(whole.links, value.end, base):
            if self._taken().isdisjoint(chain) and self._is_word(whole.kinds, chain):
                given = replace(self, bases={**self.bases, value.object: chain})
                yield from given.solutions([*rest, *given.inside(whole, chain)])

    def _owned(self, value: Owned, base: int, rest: Sequence[_Wanted]) -> Iterator[_Given]:
        whole = value.content
        for chain in self._chains(whole.links, End.FIRST, base):
            if self._taken().isdisjoint(chain) and self._is_word(whole.kinds, chain):
                given = replace(self, owned=self.owned | {*chain})
                yield from given.solutions([*rest, *given.inside(whole, chain)])

    def _taken(self) -> set[int]:
        return {*self.owned, *(each for some in self.bases.values() for each in some)}

    def _chains(self, links: Links | None, end: End, base: int) -> Iterator[tuple[int, ...]]:
        chain = [base]
        yield (base,)
        if links is None:
            return
        forward = end is End.FIRST
        place, offset = (links.next, links.next_offset) if forward else (links.previous, links.previous_offset)
        while place is not None:
            number = self.memory.number(chain[-1], place)
            if number is None or number - offset in chain or number < (1 << self.memory.program.addresses.bits):
                return
            chain.append(number - offset)
            yield tuple(chain if forward else chain[::-1])

    def _is_word(self, kinds: Kinds | None, chain: Sequence[int]) -> bool:
        """Whether objects can have kinds that follow each other so."""
        if kinds is None:
            return True
        may = [{k for k, numbers in enumerate(kinds.numbers) if self._are_at(numbers, base)} for base in chain]
        here = may[0] & kinds.first
        for following in may[1:]:
            here = {b for a, b in kinds.pairs if a in here and b in following}
        return bool(here & kinds.last)

    def _are_at(self, numbers: Numbers, base: int) -> bool:
        found = ((place, value, self.memory.number(base, place)) for place, value in numbers)
        return all(number is None or self._may_be(value, number, place) for place, value, number in found)

    def _may_be(self, value: Own, number: int, place: Place) -> bool:
        """Whether a number is one of ``value``; of what is owned its first object is looked at."""
        if isinstance(value, ValueSet):
            return _is_in(value, number, 8 * place.size)
        base, links = number - value.offset, value.links.places if value.links else ()
        own = tuple((p, v) for p, v in value.fields if p not in links)
        return base in self.memory.existing() and self._are_at(own, base)

    def inside(self, each: Object, bases: Sequence[int]) -> list[_Wanted]:
        """What must hold of the objects that one of the graph stands for."""
        found = list[_Wanted]()
        for index, base in enumerate(bases):
            for place, value in each.fields.items():
                if each.links is not None and place == each.links.next and index + 1 < len(bases):
                    wanted: Value = ValueSet(((to := bases[index + 1] + each.links.next_offset, to),), 0, to)
                elif each.links is not None and place == each.links.previous and index:
                    wanted = ValueSet(((to := bases[index - 1] + each.links.previous_offset, to),), 0, to)
                else:
                    wanted = value
                holds = self.memory.number(base, place)
                if holds is not None:
                    found.append((wanted, holds, 8 * place.size))
        return found

    def accounts_for_all(self) -> bool:
        """Whether all objects that exist have been given, or may be lost, and are counted."""
        existing = self.memory.existing()
        given = {each for number, some in self.bases.items() if isinstance(number, int) for each in some}
        if any(
            self.graph.objects[n].exists and not existing.issuperset(b) for n, b in self.bases.items() if n != str(n)
        ):
            return False
        if not self.memory.program.counts:
            return True
        counted = self.memory.values.get(ALLOCATED.name, 0)
        return (self.graph.lost or existing <= given) and counted == len(existing) + self.graph.surplus


def holds(program: Program, graph: Graph, values: Mapping[Key, int]) -> bool:
    """Whether the state of an execution is one of ``graph``."""
    regions = (each.variable for each in program.cfa.globals)
    widths = {each.name: each.type.width for each in regions if isinstance(each.type, Region)}
    memory, wanted = Memory(program, values, widths), list[_Wanted]()
    for name, value in graph.variables.items():
        if name in values:
            wanted.append((value, values[name], 128))
        elif (name, 0) in values:
            wanted.append((value, values[name, 0], 64))
    declared: dict[ObjectId, tuple[int, ...]] = {
        n: (program.addresses.declared[n].block.address,) for n in graph.objects if isinstance(n, str)
    }
    begin = _Given(memory, graph, declared)
    wanted += [e for name, at in declared.items() for e in begin.inside(graph.objects[name], at)]
    if any(isinstance(value, ValueSet) and not _is_in(value, number, bits) for value, number, bits in wanted):
        return False
    wanted = [each for each in wanted if not isinstance(each[0], ValueSet)]
    return any(each.accounts_for_all() for each in begin.solutions(wanted))


def _is_in(value: ValueSet, number: int, bits: int) -> bool:
    """Whatever its sign."""
    size = 1 << bits
    return any(each in value for each in (number, number % size, number % size - size))
