"""What regions of memory and arrays hold, by constant address or index, and elsewhere (value-set analysis; Balakrishnan
and Reps 2004). A value that several numbers make up is kept as a whole, too, as long as none of them is written alone
(cells that overlap; Mine 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic, everything
from coveriflow.analysis.data_flow.values.cells import Cells
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, exactly
from coveriflow.program.types.c_types import Integer, Rank

MOST_PLACES = 96
"""A read or write of one of so many places looks at each of them."""
_MOST_CELLS = 3000
Whole = tuple[int, int]
"""The first address of a value, and how many numbers make it up."""


_MARK = "@"


def cell_name(region: str, where: Whole) -> str:
    """A value in memory, as a variable of relations; no name of a variable begins like that."""
    return f"{_MARK}{where[0]}:{where[1]}:{region}"


def is_cell(name: str) -> bool:
    """Whether it is a value in memory."""
    return name[0] == _MARK


@lru_cache(maxsize=1_000)
def cell_named(name: str) -> tuple[str, Whole]:
    """The region, and where the value lies."""
    address, count, region = name[1:].split(":", 2)
    return region, (int(address), int(count))


def unsigned(width: int) -> Integer:
    """Numbers without sign of so many bits."""
    return Integer(Rank.CHAR, width, signed=False)


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """``cells`` by address or index; ``rest``: what any other place may hold; ``wholes``: values without sign, of which
    the cells and these are known.
    """

    cells: Cells
    rest: ValueSet
    wholes: Mapping[Whole, ValueSet] = field(default_factory=dict)

    def at(self, address: int) -> ValueSet:
        """What lies at ``address``."""
        return self.cells.get(address, self.rest)

    def among(self, addresses: ValueSet, shape: Shape) -> ValueSet:
        """What lies at one of ``addresses``."""
        few = addresses.few(MOST_PLACES)
        if few is not None:
            return joined_values((self.at(each) for each in few), shape)
        return joined_values([self.rest, *(v for a, v in self.cells.items() if a in addresses)], shape)

    def whole(self, where: Whole, arithmetic: Arithmetic, width: int) -> ValueSet:
        """The value without sign that numbers of ``width`` bits make up."""
        known = self.wholes.get(where)
        if known is not None:
            return known
        address, count = where
        parts = tuple(self.at(address + number) for number in range(count))
        if all(part.modulus == 0 for part in parts):
            mask = (1 << width) - 1
            return exactly(sum((part.rest & mask) << width * number for number, part in enumerate(parts)))
        return _composed(parts, arithmetic, width)

    def narrowed(self, address: int, value: ValueSet) -> Contents:
        """Where ``value`` is known to lie at ``address``."""
        return Contents(self.cells.updated([(address, value)]), self.rest, self.wholes)

    def with_one(self, address: int, value: ValueSet) -> Contents:
        """``value`` at ``address``."""
        wholes = {w: v for w, v in self.wholes.items() if not w[0] <= address < sum(w)} if self.wholes else {}
        return _bounded(self.cells.updated([(address, value)]), self.rest, wholes)

    def with_some(self, addresses: ValueSet, value: ValueSet, shape: Shape) -> Contents:
        """``value`` at one of ``addresses``, which one is not known."""
        wholes = {w: v for w, v in self.wholes.items() if not any(a in addresses for a in range(w[0], sum(w)))}
        few = addresses.few(MOST_PLACES)
        if few is not None:
            changed = [(a, shape.joined(self.at(a), value)) for a in few]
            return _bounded(self.cells.updated(changed), self.rest, wholes)
        changed = [(a, shape.joined(v, value)) for a, v in self.cells.items() if a in addresses]
        return Contents(self.cells.updated(changed), shape.joined(self.rest, value), wholes)

    def with_wholes(self, wholes: Mapping[Whole, ValueSet]) -> Contents:
        """With ``wholes`` known, too."""
        return Contents(self.cells, self.rest, {**self.wholes, **wholes}) if wholes else self


@lru_cache(maxsize=10_000)
def _composed(parts: tuple[ValueSet, ...], arithmetic: Arithmetic, width: int) -> ValueSet:
    """The value that ``parts`` make up, the lowest first."""
    part, found = unsigned(width), exactly(0)
    for number, value in enumerate(parts):
        one = arithmetic.wrapped(value, part)
        found = arithmetic.added(found, arithmetic.multiplied(one, exactly(1 << (width * number))))
    return found


def joined_values(values: Iterable[ValueSet], shape: Shape) -> ValueSet:
    """An upper bound of all of them."""
    found: ValueSet | None = None
    for value in values:
        found = value if found is None or found is value else shape.joined(found, value)
    assert found is not None
    return found


def _bounded(cells: Cells, rest: ValueSet, wholes: Mapping[Whole, ValueSet]) -> Contents:
    """Of many cells nothing is kept."""
    if len(cells) <= _MOST_CELLS:
        return Contents(cells, rest, wholes)
    return Contents(Cells(), joined_values([rest, *cells.values()], Shape(1, congruences=False)))


Memory = dict[str, Contents]
"""By region or array; what is missing may hold anything."""


def anything(type_: Integer) -> Contents:
    """Of which nothing is known."""
    return Contents(Cells(), everything(type_))
