"""What happens between two places: all paths from one to the next, as one path formula for each end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Watch
from coveriflow.analysis.cpa.control_flow import ControlFlow, control_flow
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.dead import DeadVariables
from coveriflow.analysis.domains.monitors import Frame as LoopCounts
from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.horn.frames import Frame, Frames, return_to
from coveriflow.analysis.predicate.formulas import BlockFormulas, now
from coveriflow.analysis.predicate.invariants import BLOCK_HAS_ENDED, OneBlock
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.logic import build
from coveriflow.logic.encoding import encoded, sort_of
from coveriflow.logic.horn.contracts import Atom, Predicate
from coveriflow.logic.terms import TRUE, Term, bits
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops
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
class Activation:
    """Of ``function``, or of the program (``""``); ``given``: what a given condition waits for at its entry."""

    function: str = ""
    given: AutomatonStates | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where control is in an activation; the stack is that of its frame. ``given``: what a given condition waits for
    there.
    """

    activation: Activation
    position: Position
    given: AutomatonStates | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Where paths begin: ``atoms`` hold there of the values in ``formula``. ``is_place``: a block has ended there."""

    place: Place
    frame: Frame
    atoms: tuple[Atom, ...]
    formula: PathFormula
    is_place: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """An end of paths from ``start``, which are those from ``root`` to one of ``nodes`` (none: the end is the start).
    ``left_out``: why nothing is known after it.
    """

    start: Start
    place: Place
    formula: PathFormula
    root: _Node | None = None
    nodes: tuple[_Node, ...] = ()
    is_error: bool = False
    left_out: str | None = None


@dataclass(slots=True)
class Blocks:
    """Of a program in which calls save nothing; ``given``: what is verified already. ``undefined``: the checks that are
    met, each with where its block starts and when it fails.
    """

    cfa: Cfa
    given: ResolvedCondition | None = None
    undefined: list[tuple[Start, Edge, Term]] = field(default_factory=list)
    frames: Frames = field(init=False)
    loops: Loops = field(init=False)
    formulas: BlockFormulas = field(init=False)
    _control: ControlFlow = field(init=False)
    _fresh: int = 0
    _dead: DeadVariables = field(init=False)
    _changing: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.frames, self._control = Frames(self.cfa), control_flow(self.cfa)
        self.loops = self._control.loops
        self.formulas = BlockFormulas(self.cfa)
        self._dead = self.formulas.forgotten
        self._changing = frozenset(variable.name for variable in self.frames.variable_globals)

    def ends(self, location: Location) -> bool:
        """Whether a block ends here: at loop heads, calls of summarised functions, and where those return."""
        is_call_or_exit = location in self.frames.calls or location in self.frames.exits
        return is_call_or_exit or location == self.cfa.error or self.loops.is_head(location)

    def frame_of(self, activation: Activation) -> Frame:
        """That of such activations."""
        return self.frames.of(activation.function) if activation.function else self.frames.program

    def first(self) -> Start | None:
        """The start of the program; ``None`` if all of it is verified already."""
        begun = None if self.given is None else self.given.initial
        if begun is not None and self._is_covered(begun):
            return None
        place = Place(Activation("", begun), Position(self.cfa.entry), begun)
        return Start(place, self.frames.program, (), self.formulas.initial())

    def entry(self, activation: Activation, predicate: Predicate) -> Start:
        """Where an activation begins, with any values of which ``predicate`` holds."""
        frame = self.frame_of(activation)
        values = {v.name: at_entry(v) for v in frame.given}
        place = Place(activation, Position(frame.function.entry), activation.given)
        return self._started(place, (Atom(predicate, predicate.parameters),), values)

    def at(self, place: Place, predicate: Predicate) -> Start:
        """At a place, with any values of which ``predicate`` holds."""
        frame = self.frame_of(place.activation)
        values = {v.name: at_entry(v) for v in frame.given if v.name not in frame.changed}
        values |= {v.name: now(v.name, sort_of(v.type)) for v in self._varying(place)}
        started = self._started(place, (Atom(predicate, predicate.parameters),), values)
        return replace(started, is_place=True)

    def called(self, place: Place) -> Activation | None:
        """The one that the call at ``place`` begins; ``None`` if what follows is verified already."""
        edge = self.frames.calls[place.position.location]
        assert isinstance(edge.operation, Call)
        waiting = self._after(place.given, edge)
        return None if self._is_covered(waiting) else Activation(edge.operation.function, waiting)

    def parameters_at(self, place: Place) -> tuple[Term, ...]:
        """What a relation at ``place`` is about: values at the entry, and values now of what may have changed."""
        known = (now(v.name, sort_of(v.type)) for v in self._varying(place))
        return (*(at_entry(v) for v in self.frame_of(place.activation).given), *known)

    def after_call(
        self, place: Place, predicate: Predicate, ended: AutomatonStates | None, summary: Predicate
    ) -> Start | None:
        """After the call at ``place``, with any values that the callee may return where a given condition waits for
        ``ended`` at its end; ``None`` if it does not return, or if what follows is verified already.
        """
        before, call = self.at(place, predicate), self.call_at(place)
        back = return_to(self.cfa, call.return_to)
        waiting = None if back is None else self._after(ended, back)
        if back is None or self._is_covered(waiting):
            return None
        assert isinstance(back.operation, Return)
        target, values, guard = back.operation.target, before.formula.values.copy(), before.formula.guard
        callee, news = self.frames.of(call.function), dict[Variable, Term]()
        for variable in callee.returned:
            self._fresh += 1
            term = logic_variable(f"returned{self._fresh}: {variable.name}", sort_of(variable.type))
            news[variable] = term
            guard = _within_truth(guard, variable, term)
        values |= {v.name: term for v, term in news.items() if v.name in values}
        if target is not None and callee.function.result is not None:  # last: the target may be what the callee changed
            values[target.name] = news[callee.function.result]
        atoms = (*before.atoms, Atom(summary, (*self.arguments(before), *news.values())))
        following = replace(place, position=Position(call.return_to, place.position.stack), given=waiting)
        return Start(following, before.frame, atoms, PathFormula(guard, values))

    def call_at(self, place: Place) -> Call:
        """The call of a summarised function at ``place``."""
        operation = self.frames.calls[place.position.location].operation
        assert isinstance(operation, Call)
        return operation

    def arguments(self, start: Start) -> tuple[Term, ...]:
        """What the callee's frame is given by the call where ``start`` is."""
        call = self.frames.calls[start.place.position.location].operation
        assert isinstance(call, Call)
        passed = {p.name: encoded(a, start.formula.read) for p, a in zip(call.parameters, call.arguments, strict=True)}
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
        if not start.is_place and self.ends(start.place.position.location):
            return [Arrival(start, start.place, start.formula)]
        domains: tuple[Domain[Any], ...] = (self.formulas, OneBlock(self.ends))
        elements: tuple[Any, ...] = (start.formula, 0)
        if self.given is not None:
            domains, elements = (*domains, ConditionDomain(self.given)), (*elements, start.place.given)
        analysis = CompositeAnalysis(self.cfa, domains)
        begin = CompositeState(start.place.position, elements)
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
        return None if outcome is Outcome.STOPPED else self._joined(_ends(start, reached.nodes))

    def _joined(self, ends: Iterable[Arrival]) -> list[Arrival]:
        """One for each place, or reason."""
        found: dict[object, Arrival] = {}
        for each in ends:
            key = "error" if each.is_error else (each.place, each.left_out)
            before = found.get(key)
            if before is not None:
                formula = self.formulas.merge(each.formula, before.formula)
                each = replace(before, formula=formula, nodes=(*before.nodes, *each.nodes))
            found[key] = each
        return list(found.values())

    def _started(self, place: Place, atoms: tuple[Atom, ...], values: dict[str, Term]) -> Start:
        """What no one changes has its initial value. A truth value is 0 or 1 everywhere."""
        frame, guard = self.frame_of(place.activation), TRUE
        for variable in (*frame.given, *self._variables(place.position)):
            if variable.name in values:
                guard = _within_truth(guard, variable, values[variable.name])
        fixed = {name: term for name, term in self.formulas.initial().values.items() if name not in self._changing}
        return Start(place, frame, atoms, PathFormula(guard, {**fixed, **values}))

    def _after(self, waiting: AutomatonStates | None, edge: Edge) -> AutomatonStates | None:
        return None if waiting is None or self.given is None else self.given.after(waiting, edge)

    def _is_covered(self, waiting: AutomatonStates | None) -> bool:
        return waiting is not None and self.given is not None and self.given.accepts(waiting)

    def _varying(self, place: Place) -> list[Variable]:
        """What may have other values now than where the frame began, and may be read from here."""
        frame = self.frame_of(place.activation)
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
            edge = return_to(self.cfa, back)
            target = edge.operation.target if edge is not None and isinstance(edge.operation, Return) else None
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
        formula, *_, last = node.state.elements
        given = last if start.place.given is not None else None
        place = Place(start.place.activation, node.state.position, given)
        if node.target:
            yield Arrival(start, place, formula, nodes[0], (node,), is_error=True)
        elif node.left_out is not None:
            reason = None if node.left_out == BLOCK_HAS_ENDED else node.left_out
            yield Arrival(start, place, formula, nodes[0], (node,), left_out=reason)
