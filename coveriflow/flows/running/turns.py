"""One actor's turn in a run, how it follows from what became of the actor's job, and a run as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition, actors_in
from coveriflow.actors.definition import Produced
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.brief import Brief
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import is_termination, violations_of
from coveriflow.execution.contracts import End, Outcome
from coveriflow.program.cfa.presumptions import left_out
from coveriflow.program.errors import NotSupported, ToolMissing

_NOTABLE = 0.05
"""Of the CPU time: who used less is not named."""

_NAMED = 2
"""Actor runs that a reason names."""


@dataclass(frozen=True, slots=True, repr=False)
class Turn(Brief):
    """One actor's turn: how it ended, what it used, what it produced.

    ``missing``: the input for want of which it did not run (an earlier actor may provide it, and this time did not);
    ``decided``: the verdict that was there then, since who decides leaves nothing.
    ``lacks``: the tool for want of which it did not run, while others could go on. ``reused``: the result was there
    already, and took this when it came about; ``resources``: what was used now. ``skipped``: what it does not support,
    for which it produced nothing. ``within``: the range of paths that it looked at; ``gave``: the one that it began
    with, if it handed a part of that over.
    """

    actor: Actor
    end: End | None
    resources: Resources = Resources()
    produced: Produced = ()
    message: str = ""
    missing: str = ""
    decided: Verdict | None = None
    reused: Resources | None = None
    lacks: ToolMissing | None = None
    skipped: NotSupported | None = None
    within: Range | None = None
    gave: Range | None = None

    @property
    def hindrance(self) -> str:
        """Why it did not run, if it did not."""
        if self.lacks is not None:
            return _first_line(self.lacks)
        if self.skipped is not None:
            rest = "; the original program is taken instead" if Residual in self.actor.provides else ""
            return f"{self.skipped}{rest}"
        why = f": the verdict is {self.decided.value} already" if self.decided is not None else ""
        return f"there is no {self.missing}{why}" if self.missing else ""

    @property
    def ending(self) -> str:
        """How it ended, in a word or two; empty if it did not run."""
        return "skipped" if self.skipped is not None else self.end.value if self.end is not None else ""

    @property
    def is_without_program(self) -> bool:
        """Whether it was to make a program, had all that it needs, and made none: skipped, killed, or failed."""
        made = any(isinstance(each, Residual) for each in self.produced)
        return Residual in self.actor.provides and not self.missing and not made

    @property
    def is_without_condition(self) -> bool:
        """Whether it was to decide or to leave a condition, and did neither: skipped, killed, or failed."""
        is_decided = self.answer is not None and self.answer.verdict.decisive
        left = any(isinstance(each, Condition) for each in self.produced)
        return {Answer, Condition} <= {*self.actor.provides} and not (self.missing or is_decided or left)

    @property
    def answer(self) -> Answer | None:
        """What the actor answered, if it is one that answers."""
        return next((p for p in self.produced if isinstance(p, Answer)), None)


def turn_of(actor: Actor, outcome: Outcome[Produced], *, others: bool) -> Turn:
    """What became of the actor's job. Raises its ``InputError``, but for a tool that ``others`` may do without."""
    if isinstance(outcome.error, ToolMissing) and others:
        said = Answer(Verdict.UNKNOWN, f"{actor.called}: {_first_line(outcome.error)}")
        produced: Produced = (said,) if Answer in actor.provides else ()
        return Turn(actor, None, outcome.resources, produced, outcome.message, lacks=outcome.error)
    if isinstance(outcome.error, NotSupported):
        return _unsupported(actor, outcome, outcome.error)
    if outcome.error is not None:
        raise outcome.error
    if outcome.end is End.FINISHED and outcome.value is not None:
        return Turn(actor, outcome.end, outcome.resources, outcome.value, reused=outcome.reused)
    produced = outcome.value or ()
    if Answer in actor.provides:
        produced = (*produced, Answer(Verdict.UNKNOWN, f"{actor.called}: {_failure(outcome)}"))
    return Turn(actor, outcome.end, outcome.resources, produced, outcome.message)


