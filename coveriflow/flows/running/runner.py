"""Running a composition: each actor in a worker process, under one budget that all share
(docs/decisions: compositions-are-values, shared-budget).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from collections.abc import Sequence as Several
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    Fallback,
    IfThenElse,
    Interleaved,
    Parallel,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Splitting,
    Within,
)
from coveriflow.actors.definition import Produced
from coveriflow.actors.properties import check_property
from coveriflow.actors.questions import DECIDED, Question, asked, subject_of
from coveriflow.artifacts.answers import Answer, is_claimed
from coveriflow.artifacts.definedness import Definedness
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.running.branches import as_they_end
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import (
    Assumed,
    asking,
    concluded,
    in_environment,
    seeking,
    seeks,
    to_be_asked,
    without_reserve,
)
from coveriflow.flows.running.granted_limits import at_limit
from coveriflow.flows.running.interleaving import Pace, TurnTaking, since
from coveriflow.flows.running.jobs import Request, Shared, working
from coveriflow.flows.running.range_queue import RangeQueue
from coveriflow.flows.running.scope import Entry, Scope, is_independent, joint_answer
from coveriflow.flows.running.turns import Listener as Listener
from coveriflow.flows.running.turns import Run as Run
from coveriflow.flows.running.turns import Turn as Turn
from coveriflow.flows.running.turns import explained, is_done, presuming, turn_of
from coveriflow.flows.running.worker_modules import MODULES as MODULES
from coveriflow.program.errors import ToolMissing

_LATE = 0.5
"""Seconds of elapsed time that may pass between turns."""
_BEFORE_JOINING = 0.95
"""Of the time, for analyses of ranges; the rest is for joining what they found."""


Perform = Callable[[Request, Cancellation], Outcome[Produced]]
"""As ``jobs.Work``; what the actor reports goes where it should."""


def in_workers(workers: Workers, listener: Listener, store: Store | None = None) -> Perform:
    """Each actor in a process tree of its own, unless its result is in ``store``."""
    work = remembered(working(workers), store)

    def perform(request: Request, cancellation: Cancellation) -> Outcome[Produced]:
        return work(request, cancellation, lambda text: listener.progressed(request.actor, text))

    return perform


def run(
    flow: Flow,
    task: Task,
    budget: Limits,
    perform: Perform,
    listener: Listener,
    *given: object,
    nominal: Limits | None = None,
    undefined: Assumed | None = None,
    cancellation: Cancellation | None = None,
    made: Several[object] = (),
    beside: Callable[[], float] = lambda: 0.0,
) -> Run:
    """Run ``flow`` on ``task`` with the further artifacts ``given``; an actor's ``InputError`` is raised again, other
    than a ``ToolMissing`` where another part of a fallback or of a portfolio lacks no tool.

    What an actor does not support ends no run: a verifier answers ``unknown``, a transformation is skipped, and those
    after it get the original program, all of which they verify (``Scope.stand_in``).

    ``nominal``: what the user has granted, of which ``budget`` may be what is left. ``undefined``: see ``definedness``.
    ``cancellation``: stops what runs, and nothing more begins. ``made``: artifacts of an earlier run of ``task``, which
    are there as after ``>>``: one that does not fit an actor is passed over, and not refused. ``beside``: CPU seconds
    of ``budget`` that others than the actors have used since the call.

    ``CompositionError``: the property is one that ``flow`` can never decide.
    """
    check_property(flow, task.specification)
    begun = time.monotonic()
    scope = Scope([Entry(replace(task, notes=())), *map(Entry, (*given, *made))], given)
    is_sought = seeks(flow, task, (*given, *made), undefined)
    while_searching = without_reserve(budget) if is_sought else budget
    stop = cancellation or Cancellation()
    ends = None if budget.wall is None else begun + budget.wall + _LATE
    running = _Running(
        task, while_searching, nominal or budget, perform, listener, scope, stop, ends=ends, beside=beside
    )
    running.do(flow.composition)
    running.budget = budget
    running.conclude(task, undefined, seeking() if is_sought else None)
    artifacts = tuple(entry.artifact for entry in scope.new())
    wall = time.monotonic() - begun
    answer = at_limit(running.answer(), budget, nominal or budget, replace(running.used, wall=wall))
    return Run(flow, task, in_environment(answer, task), tuple(running.turns), artifacts)


@dataclass(slots=True)
class _Running:
    """One thread of a composition. ``used``: what its turns and those of its branches have taken of ``budget``.

    ``nominal``: what ``budget`` would be if no one had used anything before. ``others``: somebody else may answer if
    this one lacks a tool. ``lacking``: for want of which tools a part had no chance to answer. ``part``: the range that
    it looks at; ``granted``: seconds of CPU time beyond the budget, which others have left. ``earlier``: turns before
    it began. ``ends``: when the limit of elapsed time is over, on the clock: what no turn took counts, too. ``pace``:
    how far it may go, where it takes turns with others. ``beside``: see ``run``.
    """

    task: Task
    budget: Limits
    nominal: Limits
    perform: Perform
    listener: Listener
    scope: Scope
    cancellation: Cancellation = field(default_factory=Cancellation)
    turns: list[Turn] = field(default_factory=list)
    used: Resources = Resources()
    others: bool = False
    lacking: list[ToolMissing] = field(default_factory=list)
    part: Shared | None = None
    granted: Callable[[], float] = lambda: 0.0
    earlier: tuple[Turn, ...] = ()
    ends: float | None = None
    pace: Pace | None = None
    beside: Callable[[], float] = lambda: 0.0

    def do(self, composition: Composition) -> None:
        if self.cancellation.is_cancelled or (self.ends is not None and time.monotonic() >= self.ends):
            return
        match composition:
            case Actor():
                self._turn(composition)
            case Sequence(parts):
                for part in parts:
                    self.do(part)
            case IfThenElse(condition, then, otherwise):
                branch = then if self._holds(condition) else otherwise
                if branch is not None:
                    self.do(branch)
            case Parallel(parts):
                self._parallel(parts)
            case Portfolio(parts, wins):
                self._portfolio(parts, wins)
            case Interleaved():
                self._interleaved(composition)
            case Fallback(parts):
                self._fallback(parts)
            case Within(part, limits, share):
                self._within(part, limits, share)
            case Retry():
                self._retry(composition)
            case Repeat():
                self._repeat(composition)
            case Ranged():
                self._ranged(composition)

    def _turn(self, actor: Actor) -> None:
        abandoned = any(turn.is_without_condition for turn in (*self.earlier, *self.turns))
        inputs = self.scope.inputs(actor, without_condition=abandoned)
        lacking = [n for n, i in zip(actor.needs, inputs, strict=True) if i is None and not n.optional]
        if lacking:
            turn = Turn(actor, None, missing=str(lacking[0]), decided=self._decided())
        else:
            if self.pace is not None and not self._has_turn(actor, self.pace):
                return
            self.listener.started(actor)
            limits, may_give = self._left(), self._is_at_its_range(inputs)
            request = Request(actor, tuple(inputs), limits, self.nominal, self.part, self.pace, may_give=may_give)
            turn = turn_of(actor, self.perform(request, self.cancellation), others=self.others)
            turn = presuming(turn, self.task)
            turn = explained(turn, limits, self.nominal, (*self.earlier, *self.turns))
            within = next((i for i in inputs if isinstance(i, Range)), None)
            if may_give and self.part is not None and self.part.within != within:
                given, within = within, self.part.within
                self.scope.add([within])
                turn = replace(turn, gave=given)
            turn = replace(turn, within=within)
        if turn.lacks is not None:
            self.lacking.append(turn.lacks)
        self._took(turn)
        self.scope.add(turn.produced, actor.called, independent=is_independent(inputs))
        if turn.is_without_program:
            self.scope.stand_in(actor.called)
        self.listener.finished(turn)

    def _has_turn(self, actor: Actor, pace: Pace) -> bool:
        """Wait for it; what comes after a verdict waits for nobody."""
        own = self.own_answer()
        if own is not None and own.verdict.decisive:
            pace.free()
        pace.may_have_more = self.granted == pace.granted
        pace.waits, pace.goes_on = partial(self.listener.waits, actor), partial(self.listener.goes_on, actor)
        return pace.begins()

    def _decided(self) -> Verdict | None:
        answer = self.scope.answer()
        return answer.verdict if answer is not None and answer.verdict.decisive else None

    def _is_at_its_range(self, inputs: Several[object]) -> bool:
        """Whether an actor is the first that looks at the range, so that nothing that was made here speaks of it."""
        is_first = self.part is not None and [e.artifact for e in self.scope.new()] == [self.part.within]
        return is_first and self.part is not None and self.part.within in inputs

    def _took(self, *turns: Turn) -> None:
        for turn in turns:
            self.turns.append(turn)
            self.used = self.used + turn.resources

    def _left(self, share: float = 1.0) -> Limits:
        """A share of the time that is left, at least a tenth of a second."""
        cpu, wall = self.budget.cpu, self.budget.wall
        left = None if wall is None else share * (wall - self.used.wall)
        if left is not None and self.ends is not None:
            left = min(left, self.ends - time.monotonic())
        return replace(
            self.budget,
            cpu=None if cpu is None else max(0.1, share * (cpu + self.granted() - self.beside() - self.used.cpu)),
            wall=None if left is None else max(0.1, left),
        )

    def conclude(self, task: Task, undefined: Assumed | None, seek: Composition | None) -> None:
        """Ask for what a proof assumes, or ``seek`` an undefined execution where nothing is decided; if that fails, the
        answer stays as it is.
        """
        answer = self.answer()
        if assumed := to_be_asked(answer, task, undefined):
            self.scope.add([assumed])
            self.do(asking())
        elif seek is not None and answer.verdict is Verdict.UNKNOWN:
            self.do(seek)
        else:
            return
        self.scope.add(concluded(answer, self.scope.latest(Definedness), [each.name for each in task.sources]))

    def answer(self) -> Answer:
        """The last answer; where an actor failed after it, the failure is the reason."""
        return self.scope.answer() or Answer(Verdict.UNKNOWN, "no actor gave an answer")

    def _holds(self, question: Question) -> bool:
        if (kind := subject_of(question)) is Answer:
            return asked(question, self.answer())
        if kind is Limits:
            return asked(question, self._left())
        latest = self.scope.latest(kind)
        return latest is not None and asked(question, latest)

    # --- side by side -------------------------------------------------------------------------------------------------

    def _branches(self, number: int, *, others: bool, share: float = 1.0) -> list[_Running]:
        """CPU time and memory are split, wall time is everybody's."""
        left, nominal = self._left(share).split(number), self.nominal.split(number)
        running, before = (self.task, left, nominal, self.perform, self.listener), (*self.earlier, *self.turns)
        return [
            _Running(*running, self.scope.branch(), Cancellation(), others=others, earlier=before, ends=self.ends)
            for _ in range(number)
        ]

    def _parallel(self, parts: tuple[Composition, ...]) -> None:
        branches = self._branches(len(parts), others=self.others)
        for _ in self._until_they_end(parts, branches):
            pass
        self._join(branches, branches)
        self.lacking += [tool for branch in branches for tool in branch.lacking]

    def _portfolio(self, parts: tuple[Composition, ...], wins: Question) -> None:
        branches = self._branches(len(parts), others=True)
        self._join_winners(branches, self._until_they_end(parts, branches), wins)

    def _interleaved(self, interleaved: Interleaved) -> None:
        begun, before, left, number = time.monotonic(), self.used.wall, self._left(), len(interleaved.parts)
        slices = [each for each in interleaved.slices if each.when is None or self._holds(each.when)]
        taking = TurnTaking(slices, number, left, interleaved.cores, self.beside, self.granted)
        branches = self._branches(number, others=True)
        for part, (branch, pace) in enumerate(zip(branches, taking.paces, strict=True)):
            branch.pace, branch.granted = pace, pace.granted
            branch.budget, branch.nominal = taking.limits_of(part, left), taking.limits_of(part, self.nominal)
            branch.ends = taking.end(self.ends)
        works = [partial(b.at_its_pace, part) for b, part in zip(branches, interleaved.parts, strict=True)]
        with taking.sharing_out([branch.cancellation.cancel for branch in branches]):
            self._join_winners(branches, self._until_done(works, branches), DECIDED)
        self.used = replace(self.used, wall=before + time.monotonic() - begun)

    def at_its_pace(self, part: Composition) -> None:
        """``part`` in this branch, where it takes turns with others."""
        assert self.pace is not None
        with self.cancellation.calling(self.pace.end):
            try:
                self.do(part)
                answer = self.own_answer()
                self.pace.has_decided = answer is not None and _ends_others(answer, DECIDED)
            finally:
                self.pace.end()

    def _join_winners(self, branches: list[_Running], as_they_end: Iterator[_Running], wins: Question) -> None:
        winners: list[_Running] = []
        claiming: list[_Running] = []
        for ended in as_they_end:
            answer = ended.own_answer()
            if answer is None or ended.cancellation.is_cancelled or not asked(wins, answer):
                continue
            if not _ends_others(answer, wins):
                claiming.append(ended)
                continue
            winners.append(ended)
            for other in branches:
                if other is not ended:
                    other.cancellation.cancel()
        self._join(branches, winners or _agreeing(claiming) or branches)
        self._lack([branch.lacking for branch in branches])

    def _lack(self, parts: Several[Several[ToolMissing]]) -> None:
        """Of several who could answer each lacks some tools: where all do, that is an error, unless somebody else may
        answer.
        """
        if not all(parts):
            return
        self.lacking.append(parts[0][0])
        if not self.others:
            raise parts[0][0]

    def _until_they_end(self, parts: tuple[Composition, ...], branches: list[_Running]) -> Iterator[_Running]:
        """Run each part in its branch, and give these as they end; if one raises, the others are stopped first."""
        return self._until_done([partial(b.do, part) for b, part in zip(branches, parts, strict=True)], branches)

    def _until_done(self, works: Several[Callable[[], None]], branches: list[_Running]) -> Iterator[_Running]:
        with ExitStack() as cancelling:
            for branch in branches:
                cancelling.enter_context(self.cancellation.calling(branch.cancellation.cancel))
            for number in as_they_end(works, [branch.cancellation for branch in branches]):
                yield branches[number]

    def own_answer(self) -> Answer | None:
        """The last answer of this branch, if it has one of its own."""
        return self.scope.answer(self.scope.beginning)

    def _took_side_by_side(self, branches: list[_Running]) -> None:
        before = self.used
        for branch in branches:
            self._took(*branch.turns)
        longest = max((branch.used.wall for branch in branches), default=0.0)
        self.used = replace(self.used, wall=before.wall + longest)

    def _join(self, branches: list[_Running], remaining: list[_Running]) -> None:
        """What ``remaining`` produced is there, in the order of the text, and their joint answer."""
        self._took_side_by_side(branches)
        answers: list[tuple[str, Answer]] = []
        for branch in sorted(remaining, key=branches.index):
            new = branch.scope.new()
            self.scope.entries += new
            answers += [(e.maker, e.artifact) for e in new if isinstance(e.artifact, Answer)][-1:]
        joint = joint_answer(answers)
        if joint is not None and joint is not self.scope.answer():
            self.scope.add([joint])

    def _ranged(self, ranged: Ranged) -> None:
        """What was found in the ranges is joined; a violation is one of the program."""
        before = len(self.scope.entries)
        self.do(ranged.splitter)
        ranges = next((e.artifact for e in self.scope.entries[before:] if isinstance(e.artifact, Ranges)), None)
        is_dynamic = ranged.splitting is Splitting.DYNAMIC and len(ranged.analyses) > 1
        if ranges is None or (len(ranges.parts) == 1 and not is_dynamic):
            self.do(ranged.analyses[0])
            return
        number = len(ranged.analyses) if is_dynamic else min(len(ranged.analyses), len(ranges.parts))
        workers = self._branches(number, others=self.others, share=_BEFORE_JOINING)
        found = RangeQueue[_Running](ranges, number, ranged.splitting, workers[0].budget.cpu)
        works = [partial(self._look_at_ranges, w, ranged.analyses[n], found, n) for n, w in enumerate(workers)]
        for _ in self._until_done(works, workers):
            if found.violated is not None:
                for worker in workers:
                    worker.cancellation.cancel()
        self._took_side_by_side(workers)
        self.lacking += [tool for worker in workers for tool in worker.lacking]
        decisive = found.violated or found.only()
        if decisive is not None:
            self.scope.entries += [e for e in decisive.scope.new() if not isinstance(e.artifact, Range)]
        elif not self.cancellation.is_cancelled:
            self.scope.add([found.ranges] if found.ranges != ranges else [])
            self.scope.add([found.results(lambda branch: branch.scope.new())])
            self.do(ranged.aggregator)

    def _look_at_ranges(
        self, worker: _Running, analysis: Composition, found: RangeQueue[_Running], number: int
    ) -> None:
        """One range after the other, each in a scope of its own, until there is none or the program is violated."""
        while (part := found.take(number, worker.cancellation)) is not None:
            before = found.granted(number)
            inner = replace(worker, scope=self.scope.branch(), turns=[], used=Resources(), lacking=[], part=part)
            inner.budget = worker._left()
            inner.granted = partial(_since, found, number, before)
            inner.scope.add([part.within])
            inner.do(analysis)
            worker._took(*inner.turns)
            worker.used = replace(worker.used, wall=worker.used.wall - _wall(inner.turns) + inner.used.wall)
            worker.lacking += inner.lacking
            found.put(part, inner, inner.own_answer(), inner.used.cpu)

    def _fallback(self, parts: tuple[Composition, ...]) -> None:
        lacking, others, before = list[list[ToolMissing]](), self.others, self.lacking
        for part in parts:
            turns, entries = len(self.turns), len(self.scope.entries)
            self.others, self.lacking = True, []
            self.do(part)
            lacking.append(self.lacking)
            self.others, self.lacking = others, before
            answer = self.scope.answer(entries)
            if answer.verdict.decisive if answer is not None else is_done(part, self.turns[turns:]):
                return
        self._lack(lacking)

    def _within(self, part: Composition, limits: Limits, share: float) -> None:
        """In this thread's scope, with a smaller budget."""
        left, nominal = self._left(share).least(limits), self.nominal.shared(share).least(limits)
        if self.pace is not None:  # the time in which it waits for its turns is no part of that share
            left = replace(left, wall=self._left().least(limits).wall)
        before = (*self.earlier, *self.turns)
        inner = replace(
            self, budget=left, nominal=nominal, turns=[], used=Resources(), granted=lambda: 0.0, earlier=before
        )
        inner.beside, inner.part = since(self.beside), None if self.part is None else self.part.bounded()
        inner.do(part)
        self._took(*inner.turns)
        self.used = replace(self.used, wall=self.used.wall - _wall(inner.turns) + inner.used.wall)

    def _retry(self, retry: Retry) -> None:
        for number in range(retry.times + 1):
            turns = len(self.turns)
            self.do(retry.part)
            if not any(turn.end in retry.on for turn in self.turns[turns:]):
                return
            if number < retry.times and self.cancellation.wait(retry.wait):
                return

    def _repeat(self, repeat: Repeat) -> None:
        """Of earlier rounds, turns keep only how they ended."""
        before, since = (self.scope.gathered, self.scope.since), len(self.scope.entries)
        self.scope.gathered, self.scope.since = repeat.gathered, since
        for number in range(repeat.most):
            begun = len(self.turns)
            self.do(repeat.part)
            self.scope.keep_latest(since)
            if self._holds(repeat.until) or self.cancellation.is_cancelled:
                break
            if number + 1 < repeat.most:
                self.turns[begun:] = [replace(turn, produced=()) for turn in self.turns[begun:]]
        self.scope.gathered, self.scope.since = before


def _since(found: RangeQueue[_Running], worker: int, before: float) -> float:
    """Seconds that a worker was granted."""
    return found.granted(worker) - before


def _wall(turns: list[Turn]) -> float:
    return sum(turn.resources.wall for turn in turns)


def _ends_others(answer: Answer, wins: Question) -> bool:
    """Whether it wins, and is more than a claim about the program, or about the range that all look at."""
    return asked(wins, answer) and not is_claimed(answer.evidence, in_range=True)


def _agreeing(claiming: list[_Running]) -> list[_Running]:
    """The first of those who claim something; all of them where they contradict each other."""
    verdicts = {answer.verdict for branch in claiming if (answer := branch.own_answer()) is not None}
    return claiming if len(verdicts) > 1 else claiming[:1]
