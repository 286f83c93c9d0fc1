"""The analysis in a process of its own: below this one, with its own limits, and gone when it is closed."""

from __future__ import annotations

import queue
import time
from dataclasses import replace

from coveriflow.analysis.data_flow.feeds import Feed, Here
from coveriflow.analysis.data_flow.refining import HeadFacts, refined
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.worker import report_progress
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.cfa.cfa import Cfa

_MODULES = (__name__,)
_MEMORY = 1 << 30
_START = 0.5
"""CPU seconds that the start of the process takes at most, and that it may be late when its time is over."""


class Beside:
    """``Feed`` of a process that is started here. What cannot be sent there, or fails there, has no facts."""

    def __init__(self, cfa: Cfa, cpu: float) -> None:
        self._cpu = cpu
        self._started, self._used, self._open = time.monotonic(), 0.0, True
        self._arrived: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._workers = Workers(_MODULES)
        self._workers.__enter__()
        limits = Limits(cpu=cpu + _START, memory=_MEMORY)
        plain = replace(cfa)  # without what was computed from it
        self._job = self._workers.submit(_performed, plain, cpu, limits=limits, progress=self._arrived.put)

    def news(self) -> list[HeadFacts]:
        """See ``Feed``."""
        found = []
        while not self._arrived.empty():
            facts = self._arrived.get()
            assert isinstance(facts, dict)
            found.append(facts)
        return found

    def rest(self) -> list[HeadFacts]:
        """See ``Feed``."""
        self._job.result()
        return self.news()

    def elsewhere(self) -> float:
        """See ``Feed``."""
        if self._open:
            self._used = self._measured()
        return self._used

    def _measured(self) -> float:
        """What it used if it has ended; else no more than could have been used since its start."""
        if self._job.done:
            return self._job.result().resources.cpu + _START
        return min(time.monotonic() - self._started, self._cpu + 2 * _START)

    def close(self) -> None:
        """See ``Feed``."""
        if self._open:
            self._used, self._open = self._measured(), False
            self._workers.__exit__(None, None, None)


def beside(cfa: Cfa, cpu: float) -> Feed:
    """In a process of its own; here if none can be started."""
    try:
        return Beside(cfa, cpu)
    except OSError:
        return Here(cfa, cpu)


def _performed(cfa: Cfa, cpu: float) -> None:
    for news in refined(cfa, LimitWatch(SoftLimits(cpu=cpu))):
        report_progress(news)
