"""A batch run while it goes on: a moving picture on a terminal, lines where it was asked for, else one line every ten
seconds.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from types import TracebackType
from typing import Protocol, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from coveriflow.artifacts.batch.results import Job, JobResult, Rating
from coveriflow.report.batch.terminal import STYLES
from coveriflow.report.intervals import Regularly, interval
from coveriflow.report.quantities import seconds
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put

_SHOWN = 8


class BatchWatcher(Protocol):
    """Shows people what happens. The methods may be called from different threads."""

    def __enter__(self) -> BatchWatcher: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...

    def began(self, job: Job) -> None:
        """Work on ``job`` begins."""

    def ended(self, job: Job, result: JobResult | None) -> None:
        """Its result is there; ``None``: it was cancelled."""

    def kept(self, result: JobResult) -> None:
        """Of this job there was a result already."""


def watching(name: str, total: int, stream: TextIO, *, verbose: bool) -> BatchWatcher:
    """The one that suits the stream."""
    if verbose:
        return BatchLines(total, stream)
    is_moving = stream.isatty() and os.environ.get("TERM") != "dumb"
    return BatchPicture(name, total, stream) if is_moving else BatchNow(total, stream, interval())


class BatchSilence:
    """Nothing is shown."""

    def __enter__(self) -> BatchSilence:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing to end."""

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, result: JobResult | None) -> None: ...

    def kept(self, result: JobResult) -> None: ...


class BatchLines(BatchSilence):
    """A line for each result."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._number = 0
        self._lock = threading.Lock()

    def ended(self, job: Job, result: JobResult | None) -> None:
        if result is not None:
            self._tell(result, f", {seconds(result.elapsed)}")

    def kept(self, result: JobResult) -> None:
        self._tell(result, ", was there already")

    def _tell(self, result: JobResult, how: str) -> None:
        with self._lock:
            self._number += 1
            head = f"{self._number:{len(str(self._total))}}/{self._total}  {result.job.name}: {result.status}"
            put(f"{visible(head)}{how}\n", self._stream)


class _Counting(BatchSilence):
    """What was found, and what is being done."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._counts: Counter[Rating] = Counter()
        self._running: dict[Job, float] = {}
        self._lock = threading.Lock()
        self._start = time.monotonic()

    def began(self, job: Job) -> None:
        with self._lock:
            self._running[job] = time.monotonic()

    def ended(self, job: Job, result: JobResult | None) -> None:
        with self._lock:
            self._running.pop(job, None)
            if result is not None:
                self._counts[result.rating] += 1

    def kept(self, result: JobResult) -> None:
        with self._lock:
            self._counts[result.rating] += 1

    def _known(self) -> tuple[dict[Rating, int], dict[Job, float]]:
        with self._lock:
            return dict(self._counts), dict(self._running)


class BatchNow(_Counting):
    """Every so often a line: how many are done, what was found, and what is being done."""

    def __init__(self, total: int, stream: TextIO, every: float) -> None:
        super().__init__(total)
        self._stream = stream
        self._regularly = Regularly(self.tell, every)

    def __enter__(self) -> BatchNow:
        self._regularly.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._regularly.__exit__(kind, error, at)

    def tell(self) -> None:
        """Write the line."""
        counts, running = self._known()
        now = time.monotonic()
        found = ", ".join(f"{number} {rating.value}" for rating, number in counts.items())
        at_work = ", ".join(f"{job.name} ({seconds(now - since)})" for job, since in list(running.items())[:_SHOWN])
        told = "; ".join(filter(None, (f"{sum(counts.values())} of {self._total} done", found, at_work)))
        put(f"{seconds(now - self._start)}: {visible(told)}\n", self._stream)


class BatchPicture(_Counting):
    """A bar, what was found, and what is being done; goes away at the end."""

    def __init__(self, name: str, total: int, stream: TextIO) -> None:
        super().__init__(total)
        self._name = name
        console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._live = Live(console=console, get_renderable=self._drawn, refresh_per_second=4, transient=True)

    def __enter__(self) -> BatchPicture:
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()

    def _drawn(self) -> RenderableType:
        counts, running = self._known()
        done = sum(counts.values())
        head = Table.grid(padding=(0, 2, 0, 0))
        took = seconds(time.monotonic() - self._start)
        head.add_row(
            Text(visible(self._name), "bold"), ProgressBar(self._total, done, 30), f"{done}/{self._total}", took
        )
        found = Text("  ").join(Text(f"{n} {rating.value}", STYLES[rating]) for rating, n in counts.items() if n)
        rows = Table.grid(padding=(0, 2, 0, 0))
        for job, since in list(running.items())[:_SHOWN]:
            rows.add_row(f"  {visible(job.name)}", Text(seconds(time.monotonic() - since), "dim"))
        return Group(head, found, rows)
