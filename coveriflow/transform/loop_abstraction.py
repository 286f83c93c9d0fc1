"""Loops without iterations: one begins in any state that its invariants allow, and ends after one iteration.

All states in which control can come to a loop's head are among those, so that every execution of the original is one
of the result, shortened: the result contains the error wherever the original does. It may contain it where the original
does not. This is the step case of k-induction as a program (havoc abstraction: Beyer, Lingsch Rosenfeld, Spiessl: A
Unifying Approach for Control-Flow-Based Loop Abstraction, Sect. 3), for verifiers that only unwind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.call_graph import reached_functions
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import short_name
from coveriflow.program.cfa.edges import Assume, Call, Edge, Input, InputKind, Location, Operation, Return, Stop
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.cfa.names import DIRECTION
from coveriflow.program.expressions.expressions import Cell, Element, Expression, Variable, all_parts
from coveriflow.program.printing.memory import is_bookkeeping
from coveriflow.program.types.c_types import Array, Floating, Integer, Scalar
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.reducers.monitor import mentioned_locations

Invariants = Mapping[Location, Sequence[Expression]]
"""What holds whenever control comes to a loop head."""

_LONGEST = 64
"""Elements of an array that may change in a loop: each is an input."""


class NotAbstracted(Exception):
    """A loop stays as it is; the text completes the sentence 'it stays as it is: ...'."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class AbstractedLoops:
    """``heads``: of the loops that have no iterations any more. ``left_alone``: the others, and why."""

    program: Transformed
    heads: tuple[Location, ...]
    left_alone: tuple[tuple[Location, str], ...]


def stated(invariants: Sequence[Expression]) -> tuple[Expression, ...]:
    """Those that are about variables alone: what is in memory need not exist where they are asked."""
    return tuple(each for each in invariants if not any(isinstance(p, Cell | Element) for p in all_parts((each,))))


def with_invariants(cfa: Cfa, loops: Loops, invariants: Invariants) -> Transformed:
    """``cfa`` with ``invariants`` assumed at the heads of its loops: the same executions, if they are true."""
    building = _Building(cfa, loops, invariants, {})
    return building.result()


def abstracted(cfa: Cfa, loops: Loops, invariants: Invariants) -> AbstractedLoops:
    """``cfa`` without iterations of those loops in which only scalar variables and small arrays change."""
    changes = _Changes(cfa, loops)
    changed: dict[Location, tuple[Variable, ...]] = {}
    left_alone: list[tuple[Location, str]] = []
    for head in sorted((each for each in loops.heads if loops.is_head(each)), key=lambda each: each.number):
        try:
            changed[head] = changes.at(head)
        except NotAbstracted as alone:
            left_alone.append((head, alone.reason))
    program = _Building(cfa, loops, invariants, changed).result()
    return AbstractedLoops(program, tuple(changed), tuple(left_alone))


@dataclass(slots=True)
class _Changes:
    """What loops change of what is read afterwards."""

    cfa: Cfa
    loops: Loops
    _written: dict[str, list[Variable]] = field(default_factory=dict, init=False)

    def at(self, head: Location) -> tuple[Variable, ...]:
        """The variables that the loop at ``head`` changes and that may be read from there on."""
        if self.loops.recursive:
            raise NotAbstracted("the program has recursive functions")
        body = [edge for edge in self.cfa.edges if head in self.loops.heads.get(edge.source, ())]
        if any(self._enters(edge, head) for edge in self.cfa.edges):
            raise NotAbstracted("a jump leads into it")
        called = {edge.operation.function for edge in body if isinstance(edge.operation, Call)}
        called |= {inner for each in called for inner in reached_functions(self.cfa.edges)[each]}
        written = [written_variable(edge.operation) for edge in body]
        written += [variable for name in sorted(called) for variable in self._writes(name)]
        live, local = live_variables(self.cfa.edges, self.cfa.functions, self.cfa.globals)(head), self._local_names()
        found = dict.fromkeys(each for each in written if each is not None and not is_bookkeeping(each))
        read = tuple(each for each in found if each.name not in local or each.name in live)
        for each in read:
            _check_scalars(each)
        return read

    def _enters(self, edge: Edge, head: Location) -> bool:
        """Whether control may come into the loop by ``edge``, but not to its head."""
        target = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
        if isinstance(edge.operation, Return) or target == head:
            return False
        return head in self.loops.heads.get(target, ()) and head not in self.loops.heads.get(edge.source, ())

    def _writes(self, function: str) -> list[Variable]:
        if not self._written:
            for edge in self.cfa.edges:
                variable = written_variable(edge.operation)
                if variable is not None:
                    self._written.setdefault(edge.source.function, []).append(variable)
        return self._written.get(function, [])

    def _local_names(self) -> frozenset[str]:
        functions = self.cfa.functions.values()
        own = (v for f in functions for v in (*f.locals, *f.parameters, *((f.result,) if f.result else ())))
        return frozenset(variable.name for variable in own)


