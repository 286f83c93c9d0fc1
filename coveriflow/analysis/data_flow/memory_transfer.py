"""What assignments to memory and arrays do to an abstract state, and what allocations do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.differences import Offset, assign, constrain, forget, opposite
from coveriflow.analysis.data_flow.evaluation import Evaluation, parts_of
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.values.arithmetic import everything
from coveriflow.analysis.data_flow.values.cells import cells_of
from coveriflow.analysis.data_flow.values.contents import Contents, Whole, anything, cell_named, unsigned
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Cell,
    Element,
    Expression,
    NewObject,
    Place,
    Variable,
    scalar_type,
)
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.types.c_types import Array, Floating, Integer, Region

_MOST_ELEMENTS = 1024
_MOST_WHOLES = 16
_MOST_RELATED = 12
Stored = tuple[str, list[Offset]]
"""A value in memory, and what it is near."""


@dataclass(frozen=True, slots=True)
class MemoryTransfer:
    """Law: that of ``Transfer``. ``initial``: what regions hold at the start; ``granule_bits``: see ``layout``."""

    evaluation: Evaluation
    initial: Mapping[str, Contents] = field(default_factory=dict)
    granule_bits: int = 32

    def assign(self, state: State, target: Place, value: Expression) -> bool:
        """Change ``state`` where ``target`` lies in a region or array that is tracked; whether it does."""
        match target:
            case Cell(Variable(name, Region(_, False))):
                if name in self._types:
                    self._store(state, name, target, value)
                return True
            case Element(Variable(name), index):
                if name in self._types:
                    where = self.evaluation.value(index, state)
                    self._write(state, name, where, self._number(name, value, state))
                return True
            case Variable(name, Array()):
                self._whole(state, name, value)
                return True
            case _:
                return False

    @property
    def _types(self) -> Mapping[str, Integer]:
        return self.evaluation.lattice.regions

    def _store(self, state: State, name: str, target: Cell, value: Expression) -> None:
        addresses = self.evaluation.addresses(target, state)
        if addresses is None:
            return
        arithmetic, count = self.evaluation.arithmetic, parts_of(target)
        type_, region = scalar_type(target), self.evaluation.lattice.regions[name]
        if isinstance(type_, Floating) or isinstance(value.type, Floating):
            whole = everything(unsigned(region.width * count))
        else:
            whole = self._bits(target, value, state)
        if count == 1:
            self._write(state, name, addresses, arithmetic.wrapped(whole, region))
            return
        wide = unsigned(region.width * count)
        whole = arithmetic.wrapped(whole, wide)
        kept = self._wholes(state, name, addresses, count, whole)
        for n in range(count):
            number = arithmetic.shifted_right(whole, exactly(region.width * n), wide)
            at = arithmetic.added(addresses, exactly(n)) if n else addresses
            self._write(state, name, at, arithmetic.wrapped(number, region))
        state.memory[name] = state.memory[name].with_wholes(kept)

    def _wholes(
        self, state: State, name: str, addresses: ValueSet, count: int, whole: ValueSet
    ) -> dict[Whole, ValueSet]:
        """The values at ``addresses`` after one of them was overwritten, if they lie apart."""
        few, arithmetic = addresses.few(_MOST_WHOLES), self.evaluation.arithmetic
        if few is None or any(after - before < count for before, after in pairwise(few)):
            return {}
        if len(few) == 1:
            return {(few[0], count): whole}
        region = self.evaluation.lattice.regions[name]
        old = state.memory.get(name) or anything(region)
        return {
            (a, count): arithmetic.shape.joined(old.whole((a, count), arithmetic, region.width), whole) for a in few
        }

    def _bits(self, target: Cell, value: Expression, state: State) -> ValueSet:
        """The value; as the number without sign that its bits are, where it is narrower than the numbers of its
        region.
        """
        found = self.evaluation.value(value, state)
        type_ = scalar_type(target)
        assert isinstance(target.region.type, Region)
        if type_.width >= target.region.type.width:
            return found
        return self.evaluation.arithmetic.wrapped(found, unsigned(type_.width))

    def _number(self, name: str, value: Expression, state: State) -> ValueSet:
        region = self.evaluation.lattice.regions[name]
        if isinstance(value.type, Floating):
            return everything(region)
        return self.evaluation.arithmetic.wrapped(self.evaluation.value(value, state), region)

    def _write(self, state: State, name: str, addresses: ValueSet, number: ValueSet) -> None:
        old = state.memory.get(name) or anything(self.evaluation.lattice.regions[name])
        if (address := addresses.constant) is not None:
            state.memory[name] = old.with_one(address, number)
        else:
            state.memory[name] = old.with_some(addresses, number, self.evaluation.arithmetic.shape)

    def _whole(self, state: State, name: str, value: Expression) -> None:
        """A whole array: elements that are given, and zeros; or another array."""
        state.memory.pop(name, None)
        if name not in self._types or not isinstance(value, ArrayValue) or len(value.elements) > _MOST_ELEMENTS:
            return
        cells = {index: self._number(name, each, state) for index, each in enumerate(value.elements)}
        state.memory[name] = Contents(cells_of(cells), exactly(0))

    def allocate(self, state: State, created: NewObject) -> None:
        """The granules of a new object hold again what no one has written."""
        address, size = (self.evaluation.value(each, state) for each in (created.address, created.size))
        bits = self.granule_bits
        first, last = address.low >> bits, (address.high + size.high) >> bits
        for name, contents in list(state.memory.items()):
            if name.startswith(EXTENT.name) or name not in self.initial:
                continue
            start, shape = self.initial[name], self.evaluation.arithmetic.shape
            wholes = {w: v for w, v in contents.wholes.items() if not first <= w[0] >> bits <= last}
            fresh = [(a, shape.joined(v, start.at(a))) for a, v in contents.cells.items() if first <= a >> bits <= last]
            state.memory[name] = Contents(
                contents.cells.updated(fresh), shape.joined(contents.rest, start.rest), wholes
            )


@dataclass(frozen=True, slots=True)
class StoredCells:
    """Values in memory as members of groups of variables whose differences are known. Law: that of ``Transfer``.

    A value becomes one when a number that varies is stored at a known place: what an index in an array or a record has
    to do with variables is known then, and where texts end after it. Whatever may be written over it ends that. What is
    asked of the old state is asked before memory is changed.
    """

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
        if name not in lattice.partners and sum(map(len, lattice.cells.values())) < _MOST_RELATED:
            if near:
                lattice.relate(name, near[0][0])
            elif target in lattice.counted:
                lattice.add(name)
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
        state.ends = self.texts_without(state, gone)
        for name in gone:
            forget(state.bounds, self.evaluation.lattice.partners, name)

    def texts_without(self, state: State, names: Sequence[str]) -> text_ends.Ends:
        """The facts about texts that are left where these have any value from now on: ``state`` is still the old one,
        as what is left rests on the values that they had.
        """
        if not names or not state.ends:
            return state.ends
        return text_ends.without(text_ends.projected(self.evaluation.lattice, state, names), names)

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

    def assign(self, state: State, stored: Stored, overwritten: Sequence[str]) -> None:
        """After the write: the nearest variables, but for values that were ``overwritten`` with it."""
        (name, near), partners = stored, self.evaluation.lattice.partners
        known = [each for each in near if each[0] in partners[name] and each[0] not in overwritten]
        if not known:
            return
        assign(state.bounds, partners, name, known[0])
        for base, low, high in known[1:]:
            constrain(state.bounds, partners, name, base, high)
            constrain(state.bounds, partners, base, name, -low)


def _overlaps(name: str, first: int, last: int) -> bool:
    address, count = cell_named(name)[1]
    return address <= last and first <= address + count - 1
