"""What may be entered several times in one execution: objects there have one place for all their lifetimes, one after
the other, so that an address that is kept from an earlier one is not distinguished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import rustworkx

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Call, Location, Return
from coveriflow.program.memory.points_to import Area
from coveriflow.program.passes.automatic_storage import Ending, assume_none_of_before
from coveriflow.program.passes.lowered_program import LoweredProgram


@dataclass(slots=True)
class Entries:
    """How often places may be passed, as far as the graph tells. ``repeated``: locations on cycles within functions;
    ``calls``: where functions are called.
    """

    repeated: set[Location]
    calls: dict[str, list[Location]]
    _several: dict[str, bool] = field(default_factory=dict)

    def function(self, name: str) -> bool:
        """Whether a function may be called more than once."""
        if name not in self._several:
            self._several[name] = True  # while it is being found out, for recursive functions
            calls = self.calls.get(name, [])
            self._several[name] = len(calls) > 1 or any(map(self.place, calls))
        return self._several[name]

    def place(self, location: Location) -> bool:
        """Whether a location may be passed more than once."""
        return location in self.repeated or self.function(location.function)


def entries(edges: Sequence[RawEdge]) -> Entries:
    """Those of an automaton."""
    graph: rustworkx.PyDiGraph[Location, None] = rustworkx.PyDiGraph()
    locations = list(dict.fromkeys(end for edge in edges for end in _ends(edge)))
    index = dict(zip(locations, graph.add_nodes_from(locations), strict=True))
    steps = [(index[one], index[other]) for one, other in map(_ends, edges)]
    graph.add_edges_from_no_data([step for edge, step in zip(edges, steps, strict=True) if not _is_return(edge)])
    repeated = {locations[one] for one, other in steps if one == other}
    for component in rustworkx.strongly_connected_components(graph):
        if len(component) > 1:
            repeated.update(locations[each] for each in component)
    calls: dict[str, list[Location]] = {}
    for edge in edges:
        if isinstance(edge.operation, Call):
            calls.setdefault(edge.operation.function, []).append(edge.source)
    return Entries(repeated, calls)


def _ends(edge: RawEdge) -> tuple[Location, Location]:
    """Within its function, a call leads to where it returns."""
    return edge.source, edge.operation.return_to if isinstance(edge.operation, Call) else edge.target


def _is_return(edge: RawEdge) -> bool:
    return isinstance(edge.operation, Return)


@dataclass(slots=True)
class LocalStorage:
    """The local objects of a program, whose ``entry`` is called once, before these have got lifetimes."""

    program: LoweredProgram
    edges: Sequence[RawEdge]
    represent: Callable[[Location], Location]
    _entries: Entries | None = None

    def may_end(self, area: Area) -> bool:
        """Whether objects there are freed, or are those of functions and blocks, also where each has an address of
        its own.
        """
        if any(self._functions(area)) or (self.program.frees and area.sites):
            return True
        arrays = {each.site for each in self.program.builder.blocks.arrays}
        sites = self.program.sites
        return any(name in arrays or (name in sites and sites[name].owner) for name in area.sites)

    def may_begin_again(self, area: Area) -> bool:
        """Whether an object of a function or of a block may have several lifetimes, all of them in one place here."""
        return any(self._is_entered_again(name, function) for name, function in self._functions(area))

    def _functions(self, area: Area) -> Iterator[tuple[str, str]]:
        """The names of local objects, each with its function."""
        objects = self.program.layout.objects
        owned = ((each.name, objects[each.name].function) for each in area.objects if each.name in objects)
        return ((name, function) for name, function in owned if function)

    def _is_entered_again(self, name: str, function: str) -> bool:
        if self._entries is None:
            self._entries = entries(self.edges)
        blocks = self.program.builder.blocks
        block = blocks.homes.get(name)
        if block is None:
            return self._entries.function(function)
        return self._entries.place(self.represent(blocks.openings[block]))


def assume_none_is_kept(
    program: LoweredProgram, ends: Ending, edges: Sequence[RawEdge], represent: Callable[[Location], Location]
) -> None:
    """That no address of an earlier lifetime is used when there is a new object in the same place."""
    found, openings = entries(edges), program.builder.blocks.openings
    again = {
        function
        for function, block in ends.kept
        if (found.function(function) if block is None else found.place(represent(openings[block])))
    }
    for function in sorted(again):
        assume_none_of_before(program, function)
