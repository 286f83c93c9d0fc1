"""Workers as the supervisor forks them: for a job that is there, or ahead of time for one that will come."""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NoReturn

from coveriflow.execution.processes.prefaulting import Ranges
from coveriflow.execution.processes.process_tree import kill
from coveriflow.execution.processes.protocol import Submit
from coveriflow.execution.processes.worker import serve, serve_later

_LARGEST = 60_000  # bytes that an empty pipe takes at once


@dataclass(frozen=True, slots=True)
class Forked:
    """A worker's process and the two pipes from it, which do not block. ``cpu``: seconds used before its job came."""

    pid: int
    results: int
    output: int
    cpu: float = 0.0

    def close(self) -> None:
        """Close the pipes."""
        os.close(self.results)
        os.close(self.output)


def forked(request: Submit, folder: str) -> Forked:
    """A worker for this job. ``OSError`` if there can be none."""
    supervisor = os.getpid()
    return _forked(lambda results, output: serve(request, results, output, supervisor, folder))


class Spare:
    """A worker that waits for a job, with the pages in ``written`` made its own. ``OSError`` if there can be none.

    It dies with the supervisor, as all workers do.
    """

    __slots__ = ("_orders", "_worker", "pid")

    def __init__(self, written: Ranges) -> None:
        supervisor = os.getpid()
        theirs, self._orders = os.pipe()
        try:
            self._worker = _forked(lambda results, output: serve_later(theirs, written, results, output, supervisor))
        except OSError:
            os.close(self._orders)
            raise
        finally:
            os.close(theirs)
        os.set_blocking(self._orders, False)
        self.pid = self._worker.pid

    def given(self, request: Submit, folder: str) -> Forked | None:
        """The worker, at work on this job; ``None`` where it cannot have it: then it waits on, or is dead soon."""
        content = pickle.dumps((request, folder), pickle.HIGHEST_PROTOCOL)
        if len(content) > _LARGEST:
            return None
        cpu, sent = _cpu_seconds(self.pid), 0
        with contextlib.suppress(OSError):
            sent = os.write(self._orders, content)
        if sent < len(content):
            kill(self.pid)
            return None
        os.close(self._orders)
        return replace(self._worker, cpu=cpu)

    def close(self) -> None:
        """Close the pipes: then it leaves, if it is not dead."""
        os.close(self._orders)
        self._worker.close()


def _forked(serving: Callable[[int, int], NoReturn]) -> Forked:
    results, results_end = os.pipe()
    output, output_end = os.pipe()
    os.set_blocking(results, False)
    os.set_blocking(output, False)
    try:
        pid = os.fork()
        if pid == 0:
            serving(results_end, output_end)
    except OSError:
        os.close(results)
        os.close(output)
        raise
    finally:
        os.close(results_end)
        os.close(output_end)
    return Forked(pid, results, output)


def _cpu_seconds(pid: int) -> float:
    """What a process has used: its clock has this number (clock_getcpuclockid(3))."""
    with contextlib.suppress(OSError):
        return time.clock_gettime((~pid << 3) | 2)
    return 0.0
