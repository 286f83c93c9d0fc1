"""Values in memory as members of groups of variables whose differences are known.

A value becomes one when a number that varies is stored at a known place: what an index in an array or a record has to
do with variables is known then, and where texts end after it. Whatever may be written over it ends that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import Offset, assign, constrain, forget, opposite
from coveriflow.analysis.data_flow.evaluation import Evaluation, parts_of
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.values.contents import cell_named
from coveriflow.program.expressions.expressions import Cell, Expression, NewObject, Place, scalar_type
from coveriflow.program.types.c_types import Integer

_MOST = 12
Stored = tuple[str, list[Offset]]
"""A value in memory, and what it is near."""


@dataclass(frozen=True, slots=True)
class StoredCells:
    """Law: that of ``Transfer``. What is asked of the old state is asked before memory is changed."""

    evaluation: Evaluation

    def stored(self, state: State, target: Place, value: Expression) -> Stored | None:
        """What is written, if relations may speak of it."""
        lattice = self.evaluation.lattice
        if not isinstance(target, Cell) or not lattice.relates_memory or not isinstance(value.type, Integer):
            return None
        type_, number = scalar_type(target), self.evaluation.value(value, state)
        name = self.evaluation.cell(target, state)
        if name is None or not isinstance(type_, Integer) or not number.within(0, type_.maximum):
            return None
        near = [each for each in self.evaluation.offsets(value, state) if opposite(each[0]) not in lattice.partners]
        if near and name not in lattice.partners and sum(map(len, lattice.cells.values())) < _MOST:
            lattice.relate(name, near[0][0])
        return (name, near) if name in lattice.partners else None

    def overwritten(self, state: State, target: Place) -> list[str]:
        """Values that may be others after something is written to ``target``."""
        if not isinstance(target, Cell) or target.region.name not in self.evaluation.lattice.cells:
            return []
        names, addresses = self.evaluation.lattice.cells[target.region.name], self.evaluation.addresses(target, state)
        if addresses is None:
            return list(names)
        return [name for name in names if _overlaps(name, addresses.low, addresses.high + parts_of(target) - 1)]

    def forget(self, state: State, names: Iterable[str]) -> None:
        """These have any value."""
        gone = list(names)
        for name in gone:
            forget(state.bounds, self.evaluation.lattice.partners, name)
        if gone and state.ends:
            state.ends = text_ends.without(state.ends, gone)

    def forget_region(self, state: State, region: str) -> None:
        """All values in ``region``."""
        self.forget(state, self.evaluation.lattice.cells.get(region, ()))

    def allocate(self, state: State, created: NewObject) -> None:
        """Where a new object lies, values are others."""
        address, size = (self.evaluation.value(each, state) for each in (created.address, created.size))
        bits = self.evaluation.lattice.block_bits
        first, last = address.low >> bits << bits, ((address.high + size.high >> bits) + 1 << bits) - 1
        for names in self.evaluation.lattice.cells.values():
            self.forget(state, [name for name in names if _overlaps(name, first, last)])

    def assign(self, state: State, stored: Stored) -> None:
        """After the write: the nearest variables."""
        (name, near), partners = stored, self.evaluation.lattice.partners
        known = [each for each in near if each[0] in partners[name]]
        if not known:
            return
        assign(state.bounds, partners, name, known[0])
        for base, low, high in known[1:]:
            constrain(state.bounds, partners, name, base, high)
            constrain(state.bounds, partners, base, name, -low)


def _overlaps(name: str, first: int, last: int) -> bool:
    address, count = cell_named(name)[1]
    return address <= last and first <= address + count - 1
