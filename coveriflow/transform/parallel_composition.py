"""ParComp: the product of a program and a condition, as a program (fold paper, Sect. 2, Reducer)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from coveriflow.artifacts.resolution import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa import Cfa, Function, RawEdge, numbered
from coveriflow.program.edges import Assign, Call, Edge, Location, Operation, Return, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.program.recursion import DEEPEST_INLINED
from coveriflow.program.rendering import operation_text
from coveriflow.transform.contracts import Transformed

_MAXIMUM = 200_000


@dataclass(frozen=True, slots=True)
class _Place:
    """A location of the residual program before it is numbered: original location, call stack, condition state."""

    location: Location
    stack: tuple[Location, ...]
    states: AutomatonStates


def parallel_composition(cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    """The residual program of ``cfa`` and ``condition``, with all calls inlined.

    Residual property (fold paper, Def. 3): its executions are executions of ``cfa``, and contain all that the condition
    does not cover. An execution is cut where it becomes covered: the edge there is missing, and the execution ends.
    Raises ``NotSupported`` if the product has more than 200,000 locations, or calls nested too deeply.
    """
    return _transformed(cfa, _Product(cfa, condition, Part.LEFT))


def covered_part(cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    """What ``condition`` covers of ``cfa``, with all calls inlined: the error is reached by the executions that reach
    it in ``cfa`` and are covered by then. All others end where they leave the condition, or at the error.

    Raises ``NotSupported`` as ``parallel_composition`` does.
    """
    return _transformed(cfa, _Product(cfa, condition, Part.COVERED))


def _transformed(cfa: Cfa, product: _Product) -> Transformed:
    main = product.function(product.build())
    edges = numbered(product.edges)
    left = replace(cfa, entry=main.entry, edges=edges, functions={main.name: main}, control=())
    return Transformed(left, dict(zip(edges, product.originals, strict=True)))


class Part(Enum):
    """Which part of a program a product is about."""

    LEFT = "what the condition does not cover"
    COVERED = "what the condition covers"


@dataclass(slots=True)
class _Product:
    cfa: Cfa
    condition: ResolvedCondition
    part: Part
    edges: list[RawEdge] = field(default_factory=list)
    originals: list[Edge] = field(default_factory=list)
    places: dict[_Place, Location] = field(default_factory=dict)
    numbered: int = 0

    def build(self) -> Location:
        """Explore the product; returns the entry."""
        start = _Place(self.cfa.entry, (), self.condition.initial)
        nothing = self.part is Part.LEFT and self.condition.accepts(start.states)
        pending = [] if nothing else [start]
        entry = self._location(start)
        while pending:
            place = pending.pop()
            for edge, target in self._leaving(place):
                if target not in self.places:
                    pending.append(target)
                self._add(self._location(place), edge, self._location(target))
        return entry

    def _leaving(self, place: _Place) -> Iterator[tuple[Edge, _Place]]:
        """The edges that the call stack allows and that do not complete a covered prefix."""
        for edge in self.cfa.leaving[place.location]:
            stack = _stack_after(place.stack, edge)
            states = self.condition.after(place.states, edge)
            if stack is not None and len(stack) > DEEPEST_INLINED:
                raise NotSupported(f"a residual program of calls nested deeper than {DEEPEST_INLINED}", edge.origin)
            if stack is None:
                continue
            if self.part is Part.COVERED:
                yield edge, self._covered(place.states, edge, stack, states)
            elif not self.condition.accepts(states):
                yield edge, self._place(edge.target, stack, states)

    def _covered(
        self, before: AutomatonStates, edge: Edge, stack: tuple[Location, ...], states: AutomatonStates
    ) -> _Place:
        """Once covered, always covered; what can no more be covered ends."""
        if self.condition.accepts(before) or self.condition.accepts(states):
            return self._place(edge.target, stack, self.condition.accepting)
        ends = not states or edge.target == self.cfa.error
        return self._place(self.cfa.halt if ends else edge.target, stack, states)

    def _place(self, location: Location, stack: tuple[Location, ...], states: AutomatonStates) -> _Place:
        """The ends of the program are one place each, wherever they are reached from."""
        if location in (self.cfa.error, self.cfa.halt, self.cfa.exit):
            return _Place(location, (), frozenset())
        return _Place(location, stack, states)

    def _location(self, place: _Place) -> Location:
        if place.location in (self.cfa.error, self.cfa.halt):
            return place.location
        if place not in self.places:
            self.places[place] = self._fresh()
        return self.places[place]

    def _fresh(self) -> Location:
        if self.numbered >= _MAXIMUM:
            raise NotSupported(f"a residual program of more than {_MAXIMUM} locations")
        self.numbered += 1
        number = max(self.cfa.error.number, self.cfa.halt.number) + self.numbered
        return Location(number, self.cfa.entry_function)

    def _add(self, source: Location, edge: Edge, target: Location) -> None:
        operations = _inlined(edge)
        for index, operation in enumerate(operations):
            following = target if index == len(operations) - 1 else self._fresh()
            self.edges.append(RawEdge(source, operation, following, edge.origin, operation_text(operation)))
            self.originals.append(edge)
            source = following

    def function(self, entry: Location) -> Function:
        """The one function of the residual program; locals of inlined functions are its own."""
        old = self.cfa.functions[self.cfa.entry_function]
        variables = list(old.locals)
        for function in self.cfa.functions.values():
            if function.name != old.name:
                result = [function.result] if function.result else []
                variables += [*function.parameters, *function.locals, *result]
        exit_ = self._location(_Place(self.cfa.exit, (), frozenset()))
        return Function(old.name, entry, exit_, (), tuple(variables), old.result)


def _stack_after(stack: tuple[Location, ...], edge: Edge) -> tuple[Location, ...] | None:
    if isinstance(edge.operation, Call):
        return (*stack, edge.operation.return_to)
    if isinstance(edge.operation, Return):
        return stack[:-1] if stack and stack[-1] == edge.target else None
    return stack


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
