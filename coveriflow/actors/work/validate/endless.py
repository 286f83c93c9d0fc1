"""Witnesses of executions that never end: their recurrent set is reached, and then never left.

The execution with the inputs of the witness is followed first, then others, and one that a solver finds in the set. It
confirms the witness if its state recurs and each visit of the loop in between is in the set. So does a proof that the
set is closed, with what can be guessed at other loops. Both are evidence of our own. A witness of a program whose
executions all end is refuted, and so is one whose states no execution reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, cycle

from coveriflow.actors.work.load import ending_automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.termination.answers import answered, lasso_answer, not_known, set_answer
from coveriflow.actors.work.termination.witnesses import taken_by
from coveriflow.actors.work.validate.probes import NotMatchedError, ProgramText
from coveriflow.actors.work.validate.recurrent_sets import RecurrentSet, reaching, recurrent_set
from coveriflow.actors.work.validate.said_inputs import Values
from coveriflow.actors.work.verify.portfolio import decided
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.witness_yaml import waypoints
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.search.atoms import Vocabulary, integer_places
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.termination.closed_sets import ClosedSet, ClosedSets
from coveriflow.analysis.termination.executions import Executions
from coveriflow.analysis.termination.lassos import Lasso
from coveriflow.analysis.termination.relation import relation
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import Waypoint, WitnessPlace
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, Location
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.compile import Key, compiled
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter
from coveriflow.program.types.c_types import Integer

Taken = tuple[Edge, int | None]
_EXECUTIONS = 100
_SEARCH_SHARE = 0.35
_REACH_SHARE = 0.2
_WHOLE_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Recurring:
    """What a witness says: the condition of its recurrent set at a loop (``""``: it says none), and values by line,
    those of the stem and those of the cycle. ``exact``: it is known which loop is meant. ``before``: what an execution
    passes in this order before the cycle; ``again``: what it passes in the cycle, besides the set. ``avoids``: there is
    something that it does not pass.
    """

    subject: str
    place: WitnessPlace
    condition: str
    stem: Values
    cycle: Values = field(default_factory=dict)
    exact: bool = True
    before: tuple[Waypoint, ...] = ()
    again: tuple[Waypoint, ...] = ()
    avoids: bool = False


def validated(task: Task, said: Recurring) -> tuple[object, ...]:
    """A validation and an answer."""
    cfa = ending_automaton_of(task)
    at = (said.place.file, said.place.line, said.place.column)
    try:
        states = recurrent_set(task, cfa, said.place, said.condition)
    except NotMatchedError as error:
        return _by_whole(task, said, f"its recurrent set, '{said.condition}': {error.reason}", at)
    search = _Search(task, cfa, states, said, LimitWatch(soft_limits(None, _SEARCH_SHARE)))
    found = search.run(_told(said))
    if found is None:
        report_progress("an execution that comes to the states of the witness")
        inputs = _reached(task, said)
        if inputs is None and said.exact:
            reason = "no execution comes to the states of its recurrent set"
            return Validation(Outcome.REFUTED, said.subject, reason, at), Answer(Verdict.UNKNOWN, reason, place=at)
        found = search.around(inputs) if inputs else None
    if found is None:
        return _by_whole(task, said, "that its recurrent set is never left was not shown", at)
    if reason := not_known(cfa, ends=False):
        return Validation(Outcome.UNKNOWN, said.subject, reason, at), Answer(Verdict.UNKNOWN, reason, place=at)
    answer = lasso_answer(cfa, found) if isinstance(found, Lasso) else set_answer(cfa, found)
    how = "the state of an execution recurs" if isinstance(found, Lasso) else "it is closed, shown twice"
    reason = f"an execution comes to its recurrent set and never leaves it: {how}"
    return Validation(Outcome.CONFIRMED, said.subject, reason, None, answer.assumptions), answer


def _told(said: Recurring) -> Inputs:
    """Of what is read on a line, the values of the stem, then again and again those of the cycle; else zeros."""
    lines = {*said.stem, *said.cycle}
    left = {line: chain(said.stem.get(line, ()), cycle(said.cycle.get(line, ()))) for line in lines}

    def value(edge: Edge) -> int:
        operation = edge.operation
        assert isinstance(operation, Input)
        found = next(left.get(edge.origin.line, iter(())), 0)
        return operation.type.wrap(found) if isinstance(operation.type, Integer) else 0

    return value


def _reached(task: Task, said: Recurring) -> tuple[int, ...] | None:
    """Inputs with which the recurrent set is entered, none if that was not found out; ``None``: it is never entered."""
    about, automaton = reaching(task, said.place, said.condition)
    found = decided(about, automaton, lambda findings: not findings.undefined, _REACH_SHARE)
    if isinstance(found, str):
        return ()
    read = found.findings.counterexample
    if read is None and automaton.assumptions:
        return ()
    return None if read is None else tuple(value for _, value in read.inputs)


@dataclass(slots=True)
class _Search:
    """For an execution that is in ``states`` at each visit of their loop, for ever."""

    task: Task
    cfa: Cfa
    states: RecurrentSet
    said: Recurring
    watch: LimitWatch
    _executions: Executions = field(init=False)

    def __post_init__(self) -> None:
        self._executions = Executions(self.cfa, loops_of(self.cfa), integer_places(self.cfa))

    def run(self, told: Inputs) -> Lasso | ClosedSet | None:
        """Along the inputs of the witness, then with random ones."""
        lasso = self._executions.follow(told, self.watch)
        if lasso is not None and self._stays(lasso):
            return lasso
        brief = LimitWatch(SoftLimits(cpu=min(2.0, 0.2 * self.watch.seconds_left())))
        lasso = self._executions.run(_EXECUTIONS, brief)
        if lasso is not None and self._stays(lasso):
            return lasso
        return self._closed()

    def around(self, inputs: tuple[int, ...]) -> Lasso | ClosedSet | None:
        """Along an execution that comes to the states; then it reads zeros."""
        self._executions.tails.clear()
        read = chain(inputs, cycle((0,)))
        lasso = self._executions.follow(lambda _: next(read), self.watch)
        return lasso if lasso is not None and self._stays(lasso) else self._closed()

    def _closed(self) -> ClosedSet | None:
        if not self._executions.tails or not self.states.conditions:
            return None
        try:
            positions = head_positions(self.cfa, loops_of(self.cfa))
        except NotSupported:
            return None
        steps = relation(self.cfa, loops_of(self.cfa), positions, {}, self.watch)
        live = liveness_of(self.cfa)
        vocabulary = Vocabulary(self.cfa, integer_places(self.cfa), live)
        if steps is None:
            return None
        here = {position: self.states.conditions for position in positions if position.location in self.states.heads}
        found = ClosedSets(self.cfa, steps, vocabulary, self.watch).given(self._executions.tails[:3], here)
        if found is None or not self._agrees(taken_by(self.cfa, found.stem, found.edges), []):
            return None
        return found

    def _agrees(self, before: list[Taken], again: list[Taken]) -> bool:
        """Whether an execution passes what the witness describes: in its order before the cycle, and in the cycle."""
        originals, text = Originals(self.task), ProgramText(self.task)
        try:
            first, later = ([_at_source(text, each) for each in some] for some in (self.said.before, self.said.again))
        except NotMatchedError:
            return False
        passed = iter(waypoints(originals, self.cfa, before))
        stem = all(any(_is_same(each, other) for other in passed) for each in first)
        known = waypoints(originals, self.cfa, again)
        return stem and not self.said.avoids and all(any(_is_same(e, o) for o in known) for e in later)

    def _stays(self, lasso: Lasso) -> bool:
        """Whether the cycle visits the loop, and each time in one of the states; again and again, since what decides
        that recurs, too, or is not written.
        """
        written = {each.name for e in lasso.edges if (each := written_variable(e.operation)) is not None}
        if not self.states.names <= lasso.relevant | (self.states.names - written):
            return False
        taken_edges = taken_by(self.cfa, lasso.stem + lasso.cycle, lasso.again)
        if not self._agrees(taken_edges[: lasso.first], taken_edges[lasso.first :]):
            return False
        tests: Sequence[Callable[[Mapping[Key, int]], int]] = [compiled(c) for c in self.states.conditions]  # type: ignore[misc]
        visits: list[bool] = []
        location: Location = self.cfa.entry
        memory: Mapping[Key, int] = {}
        steps = Interpreter(self.cfa).steps(lasso.stem + lasso.cycle, lasso.again)
        for number in range(lasso.again + 1):
            if number >= lasso.first and location in self.states.heads:
                visits.append(all(test(memory) for test in tests))
            taken = next(steps, None)
            if taken is None:
                break
            memory, location = taken.memory, taken.edge.target
        return bool(visits) and all(visits)


def _at_source(text: ProgramText, waypoint: Waypoint) -> Waypoint:
    """In the file of the task that it names."""
    return replace(waypoint, place=replace(waypoint.place, file=text.file_of(waypoint.place)))


def _is_same(said: Waypoint, passed: Waypoint) -> bool:
    """Whether an execution that passes one of them passes the other; a column may be missing in a witness."""
    place, other = said.place, passed.place
    same = (place.line, place.file) == (other.line, other.file)
    constraint = "".join(said.constraint.split()) == "".join(passed.constraint.split())
    return said.kind is passed.kind and same and place.column in (0, other.column) and constraint


def _by_whole(task: Task, said: Recurring, reason: str, at: tuple[str, int, int]) -> tuple[object, ...]:
    """A witness of a program whose executions end is wrong, whatever it says."""
    report_progress("termination of the whole program")
    answer, *_ = answered(task, soft_limits(None, _WHOLE_SHARE))
    assert isinstance(answer, Answer)
    if answer.verdict is Verdict.TRUE and not answer.assumptions:
        return Validation(Outcome.REFUTED, said.subject, "every execution of the program ends"), answer
    if answer.verdict is Verdict.FALSE:
        reason = f"an execution of the program never ends, but not as the witness describes ({reason})"
    place = at if at[1] else None
    return Validation(Outcome.UNKNOWN, said.subject, reason, place), Answer(Verdict.UNKNOWN, reason, place=place)
