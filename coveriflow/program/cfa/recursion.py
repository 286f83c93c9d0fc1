"""Recursion: functions that may be entered again before they return have one name per local variable all the same.

Before a call that may lead back to its own function, the caller saves the variables that it needs afterwards, at the
depth of the calls that have not returned yet; after the return it restores them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import rustworkx

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import Function, Global, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return, Unsupported
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    Variable,
    scalar_type,
    variables,
)
from coveriflow.program.types.c_types import ULLONG, Region

SAVED = ".saved"
"""What the names of the regions with saved values end with."""
DEEPEST_INLINED = 200
"""How deep calls may be nested where all of them are inlined."""
DEPTH = Variable("depth.saved", ULLONG)
"""How many calls have saved variables and not returned yet."""


def is_saving(target: Expression) -> bool:
    """Whether this is about saved values; real recursion in C text needs none of them."""
    name = target.region.name if isinstance(target, Cell) else target.name if isinstance(target, Variable) else ""
    return name.endswith(SAVED)


def components(edges: Sequence[RawEdge] | Sequence[Edge]) -> Mapping[str, int]:
    """For each function that may be entered again before it returns, a number; those with the same number call each
    other.
    """
    return circles([(e.source.function, e.operation.function) for e in edges if isinstance(e.operation, Call)])


def circles(calls: Sequence[tuple[str, str]]) -> Mapping[str, int]:
    """The same for pairs of caller and callee."""
    names = list(dict.fromkeys(name for call in calls for name in call))
    graph = rustworkx.PyDiGraph()
    index = dict(zip(names, graph.add_nodes_from(names), strict=True))
    graph.add_edges_from_no_data([(index[caller], index[callee]) for caller, callee in dict.fromkeys(calls)])
    found: dict[str, int] = {}
    itself = {caller for caller, callee in calls if caller == callee}
    for number, component in enumerate(rustworkx.strongly_connected_components(graph)):
        if len(component) > 1 or names[component[0]] in itself:
            found.update((names[member], number) for member in component)
    return found


def is_recursive(edge: RawEdge | Edge, component: Mapping[str, int]) -> bool:
    """Whether the edge is a call that may be made again before it returns."""
    if not isinstance(edge.operation, Call):
        return False
    own = component.get(edge.source.function)
    return own is not None and own == component.get(edge.operation.function)


def without_calls_of(entry: str, edges: Sequence[RawEdge], halt: Location) -> list[RawEdge]:
    """The entry function is entered once, with what happens before the program begins."""
    refused = Unsupported("a call of the entry function")
    return [
        replace(edge, operation=refused, target=halt, text=str(refused))
        if isinstance(edge.operation, Call) and edge.operation.function == entry
        else edge
        for edge in edges
    ]


@dataclass(slots=True)
class Saving:
    """Puts what saves and restores variables around recursive calls; ``globals`` and ``locals`` by function are new."""

    builder: Builder
    functions: Mapping[str, Function]
    globals: dict[str, Global] = field(default_factory=dict)
    locals: dict[str, list[Variable]] = field(default_factory=dict)

    def saved(self, edges: Sequence[RawEdge]) -> list[RawEdge]:
        """``edges`` with more between them."""
        component = components(edges)
        returns = {e.target: e.operation.target for e in edges if isinstance(e.operation, Return)}
        calls = [e for e in edges if is_recursive(e, component)]
        if not calls:
            return list(edges)
        live = live_variables(edges, self.functions)
        before: dict[int, list[Operation]] = {}
        after: dict[Location, list[Operation]] = {}
        for edge in calls:
            assert isinstance(edge.operation, Call)
            back = edge.operation.return_to
            if back in returns:
                result = returns[back]
                needed = live(back) - ({result.name} if result is not None else set())
                kept = [v for v in _variables(self.functions[edge.source.function]) if v.name in needed]
                before[id(edge)], after[back] = self._around(kept)
        return list(self._inserted(edges, component, before, after))

    def _around(self, kept: Sequence[Variable]) -> tuple[list[Operation], list[Operation]]:
        """What happens before the call, and what after it; a place that is not used any more holds zero."""
        if not kept:
            return [], []
        self.globals.setdefault(DEPTH.name, Global(DEPTH, ()))
        one = Constant(1, ULLONG)
        places = {variable: self._place(variable) for variable in kept}
        saves: list[Operation] = [Assign(place, variable) for variable, place in places.items()]
        restores: list[Operation] = [Assign(DEPTH, Binary(BinaryOp.SUB, DEPTH, one, ULLONG))]
        for variable, place in places.items():
            restores += [Assign(variable, place), Assign(place, Constant(0, scalar_type(variable)))]
        return [*saves, Assign(DEPTH, Binary(BinaryOp.ADD, DEPTH, one, ULLONG))], restores

    def _place(self, variable: Variable) -> Cell:
        """Where ``variable`` is saved at the current depth."""
        type_ = scalar_type(variable)
        region = Variable(variable.name + SAVED, Region(type_.width))
        self.globals.setdefault(region.name, Global(region, ()))
        return Cell(region, DEPTH, type_)

    def _inserted(
        self,
        edges: Sequence[RawEdge],
        component: Mapping[str, int],
        before: Mapping[int, list[Operation]],
        after: Mapping[Location, list[Operation]],
    ) -> Iterator[RawEdge]:
        moved = {back: self.builder.location(back.function) for back, restores in after.items() if restores}
        for edge in edges:
            operation, target = edge.operation, edge.target
            if isinstance(operation, Return):
                yield replace(edge, target=moved.get(target, target))
            elif isinstance(operation, Call) and is_recursive(edge, component):
                copies, call = self._with_own_arguments(operation, edge.source.function)
                call = replace(call, return_to=moved.get(call.return_to, call.return_to))
                steps = [*before.get(id(edge), ()), *copies]
                last = yield from self._chain(edge, edge.source, steps)
                yield replace(edge, source=last, operation=call, text=edge.shown)
                if call.return_to != operation.return_to:
                    yield from self._chain(edge, call.return_to, after[operation.return_to], operation.return_to)
            else:
                yield edge

    def _chain(
        self, origin: RawEdge, source: Location, operations: Sequence[Operation], end: Location | None = None
    ) -> Generator[RawEdge, None, Location]:
        """Edges one after the other, the last one to ``end``; where they lead to."""
        for number, operation in enumerate(operations, start=1):
            is_last = number == len(operations) and end is not None
            target = end if is_last and end is not None else self.builder.location(source.function)
            yield RawEdge(source, operation, target, origin.origin, operation_text(operation))
            source = target
        return source

    def _with_own_arguments(self, call: Call, caller: str) -> tuple[list[Operation], Call]:
        """No argument reads a parameter of the function that is called: those that do are copied before."""
        parameters = {parameter.name for parameter in call.parameters}
        copies: list[Operation] = []
        arguments: list[Expression] = []
        for argument in call.arguments:
            if any(variable.name in parameters for variable in variables(argument)):
                further = self.locals.setdefault(caller, [])
                copy = Variable(f"{caller}::$argument{len(further) + 1}", scalar_type(argument))
                further.append(copy)
                copies.append(Assign(copy, argument))
                argument = copy
            arguments.append(argument)
        return copies, replace(call, arguments=tuple(arguments))


def _variables(function: Function) -> tuple[Variable, ...]:
    result = [function.result] if function.result is not None else []
    return (*function.parameters, *function.locals, *result)
