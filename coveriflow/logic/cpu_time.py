"""The measure of what solvers may use: a busy machine makes them slower, and changes no answer."""

from __future__ import annotations

import time

_MOST_WALL = 50.0
"""Wall seconds for each second of CPU time, at most: what waits for something else does not wait for ever."""
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
