"""Actors' turns as Prefect task runs. A task run's thread only waits for the worker process that does the work."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from prefect import Task as PrefectTask
from prefect import allow_failure
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.exceptions import PrefectException
from prefect.futures import PrefectFuture
from prefect.logging import get_run_logger

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, known_actors
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.prefect_backend import display
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Request, Work
from coveriflow.flows.running.runner import Listener

_BETWEEN_LINES = 10.0  # seconds from one line of progress in the log to the next
_CANCELLED: Outcome[Produced] = Outcome(End.CANCELLED, message="the flow run was cancelled")


@dataclass(slots=True)
class TaskRuns:
    """A ``runner.Perform`` for the inside of a flow run. A task run depends on those that made its inputs."""

    work: Work
    listener: Listener
    _all: Cancellation = field(default_factory=Cancellation)
    _makers: dict[int, PrefectFuture[Any]] = field(default_factory=dict)

    @property
    def cancelled(self) -> bool:
        """Whether the flow run was cancelled."""
        return self._all.is_cancelled

    def __call__(self, request: Request, cancellation: Cancellation) -> Outcome[Produced]:
        """Perform as a task run, whatever Prefect thinks of the outcome."""
        if self.cancelled:
            return _CANCELLED
        actor, inputs = request.actor, request.inputs
        outcomes: list[Outcome[Produced]] = []

        def turn() -> State[None]:
            outcomes.append(self._outcome(request, cancellation))
            return display.state_of_outcome(outcomes[0])

        makers = dict.fromkeys(self._makers[id(i)] for i in inputs if id(i) in self._makers)
        before = [allow_failure(maker) for maker in makers]
        future = _task(actor, inputs, turn).submit(return_state=False, wait_for=before)
        future.wait()
        if not outcomes:
            raise PrefectException(f"Prefect did not run the task '{display.turn_name(actor, inputs)}': {future.state}")
        self._makers.update((id(artifact), future) for artifact in outcomes[0].value or ())
        return outcomes[0]

    def cancel(self) -> None:
        """Kill what runs and start nothing more."""
        self._all.cancel()

    def _outcome(self, request: Request, cancellation: Cancellation) -> Outcome[Produced]:
        log = get_run_logger()
        note = _every(_BETWEEN_LINES, log.info)

        def progress(report: str) -> None:
            self.listener.progressed(request.actor, report)
            note(report)

        own = Cancellation()
        with self._all.calling(own.cancel), cancellation.calling(own.cancel):
            outcome = _CANCELLED if own.is_cancelled else self.work(request, own, progress)
        log.info("used %s", display.used(outcome.resources))
        if outcome.reused is not None:
            log.info("%s", display.reused(outcome.reused))
        if "\n" in outcome.message:
            log.error("%s", outcome.message)
        return outcome


def _task(actor: Actor, inputs: tuple[object, ...], turn: Callable[[], State[None]]) -> PrefectTask[[], State[None]]:
    definition = known_actors().get(actor.name)
    return PrefectTask(
        turn,
        name=actor.called,
        task_run_name=lambda: display.turn_name(actor, inputs),
        description=f"{actor}\n\n{definition.__doc__ if definition else ''}".strip(),
        cache_policy=NO_CACHE,
        persist_result=False,
        retries=0,
    )


def _every(seconds: float, say: Callable[[str], None]) -> Callable[[str], None]:
    """``say``, but not sooner than ``seconds`` after the last time."""
    last = time.monotonic()

    def note(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            say(text)

    return note
