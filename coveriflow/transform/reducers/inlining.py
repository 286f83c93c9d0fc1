"""From the graph of a residual program to an automaton of one function: calls become assignments."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.program.cfa.cfa import Cfa, Function, RawEdge, numbered
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.transform.contracts import Place, Transformed, Unfolding

LARGEST = 200_000
"""How many locations a residual program may have."""


def inlined_program(graph: Unfolding) -> Transformed:
    """``graph`` as an automaton. Raises ``NotSupported`` if it has more than 200,000 locations."""
    if len(graph.places) > LARGEST:
        raise NotSupported(f"a residual program of more than {LARGEST} locations")
    cfa = graph.original
    first = max(cfa.error.number, cfa.halt.number) + 1
    locations = [_location(cfa, place, first + number) for number, place in enumerate(graph.places)]
    free = first + len(locations)
    raw: list[RawEdge] = []
    origins: list[Edge] = []
    inner: list[int] = []
    for step in graph.steps:
        source, operations = locations[step.source], _inlined(step.edge)
        for operation in operations[:-1]:
            inner.append(len(raw))
            between, free = Location(free, cfa.entry_function), free + 1
            raw.append(_edge(source, operation, between, step.edge))
            source = between
        raw.append(_edge(source, operations[-1], locations[step.target], step.edge))
        origins += [step.edge] * len(operations)
    exits = (at for place, at in zip(graph.places, locations, strict=True) if place.location == cfa.exit)
    exit_ = next(exits, Location(free, cfa.entry_function))
    edges = numbered(raw)
    main = _function(cfa, locations[0], exit_)
    program = replace(cfa, entry=main.entry, edges=edges, functions={main.name: main}, control=())
    origin = dict(zip(edges, origins, strict=True))
    return Transformed(program, origin, frozenset(edges[number] for number in inner))


def _location(cfa: Cfa, place: Place, number: int) -> Location:
    """What is no end of the program gets a number of its own."""
    return place.location if place.location in (cfa.error, cfa.halt) else Location(number, cfa.entry_function)


def _edge(source: Location, operation: Operation, target: Location, edge: Edge) -> RawEdge:
    return RawEdge(source, operation, target, edge.origin, operation_text(operation))


def _function(cfa: Cfa, entry: Location, exit_: Location) -> Function:
    """The one function of the residual program; locals of inlined functions are its own."""
    old = cfa.functions[cfa.entry_function]
    variables = list(old.locals)
    for function in cfa.functions.values():
        if function.name != old.name:
            result = [function.result] if function.result else []
            variables += [*function.parameters, *function.locals, *result]
    return Function(old.name, entry, exit_, (), tuple(variables), old.result)


def _inlined(edge: Edge) -> list[Operation]:
    """Calls and returns become assignments: no argument reads a parameter of the function that is called."""
    match edge.operation:
        case Call(_, parameters, arguments):
            assigned = zip(parameters, arguments, strict=True)
            return [Assign(parameter, argument) for parameter, argument in assigned] or [Skip()]
        case Return(_, value, target):
            return [Assign(target, value)] if target is not None and value is not None else [Skip()]
        case operation:
            return [operation]
