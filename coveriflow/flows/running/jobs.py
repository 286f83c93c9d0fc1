"""How an actor's work is done: by a worker process, or because it was done before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Protocol

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, SoFar, performed
from coveriflow.artifacts.path_ranges import Range, StolenRange
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import Job, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.interleaving import Pace


class Shared(Protocol):
    """A range whose analysis may be asked for a part of it. ``within``: what is left of it."""

    @property
    def within(self) -> Range: ...

    def working(self, job: Job[Produced], *, may_give: bool) -> AbstractContextManager[None]:
        """While ``job`` works on it."""
        ...

    def hear(self, report: StolenRange) -> None:
        """The job gives a part away."""
        ...

    def bounded(self) -> Shared:
        """The same, for who has a budget within that of the range."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """An actor shall work on ``inputs``. ``limits``: what is left for it of a budget that others use, too.

    ``nominal``: the same budget before anyone had used of it, which does not change from run to run. ``shared``: the
    range that is worked on, of which parts may be handed over by an actor that ``may_give``. ``pace``: how far it may
    go before others have their turn.
    """

    actor: Actor
    inputs: tuple[object, ...]
    limits: Limits
    nominal: Limits
    shared: Shared | None = None
    pace: Pace | None = None
    may_give: bool = False


Progress = Callable[[str], object]
Work = Callable[[Request, Cancellation, Progress], Outcome[Produced]]
"""Does what is requested; waits for the outcome, which is soon there if it is cancelled. Called from several threads at
a time where a composition has branches.
"""


def working(workers: Workers) -> Work:
    """Each actor in a process tree of its own."""

    def work(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        shared, so_far = request.shared, SoFar(())

        def heard(report: object) -> None:
            nonlocal so_far
            if isinstance(report, SoFar):
                so_far = report
                return
            if isinstance(report, StolenRange) and shared is not None:
                shared.hear(report)
            progress(str(report))

        pace = request.pace
        until, stopped = (None, None) if pace is None else (pace.job_until(), pace.stopped)
        job = workers.submit(
            performed,
            request.actor,
            request.inputs,
            limits=request.limits,
            progress=heard,
            until=until,
            stopped=stopped,
        )
        known = nullcontext() if shared is None else shared.working(job, may_give=request.may_give)
        paced = nullcontext() if pace is None else pace.working(job)
        with cancellation.calling(job.cancel), known, paced:
            outcome = job.result()
        return replace(outcome, value=so_far.produced) if outcome.end.is_limit and so_far.produced else outcome

    return work
