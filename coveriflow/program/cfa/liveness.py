"""Live variables (backward data flow): whose value may still be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import overwritten_variable, parts_of, read_names
from coveriflow.program.cfa.call_graph import reached_functions, users
from coveriflow.program.cfa.cfa import Cfa, Function, Global, RawEdge
from coveriflow.program.cfa.data_flow import Group, Numbering, Step, groups, least_solution
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return
from coveriflow.program.cfa.once import once
from coveriflow.program.expressions.expressions import Cell, Variable

Live = frozenset[str]
_NOWHERE = Location(-1, "")
"""Where a function that returns goes on, as far as its own variables matter."""


def live_variables(
    edges: Sequence[RawEdge] | Sequence[Edge],
    functions: Mapping[str, Function],
    regions: Iterable[Global] = (),
    asked: Live | None = None,
) -> Liveness:
    """For each location the variables that may be read on a path from there, before they are overwritten.

    A call is crossed from its source to where it returns: callees touch no locals of their callers. The result of a
    function is live at its exit where a caller takes it. Globals are always live and not listed, but for those of
    ``regions`` that belong to one function. ``asked``: the only variables that are listed.
    """
    own = {region.variable.name: region.function for region in regions if region.function}
    listed = _local_names(functions) | own.keys()
    listed = listed if asked is None else listed & asked
    returns = {e.target.number: e.operation for e in edges if isinstance(e.operation, Return)}
    return Liveness(*groups(edges), listed, returns, _used_by_calls(edges, own) if own else {})


@once
def liveness_of(cfa: Cfa) -> Liveness:
    """Of all variables of a program, and of the regions that belong to one function."""
    return live_variables(cfa.edges, cfa.functions, cfa.globals)


@dataclass(slots=True)
class Liveness:
    """Of ``local`` variables; found for a function when something in it is asked for. ``returns``: by their targets."""

    group: Group
    edges: Mapping[str, Sequence[RawEdge | Edge]]
    local: Live
    returns: Mapping[int, Return]
    by_calls: Mapping[tuple[str, str], Live]
    _found: dict[str, tuple[Numbering, Mapping[int, int]]] = field(default_factory=dict)

    def __call__(self, location: Location) -> Live:
        return self.numbering(location).names(self.bits(location))

    def has(self, name: str, location: Location) -> bool:
        """Whether ``name`` is live there: of all of them, no set is made."""
        return bool(self.numbering(location).bit(name) & self.bits(location))

    def bits(self, location: Location) -> int:
        """The variables as a set of ``numbering``."""
        return self._around(location)[1].get(location.number, 0)

    def numbering(self, location: Location) -> Numbering:
        """That of all locations of one function."""
        return self._around(location)[0]

    def _around(self, location: Location) -> tuple[Numbering, Mapping[int, int]]:
        name = self.group(location)
        if name not in self._found:
            numbering = Numbering()
            self._found[name] = numbering, least_solution(self._steps(self.edges.get(name, ()), numbering))
        return self._found[name]

    def _steps(self, edges: Iterable[RawEdge | Edge], numbering: Numbering) -> Iterator[Step]:
        """From where an edge ends to where it begins."""
        local = self.local
        for edge in edges:
            source, operation = edge.source, edge.operation
            names = _used(operation)
            uses = numbering.bits(names & local) if names else 0
            if isinstance(operation, Return):
                yield Step(_NOWHERE, uses, 0, source)
            elif isinstance(operation, Call):
                back = operation.return_to
                uses |= numbering.bits(self.by_calls.get((source.function, operation.function), ()))
                yield Step(back, uses, self._kills(self.returns.get(back.number), numbering), source)
            else:
                yield Step(edge.target, uses, self._kills(operation, numbering), source)

    def _kills(self, operation: Operation | None, numbering: Numbering) -> int:
        written = overwritten_variable(operation) if operation is not None else None
        return numbering.bit(written.name) if written is not None and written.name in self.local else 0


def _local_names(functions: Mapping[str, Function]) -> frozenset[str]:
    """Names of variables that live only while their function runs."""
    return frozenset(
        variable.name
        for function in functions.values()
        for variable in (*function.locals, *function.parameters, *([function.result] if function.result else []))
    )


def _used_by_calls(edges: Sequence[RawEdge] | Sequence[Edge], own: Mapping[str, str]) -> Mapping[tuple[str, str], Live]:
    """By caller and callee, which regions of the caller the callee uses, or whom it calls."""
    reached, known = reached_functions(edges), users(edges)
    calls = {(e.source.function, e.operation.function) for e in edges if isinstance(e.operation, Call)}
    return {
        (caller, callee): frozenset(
            name
            for name, owner in own.items()
            if owner == caller and known.get(name, set()) & {callee, *reached[callee]}
        )
        for caller, callee in calls
    }


def _used(operation: Operation) -> Live:
    """What is read; a number written to memory needs none of the others there."""
    if isinstance(operation, Assign) and isinstance(operation.target, Cell):
        parts = parts_of(operation)[2:]  # after the target and its region
        return frozenset(part.name for part in parts if isinstance(part, Variable))
    return read_names(operation)
