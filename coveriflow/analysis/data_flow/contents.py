"""What regions of memory and arrays hold, by constant address or index, and elsewhere (value-set analysis; Balakrishnan
and Reps 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.data_flow.arithmetic import everything
from coveriflow.analysis.data_flow.value_sets import Shape, ValueSet, covers
from coveriflow.program.types.c_types import Integer

_MOST_PLACES = 96
"""A read or write of one of so many places looks at each of them."""
_MOST_CELLS = 3000


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """``cells`` by address or index; ``rest``: what any other place may hold."""

    cells: Mapping[int, ValueSet]
    rest: ValueSet

    def at(self, address: int) -> ValueSet:
        """What lies at ``address``."""
        return self.cells.get(address, self.rest)

    def among(self, addresses: ValueSet, shape: Shape) -> ValueSet:
        """What lies at one of ``addresses``."""
        few = addresses.few(_MOST_PLACES)
        if few is not None:
            return _joined((self.at(each) for each in few), shape)
        return _joined([self.rest, *(v for a, v in self.cells.items() if a in addresses)], shape)

    def with_one(self, address: int, value: ValueSet) -> Contents:
        """``value`` at ``address``."""
        if self.at(address) is value:
            return self
        return _bounded({**self.cells, address: value}, self.rest)

    def with_some(self, addresses: ValueSet, value: ValueSet, shape: Shape) -> Contents:
        """``value`` at one of ``addresses``, which one is not known."""
        few = addresses.few(_MOST_PLACES)
        if few is not None:
            return _bounded({**self.cells, **{a: shape.joined(self.at(a), value) for a in few}}, self.rest)
        cells = {a: shape.joined(v, value) if a in addresses else v for a, v in self.cells.items()}
        return Contents(cells, shape.joined(self.rest, value))


def _joined(values: Iterable[ValueSet], shape: Shape) -> ValueSet:
    found: ValueSet | None = None
    for value in values:
        found = value if found is None or found is value else shape.joined(found, value)
    assert found is not None
    return found


def _bounded(cells: Mapping[int, ValueSet], rest: ValueSet) -> Contents:
    """Of many cells nothing is kept."""
    if len(cells) <= _MOST_CELLS:
        return Contents(cells, rest)
    plain = Shape(1, congruences=False)
    return Contents({}, _joined([rest, *cells.values()], plain))


Memory = dict[str, Contents]
"""By region or array; what is missing may hold anything."""


@dataclass(frozen=True, slots=True)
class MemoryLattice:
    """The order of memories, part by part. ``types``: as what the numbers of regions and arrays are tracked.

    Laws: those of ``states.Lattice``.
    """

    shape: Shape
    types: Mapping[str, Integer]
    thresholds: Sequence[int]

    def covers(self, larger: Memory, smaller: Memory) -> bool:
        """Whether the form shows that ``larger`` contains ``smaller``."""
        return all(_covers(known, smaller.get(name)) for name, known in larger.items())

    def joined(self, one: Memory, other: Memory) -> Memory:
        """An upper bound."""
        return dict(self._each(one, other, lambda _, a, b: self.shape.joined(a, b)))

    def widened(self, old: Memory, new: Memory, *, abruptly: bool) -> Memory:
        """An upper bound; what grows, grows to a threshold, or ``abruptly`` to anything."""

        def grown(type_: Integer, known: ValueSet, value: ValueSet) -> ValueSet:
            if covers(known, value):
                return known
            if abruptly:
                return everything(type_)
            return self.shape.widened(known, value, self.thresholds, (type_.minimum, type_.maximum))

        return dict(self._each(old, new, grown))

    def meet(self, one: Memory, other: Memory) -> Memory | None:
        """What is in both; ``None`` if that is seen to be nothing."""
        found = one.copy()
        for name, known in other.items():
            mine = found.get(name)
            if mine is None or mine is known:
                found[name] = known
                continue
            both = _met(mine, known, self.shape)
            if both is None:
                return None
            found[name] = both
        return found

    def _each(
        self, one: Memory, other: Memory, combine: Callable[[Integer, ValueSet, ValueSet], ValueSet]
    ) -> Iterator[tuple[str, Contents]]:
        for name, known in one.items():
            second = other.get(name)
            if second is None:
                continue
            if known is second:
                yield name, known
                continue
            type_ = self.types[name]

            def both(a: ValueSet, b: ValueSet, type_: Integer = type_) -> ValueSet:
                return a if a is b else combine(type_, a, b)

            rest = both(known.rest, second.rest)
            addresses = (*known.cells, *(a for a in second.cells if a not in known.cells))
            yield name, Contents({a: both(known.at(a), second.at(a)) for a in addresses}, rest)


def _covers(larger: Contents, smaller: Contents | None) -> bool:
    if larger is smaller:
        return True
    if smaller is None or not covers(larger.rest, smaller.rest):
        return False
    addresses = (*larger.cells, *(a for a in smaller.cells if a not in larger.cells))
    return all((one := larger.at(a)) is (other := smaller.at(a)) or covers(one, other) for a in addresses)


def _met(one: Contents, other: Contents, shape: Shape) -> Contents | None:
    rest = shape.meet(one.rest, other.rest)
    cells = {a: shape.meet(one.at(a), other.at(a)) for a in (*one.cells, *(b for b in other.cells if b not in one.cells))}
    known = {a: value for a, value in cells.items() if value is not None}
    if len(known) < len(cells):
        return None
    return Contents(known, rest if rest is not None else one.rest)
