"""What happens between two places: all paths from one to the next, as one path formula for each end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Watch
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.dead import DeadVariables
from coveriflow.analysis.domains.monitors import Frame as LoopCounts
from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.horn.frames import Frame, Frames, result_target
from coveriflow.analysis.predicate.formulas import BlockFormulas, now
from coveriflow.analysis.predicate.invariants import BLOCK_HAS_ENDED, OneBlock
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.logic import build
from coveriflow.logic.encoding import encoded, sort_of
from coveriflow.logic.horn.contracts import Atom, Predicate
from coveriflow.logic.terms import TRUE, Term, bits
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.types.c_types import Block as ObjectType
from coveriflow.program.types.c_types import Integer, Rank

_ENTRY = "entry: "

_Node = Node[CompositeState]


def at_entry(variable: Variable) -> Term:
    """The value of ``variable`` where its frame begins."""
    return logic_variable(_ENTRY + variable.name, sort_of(variable.type))


def entry_name(term: Term) -> str | None:
    """The program variable whose value at the entry ``term`` is."""
    name = str(term.payload)
    return name.removeprefix(_ENTRY) if name.startswith(_ENTRY) else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where control is in an activation of ``function`` (``""``: in the program); the stack is that of the frame."""

    function: str
    position: Position


@dataclass(frozen=True, slots=True)
class Start:
    """Where paths begin: ``atoms`` hold there of the values in ``formula``. ``is_place``: a block has ended there."""

    frame: Frame
    position: Position
    atoms: tuple[Atom, ...]
    formula: PathFormula
    is_place: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """An end of paths from ``start``, which are those from ``root`` to ``node`` (``None``: the end is the start).
    ``left_out``: why nothing is known after it.
    """

    start: Start
    position: Position
    formula: PathFormula
    root: _Node | None = None
    node: _Node | None = None
    is_error: bool = False
    left_out: str | None = None


