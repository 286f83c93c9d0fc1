"""What happens, while it happens: a picture that moves on a terminal, lines where it was asked for, else one line every
ten seconds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from coveriflow.artifacts.resources import Limits
from coveriflow.report.contracts import ActorRow
from coveriflow.report.intervals import Regularly
from coveriflow.report.quantities import reused, seconds
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put


class Silence:
    """Nothing is shown."""

    def __enter__(self) -> Silence:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing to end."""

    def started(self, actor: str) -> None: ...

    def progressed(self, actor: str, text: str) -> None: ...

    def waits(self, actor: str) -> None: ...

    def goes_on(self, actor: str) -> None: ...

    def finished(self, row: ActorRow) -> None: ...


class Lines(Silence):
    """A line for each event (``--verbose``), with the seconds since the beginning."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._start = clock()

    def started(self, actor: str) -> None:
        self._tell(actor, "starts")

    def progressed(self, actor: str, text: str) -> None:
        self._tell(actor, text)

    def waits(self, actor: str) -> None:
        self._tell(actor, "waits for its next turn")

    def goes_on(self, actor: str) -> None:
        self._tell(actor, "goes on")

    def finished(self, row: ActorRow) -> None:
        again = f" ({reused(row.reused)})" if row.reused else ""
        self._tell(row.name, f"{row.outcome}: {row.why}{again}" if row.why else f"{row.outcome}{again}")

    def _tell(self, actor: str, text: str) -> None:
        passed = self._clock() - self._start
        put(f"{passed:8.2f} s  {visible(actor)}: {visible(text)}\n", self._stream)


class Use:
    """What the finished turns of a run have used of its limits. May be asked from any thread."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._start = clock()
        self._cpu = 0.0

    def add(self, row: ActorRow) -> None:
        """Its turn is over."""
        self._cpu += row.used.cpu

    @property
    def passed(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._start

    def __str__(self) -> str:
        """``4.9 s of 60 s CPU time in finished turns, 70 s of 120 s elapsed``; of limits, those that there are."""
        told = []
        if self._limits.cpu is not None:
            told.append(f"{seconds(self._cpu)} of {seconds(self._limits.cpu)} CPU time in finished turns")
        if self._limits.wall is not None:
            told.append(f"{seconds(self.passed)} of {seconds(self._limits.wall)} elapsed")
        return ", ".join(told)


class Now(Silence):
    """Every so often a line: who is at work, and what the turns before have used of the limits."""

    def __init__(self, stream: TextIO, use: Use, every: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._use = use
        self._clock = clock
        self._running: dict[str, tuple[float, str]] = {}
        self._waiting: dict[str, tuple[float, str]] = {}
        self._lock = threading.Lock()
        self._regularly = Regularly(self.tell, every)

    def __enter__(self) -> Now:
        self._regularly.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._regularly.__exit__(kind, error, at)

    def started(self, actor: str) -> None:
        with self._lock:
            self._running[actor] = (self._clock(), "")

    def progressed(self, actor: str, text: str) -> None:
        with self._lock:
            since, _ = self._running.get(actor, (self._clock(), ""))
            self._running[actor] = (since, text)

    def waits(self, actor: str) -> None:
        with self._lock:
            if actor in self._running:
                since, text = self._running.pop(actor)
                self._waiting[actor] = (self._clock() - since, text)

    def goes_on(self, actor: str) -> None:
        with self._lock:
            if actor in self._waiting:
                passed, text = self._waiting.pop(actor)
                self._running[actor] = (self._clock() - passed, text)

    def finished(self, row: ActorRow) -> None:
        with self._lock:
            self._running.pop(row.name, None)
            self._waiting.pop(row.name, None)
            self._use.add(row)

    def tell(self) -> None:
        """Write the line."""
        with self._lock:
            now = self._clock()
            at_work = [f"{name} ({seconds(now - t)}{text and ', '}{text})" for name, (t, text) in self._running.items()]
            told = "; ".join(filter(None, (", ".join(at_work) or "between two actors", str(self._use))))
        put(f"{seconds(self._use.passed)}: {visible(told)}\n", self._stream)
