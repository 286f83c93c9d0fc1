"""Values by address, in chunks that maps share: what two maps have in common costs nothing to compare or to join."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.data_flow.values.value_sets import ValueSet

_CHUNK_BITS = 4
Chunk = Mapping[int, ValueSet]
_EMPTY: Chunk = {}


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A map that is never changed. ``chunks``: neighbours together, by address without the lowest bits."""

    chunks: Mapping[int, Chunk] = field(default_factory=dict)

    def get(self, address: int, default: ValueSet) -> ValueSet:
        """What lies at ``address``."""
        chunk = self.chunks.get(address >> _CHUNK_BITS)
        return default if chunk is None else chunk.get(address, default)

    def __iter__(self) -> Iterator[int]:
        for chunk in self.chunks.values():
            yield from chunk

    def __len__(self) -> int:
        return sum(map(len, self.chunks.values()))

    def items(self) -> Iterator[tuple[int, ValueSet]]:
        """Addresses and values."""
        for chunk in self.chunks.values():
            yield from chunk.items()

    def values(self) -> Iterator[ValueSet]:
        """Without the addresses."""
        for chunk in self.chunks.values():
            yield from chunk.values()

    def updated(self, changes: Iterable[tuple[int, ValueSet]]) -> Cells:
        """With other values at some addresses."""
        fresh: dict[int, dict[int, ValueSet]] = {}
        for address, value in changes:
            number = address >> _CHUNK_BITS
            chunk = fresh.get(number)
            if chunk is None:
                chunk = fresh[number] = dict(self.chunks.get(number, _EMPTY))
            chunk[address] = value
        return Cells({**self.chunks, **fresh}) if fresh else self

    def differing(self, other: Cells, rest: ValueSet, other_rest: ValueSet) -> Iterator[tuple[int, ValueSet, ValueSet]]:
        """Addresses where the maps, with ``rest`` and ``other_rest`` elsewhere, do not have the same object, and those
        that only ``other`` has.
        """
        for number in (*self.chunks, *(n for n in other.chunks if n not in self.chunks)):
            mine, others = self.chunks.get(number, _EMPTY), other.chunks.get(number, _EMPTY)
            if mine is others:
                continue
            for address, one in mine.items():
                second = others.get(address, other_rest)
                if one is not second:
                    yield address, one, second
            for address, second in others.items():
                if address not in mine:
                    yield address, rest, second

    def combined(
        self, other: Cells, rests: tuple[ValueSet, ValueSet], combine: Callable[[ValueSet, ValueSet], ValueSet]
    ) -> Cells:
        """At each address of one of them ``combine`` of both; what is the same object stays."""
        differing = self.differing(other, *rests)
        return self.updated((a, one if one is second else combine(one, second)) for a, one, second in differing)


def cells_of(values: Mapping[int, ValueSet]) -> Cells:
    """All of ``values``."""
    return Cells().updated(values.items())
