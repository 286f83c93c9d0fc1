"""The order of memories, their joins and their widening: place by place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic, everything
from coveriflow.analysis.data_flow.values.contents import Contents, Memory, Whole, unsigned
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, covers
from coveriflow.program.types.c_types import Integer

Combine = Callable[[Integer, ValueSet, ValueSet], ValueSet]


@dataclass(frozen=True, slots=True)
class MemoryLattice:
    """``types``: as what the numbers of regions and arrays are tracked. Laws: those of ``states.Lattice``."""

    arithmetic: Arithmetic
    types: Mapping[str, Integer]
    block_bits: int = 32
    """Addresses that differ in other bits are in different objects."""

    def covers(self, larger: Memory, smaller: Memory) -> bool:
        """Whether the form shows that ``larger`` contains ``smaller``."""
        return all(self._covers(name, known, smaller.get(name)) for name, known in larger.items())

    def _covers(self, name: str, larger: Contents, smaller: Contents | None) -> bool:
        if larger is smaller:
            return True
        if smaller is None or not covers(larger.rest, smaller.rest):
            return False
        differing = larger.cells.differing(smaller.cells, larger.rest, smaller.rest)
        if not all(covers(one, other) for _, one, other in differing):
            return False
        return all(
            smaller.wholes.get(where) is value or covers(value, self._whole(name, smaller, where))
            for where, value in larger.wholes.items()
        )

    def _whole(self, name: str, contents: Contents, where: Whole) -> ValueSet:
        return contents.whole(where, self.arithmetic, self.types[name].width)

    def joined(self, one: Memory, other: Memory) -> Memory:
        """An upper bound."""
        return self._each(one, other, lambda _, a, b: self.arithmetic.shape.joined(a, b))

    def widened(self, old: Memory, new: Memory, thresholds: Sequence[int]) -> Memory:
        """An upper bound; what grows, grows to one of ``thresholds``, or to anything."""

        def grown(type_: Integer, known: ValueSet, value: ValueSet) -> ValueSet:
            if covers(known, value):
                return known
            if value.high >> self.block_bits:
                both = self.arithmetic.shape.joined(known, value)
                if both.in_few_blocks(self.block_bits):
                    return both
            if not thresholds:
                return everything(type_)
            return self.arithmetic.shape.widened(known, value, thresholds, (type_.minimum, type_.maximum))

        return self._each(old, new, grown)

    def _each(self, one: Memory, other: Memory, combine: Combine) -> Memory:
        found = {}
        for name, known in one.items():
            second = other.get(name)
            if second is not None:
                found[name] = known if known is second else self._combined(name, known, second, combine)
        return found

    def _combined(self, name: str, one: Contents, other: Contents, combine: Combine) -> Contents:
        type_ = self.types[name]

        def both(a: ValueSet, b: ValueSet) -> ValueSet:
            return a if a is b else combine(type_, a, b)

        cells = one.cells.combined(other.cells, (one.rest, other.rest), lambda a, b: combine(type_, a, b))
        wholes = {}
        for where in (*one.wholes, *(w for w in other.wholes if w not in one.wholes)):
            if (known := one.wholes.get(where)) is not None and other.wholes.get(where) is known:
                wholes[where] = known
                continue
            a, b = (self._whole(name, each, where) for each in (one, other))
            wholes[where] = a if a is b else combine(unsigned(type_.width * where[1]), a, b)
        return Contents(cells, both(one.rest, other.rest), wholes)

    def meet(self, one: Memory, other: Memory) -> Memory | None:
        """What is in both; ``None`` if that is seen to be nothing."""
        found = one.copy()
        for name, known in other.items():
            mine = found.get(name)
            both = known if mine is None or mine is known else self._met(mine, known)
            if both is None:
                return None
            found[name] = both
        return found

    def _met(self, one: Contents, other: Contents) -> Contents | None:
        meet = self.arithmetic.shape.meet
        cells = [(a, meet(x, y)) for a, x, y in one.cells.differing(other.cells, one.rest, other.rest)]
        wholes: dict[Whole, ValueSet | None] = {**one.wholes}
        for where, value in other.wholes.items():
            mine = one.wholes.get(where)
            wholes[where] = value if mine is None else meet(mine, value)
        known = [(a, value) for a, value in cells if value is not None]
        whole = {w: value for w, value in wholes.items() if value is not None}
        if len(known) < len(cells) or len(whole) < len(wholes):
            return None
        return Contents(one.cells.updated(known), meet(one.rest, other.rest) or one.rest, whole)
