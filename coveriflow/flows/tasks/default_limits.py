"""The limits of a run for which the user has set none (contract: default limits)."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from coveriflow.artifacts.resources import Limits, used_here

CPU = 900.0  # seconds
MOST_CORES = 4
"""The default flow has no more turns to take side by side."""
_MOST_MEMORY = 15 * 10**9
_MEMORY_SHARE = 0.6
_START_SHARE, _END_SHARE = 0.3, 0.1
"""Of elapsed time, what counts for the start, and is kept for the end, at most."""
_END = 0.5
"""CPU time that is kept for the end, as a share of what the start took."""
_CONTROL_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def default_limits() -> Limits:
    """900 s of CPU time; 15 GB or 60 % of the memory, whichever is less. No limit on wall time."""
    return Limits(CPU, None, min(_MOST_MEMORY, int(_MEMORY_SHARE * memory_here())))


def default_cores() -> int:
    """As many as this process may use, and the default flow can."""
    return min(len(os.sched_getaffinity(0)), MOST_CORES)


def counted_from_now(limits: Limits) -> Callable[[], Limits]:
    """What is left of ``limits`` whenever it is called, at least a tenth of a second: reading and preprocessing a task
    takes elapsed time, too. CPU time is what the actors use.
    """
    start = time.monotonic()

    def left() -> Limits:
        used = time.monotonic() - start
        return limits if limits.wall is None else replace(limits, wall=max(0.1, limits.wall - used))

    return left


def counted_with_own(limits: Limits, begun: float) -> Callable[[], Limits]:
    """The same, and CPU time that this process has used itself since ``begun`` (``used_here``) counts, too, and the
    time since it was started. Half as much CPU time is kept for what it does after the run, and as much elapsed
    time: where the machine is busy, either takes long.
    """
    counted = counted_from_now(limits)
    if limits.wall is not None:
        start = min(_since_start(), _START_SHARE * limits.wall)
        counted = counted_from_now(replace(limits, wall=limits.wall - start - min(start, _END_SHARE * limits.wall)))

    def left() -> Limits:
        own = used_here() - begun
        cpu = None if limits.cpu is None else max(0.1, limits.cpu - own - _END * own)
        return replace(counted(), cpu=cpu)

    return left


def _since_start() -> float:
    """Seconds since this process was started; 0 where nothing tells."""
    try:
        ticks = int(Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()[19])
    except OSError:
        return 0.0
    return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))


def memory_here() -> int:
    """Bytes that this machine, or the control group that stands for it here, has."""
    granted = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in _CONTROL_GROUPS:
        with contextlib.suppress(OSError, ValueError):
            granted.append(int(Path(file).read_bytes()))
    return min(granted)
