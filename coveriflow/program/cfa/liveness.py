"""Live variables (backward data flow): whose value may still be read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from coveriflow.program.cfa.accesses import overwritten_variable, parts_of, read_names
from coveriflow.program.cfa.call_graph import reached_functions, users
from coveriflow.program.cfa.cfa import Function, Global, RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return
from coveriflow.program.expressions.expressions import Cell, Variable

Live = frozenset[str]


def live_variables(
    edges: Sequence[RawEdge] | Sequence[Edge], functions: Mapping[str, Function], regions: Iterable[Global] = ()
) -> Callable[[Location], Live]:
    """For each location the variables that may be read on a path from there, before they are overwritten.

    A call is crossed from its source to where it returns: callees touch no locals of their callers. The result of a
    function is live at its exit where a caller takes it. Globals are always live and not listed, but for those of
    ``regions`` that belong to one function.
    """
    own = {region.variable.name: region.function for region in regions if region.function}
    steps = _steps(edges, _local_names(functions) | own.keys(), _used_by_calls(edges, own) if own else {})
    entering: defaultdict[Location, list[tuple[Location, Live, Live]]] = defaultdict(list)
    for source, uses, kills, target in steps:
        entering[target].append((source, uses, kills))
    live: defaultdict[Location, Live] = defaultdict(frozenset)
    pending = dict.fromkeys(target for _, _, _, target in steps)
    while pending:
        target, _ = pending.popitem()
        after = live[target]
        for source, uses, kills in entering[target]:
            before = live[source]
            grown = before.union(uses, after - kills if kills else after)
            if len(grown) != len(before):
                live[source] = grown
                pending[source] = None
    return lambda location: live[location]


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


def _steps(
    edges: Sequence[RawEdge] | Sequence[Edge], local: Live, by_calls: Mapping[tuple[str, str], Live]
) -> list[tuple[Location, Live, Live, Location]]:
    returns = {e.target: e.operation for e in edges if isinstance(e.operation, Return)}
    steps = []
    for edge in edges:
        uses = _used(edge.operation) & local
        if isinstance(edge.operation, Return):
            steps.append((edge.source, uses, frozenset[str](), Location(-1, "")))
        elif isinstance(edge.operation, Call):
            back = edge.operation.return_to
            uses |= by_calls.get((edge.source.function, edge.operation.function), frozenset())
            steps.append((edge.source, uses, _kills(returns.get(back)), back))
        else:
            steps.append((edge.source, uses, _kills(edge.operation), edge.target))
    return steps


def _used(operation: Operation) -> Live:
    """What is read; a number written to memory needs none of the others there."""
    if isinstance(operation, Assign) and isinstance(operation.target, Cell):
        parts = parts_of(operation)[2:]  # after the target and its region
        return frozenset(part.name for part in parts if isinstance(part, Variable))
    return read_names(operation)


def _kills(operation: Operation | None) -> Live:
    written = overwritten_variable(operation) if operation is not None else None
    return frozenset({written.name}) if written is not None else frozenset()
