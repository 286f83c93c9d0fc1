"""What one process tree uses: sampled while it lives, completed by what the kernel says when processes are reaped."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from dataclasses import replace

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.process_tree import Process, proportional


class Meter:
    """Adds up the use of one tree against its limits.

    CPU time is the larger of two sums, neither of which may shrink: over all processes ever seen, of their own time
    (misses those that lived between two samples), and over the living, of their own time and of the children they
    waited for (misses children that were never waited for). ``before``: CPU seconds of the root that do not count.

    Wall time is that in which the tree was not stopped; for the limit all counts, since others wait for the end.
    """

    __slots__ = ("_before", "_cpu", "_limits", "_own", "_reaped", "_rested", "_started", "_stopped", "peak")

    def __init__(self, limits: Limits, before: float = 0.0) -> None:
        self._limits = limits
        self._before = before
        self._started = time.monotonic()
        self._own: dict[tuple[int, int], float] = {}
        self._cpu = 0.0
        self._reaped = 0.0
        self._rested = 0.0
        self._stopped: float | None = None
        self.peak = 0

    def sample(self, members: Sequence[Process]) -> None:
        """Account for the tree as it is now."""
        for member in members:
            self._own[member.pid, member.start] = member.cpu
        self._cpu = max(self._cpu, sum(p.cpu + p.waited for p in members), sum(self._own.values()))
        self.peak = max(self.peak, self._resident(members))

    def allow(self, cpu: float) -> None:
        """The limit of CPU time becomes so much larger."""
        if self._limits.cpu is not None:
            self._limits = replace(self._limits, cpu=self._limits.cpu + cpu)

    def stop(self) -> None:
        """The tree is stopped."""
        self._stopped = self._stopped or time.monotonic()

    def go_on(self) -> None:
        """The tree goes on."""
        self._rested += 0.0 if self._stopped is None else time.monotonic() - self._stopped
        self._stopped = None

    def reap(self, usage: resource.struct_rusage) -> None:
        """Account for a member that the supervisor waited for: its own time and that of the children it waited for."""
        self._reaped += usage.ru_utime + usage.ru_stime
        self.peak = max(self.peak, usage.ru_maxrss * 1024)

    def knows(self, pid: int) -> bool:
        """A process ``pid`` was seen in this tree."""
        return any(known == pid for known, _ in self._own)

    def resources(self) -> Resources:
        """The use so far."""
        cpu = max(0.0, max(self._cpu, self._reaped) - self._before)
        now = self._stopped or time.monotonic()
        return Resources(cpu, now - self._started - self._rested, self.peak)

    def passed(self) -> End | None:
        """The limit that the use so far has passed."""
        use = self.resources()
        if self._limits.memory is not None and use.memory > self._limits.memory:
            return End.OUT_OF_MEMORY
        if self._limits.cpu is not None and use.cpu > self._limits.cpu:
            return End.OUT_OF_CPU
        if self._limits.wall is not None and time.monotonic() > self.deadline():
            return End.OUT_OF_WALL
        return None

    def deadline(self) -> float:
        """When the wall limit will have passed (``time.monotonic``)."""
        return float("inf") if self._limits.wall is None else self._started + self._limits.wall

    def _resident(self, members: Sequence[Process]) -> int:
        """Sum over the tree. Beyond the limit pages that are shared after a fork count once (slow, so only there)."""
        resident = sum(p.resident for p in members)
        if self._limits.memory is None or resident <= self._limits.memory or len(members) == 1:
            return resident
        return sum(proportional(p.pid) for p in members)
