"""Graphs that differ in numbers alone become one, with larger sets of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from coveriflow.analysis.data_flow.values.value_sets import Range, ValueSet
from coveriflow.analysis.shape.graphs import Graph, Sign, graph_of
from coveriflow.analysis.shape.heaps import Heap, unknown
from coveriflow.analysis.shape.kinds import Compared, Join, Telling, joined_values
from coveriflow.analysis.shape.objects import Fields, Place, Value
from coveriflow.analysis.shape.values import NUMBERS, Pointer
from coveriflow.program.types.c_types import Array, Block, Region, Type

_Join = Callable[[ValueSet, ValueSet, Range], ValueSet]
"""Of an older and a newer set of numbers, which lie between bounds."""


@dataclass(frozen=True)
class Widening:
    """``thresholds``: where growth may stop, ascending; ``types``: of variables; ``compared``: see ``Telling``."""

    thresholds: Sequence[int]
    types: Mapping[str, Type]
    compared: Compared

    def joined(self, old: Graph, new: Graph, sign: Sign) -> Graph:
        """What contains both, and little more; they have one skeleton. ``sign``: see ``graph_of``."""
        return self._both(old, new, sign, lambda one, other, _bounds: NUMBERS.joined(one, other))

    def widened(self, old: Graph, new: Graph, sign: Sign) -> Graph:
        """The same, with numbers that do not grow for ever."""
        return self._both(old, new, sign, lambda o, n, bounds: NUMBERS.widened(o, n, self.thresholds, bounds))

    def _both(self, old: Graph, new: Graph, sign: Sign, join: _Join) -> Graph:
        def of_variable(name: str, one: Value, other: Value) -> Value:
            if isinstance(one, ValueSet) and isinstance(other, ValueSet):
                return join(one, other, self._bounds(name))
            return one

        def of_field(place: Place, one: ValueSet, other: ValueSet) -> ValueSet:
            return one if place.is_extent else join(one, other, _of_bits(8 * place.size, one, other))

        variables = {name: of_variable(name, value, new.variables[name]) for name, value in old.variables.items()}
        heap = Heap(variables, dict(old.objects), old.surplus, old.lost, len(old.objects))
        for number, each in old.objects.items():
            other = new.objects[number]
            apart = each.links.places if each.links else ()
            kinds = Telling(self.compared, of_field).of_either(each, other, apart)
            heap.objects[number] = replace(each, fields=_fields(each.fields, other.fields, of_field), kinds=kinds)
        return graph_of(heap, sign)

    def _bounds(self, name: str) -> Range:
        type_ = self.types.get(name)
        if type_ is None or isinstance(type_, Array | Block | Region):
            return -(1 << 63), (1 << 64) - 1
        return type_.minimum, type_.maximum


def _fields(old: Fields, new: Fields, join: Join) -> Fields:
    fields = dict(old)
    for place, one in old.items():
        other = new[place]
        if not isinstance(one, Pointer) and not isinstance(other, Pointer):
            fields[place] = joined_values(place, one, other, join) or unknown(place.size)
    return fields


def _of_bits(bits: int, old: Value, new: Value) -> Range:
    """With sign where one of them has a negative number."""
    signed = any(isinstance(each, ValueSet) and each.low < 0 for each in (old, new))
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
