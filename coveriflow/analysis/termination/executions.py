"""Executions with random inputs: the states at loop heads one after the other, and whether one recurs."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.domains.dead import DeadVariables, dead_variables
from coveriflow.analysis.induction.samples import random_inputs
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.analysis.termination.lassos import Gives, Lasso, checked_lasso, nothing_is_given
from coveriflow.analysis.termination.recurrence import recurring
from coveriflow.analysis.termination.relevance import Relevance
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.compile import Key
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter, listed

State = dict[Key, int]
_STEPS = 60_000
_FAR = 2_000_000
_VISITS = 4_000
_PER_EXECUTION = 30
_PER_PAIR = 200
_LARGE = 1_000


@dataclass(frozen=True, slots=True)
class Tail:
    """An execution that has not ended after ``visits`` of heads: the inputs read, and the ``last`` of these visits."""

    inputs: tuple[int, ...]
    visits: int
    last: tuple[tuple[Position, State], ...]


@dataclass(slots=True)
class Executions:
    """Collects pairs of states at visits of heads that follow each other: ``steps``, by the positions of both.

    ``ended``: how many executions came to an end. ``reads``: whether the last one read anything. ``tails``: of
    executions that did not end, the inputs and last states.
    """

    cfa: Cfa
    loops: Loops
    places: Sequence[Place]
    steps: dict[tuple[Position, Position], dict[Hashable, tuple[State, State]]] = field(default_factory=dict)
    tails: list[Tail] = field(default_factory=list)
    ended: int = 0
    gives: Gives = nothing_is_given
    _relevance: Relevance = field(init=False)
    _dead: DeadVariables = field(init=False)
    _interpreter: Interpreter = field(init=False)
    reads: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self._relevance = Relevance(self.cfa)
        self._dead = dead_variables(self.cfa)
        self._interpreter = Interpreter(self.cfa, keep_trace=False)

    def run(self, executions: int, watch: Watch, seed: int = 1) -> Lasso | None:
        """Execute with random inputs until ``watch`` ends it, or a state recurs."""
        rng = random.Random(seed)
        for _ in range(executions):
            if watch.exhausted() is not None:
                return None
            found = self.follow(random_inputs(rng), watch)
            if found is not None or not self.reads:
                return found
        return None

    def follow(self, inputs: Sequence[int] | Inputs, watch: Watch) -> Lasso | None:
        """One execution; a state that recurs is checked in another one."""
        one = _One(self, listed(inputs) if isinstance(inputs, Sequence) else inputs, watch)
        try:
            self._interpreter.visit(one.read, _STEPS, self._heads(), one.see)
        except _Recurs as found:
            return self._checked(found.head, found.stem, found.cycle, found.visits)
        except _Enough:
            self.tails.append(Tail(tuple(one.taken), one.visits, tuple(one.last)))
            return None
        finally:
            self.reads = bool(one.taken)
        self.ended += 1
        return None

    def _heads(self) -> set[Location]:
        return {location for location in self.cfa.locations if self.loops.is_head(location)}

    def _checked(
        self, head: Location, stem: tuple[int, ...], cycle: tuple[int, ...], visits: tuple[int, int]
    ) -> Lasso | None:
        return checked_lasso(self.cfa, head, stem, cycle, visits, self.gives)

    def follow_far(self, inputs: Inputs, watch: Watch) -> Lasso | None:
        """One execution that is long, with what decides how it goes on as far as the edges taken say so."""
        found = recurring(self.cfa, self._heads(), inputs, _FAR, watch)
        return None if found is None else self._checked(found.head, found.stem, found.cycle, found.visits)

    def sample(self, before: Position, after: Position, states: tuple[State, State]) -> bool:
        """Take in one step; whether there was room for it."""
        known = self.steps.setdefault((before, after), {})
        if len(known) >= _PER_PAIR:
            return False
        known[(tuple(states[0].items()), tuple(states[1].items()))] = states
        return True

    def projection(self, location: Location, memory: Mapping[Key, int]) -> Hashable:
        """What of ``memory`` decides how an execution goes on inside of the loop around ``location``."""
        names = self._relevance.around(location).difference(self._dead.at(location))
        if len(memory) > _LARGE and len(names) > 1:
            return None
        return projected(names, memory)


def projected(names: frozenset[str], memory: Mapping[Key, int]) -> Hashable:
    """The values of the variables ``names``; what was never written counts as zero, as the interpreter has it."""
    return frozenset(
        (key, value) for key, value in memory.items() if value and (key if isinstance(key, str) else key[0]) in names
    )


class _Recurs(Exception):
    def __init__(self, head: Location, stem: tuple[int, ...], cycle: tuple[int, ...], visits: tuple[int, int]) -> None:
        super().__init__()
        self.head, self.stem, self.cycle, self.visits = head, stem, cycle, visits


class _Enough(Exception):
    """Nothing more is to be learnt from an execution."""


@dataclass(slots=True)
class _One:
    """One execution that goes on."""

    executions: Executions
    inputs: Inputs
    watch: Watch
    taken: list[int] = field(default_factory=list)
    last: deque[tuple[Position, State]] = field(default_factory=lambda: deque(maxlen=_PER_EXECUTION))
    visits: int = 0
    _seen: dict[Hashable, tuple[int, int]] = field(default_factory=dict)
    _count: dict[Location, int] = field(default_factory=dict)
    _before: tuple[Position, State] | None = None

    def read(self, edge: Edge) -> int | None:
        """The next input, kept."""
        value = self.inputs(edge)
        if value is not None:
            self.taken.append(value)
        return value

    def see(self, location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> None:
        """A visit of a head."""
        self.visits += 1
        number = self._count[location] = self._count.get(location, -1) + 1
        position = Position(location, tuple(stack))
        self._note(position, memory)
        projection = self.executions.projection(location, memory)
        if projection is not None:
            key = (position, projection)
            if key in self._seen:
                first, read = self._seen[key]
                raise _Recurs(location, tuple(self.taken[:read]), tuple(self.taken[read:]), (first, number))
            self._seen[key] = number, len(self.taken)
        if self.visits > _VISITS or self.watch.exhausted() is not None:
            raise _Enough

    def _note(self, position: Position, memory: Mapping[Key, int]) -> None:
        names = (name_of(place) for place in self.executions.places)
        state: State = {name: memory[name] for name in names if name in memory}
        if self._before is not None and (self.visits < _PER_EXECUTION or self.visits % 97 == 0):
            self.executions.sample(self._before[0], position, (self._before[1], state))
        self._before = position, state
        self.last.append((position, state))
