"""How an actor's work is done: by a worker process, or because somebody has done it before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coveriflow.actors.algebra import Actor
from coveriflow.actors.contracts import Produced, performed
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import Outcome
from coveriflow.execution.workers import Workers
from coveriflow.flows.cancellation import Cancellation


@dataclass(frozen=True, slots=True)
class Request:
    """An actor shall work on ``inputs``. ``limits``: what is left for it of a budget that others use, too.

    ``nominal``: the same budget before anyone had used of it, which does not change from run to run.
    """

    actor: Actor
    inputs: tuple[object, ...]
    limits: Limits
    nominal: Limits


Progress = Callable[[str], object]
Work = Callable[[Request, Cancellation, Progress], Outcome[Produced]]
"""Does what is requested; waits for the outcome, which is soon there if it is cancelled. Called from several threads at
a time where a composition has branches.
"""


def working(workers: Workers) -> Work:
    """Each actor in a process tree of its own."""

    def work(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        job = workers.submit(
            performed,
            request.actor,
            request.inputs,
            limits=request.limits,
            progress=lambda report: progress(str(report)),
        )
        with cancellation.calling(job.cancel):
            return job.result()

    return work
