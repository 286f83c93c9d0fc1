"""Solvers of z3's, stopped when their CPU time is used."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import z3

from coveriflow.logic.cpu_time import wall_for
from coveriflow.program.gc_pause import without_gc

_NO_TIMEOUT = (1 << 32) - 1
_PERIOD = 0.05
_STEPS = 8_000_000
"""Steps of z3's for a nominal second: z3 takes 4 to 12 million in a second of CPU time."""
_SLOWEST, _LEAST = 8.0, 1.0
"""CPU seconds for a nominal second, and besides, at most: z3 does not count all that it does."""


def checked(solver: Any, seconds: float | None, *assumptions: Any, nominal: float | None = None) -> Any:
    """``solver.check`` of a solver of z3's, within about ``seconds`` of CPU time. ``nominal``: seconds that are counted
    in steps of z3's, so that the answer is the same however fast the machine is. Z3's own limits are of wall time. If
    z3 has no memory left, that is a ``MemoryError``.
    """
    if nominal is not None:
        most_cpu = _LEAST + _SLOWEST * nominal
        seconds = most_cpu if seconds is None else min(seconds, most_cpu)
    most = _NO_TIMEOUT if seconds is None else max(1, min(_NO_TIMEOUT, int(wall_for(seconds) * 1000)))
    solver.set("timeout", most)
    solver.set("rlimit", 0 if nominal is None else max(1, min(_NO_TIMEOUT, int(nominal * _STEPS))))
    try:
        if seconds is None:
            return solver.check(*assumptions)
        # another thread that collects garbage would have z3 free its terms while z3 works with them
        with without_gc(), _watchdog.watching(solver, seconds):
            return solver.check(*assumptions)
    except z3.Z3Exception as error:
        if "out of memory" in str(error):
            raise MemoryError(str(error)) from error  # z3 says nothing about its state after that
        raise


class _Watchdog:
    """A thread that interrupts a solver when this process has used some CPU time.

    It sleeps until that may have come, and is not woken for solvers that are done before.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._solver: Any = None
        self._due = self._wakes = float("inf")

    @contextmanager
    def watching(self, solver: Any, seconds: float) -> Iterator[None]:
        """``solver`` is not interrupted any more when the block is left."""
        with self._changed:
            self._solver, self._due = solver, time.process_time() + seconds
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="coveriflow-cpu-time", daemon=True)
                self._thread.start()
            elif self._due < self._wakes:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._solver, self._due = None, float("inf")

    def _run(self) -> None:
        with self._changed:
            while True:
                left = self._interrupted_or_left()
                self._wakes = time.process_time() + left
                self._changed.wait(None if left == float("inf") else left)

    def _interrupted_or_left(self) -> float:
        """Seconds to sleep. An interruption is repeated: z3 does not notice one that comes before it has begun."""
        left = self._due - time.process_time()
        if left <= 0:
            with suppress(z3.Z3Exception):
                self._solver.interrupt()
        return max(left, _PERIOD)


_watchdog = _Watchdog()