def presuming(turn: Turn, task: Task) -> Turn:
    """Without a proof that presumes what the property asks: that is no answer, and its witnesses show nothing."""
    answer = turn.answer
    if answer is None or answer.verdict is not Verdict.TRUE or is_termination(task.specification):
        return turn
    presumed = [each for each in answer.assumptions if left_out(each) is not None]
    asked = violations_of(task).checks if presumed else frozenset()
    begged = next((each for each in presumed if left_out(each) in asked), None)
    if begged is None:
        return turn
    said = Answer(Verdict.UNKNOWN, f"the property asks what a proof assumes here: {begged}")
    return replace(turn, produced=(said,))


def explained(turn: Turn, limits: Limits, nominal: Limits, before: Iterable[Turn]) -> Turn:
    """Where an actor ran out of time because most of it was used when its turn came: by whom stands in the reason.

    ``limits``: what it had; ``nominal``: what it would have had if no one had used anything.
    """
    answer = turn.answer
    if answer is None or answer.verdict.decisive or limits.cpu is None or nominal.cpu is None:
        return turn
    ran_out = turn.end is End.OUT_OF_CPU or "CPU time" in answer.reason
    users = [each for each in before if each.resources.cpu >= _NOTABLE * nominal.cpu]
    if not ran_out or not users or limits.cpu >= nominal.cpu / 2:
        return turn
    told = replace(answer, reason=f"{answer.reason}; before that, {_used(users)}")
    return replace(turn, produced=tuple(told if each is answer else each for each in turn.produced))


def _used(users: Sequence[Turn]) -> str:
    """Of many, the sum: each has a row of its own in the result."""
    if len(users) > _NAMED:
        return f"{len(users)} actor runs had used {sum(each.resources.cpu for each in users):.3g} s"
    return " and ".join(f"{each.actor.called} had used {each.resources.cpu:.3g} s" for each in users)


def _unsupported(actor: Actor, outcome: Outcome[Produced], error: NotSupported) -> Turn:
    """One that answers says so; any other one is skipped."""
    if Answer not in actor.provides:
        return Turn(actor, End.FINISHED, outcome.resources, skipped=error)
    place = (error.span.file, error.span.line, error.span.column) if error.span else None
    said = Answer(Verdict.UNKNOWN, f"{error.feature} is not supported", place=place)
    return Turn(actor, End.FINISHED, outcome.resources, (said,))


def is_done(part: Composition, turns: Sequence[Turn]) -> bool:
    """Whether ``part`` did what it is for, without an answer: it has no actor that gives one, and the turns that it
    took ran to their ends and were not skipped.
    """
    answers = any(Answer in actor.provides for actor in actors_in(part))
    return not answers and bool(turns) and all(t.end is End.FINISHED and t.skipped is None for t in turns)


def _failure(outcome: Outcome[Produced]) -> str:
    if outcome.end is End.FAILED:
        return "internal error"
    return str(outcome.end.value)


def _first_line(error: ToolMissing) -> str:
    """Without how to get it."""
    return error.message.partition("\n")[0]


@dataclass(frozen=True, slots=True, repr=False)
class Run(Displayed):
    """What became of a task under a flow: every actor's turn, and the artifacts that were there at the end, oldest
    first. ``resources.wall`` is the sum over the actors.
    """

    flow: Flow
    task: Task
    answer: Answer
    turns: tuple[Turn, ...]
    artifacts: tuple[object, ...] = ()

    def __repr__(self) -> str:
        return f"<Run of {self.flow.name} on {self.task.name}: {self.answer.said}>"

    @property
    def resources(self) -> Resources:
        """What all actors used together."""
        total = Resources()
        for turn in self.turns:
            total = total + turn.resources
        return total

    def latest(self, kind: type) -> Any:
        """The last artifact of a type that was produced and remained, or ``None``."""
        return next((each for each in reversed(self.artifacts) if isinstance(each, kind)), None)


class Listener:
    """Hears what happens in a run; the default hears nothing."""

    def started(self, actor: Actor) -> None:
        """``actor`` begins."""

    def progressed(self, actor: Actor, text: str) -> None:
        """``actor`` says how far it is."""

    def waits(self, actor: Actor) -> None:
        """``actor`` is stopped until its next turn."""

    def goes_on(self, actor: Actor) -> None:
        """``actor`` has its next turn."""

    def finished(self, turn: Turn) -> None:
        """An actor's turn is over."""
