"""What happens, while it happens: a picture that moves on a terminal, lines where it was asked for, else nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from coveriflow.report.contracts import ActorRow
from coveriflow.report.quantities import reused
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

    def finished(self, row: ActorRow) -> None:
        again = f" ({reused(row.reused)})" if row.reused else ""
        self._tell(row.name, f"{row.outcome}: {row.why}{again}" if row.why else f"{row.outcome}{again}")

    def _tell(self, actor: str, text: str) -> None:
        passed = self._clock() - self._start
        put(f"{passed:8.2f} s  {visible(actor)}: {visible(text)}\n", self._stream)
