"""What solvers may use, measured in CPU time: a busy machine makes them slower, and changes no answer."""

from __future__ import annotations

import time
from typing import Any

import z3

_MOST_WALL = 10.0
"""Wall seconds for each second of CPU time, at most: what waits for something else does not wait for ever."""
_ENOUGH = 0.9
"""So much of the time is all of it: clocks and timers differ a little."""
_NO_TIMEOUT = (1 << 32) - 1
_elsewhere = 0.0


def now() -> float:
    """CPU seconds of this process, and of those that it waited for (``charge``)."""
    return time.process_time() + _elsewhere


def charge(seconds: float) -> None:
    """Another process has used so many seconds of CPU time for this one."""
    global _elsewhere
    _elsewhere += seconds


def wall_for(seconds: float) -> float:
    """The wall time after which to give up on ``seconds`` of CPU time."""
    return _MOST_WALL * seconds


def checked(solver: Any, seconds: float | None, *assumptions: Any) -> Any:
    """``solver.check`` of a solver of z3's, within about ``seconds`` of CPU time.

    Z3 knows limits of wall time only. Where it was stopped by one before the CPU time was used, it begins again, with a
    limit as much longer as the machine is busy: a solver gets its time in one piece, as if it were alone.
    """
    if seconds is None:
        solver.set("timeout", _NO_TIMEOUT)
        return solver.check(*assumptions)
    wall = seconds
    while True:
        solver.set("timeout", max(1, min(_NO_TIMEOUT, int(wall * 1000))))
        cpu_start, wall_start = time.process_time(), time.monotonic()
        answer = solver.check(*assumptions)
        used, took = time.process_time() - cpu_start, time.monotonic() - wall_start
        is_stopped = answer == z3.unknown and took >= _ENOUGH * wall
        if not is_stopped or used >= _ENOUGH * seconds or wall >= wall_for(seconds):
            return answer
        wall = min(wall_for(seconds), max(2 * wall, seconds * took / max(used, 1e-3)))
