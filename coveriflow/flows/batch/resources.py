"""What the jobs of a batch run share: workers, limits, the store; and when to stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from types import TracebackType

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition, Interleaved, Parallel, Portfolio
from coveriflow.artifacts.batch.results import Purpose
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.run_folder import Pages, no_pages
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.default_limits import CPU, memory_here

_MEMORY_SHARE = 0.9
_MOST_MEMORY = 15 * 10**9


@dataclass(frozen=True, slots=True)
class Size:
    """``jobs`` at a time, each within ``limits``."""

    jobs: int
    limits: Limits


def sized(flows: tuple[Flow, ...], limits: Limits, jobs: int | None = None) -> Size:
    """As many jobs as the machine has cores for the widest flow and memory for, unless the user gave a number.

    What ``limits`` leave open: 900 s of CPU time, 15 GB or an equal part of nine tenths of the memory, if that is less.
    """
    memory, cores = int(_MEMORY_SHARE * memory_here()), len(os.sched_getaffinity(0))
    fitting = memory // limits.memory if limits.memory else cores
    number = jobs or max(1, min(cores // max(map(width, (flow.composition for flow in flows))), fitting))
    each = limits.memory or min(_MOST_MEMORY, memory // number)
    return Size(number, replace(limits, cpu=limits.cpu or CPU, memory=each))


def width(composition: Composition) -> int:
    """How many actors may work at a time."""
    match composition:
        case Actor():
            return 1
        case Parallel(parts) | Portfolio(parts):
            return sum(map(width, parts))
        case Interleaved(parts, _, cores):
            return min(cores * max(map(width, parts)), sum(map(width, parts)))
        case _:
            return max(map(width, composition.children()))


class WorkerPool:
    """Worker processes for all jobs, below one supervisor; a new one, should that be killed. Thread-safe."""

    def __init__(self, make: Callable[[], Workers] = lambda: Workers(MODULES)) -> None:
        self._make = make
        self._stack = ExitStack()
        self._lock = threading.Lock()
        self._workers: Workers | None = None

    def __enter__(self) -> WorkerPool:
        self._workers = self._stack.enter_context(self._make())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def workers(self) -> Workers:
        """Those that are alive."""
        with self._lock:
            if self._workers is None or self._workers.is_gone or not os.path.isdir(self._workers.folder):
                self._workers = self._stack.enter_context(self._make())
            return self._workers


@dataclass(frozen=True, slots=True)
class BatchContext:
    """``limits``: of each job. ``since``: the previous batch run, whose conditions are used where a program has
    changed.

    ``cancellation``: no job begins after it, and those that run end without a result. ``undefined``: as for
    ``runner.run``. ``session``: of the results folder, in which results count.
    """

    results_folder: ResultFolder
    flows: dict[str, Flow]
    limits: Limits
    pool: WorkerPool
    store: Store | None = None
    since: ResultFolder | None = None
    pages: Pages = no_pages
    cancellation: Cancellation = field(default_factory=Cancellation)
    undefined: Assumed | None = None
    purpose: Purpose = Purpose.RATE
    session: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be recorded: it was cancelled, or the batch run was begun again meanwhile."""
        return self.cancellation.is_cancelled or self.results_folder.session() != self.session
