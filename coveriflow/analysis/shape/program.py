"""What the analysis needs to know of a program; which programs it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.cpa.control_flow import ControlFlow, control_flow
from coveriflow.analysis.data_flow.thresholds import thresholds
from coveriflow.analysis.data_flow.values.value_sets import exactly
from coveriflow.analysis.shape.addresses import Addresses, addresses_of
from coveriflow.analysis.shape.compared_numbers import compared_numbers
from coveriflow.analysis.shape.evaluation import Evaluation, is_counter
from coveriflow.analysis.shape.folding import Folding
from coveriflow.analysis.shape.graphs import Graph, clean, graph_of
from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.kinds import Telling
from coveriflow.analysis.shape.objects import Object, Place
from coveriflow.analysis.shape.transfer import Transfer
from coveriflow.analysis.shape.values import Refused
from coveriflow.analysis.shape.widening import Widening
from coveriflow.program.cfa.cfa import Cfa, Global
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.liveness import Live, liveness_of
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.memory.layout import ACTIVATION_PREFIX, EXTENT, OUTSIDE_PREFIX
from coveriflow.program.types.c_types import Array, Region, Type

_MOST_OBJECTS = 20
"""Allocated objects and segments of one graph: more come of trees, and of objects that have objects of their own."""
_MOST_AT_ONCE = 100
"""The same where no loop begins."""
_MOST_CELLS = 2_000
"""Initial numbers in memory."""


@dataclass(frozen=True)
class Program:
    """``cfa`` as abstract states see it."""

    cfa: Cfa
    control: ControlFlow
    addresses: Addresses

    @cached_property
    def counts(self) -> bool:
        """Whether the property is about memory that is not freed."""
        return any(each.variable == ALLOCATED for each in self.cfa.globals)

    @cached_property
    def evaluation(self) -> Evaluation:
        """Of its expressions."""
        known = (each for each in self.cfa.globals if isinstance(each.variable.type, Region))
        return Evaluation(self.addresses, frozenset(each.variable.name for each in known if not each.unknown))

    @cached_property
    def transfer(self) -> Transfer:
        """Of its edges."""
        return Transfer(self.evaluation, self._static)

    @cached_property
    def _static(self) -> frozenset[str]:
        """What is no region, and belongs to no function; without what the automaton keeps for itself."""
        plain = (g for g in self.cfa.globals if not g.function and not isinstance(g.variable.type, Region))
        names = [each.variable.name for each in plain if not each.variable.name.startswith("$")]
        return frozenset((*names, *(name for name, each in self.addresses.declared.items() if not each.function)))

    @cached_property
    def widening(self) -> Widening:
        """With the numbers of its conditions."""
        return Widening(thresholds(self.cfa), self._types, self.compared)

    @cached_property
    def _types(self) -> dict[str, Type]:
        return {each.name: each.type for each in self._variables()}

    def _variables(self) -> Iterator[Variable]:
        yield from (each.variable for each in self.cfa.globals)
        for each in self.cfa.functions.values():
            yield from (*each.parameters, *each.locals, *([each.result] if each.result else []))

    @cached_property
    def _owner(self) -> dict[str, str]:
        """By variable, the function whose calls it does not outlive."""
        owned = {each.variable.name: each.function for each in self.cfa.globals if each.function}
        for name, function in self.cfa.functions.items():
            results = [function.result] if function.result else []
            owned |= {each.name: name for each in (*function.parameters, *function.locals, *results)}
        return owned

    @cached_property
    def _regions(self) -> frozenset[str]:
        return frozenset(each.variable.name for each in self.cfa.globals)

    @cached_property
    def _live(self) -> Callable[[Location], Live]:
        return liveness_of(self.cfa)

    @cached_property
    def compared(self) -> dict[str, frozenset[int]]:
        """See ``compared_numbers``."""
        return compared_numbers(self.cfa)

    def folding(self, *, keeps_apart: bool, keeps_pairs: bool) -> Folding:
        """Of its lists."""
        return Folding(Telling(self.compared), keeps_apart, embeds=not self.counts, keeps_pairs=keeps_pairs)

    def successors(self, graph: Graph, step: Step, target: Position, folding: Folding | None) -> Iterator[Graph]:
        """What ``step`` leads to; with a ``folding`` in a form of which there are finitely many, in loops. Raises
        ``Refused``.
        """
        for heap in self.transfer.after(graph.heap(), step):
            self._forget(heap, target)
            clean(heap, counts=self.counts)
            most = _MOST_AT_ONCE
            if folding is not None and self.control.loops.is_head(target.location):
                folding.fold(heap)
                clean(heap, counts=self.counts)
                most = _MOST_OBJECTS
            if sum(isinstance(number, int) for number in heap.objects) > most:
                raise Refused(f"a form for so many objects as are made here ({step[-1].origin})")
            yield graph_of(heap) if folding is None else graph_of(heap, folding.sign)

    def _forget(self, heap: Heap, position: Position) -> None:
        """Variables that are not read any more, and objects of functions that are left."""
        here = position.location
        active = {here.function, *(back.function for back in position.stack)}
        live = {here.function: self._live(here), **{back.function: self._live(back) for back in position.stack}}
        for name in list(heap.variables):
            owner = self._owner.get(name)
            if owner is None or (owner in active and owner != here.function and name in self._regions):
                continue
            if owner not in active or name not in live[owner]:
                del heap.variables[name]
        for name, each in self.addresses.declared.items():
            if each.function and each.function not in active:
                fields = heap.objects[name].fields
                heap.objects[name] = Object({place: value for place, value in fields.items() if place.is_extent})

    def initial(self) -> Graph:
        """Where executions begin."""
        heap = Heap(objects={name: Object({}, is_open=False) for name in self.addresses.declared})
        for each in self.cfa.globals:
            self._begin(heap, each)
        clean(heap, counts=self.counts)
        return graph_of(heap)

    def _begin(self, heap: Heap, each: Global) -> None:
        variable = each.variable
        match variable.type:
            case Array():
                return
            case Region(_, True):
                if each.cells or not each.unknown:
                    heap.variables[variable.name] = exactly(each.cells[0][1] if each.cells else 0)
            case Region(width):
                for address, number in each.cells:
                    self._fill(heap, variable, address, number, width // 8)
            case _ if not is_counter(variable) and variable != ALLOCATED:
                heap.variables[variable.name] = exactly(each.initial[0] if each.initial else 0)
            case _:
                return

    def _fill(self, heap: Heap, region: Variable, address: int, number: int, size: int) -> None:
        is_extent = region.name.startswith(EXTENT.name)
        found = self.addresses.located(exactly(address << self.addresses.bits if is_extent else address))
        if found is None:
            return
        place = Place(region.name, found.offset, 8 if is_extent else size)
        heap.set_field(found.object, place, exactly(number))


def program_of(cfa: Cfa) -> Program:
    """Raises ``NotSupported`` for recursive functions, objects of the environment, and what is too large."""
    control = control_flow(cfa)
    for edge in control.loops.recursive:
        raise NotSupported("the analysis of shapes in recursive functions", edge.origin)
    prefixes = (OUTSIDE_PREFIX, ACTIVATION_PREFIX)
    if any(each.variable.name.startswith(prefixes) for each in cfa.globals):
        raise NotSupported("the analysis of shapes of objects of the environment", _first_place(cfa))
    addresses = addresses_of(cfa)
    if addresses is None or sum(len(each.cells) for each in cfa.globals) > _MOST_CELLS:
        raise NotSupported("the analysis of shapes beside objects of this size", _first_place(cfa))
    return Program(cfa, control, addresses)


def _first_place(cfa: Cfa) -> Span | None:
    return next((edge.origin for edge in cfa.edges), None)
