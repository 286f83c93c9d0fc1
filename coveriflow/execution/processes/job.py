"""A job as its owner holds it."""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from coveriflow.artifacts.resources import Resources
from coveriflow.execution.contracts import End, Job, Outcome
from coveriflow.execution.processes.protocol import Allow, Ask, Cancel, Continue, Ended

T = TypeVar("T")


class SubmittedJob(Generic[T]):
    """Implements ``contracts.Job``; the listening thread of ``Workers`` tells it what happens to job ``number``."""

    __slots__ = ("_ended", "_listeners", "_lock", "_outcome", "_progress", "_send", "_stopped", "number")

    def __init__(
        self,
        number: int,
        progress: Callable[[object], object] | None,
        send: Callable[[Cancel | Ask | Allow | Continue], None],
        stopped: Callable[[Resources], object] | None = None,
    ) -> None:
        self.number = number
        self._progress = progress
        self._stopped = stopped
        self._send = send
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[Job[T]], object]] = []
        self._outcome: Outcome[T]

    @property
    def done(self) -> bool:
        return self._ended.is_set()

    def result(self) -> Outcome[T]:
        self._ended.wait()
        return self._outcome

    def cancel(self) -> None:
        self._tell(Cancel(self.number))

    def ask(self) -> None:
        self._tell(Ask(self.number))

    def allow(self, cpu: float) -> None:
        self._tell(Allow(self.number, cpu))

    def go_on(self, until: float | None) -> None:
        self._tell(Continue(self.number, until))

    def _tell(self, request: Cancel | Ask | Allow | Continue) -> None:
        if not self.done:
            self._send(request)

    def when_ended(self, listener: Callable[[Job[T]], object]) -> None:
        with self._lock:
            if not self.done:
                self._listeners.append(listener)
                return
        listener(self)

    def hear(self, report: bytes) -> None:
        """The job reported progress. What the callback raises is logged: it is not the job's failure."""
        if self._progress is None:
            return
        with _logged("the progress callback of a job failed"):
            self._progress(pickle.loads(report))

    def stop(self, used: Resources) -> None:
        """The job was stopped where it had to."""
        if self._stopped is not None:
            with _logged("the callback of a job that was stopped failed"):
                self._stopped(used)

    def end_with(self, event: Ended) -> None:
        """The job ended as the supervisor says."""
        try:
            self.end(_outcome(event))
        except Exception as error:
            message = f"what the job sent back cannot be read: {type(error).__name__}: {error}"
            self.end(Outcome(End.FAILED, None, event.resources, message))

    def end(self, outcome: Outcome[T]) -> None:
        """The job ended."""
        self._outcome = outcome
        with self._lock:
            self._ended.set()
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            with _logged("the callback at the end of a job failed"):
                listener(self)


@contextlib.contextmanager
def _logged(problem: str) -> Iterator[None]:
    """A caller's mistake must not end the thread that all jobs depend on."""
    try:
        yield
    except Exception:
        import logging  # seldom needed, and slow to load

        logging.getLogger(__name__).exception(problem)


def _outcome(event: Ended) -> Outcome[T]:
    value = pickle.loads(event.value) if event.value else None
    if not event.error:
        return Outcome(event.end, value, event.resources, event.message)
    error, text = pickle.loads(event.error)
    return Outcome(event.end, None, event.resources, f"{text}\n{event.message}".strip(), error)
