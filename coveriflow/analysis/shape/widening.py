"""Graphs that differ in numbers alone become one, with larger sets of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.data_flow.values.value_sets import Range, ValueSet
from coveriflow.analysis.shape.graphs import Graph, graph_of
from coveriflow.analysis.shape.heaps import Fields, Heap
from coveriflow.analysis.shape.values import NUMBERS, Value
from coveriflow.program.types.c_types import Array, Block, Region, Type


@dataclass(frozen=True)
class Widening:
    """``thresholds``: where growth may stop, ascending; ``types``: of variables."""

    thresholds: Sequence[int]
    types: Mapping[str, Type]

    def widened(self, old: Graph, new: Graph) -> Graph:
        """What contains both; they have one skeleton."""
        variables = {n: self._value(v, new.variables[n], self._bounds(n)) for n, v in old.variables.items()}
        heap = Heap(variables, dict(old.objects), old.surplus, old.lost, len(old.objects))
        for number, each in old.objects.items():
            heap.objects[number] = each.with_fields(self._fields(each.fields, new.objects[number].fields))
        return graph_of(heap)

    def _fields(self, old: Fields, new: Fields) -> Fields:
        return {
            p: v if p.is_extent else self._value(v, new[p], _of_bits(8 * p.size, v, new[p])) for p, v in old.items()
        }

    def _value(self, old: Value, new: Value, bounds: Range) -> Value:
        if not isinstance(old, ValueSet) or not isinstance(new, ValueSet):
            return old
        return NUMBERS.widened(old, new, self.thresholds, bounds)

    def _bounds(self, name: str) -> Range:
        type_ = self.types.get(name)
        if type_ is None or isinstance(type_, Array | Block | Region):
            return -(1 << 63), (1 << 64) - 1
        return type_.minimum, type_.maximum


def _of_bits(bits: int, old: Value, new: Value) -> Range:
    """With sign where one of them has a negative number."""
    signed = any(isinstance(each, ValueSet) and each.low < 0 for each in (old, new))
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
