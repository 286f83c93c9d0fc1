"""What the activation of a function depends on and changes: the frame in which its paths are described.

Recursive functions have frames of their own, and so has the program. All other functions are followed where they are
called. Values that callers save around recursive calls (``program.cfa.recursion``) are not needed: a frame keeps its
own variables, and a summary speaks of none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.accesses import read_variables, written_variable
from coveriflow.program.cfa.call_graph import reached_functions
from coveriflow.program.cfa.cfa import Cfa, Function
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return, Skip
from coveriflow.program.cfa.recursion import SAVED, components, is_saving
from coveriflow.program.expressions.expressions import NewObject, Variable
from coveriflow.program.types.c_types import Region


def without_saving(cfa: Cfa, given: ResolvedCondition | None = None) -> tuple[Cfa, ResolvedCondition | None]:
    """``cfa`` in which calls save nothing, and ``given`` over its edges. Edges that have nothing to do with that are
    the same ones.
    """
    kept = tuple(g for g in cfa.globals if not g.variable.name.endswith(SAVED))
    if len(kept) == len(cfa.globals):
        return cfa, given
    edges = tuple(replace(e, operation=Skip()) if _saves(e.operation) else e for e in cfa.edges)
    made = replace(cfa, edges=edges, globals=kept)
    if given is None:
        return made, None
    new = dict(zip(cfa.edges, edges, strict=True))
    return made, replace(given, moves={(state, new[edge]): after for (state, edge), after in given.moves.items()})


def _saves(operation: Operation) -> bool:
    return isinstance(operation, Assign) and (is_saving(operation.target) or is_saving(operation.value))


@dataclass(frozen=True, slots=True)
class Frame:
    """The activation of ``function``, or the program itself where ``is_program``.

    ``given``: variables whose values at its entry matter. ``changed``: names of variables that may change while it is
    active, its callees included. ``returned``: what a caller learns, the result first.
    """

    function: Function
    is_program: bool
    given: tuple[Variable, ...]
    changed: frozenset[str]
    returned: tuple[Variable, ...]


@dataclass(frozen=True)
class Frames:
    """Those of a program in which calls save nothing."""

    cfa: Cfa

    @cached_property
    def summarised(self) -> frozenset[str]:
        """The functions with summaries."""
        return frozenset(components(self.cfa.edges))

    def is_summarised(self, edge: Edge) -> bool:
        """Whether the edge is a call that a summary describes."""
        return isinstance(edge.operation, Call) and edge.operation.function in self.summarised

    @cached_property
    def calls(self) -> Mapping[Location, Edge]:
        """Such calls by their sources."""
        return {edge.source: edge for edge in self.cfa.edges if self.is_summarised(edge)}

    @cached_property
    def exits(self) -> frozenset[Location]:
        """Where frames end."""
        return frozenset(self.cfa.functions[name].exit for name in self.summarised)

    @cached_property
    def program(self) -> Frame:
        """Of the whole execution."""
        changed = self._changed_by(self.cfa.entry_function)
        return Frame(self.cfa.functions[self.cfa.entry_function], True, (), changed, ())

    def of(self, name: str) -> Frame:
        """Of the summarised function with this name."""
        return self._frames[name]

    @cached_property
    def _frames(self) -> dict[str, Frame]:
        return {name: self._made(self.cfa.functions[name]) for name in sorted(self.summarised)}

    def _made(self, function: Function) -> Frame:
        read, changed = self._read_by(function.name), self._changed_by(function.name)
        mine = [g for g in self.variable_globals if g.name in read or g.name in changed]
        result = (function.result,) if function.result is not None else ()
        given = (*function.parameters, *mine)
        return Frame(function, False, given, changed, (*result, *(g for g in mine if g.name in changed)))

    @cached_property
    def variable_globals(self) -> tuple[Variable, ...]:
        """Globals that are changed somewhere and read somewhere."""
        every = [edge.operation for edge in self.cfa.edges]
        read = frozenset(variable.name for each in every for variable in self._reads(each))
        written = frozenset(name for each in every for name in self._writes(each))
        return tuple(g.variable for g in self.cfa.globals if g.variable.name in read & written)

    def _read_by(self, name: str) -> frozenset[str]:
        return frozenset(v.name for e in self._edges_of(name) for v in self._reads(e.operation))

    def _changed_by(self, name: str) -> frozenset[str]:
        """What the function and all that it calls may write. Its own parameters are written where it is entered."""
        found = {changed for e in self._edges_of(name) for changed in self._writes(e.operation)}
        inlined = (e.operation for e in self._edges_of(name) if isinstance(e.operation, Call))
        found |= {p.name for call in inlined if call.function not in self.summarised for p in call.parameters}
        return frozenset(found)

    def _edges_of(self, name: str) -> Iterator[Edge]:
        active = {name, *self._reached[name]}
        return (edge for edge in self.cfa.edges if edge.source.function in active)

    @cached_property
    def _reached(self) -> Mapping[str, frozenset[str]]:
        return reached_functions(self.cfa.edges)

    def _reads(self, operation: Operation) -> Iterator[Variable]:
        yield from read_variables(operation)
        yield from self._memory_of(operation)

    def _writes(self, operation: Operation) -> Iterator[str]:
        written = written_variable(operation)
        if written is not None:
            yield written.name
        yield from (variable.name for variable in self._memory_of(operation))

    def _memory_of(self, operation: Operation) -> tuple[Variable, ...]:
        """An allocation changes all memory: its object has unknown content."""
        if not isinstance(operation, Assign) or not isinstance(operation.value, NewObject):
            return ()
        return self._memory

    @cached_property
    def _memory(self) -> tuple[Variable, ...]:
        regions = (g.variable for g in self.cfa.globals)
        return tuple(v for v in regions if isinstance(v.type, Region) and not v.type.single)


def return_to(cfa: Cfa, back: Location) -> Edge | None:
    """The edge by which a call returns to ``back``; ``None`` if it does not."""
    return next((edge for edge in cfa.entering[back] if isinstance(edge.operation, Return)), None)
