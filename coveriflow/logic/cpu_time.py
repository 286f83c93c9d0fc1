"""The measure of what solvers may use: a busy machine makes them slower, and changes no answer."""

from __future__ import annotations

import time
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Deadline:
    """When work that has no end of its own is given up: each loop of it asks."""

    end: float

    def left(self) -> float:
        """CPU seconds until then, at least a little."""
        return max(0.01, self.end - now())

    def is_over(self) -> bool:
        """Whether it is later."""
        return now() >= self.end


def in_seconds(seconds: float) -> Deadline:
    """So many seconds of CPU time from now."""
    return Deadline(now() + seconds)
