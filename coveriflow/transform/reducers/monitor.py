"""The reducer that keeps the program and carries the condition's state in a variable, as trace automata are inlined
(Kroening, Lewis, Weissenbacher 2015, Sect. 3.3): nothing is unfolded, and calls stay calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa, Function, Global
from coveriflow.program.cfa.edges import Assign, Assume, Call, Edge, Location, Return
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Constant, Variable
from coveriflow.program.types.c_types import INT
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.reducers.monitor_states import explored, numbered_moves

STATE = "condition_state"
"""What the variable is called where that is free."""

_Moves = Mapping[int, int | None]
"""By number of the state the next one; ``None``: covered."""


def monitored(cfa: Cfa, condition: ResolvedCondition, name: str = STATE) -> Transformed:
    """The parts of ``cfa`` that ``condition`` does not cover, with what follows it beside, in a variable called
    ``name`` where that is free.

    Law: this is a reducer (fold paper, Def. 3) but for the added variable. An execution ends where it becomes covered:
    before the edge there, or after it if that is a branch or a return. Size: that of ``cfa``, and for each edge the
    states that change there. Raises ``NotSupported`` if there are a million pairs of locations and states.
    """
    if condition.accepts(condition.initial):
        return Transformed(replace(cfa, edges=(), control=()), {})
    moves, initial = numbered_moves(explored(cfa, condition))
    return _Monitor(cfa, moves, initial, name).program()


@dataclass(frozen=True, slots=True)
class _Update:
    """What happens to the state at an edge: in those of ``tests`` it becomes what is said there (``None``: covered);
    in all others ``usual``, or it stays if that is ``None``.
    """

    tests: tuple[tuple[int, int | None], ...]
    usual: int | None


def _update(moves: _Moves) -> _Update | None:
    """What needs the fewest tests; ``None`` where nothing changes."""
    following = Counter(after for state, after in moves.items() if after is not None and after != state)
    usual, count = following.most_common(1)[0] if following else (None, 0)
    stays = sum(state == after for state, after in moves.items())
    if len(moves) > 1 and all(after == usual for after in moves.values()):
        return _Update((), usual)
    if usual is None or stays >= count:
        tests = tuple((state, after) for state, after in moves.items() if state != after)
        return _Update(tests, None) if tests else None
    return _Update(tuple((state, after) for state, after in moves.items() if after != usual), usual)


@dataclass(slots=True)
class _Monitor:
    """``updates`` of the edges that may be taken; ``covered``: returns after which all is covered. They stay, since a
    call in C always returns. ``behind``: where calls return to, if the state changes there, or nothing follows.
    """

    cfa: Cfa
    moves: Mapping[Edge, _Moves]
    initial: int
    name: str
    updates: dict[Edge, _Update | None] = field(default_factory=dict)
    covered: list[Edge] = field(default_factory=list)
    behind: dict[tuple[str, Location], Location] = field(default_factory=dict)
    made: Instrumenting = field(init=False)
    state: Variable = field(init=False)

    def __post_init__(self) -> None:
        taken = {each.variable.name for each in self.cfa.globals}
        self.state = Variable(next(name for name in _names(self.name) if name not in taken), INT)
        self.made = Instrumenting(1 + max(location.number for location in mentioned_locations(self.cfa)))
        for edge in self.cfa.edges:
            moves = self.moves.get(edge, {})
            if any(after is not None for after in moves.values()):
                self.updates[edge] = _update(moves)
            elif moves and isinstance(edge.operation, Return):
                self.covered.append(edge)
        if not any(update is not None and update.tests for update in self.updates.values()):
            self.updates = dict.fromkeys(self.updates)

    def program(self) -> Transformed:
        """All edges that may be taken, with the moves of the condition."""
        for edge, update in self.updates.items():
            if isinstance(edge.operation, Return) and update is not None:
                self.behind[edge.operation.function, edge.target] = self.made.fresh_at(edge.target)
        for edge in self.covered:
            assert isinstance(edge.operation, Return)
            between = self.behind[edge.operation.function, edge.target] = self.made.fresh_at(edge.target)
            self.made.add(edge, edge.source, edge.operation, between)
        for edge, update in self.updates.items():
            self._edge(edge, update)
        state = (Global(self.state, (self.initial,)),) if self.made.has_steps else ()
        variables, functions = (*self.cfa.globals, *state), self._functions()
        return self.made.transformed(
            lambda edges: replace(self.cfa, edges=edges, globals=variables, functions=functions, control=())
        )

    def _functions(self) -> dict[str, Function]:
        """Those that are entered, and those whose addresses are taken."""
        entered = {edge.source.function for edge in self.updates} | {self.cfa.entry_function}
        called = {edge.operation.function for edge in self.updates if isinstance(edge.operation, Call)}
        named = {each.variable.name.removeprefix("&") for each in self.cfa.objects}
        return {name: f for name, f in self.cfa.functions.items() if name in entered | called | named}

    def _edge(self, edge: Edge, update: _Update | None) -> None:
        """The state changes before the edge; after it where only that tells which edge is taken."""
        source, operation, target = edge.source, edge.operation, edge.target
        if isinstance(operation, Call):
            back = self.behind.get((operation.function, operation.return_to), operation.return_to)
            operation = replace(operation, return_to=back)
        if update is None:
            self.made.add(edge, source, operation, target)
        elif isinstance(operation, Return):
            between = self.behind[operation.function, target]
            self.made.add(edge, source, operation, between)
            self._changed(edge, between, update, target)
        elif isinstance(operation, Assume):
            between = self.made.fresh_at(source)
            self.made.add(edge, source, operation, between)
            self._changed(edge, between, update, target)
        else:
            between = self.made.fresh_at(source)
            self._changed(edge, source, update, between)
            self.made.add(edge, between, operation, target)

    def _changed(self, edge: Edge, source: Location, update: _Update, target: Location) -> None:
        """From ``source`` to ``target``, with the state changed; from covered states nowhere."""
        for number, (state, after) in enumerate(update.tests, start=1):
            condition = Binary(BinaryOp.EQ, self.state, Constant(state, INT), INT)
            is_last = number == len(update.tests) and update.usual is None
            other = target if is_last else self.made.fresh_at(source)
            if after is not None:
                chosen = self.made.fresh_at(source)
                self.made.step(edge, source, Assume(condition, truth=True), chosen)
                self.made.step(edge, chosen, Assign(self.state, Constant(after, INT)), target)
            self.made.step(edge, source, Assume(condition, truth=False), other)
            source = other
        if update.usual is not None:
            self.made.step(edge, source, Assign(self.state, Constant(update.usual, INT)), target)


def mentioned_locations(cfa: Cfa) -> Iterator[Location]:
    """All locations, also those that no edge leads to: what is added gets numbers that are higher."""
    yield from cfa.locations
    yield from (edge.operation.return_to for edge in cfa.edges if isinstance(edge.operation, Call))
    yield from (location for function in cfa.functions.values() for location in (function.entry, function.exit))


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}_{number}" for number in count(2))