@dataclass(slots=True)
class Blocks:
    """Of a program in which calls save nothing. ``undefined``: the checks that are met, each with where its block
    starts and when it fails.
    """

    cfa: Cfa
    undefined: list[tuple[Start, Edge, Term]] = field(default_factory=list)
    frames: Frames = field(init=False)
    loops: Loops = field(init=False)
    formulas: BlockFormulas = field(init=False)
    _fresh: int = 0
    _dead: DeadVariables = field(init=False)
    _changing: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.frames, self.loops = Frames(self.cfa), loops_of(self.cfa)
        self.formulas = BlockFormulas(self.cfa)
        self._dead = self.formulas.forgotten
        self._changing = frozenset(variable.name for variable in self.frames.variable_globals)

    def ends(self, location: Location) -> bool:
        """Whether a block ends here: at loop heads, calls of summarised functions, and where those return."""
        is_call_or_exit = location in self.frames.calls or location in self.frames.exits
        return is_call_or_exit or location == self.cfa.error or self.loops.is_head(location)

    def frame_of(self, place: Place) -> Frame:
        """The one that ``place`` is in."""
        return self.frames.of(place.function) if place.function else self.frames.program

    def first(self) -> Start:
        """The start of the program."""
        return Start(self.frames.program, Position(self.cfa.entry), (), self.formulas.initial())

    def entry(self, frame: Frame, predicate: Predicate) -> Start:
        """Where a frame begins, with any values of which ``predicate`` holds."""
        values = {v.name: at_entry(v) for v in frame.given}
        atom = Atom(predicate, predicate.parameters)
        return self._started(frame, Position(frame.function.entry), (atom,), values)

    def at(self, place: Place, predicate: Predicate) -> Start:
        """At a place, with any values of which ``predicate`` holds."""
        frame = self.frame_of(place)
        values = {v.name: at_entry(v) for v in frame.given if v.name not in frame.changed}
        values |= {v.name: now(v.name, sort_of(v.type)) for v in self._varying(place)}
        started = self._started(frame, place.position, (Atom(predicate, predicate.parameters),), values)
        return replace(started, is_place=True)

    def parameters_at(self, place: Place) -> tuple[Term, ...]:
        """What a relation at ``place`` is about: values at the entry, and values now of what may have changed."""
        known = (now(v.name, sort_of(v.type)) for v in self._varying(place))
        return (*(at_entry(v) for v in self.frame_of(place).given), *known)

    def after_call(self, place: Place, predicate: Predicate, summary: Predicate) -> Start | None:
        """After the call at ``place``, with any values that the callee may return; ``None`` if it does not."""
        before, call = self.at(place, predicate), self.call_at(place)
        may_return, target = result_target(self.cfa, call.return_to)
        if not may_return:
            return None
        callee, values, guard = self.frames.of(call.function), before.formula.values.copy(), before.formula.guard
        news = []
        for variable in callee.returned:
            self._fresh += 1
            term = logic_variable(f"returned{self._fresh}: {variable.name}", sort_of(variable.type))
            news.append(term)
            guard = _within_truth(guard, variable, term)
            if variable == callee.function.result:
                values |= {} if target is None else {target.name: term}
            elif variable.name in values:
                values[variable.name] = term
        atoms = (*before.atoms, Atom(summary, (*self.arguments(before), *news)))
        return Start(before.frame, Position(call.return_to, place.position.stack), atoms, PathFormula(guard, values))

    def call_at(self, place: Place) -> Call:
        """The call of a summarised function at ``place``."""
        operation = self.frames.calls[place.position.location].operation
        assert isinstance(operation, Call)
        return operation

    def arguments(self, start: Start) -> tuple[Term, ...]:
        """What the callee's frame is given by the call where ``start`` is."""
        call = self.frames.calls[start.position.location].operation
        assert isinstance(call, Call)
        passed = {
            p.name: encoded(a, start.formula.read) for p, a in zip(call.parameters, call.arguments, strict=True)
        }
        values = start.formula.values
        return tuple(
            passed[v.name] if v.name in passed else values.get(v.name) or self._anything(v)
            for v in self.frames.of(call.function).given
        )

    def arguments_at(self, place: Place, arrival: Arrival) -> tuple[Term, ...]:
        """What the relation at ``place`` holds of, where paths arrive there."""
        frame, values = arrival.start.frame, arrival.formula.values
        return (
            *(at_entry(v) for v in frame.given),
            *(values.get(v.name) or self._anything(v) for v in self._varying(place)),
        )

    def returned(self, arrival: Arrival) -> tuple[Term, ...]:
        """What the summary holds of, where a frame ends."""
        frame, values = arrival.start.frame, arrival.formula.values
        returned = (values.get(v.name) or self._anything(v) for v in frame.returned)
        return (*(at_entry(v) for v in frame.given), *returned)

    def arrivals(self, start: Start, watch: Watch) -> list[Arrival] | None:
        """All ends of paths from ``start``; ``None``: ``watch`` has ended that."""
        if not start.is_place and self.ends(start.position.location):
            return [Arrival(start, start.position, start.formula)]
        domains = (self.formulas, OneBlock(self.ends))
        analysis = CompositeAnalysis(self.cfa, domains)
        begin = CompositeState(start.position, (start.formula, 0))
        order = UnrolledOrder(self.cfa, self.loops)
        waitlist = Waitlist[CompositeState](
            Order.BREADTH_FIRST,
            lambda s: (s.elements[1], order.key(s.position, (LoopCounts(),) * (len(s.position.stack) + 1))),
        )
        reached = Reached(analysis, waitlist, starts=[begin])
        met, outcome = len(self.formulas.undefined), Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(analysis, reached, watch)
        self.undefined += ((start, edge, fails) for edge, fails in self.formulas.undefined[met:])
        return None if outcome is Outcome.STOPPED else list(_ends(start, reached.nodes))

    def _started(
        self, frame: Frame, position: Position, atoms: tuple[Atom, ...], values: dict[str, Term]
    ) -> Start:
        """What no one changes has its initial value. A truth value is 0 or 1 everywhere."""
        guard = TRUE
        for variable in (*frame.given, *self._variables(position)):
            if variable.name in values:
                guard = _within_truth(guard, variable, values[variable.name])
        fixed = {name: term for name, term in self.formulas.initial().values.items() if name not in self._changing}
        return Start(frame, position, atoms, PathFormula(guard, {**fixed, **values}))

    def _varying(self, place: Place) -> list[Variable]:
        """What may have other values now than where the frame began, and may be read from here."""
        frame = self.frame_of(place)
        same = {v.name for v in frame.given if v.name not in frame.changed}
        mine = {v.name for v in frame.given}
        gone = self._gone(place.position)
        inside = [g for g in self.frames.variable_globals if frame.is_program or g.name in mine]
        found = (*inside, *self._variables(place.position))
        return [v for v in dict.fromkeys(found) if v.name not in gone and v.name not in same]

    def _variables(self, position: Position) -> Iterable[Variable]:
        """Those of the active functions."""
        for name in dict.fromkeys(location.function for location in (position.location, *position.stack)):
            function = self.cfa.functions[name]
            own = (*function.parameters, *function.locals, *([function.result] if function.result else []))
            yield from (v for v in own if not isinstance(v.type, ObjectType))

    def _gone(self, position: Position) -> set[str]:
        """What is not read from there before it is written: also of callers, in what follows their calls."""
        gone = set(self._dead.at(position.location))
        for back in position.stack:
            own = self.cfa.functions[back.function]
            names = {v.name for v in (*own.parameters, *own.locals)}
            gone |= names & set(self._dead.at(back))
            _, target = result_target(self.cfa, back)
            gone |= {target.name} & names if target is not None else set()
        return gone

    def _anything(self, variable: Variable) -> Term:
        self._fresh += 1
        return logic_variable(f"any{self._fresh}: {variable.name}", sort_of(variable.type))


def _within_truth(guard: Term, variable: Variable, term: Term) -> Term:
    if not isinstance(variable.type, Integer) or variable.type.rank is not Rank.BOOL:
        return guard
    return build.conjoin(guard, build.less(term, bits(2, term.sort), is_signed=False))


def _ends(start: Start, nodes: Sequence[_Node]) -> Iterable[Arrival]:
    for node in nodes:
        formula, position = node.state.elements[0], node.state.position
        if node.target:
            yield Arrival(start, position, formula, nodes[0], node, is_error=True)
        elif node.left_out is not None:
            reason = None if node.left_out == BLOCK_HAS_ENDED else node.left_out
            yield Arrival(start, position, formula, nodes[0], node, left_out=reason)
