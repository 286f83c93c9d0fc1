"""Walks through a program, one branch after the other: where a walk cannot go where it wants to, it goes elsewhere.

(Ranged analysis, Sect. 4, chooses a path first, and takes its longest feasible prefix. A walk that is asked at every
branch has that prefix, and then goes on. Its formula grows on one incremental solver, which is asked only where the
execution that is known so far goes another way.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.search.counterexamples import InputsRead, values_in
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.logic import build
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.path_solver import PathSolver
from coveriflow.logic.terms import FALSE, Op, Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind, Location, Unsupported
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.cfa.names import COUNT

NOTHING = ResolvedCondition(frozenset(), frozenset(), {})
"""Covers nothing."""
MOST_BRANCHES = 300
"""A walk ends there; what it is then is a prefix."""
_MOST_ROUNDS = 16
"""Of a loop, where a walk forks: as symbolic execution goes on."""
_LONGEST = 10_000
_QUESTION_SECONDS = 0.1
"""What takes longer than that is not gone for: there are other ways."""


@dataclass(slots=True)
class Rounds:
    """How often the walk has come back to the head of each loop around it since it entered that loop."""

    loops: Loops
    counts: dict[tuple[int, Location], int] = field(default_factory=dict)

    def arrive(self, edge: Edge, depth: int) -> None:
        """``edge`` was taken; ``depth`` calls are open then."""
        here = self.loops.heads.get(edge.target, ())
        before = self.loops.heads.get(edge.source, ()) if edge.source.function == edge.target.function else ()
        for key in [k for k in self.counts if k[0] > depth or (k[0] == depth and k[1] not in here)]:
            del self.counts[key]
        for head in here:
            if head not in before:
                self.counts[depth, head] = 0
            elif head == edge.target:
                self.counts[depth, head] = self.counts.get((depth, head), 0) + 1

    def of(self, location: Location, depth: int) -> int:
        """Of the innermost loop around ``location``."""
        around = self.loops.heads.get(location, ())
        return self.counts.get((depth, around[-1]), 0) if around else 0


@dataclass(frozen=True, slots=True)
class Branching:
    """Two steps that can be taken. ``staying``: the one that stays in the innermost loop, if the other one leaves it;
    ``rounds`` that have been made there. ``aborting``: those after which the program only stops.
    """

    left: Step
    right: Step
    staying: Step | None
    rounds: int
    aborting: tuple[Step, ...]
    is_endless: bool
    """The innermost loop is left by an error or an abort only."""
    looping: tuple[Step, ...]
    """Those after which there may be a loop."""

    @property
    def leaving(self) -> Step | None:
        """The other one of ``staying``."""
        return None if self.staying is None else self.right if self.staying is self.left else self.left

    @property
    def usual(self) -> Step:
        """The true branch, unless it only aborts and the other one does not."""
        return self.right if self.left in self.aborting and self.right not in self.aborting else self.left

    @property
    def towards_loops(self) -> Step:
        """The usual one, unless only the other one leads to a loop."""
        other = self.right if self.usual is self.left else self.left
        return other if other in self.looping and self.usual not in self.looping else self.usual


@dataclass(frozen=True, slots=True)
class Choice:
    """Which step a walk would like to take; ``None``: it ends here."""

    step: Step | None


Choose = Callable[[Branching], Choice]


@dataclass(frozen=True, slots=True)
class Walk:
    """A feasible path. ``inputs``: those of the test that takes it."""

    edges: tuple[Edge, ...]
    inputs: InputsRead


@dataclass(slots=True)
class Walker:
    """Walks on one program, past what ``given`` covers. ``most_rounds``: of a loop, where a walk forks."""

    cfa: Cfa
    watch: LimitWatch
    given: ResolvedCondition = NOTHING
    most_branches: int = MOST_BRANCHES
    most_rounds: int = _MOST_ROUNDS
    _domain: SymbolicDomain = field(init=False)
    _ways: CompositeAnalysis = field(init=False)
    _solver: PathSolver = field(default_factory=PathSolver)
    _endless: dict[Location, bool] = field(default_factory=dict)
    before_loops: frozenset[Location] = field(init=False)
    """Where the program may still come to the head of a loop."""

    def __post_init__(self) -> None:
        self._domain = SymbolicDomain(self.cfa)
        self._ways = CompositeAnalysis(self.cfa, ())
        self.before_loops = frozenset(self._before_loops())

    def _before_loops(self) -> set[Location]:
        found = {location for location in self.cfa.locations if self.loops.is_head(location)}
        pending = list(found)
        while pending:
            new = {edge.source for edge in self.cfa.entering[pending.pop()]} - found
            found |= new
            pending += new
        return found

    @property
    def loops(self) -> Loops:
        """Of the program."""
        return self._ways.loops

    def walk(self, choose: Choose) -> Walk | None:
        """One walk; ``None`` where the solver gives up on the memory that the program begins with."""
        walking = self.start()
        if walking is None:
            return None
        walking.go(choose)
        return walking.walk()

    def start(self) -> Walking | None:
        """A walk that has not begun."""
        start = self._domain.initial()
        start = PathFormula(self._domain.zeros_at_start(), start.values)
        model = self._model(start.guard)
        if model is None:
            return None
        return Walking(self, start, model, Rounds(self.loops), self.given.initial, Position(self.cfa.entry))

    def steps(self, position: Position) -> Sequence[Step]:
        """What the program does next."""
        return self._ways.steps_at(position)

    def position_after(self, position: Position, step: Step) -> Position | None:
        """Where ``step`` leads."""
        return self._ways.position_after(position, step)

    def after(self, formula: PathFormula, step: Step) -> PathFormula | None:
        """The path formula after ``step``. A test says nothing of hidden inputs: they are zero (``path_order``)."""
        following = self._domain.successor(formula, step)
        self._domain.undefined.clear()
        if following is None:
            return None
        guard = following.guard
        for edge, term in following.inputs:
            if not _is_called(edge):
                guard = build.conjoin(guard, build.is_everywhere(term, _hidden_value(edge)))
        return None if guard is FALSE else PathFormula(guard, following.values, following.inputs)

    def model_of(self, guard: Term, before: Term, known: Model) -> Model | None:
        """An execution for which ``guard`` holds, if possible the ``known`` one, for which ``before`` does, of which
        ``guard`` is a continuation; ``None`` if none was found.
        """
        return known if all(known.value(each) for each in _added(guard, before)) else self._model(guard)

    def is_endless(self, head: Location) -> bool:
        """Whether no edge leads out of the loop of ``head``, but where the program only stops."""
        if head not in self._endless:
            inside = [e for e in self.cfa.edges if e.source.function == e.target.function == head.function]
            heads = self.loops.heads
            exits = (e for e in inside if head in heads.get(e.source, ()) and head not in heads.get(e.target, ()))
            self._endless[head] = all(self.aborts((edge,)) for edge in exits)
        return self._endless[head]

    def _model(self, guard: Term) -> Model | None:
        answer = self._solver.check(guard, self.watch.seconds_left(_QUESTION_SECONDS))
        if answer is Satisfiability.UNKNOWN:
            self.watch.check_now()
        return self._solver.model() if answer is Satisfiability.SAT else None

    def aborts(self, step: Step) -> bool:
        """Whether the program does nothing after ``step`` but stop, without a branch before."""
        location, seen = step[-1].target, set[Location]()
        while location not in seen and len(self.cfa.leaving[location]) == 1:
            seen.add(location)
            location = self.cfa.leaving[location][0].target
        return location == self.cfa.halt


@dataclass(slots=True)
class Walking:
    """One walk on its way: the path so far, and an execution that takes it."""

    walker: Walker
    formula: PathFormula
    model: Model
    rounds: Rounds
    states: AutomatonStates
    position: Position
    edges: list[Edge] = field(default_factory=list)
    read: list[tuple[Edge, Term]] = field(default_factory=list)
    branches: int = 0

    def walk(self) -> Walk:
        """What has been walked."""
        called = [(e, t) for e, t in self.read if _is_called(e)]
        return Walk(tuple(self.edges), values_in(self.model, called))

    def go(self, choose: Choose) -> None:
        """Until the program ends, ``choose`` wants to, or a limit is reached."""
        while steps := self._steps():
            if len(steps) > 1:
                self.branches += 1
                branching = self._branching(steps)
                wanted = choose(branching).step
                if wanted is None:
                    return
                steps = (wanted, branching.right if wanted is branching.left else branching.left)
            outcome = next(self._outcomes(steps), None)
            if outcome is None or not self._arrive(outcome):
                return

    def forks(self) -> Sequence[Walking]:
        """See ``enumeration.Prefix``. A loop is left after ``most_rounds``, if it can be."""
        while steps := self._steps():
            if len(steps) > 1:
                self.branches += 1
                branching = self._branching(steps)
                outcomes = list(self._outcomes((branching.left, branching.right)))
                leaving = branching.leaving if branching.rounds >= self.walker.most_rounds else None
                if len(outcomes) > 1 and leaving is None:
                    return [fork for outcome in outcomes if (fork := self._copy())._arrive(outcome)]
                outcomes.sort(key=lambda outcome: outcome.step is not leaving)
            else:
                outcomes = list(self._outcomes(steps))
            if not outcomes or not self._arrive(outcomes[0]):
                return ()
        return ()

    def _copy(self) -> Walking:
        rounds = Rounds(self.rounds.loops, dict(self.rounds.counts))
        return replace(self, rounds=rounds, edges=[*self.edges], read=[*self.read])

    def _steps(self) -> Sequence[Step]:
        """What comes next; nothing, where the walk has to end."""
        walker = self.walker
        is_over = self.position.location in (walker.cfa.error, walker.cfa.halt) or len(self.edges) >= _LONGEST
        if is_over or self.branches >= walker.most_branches or walker.watch.exhausted() is not None:
            return ()
        steps = walker.steps(self.position)
        return () if any(isinstance(edge.operation, Unsupported) for step in steps for edge in step) else steps

    def _branching(self, steps: Sequence[Step]) -> Branching:
        position = self.position
        left, right = sorted(steps, key=lambda step: not _truth(step))
        around = self.walker.loops.heads.get(position.location, ())
        stays = [step for step in (left, right) if around and self._is_inside(step, around[-1])]
        aborting = tuple(step for step in (left, right) if self.walker.aborts(step))
        rounds = self.rounds.of(position.location, len(position.stack))
        endless = bool(around) and self.walker.is_endless(around[-1])
        looping = tuple(step for step in (left, right) if step[-1].target in self.walker.before_loops)
        return Branching(left, right, stays[0] if len(stays) == 1 else None, rounds, aborting, endless, looping)

    def _is_inside(self, step: Step, head: Location) -> bool:
        return head in self.walker.loops.heads.get(step[0].target, ())

    def _outcomes(self, steps: Iterable[Step]) -> Iterator[_Outcome]:
        """Those that an execution can take."""
        for step in steps:
            after = None if self._is_covered(step) else self.walker.after(self.formula, step)
            model = None if after is None else self.walker.model_of(after.guard, self.formula.guard, self.model)
            if after is not None and model is not None:
                yield _Outcome(step, after, model)

    def _is_covered(self, step: Step) -> bool:
        states = self.states
        for edge in step:
            states = self.walker.given.after(states, edge)
            if self.walker.given.accepts(states):
                return True
        return False

    def _arrive(self, outcome: _Outcome) -> bool:
        """Whether the program goes on there."""
        after = self.walker.position_after(self.position, outcome.step)
        self.formula, self.model = outcome.formula, outcome.model
        self.read += outcome.formula.inputs
        for edge in outcome.step:
            self.edges.append(edge)
            self.states = self.walker.given.after(self.states, edge)
            self.rounds.arrive(edge, len(after.stack) if after is not None else 0)
        self.position = after or self.position
        return after is not None


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Of a step: the path formula after it, and an execution for which it holds."""

    step: Step
    formula: PathFormula
    model: Model


def _added(guard: Term, before: Term) -> Iterator[Term]:
    """What ``guard`` says beyond ``before``; all of it, where it is no continuation."""
    while guard is not before and guard.op is Op.AND:
        guard, last = guard.args
        yield last
    if guard is not before:
        yield guard


def _truth(step: Step) -> bool:
    return isinstance(step[0].operation, Assume) and step[0].operation.truth


def _is_called(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.CALL


def _hidden_value(edge: Edge) -> int:
    assert isinstance(edge.operation, Input)
    return int(edge.operation.kind is InputKind.ARGUMENT and edge.operation.source == COUNT)
