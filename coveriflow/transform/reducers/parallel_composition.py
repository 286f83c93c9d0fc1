"""ParComp: the product of a program and a condition, as a program (fold paper, Sect. 2, Reducer)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.recursion import DEEPEST_INLINED
from coveriflow.program.errors import NotSupported
from coveriflow.transform.contracts import Place, Step, Transformed, Unfolding
from coveriflow.transform.reducers.inlining import inlined_program

LARGEST_PRODUCT = 1_000_000
"""How many places a product may have before it is folded."""


def parallel_composition(cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    """The residual program of ``cfa`` and ``condition``, with all calls inlined.

    Residual property (fold paper, Def. 3): its executions are executions of ``cfa``, and contain all that the condition
    does not cover. An execution is cut where it becomes covered: the edge there is missing, and the execution ends.
    Raises ``NotSupported`` as ``product`` does, and if there are more than 200,000 locations.
    """
    return inlined_program(product(cfa, condition))


def product(cfa: Cfa, condition: ResolvedCondition) -> Unfolding:
    """The residual program by parallel composition, as a graph whose markers are states of ``condition``.

    Raises ``NotSupported`` if it has more than 1,000,000 places, if calls are nested too deeply, and for a recursive
    call that the condition does not bound: there is no end of inlining it.
    """
    return _Product(cfa, condition, Part.LEFT).built()


def covered_part(cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    """What ``condition`` covers of ``cfa``, with all calls inlined: the error is reached by the executions that reach
    it in ``cfa`` and are covered by then. All others end where they leave the condition, or at the error.

    Raises ``NotSupported`` as ``parallel_composition`` does.
    """
    return inlined_program(_Product(cfa, condition, Part.COVERED).built())


class Part(Enum):
    """Which part of a program a product is about."""

    LEFT = "what the condition does not cover"
    COVERED = "what the condition covers"


@dataclass(frozen=True, slots=True)
class _Stack:
    """Where open calls return to; ``functions`` are those that have been entered. One object for each stack."""

    number: int
    returns: tuple[Location, ...]
    functions: frozenset[str]
    below: _Stack | None = None


@dataclass(slots=True)
class _States:
    """Sets of states by numbers, so that each move is computed once; number 0 is no state."""

    condition: ResolvedCondition
    sets: list[AutomatonStates] = field(default_factory=lambda: [frozenset()])
    numbers: dict[AutomatonStates, int] = field(default_factory=lambda: {frozenset(): 0})
    moves: dict[tuple[int, int], int] = field(default_factory=dict)
    accepted: list[bool] = field(default_factory=lambda: [False])

    def number(self, states: AutomatonStates) -> int:
        if states not in self.numbers:
            self.numbers[states] = len(self.sets)
            self.sets.append(states)
            self.accepted.append(self.condition.accepts(states))
        return self.numbers[states]

    def after(self, states: int, edge: Edge) -> int:
        if states == 0:
            return 0
        key = (states, edge.number)
        if key not in self.moves:
            self.moves[key] = self.number(self.condition.after(self.sets[states], edge))
        return self.moves[key]


@dataclass(slots=True)
class _Product:
    """``known``: numbers of places by location, stack and states, all as numbers."""

    cfa: Cfa
    condition: ResolvedCondition
    part: Part
    places: list[Place] = field(default_factory=list)
    stacks: list[_Stack] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    known: dict[tuple[int, int, int], int] = field(default_factory=dict)
    entered: dict[tuple[int, int], _Stack] = field(default_factory=dict)
    states: _States = field(init=False)
    empty: _Stack = field(init=False)

    def __post_init__(self) -> None:
        self.states = _States(self.condition)
        self.empty = _Stack(0, (), frozenset({self.cfa.entry_function}))

    def built(self) -> Unfolding:
        """Explore the product."""
        initial = self.states.number(self.condition.initial)
        pending = [self._place(self.cfa.entry, self.empty, initial)]
        if self.part is Part.LEFT and self.states.accepted[initial]:
            pending = []
        steps: list[Step] = []
        while pending:
            source = pending.pop()
            for edge, location, stack, states in self._leaving(source):
                count = len(self.places)
                target = self._place(location, stack, states)
                steps.append(Step(source, edge, target))
                if target == count:
                    pending.append(target)
        return Unfolding(self.cfa, tuple(self.places), tuple(steps))

    def _leaving(self, source: int) -> Iterator[tuple[Edge, Location, _Stack, int]]:
        """The edges that the call stack allows and that do not complete a covered prefix, and where they lead."""
        before = self.markers[source]
        for edge in self.cfa.leaving[self.places[source].location]:
            after = self.states.after(before, edge)
            stack = self._stack_after(self.stacks[source], edge, after)
            if stack is None:
                continue
            if self.part is Part.COVERED:
                location, after = self._covered(before, edge, after)
                yield edge, location, stack, after
            elif not self.states.accepted[after]:
                yield edge, edge.target, stack, after

    def _covered(self, before: int, edge: Edge, after: int) -> tuple[Location, int]:
        """Once covered, always covered; what can no more be covered ends."""
        if self.states.accepted[before] or self.states.accepted[after]:
            return edge.target, self.states.number(self.condition.accepting)
        ends = after == 0 or edge.target == self.cfa.error
        return self.cfa.halt if ends else edge.target, after

    def _place(self, location: Location, stack: _Stack, states: int) -> int:
        """The ends of the program are one place each, wherever they are reached from."""
        if location in (self.cfa.error, self.cfa.halt, self.cfa.exit):
            stack, states = self.empty, 0
        key = (location.number, stack.number, states)
        found = self.known.get(key)
        if found is None:
            if len(self.places) >= LARGEST_PRODUCT:
                raise NotSupported(f"a residual program of more than {LARGEST_PRODUCT} locations")
            found = self.known[key] = len(self.places)
            self.places.append(Place(location, stack.returns, self.states.sets[states]))
            self.stacks.append(stack)
            self.markers.append(states)
        return found

    def _stack_after(self, stack: _Stack, edge: Edge, states: int) -> _Stack | None:
        """``None`` for a return to another call."""
        operation = edge.operation
        if isinstance(operation, Return):
            return stack.below if stack.returns and stack.returns[-1] == edge.target else None
        if not isinstance(operation, Call):
            return stack
        back = operation.return_to
        key = (stack.number, back.number)
        if key not in self.entered:
            returns = (*stack.returns, back)
            entered = _Stack(len(self.entered) + 1, returns, stack.functions | {operation.function}, stack)
            self.entered[key] = entered
        if states == 0 and self.part is Part.LEFT and operation.function in stack.functions:
            raise NotSupported(
                f"a residual program with the recursive calls of '{operation.function}' inlined", edge.origin
            )
        if len(stack.returns) >= DEEPEST_INLINED:
            raise NotSupported(f"a residual program of calls nested deeper than {DEEPEST_INLINED}", edge.origin)
        return self.entered[key]
