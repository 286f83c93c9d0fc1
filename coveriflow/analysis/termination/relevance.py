"""Which variables decide how an execution goes on inside of a loop: a data dependency closure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import rustworkx

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Location, Return
from coveriflow.program.expressions.expressions import Cell, Element, Variable, variables


def relevant(edges: Iterable[Edge]) -> frozenset[str]:
    """The names of all variables on which conditions of ``edges`` depend, if no other edges are taken.

    Law: two executions that are at one place with one call stack, agree on these variables, read the same inputs and
    take only ``edges``, take the same ones; and then agree on these variables again.
    """
    needed = {v.name for edge in edges for v in _decides(edge)}
    flows = [(target, sources) for edge in edges for target, sources in _flows(edge)]
    grown = True
    while grown:
        size = len(needed)
        for target, sources in flows:
            if target in needed:
                needed |= sources
        grown = len(needed) > size
    return frozenset(needed)


def _decides(edge: Edge) -> Iterator[Variable]:
    """What the operation needs to be passed in one way or the other."""
    if isinstance(edge.operation, Assume | Check):
        yield from variables(edge.operation.condition)


def _flows(edge: Edge) -> Iterator[tuple[str, frozenset[str]]]:
    """Where values go to, and what these are computed from."""
    match edge.operation:
        case Assign(target, value):
            written = written_variable(edge.operation)
            assert written is not None
            places = variables(target) if isinstance(target, Element | Cell) else iter(())
            yield written.name, frozenset(v.name for v in (*places, *variables(value)))
        case Call(_, parameters, arguments):
            for parameter, argument in zip(parameters, arguments, strict=True):
                yield parameter.name, frozenset(v.name for v in variables(argument))
        case Return(_, value, target):
            if value is not None and target is not None:
                yield target.name, frozenset({value.name})
        case _:
            return


@dataclass(slots=True)
class Relevance:
    """The relevant variables of each loop of ``cfa``: of all edges that a cycle through a location can have."""

    cfa: Cfa
    _around: dict[Location, frozenset[str]] = field(default_factory=dict)
    _component: dict[Location, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        graph = rustworkx.PyDiGraph()
        index = dict(zip(self.cfa.locations, graph.add_nodes_from(list(self.cfa.locations)), strict=True))
        graph.add_edges_from_no_data([(index[e.source], index[e.target]) for e in self.cfa.edges])
        for number, members in enumerate(rustworkx.strongly_connected_components(graph)):
            self._component.update((self.cfa.locations[member], number) for member in members)

    def around(self, location: Location) -> frozenset[str]:
        """Those of the cycles through ``location``."""
        found = self._around.get(location)
        if found is None:
            own, known = self._component[location], self._component
            edges = [e for e in self.cfa.edges if known[e.source] == own == known[e.target]]
            found = self._around[location] = relevant(edges)
        return found
