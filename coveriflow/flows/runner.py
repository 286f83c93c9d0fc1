"""Running a composition: each actor in a worker process, under one budget that all share (architecture: 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from coveriflow.actors.algebra import Actor, Composition, Flow, IfThenElse, Sequence
from coveriflow.actors.contracts import Produced, performed
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residuals import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.workers import Workers
from coveriflow.flows.worker_modules import MODULES as MODULES


@dataclass(frozen=True, slots=True)
class Turn:
    """One actor's turn: how it ended, what it used, what it produced.

    ``missing``: the input for want of which it did not run (an earlier actor may provide it, and this time did not).
    """

    actor: Actor
    end: End | None
    resources: Resources = Resources()
    produced: Produced = ()
    message: str = ""
    missing: str = ""

    @property
    def answer(self) -> Answer | None:
        """What the actor answered, if it is one that answers."""
        return next((p for p in self.produced if isinstance(p, Answer)), None)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a task under a flow. ``resources.wall`` is the sum over the actors."""

    flow: Flow
    task: Task
    answer: Answer
    turns: tuple[Turn, ...]

    @property
    def resources(self) -> Resources:
        """What all actors used together."""
        total = Resources()
        for turn in self.turns:
            total = total + turn.resources
        return total

    def latest(self, kind: type) -> Any:
        """The last artifact of a type that was produced, or ``None``."""
        found = [p for turn in self.turns for p in turn.produced if isinstance(p, kind)]
        return found[-1] if found else None


class Listener:
    """Hears what happens in a run; the default hears nothing."""

    def started(self, actor: Actor) -> None:
        """``actor`` begins."""

    def progressed(self, actor: Actor, text: str) -> None:
        """``actor`` says how far it is."""

    def finished(self, turn: Turn) -> None:
        """An actor's turn is over."""


Perform = Callable[[Actor, tuple[object, ...], Limits], Outcome[Produced]]
"""Has an actor perform with inputs, under limits; waits for the outcome."""


def in_workers(workers: Workers, listener: Listener) -> Perform:
    """Each actor in a process tree of its own."""

    def perform(actor: Actor, inputs: tuple[object, ...], limits: Limits) -> Outcome[Produced]:
        job = workers.submit(
            performed, actor, inputs, limits=limits, progress=lambda text: listener.progressed(actor, str(text))
        )
        return job.result()

    return perform


def run(flow: Flow, task: Task, budget: Limits, perform: Perform, listener: Listener, *given: object) -> Run:
    """Run ``flow`` on ``task`` with the further artifacts ``given``; an actor's ``InputError`` is raised again."""
    running = _Running(budget, perform, listener, [task, *given], given)
    running.do(flow.composition)
    return Run(flow, task, running.answer(), tuple(running.turns))


@dataclass(slots=True)
class _Running:
    budget: Limits
    perform: Perform
    listener: Listener
    scope: list[object]
    given: tuple[object, ...] = ()
    turns: list[Turn] = field(default_factory=list)

    def do(self, composition: Composition) -> None:
        match composition:
            case Actor():
                self._turn(composition)
            case Sequence(parts):
                for part in parts:
                    self.do(part)
            case IfThenElse(condition, then, otherwise):
                branch = then if self.answer().verdict in condition.verdicts else otherwise
                if branch is not None:
                    self.do(branch)

    def _turn(self, actor: Actor) -> None:
        inputs = self._inputs(actor)
        lacking = [n for n, i in zip(actor.needs, inputs, strict=True) if i is None and not n.optional]
        if lacking:
            turn = Turn(actor, None, missing=str(lacking[0]))
        else:
            self.listener.started(actor)
            turn = _turn_of(actor, self.perform(actor, tuple(inputs), self._left()))
        self.turns.append(turn)
        self.scope.extend(turn.produced)
        self.listener.finished(turn)

    def _inputs(self, actor: Actor) -> list[object | None]:
        """For each need the latest artifact in the whole scope that fits it and the inputs before it.

        What the user gave is taken in any case: a condition about another program is refused, not passed over.
        """
        found: list[object | None] = []
        for need in actor.needs:
            able = [a for a in reversed(self.scope) if isinstance(a, need.types)]
            fitting = (a for a in able if belongs(a, found) or any(a is g for g in self.given))
            found.append(next(fitting, None))
        return found

    def _left(self) -> Limits:
        """The budget that earlier turns left, at least a tenth of a second."""
        used = Resources()
        for turn in self.turns:
            used = used + turn.resources
        cpu, wall = self.budget.cpu, self.budget.wall
        return replace(
            self.budget,
            cpu=None if cpu is None else max(0.1, cpu - used.cpu),
            wall=None if wall is None else max(0.1, wall - used.wall),
        )

    def answer(self) -> Answer:
        """The last answer; where an actor failed after it, the failure is the reason."""
        found = [a for a in self.scope if isinstance(a, Answer)]
        return found[-1] if found else Answer(Verdict.UNKNOWN, "no actor answered")


def belongs(artifact: object, others: list[object | None]) -> bool:
    """Whether a condition is about the task, and a justification about the condition, among ``others``."""
    if isinstance(artifact, Condition):
        tasks = [o.task if isinstance(o, Residual) else o for o in others]
        return all(t.program_hash == artifact.program_hash for t in tasks if isinstance(t, Task))
    if isinstance(artifact, Justification):
        return all(o.digest == artifact.condition for o in others if isinstance(o, Condition))
    return True


def _turn_of(actor: Actor, outcome: Outcome[Produced]) -> Turn:
    if outcome.error is not None:
        raise outcome.error
    if outcome.end is End.FINISHED and outcome.value is not None:
        return Turn(actor, outcome.end, outcome.resources, outcome.value)
    produced: Produced = ()
    if Answer in actor.provides:
        produced = (Answer(Verdict.UNKNOWN, f"{actor.name}: {_failure(outcome)}"),)
    return Turn(actor, outcome.end, outcome.resources, produced, outcome.message)


def _failure(outcome: Outcome[Produced]) -> str:
    if outcome.end is End.FAILED:
        return "internal error"
    return str(outcome.end.value)