def _check_scalars(variable: Variable) -> None:
    """``NotAbstracted`` for what is not given any value by input functions."""
    match variable.type:
        case _ if variable == DIRECTION:
            raise NotAbstracted("it changes how numbers are rounded")
        case Integer() | Floating():
            return
        case Array(Integer() | Floating(), length) if length <= _LONGEST:
            return
        case Array():
            raise NotAbstracted(f"it changes '{short_name(variable)}', a large array")
        case _:
            raise NotAbstracted(f"it changes '{short_name(variable)}', which is in memory or points to memory")


@dataclass(slots=True)
class _Building:
    """``changed``: by the heads of those loops that are abstracted."""

    cfa: Cfa
    loops: Loops
    invariants: Invariants
    changed: Mapping[Location, tuple[Variable, ...]]
    made: Instrumenting = field(init=False)
    _begin: dict[Location, Location] = field(default_factory=dict, init=False)
    _again: dict[Location, Location] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.made = Instrumenting(1 + max(each.number for each in mentioned_locations(self.cfa)))

    def result(self) -> Transformed:
        """The program. Control comes to a head as before; what leaves it begins after what is added there."""
        for head in (each for each in self.cfa.locations if self.loops.is_head(each)):
            self._head(head)
        for edge in self.cfa.edges:
            source = self._begin.get(edge.source, edge.source)
            for target in dict.fromkeys(self._targets(edge)):
                self.made.add(edge, source, self._returning(edge), target)
        return self.made.transformed(lambda edges: replace(self.cfa, edges=edges, control=()))

    def _head(self, head: Location) -> None:
        edge, location = self.cfa.leaving[head][0], head
        steps = [Input(v, v.name, InputKind.UNINITIALISED, _element(v)) for v in self.changed.get(head, ())]
        for operation in (*steps, *(Assume(each, truth=True) for each in self.invariants.get(head, ()))):
            following = self.made.fresh_at(head)
            self.made.step(edge, location, operation, following)
            location = following
        self._begin[head] = location
        if head in self.changed:
            self._again[head] = self.made.fresh_at(head)
            self.made.step(edge, self._again[head], Stop(None), self.cfa.halt)

    def _lands(self, source: Location, target: Location) -> Location:
        """After one iteration the execution ends."""
        is_inside = target in self.loops.heads.get(source, ())
        return self._again[target] if target in self._again and is_inside else target

    def _targets(self, edge: Edge) -> Iterator[Location]:
        """A function returns to where its calls say."""
        if not isinstance(edge.operation, Return):
            yield edge.target if isinstance(edge.operation, Call) else self._lands(edge.source, edge.target)
        elif edge.target not in self._again:
            yield edge.target
        else:
            for call in self._calls_before(edge.target, edge.operation.function):
                yield self._lands(call.source, edge.target)

    def _calls_before(self, location: Location, function: str) -> Iterator[Edge]:
        for edge in self.cfa.edges:
            call = edge.operation
            if isinstance(call, Call) and call.return_to == location and call.function == function:
                yield edge

    def _returning(self, edge: Edge) -> Operation:
        operation = edge.operation
        if isinstance(operation, Call):
            return replace(operation, return_to=self._lands(edge.source, operation.return_to))
        return operation


def _element(variable: Variable) -> Scalar:
    type_ = variable.type.element if isinstance(variable.type, Array) else variable.type
    assert isinstance(type_, Integer | Floating)
    return type_
