"""The analysis in a process of its own: below this one, with its own limits, and gone when it is closed. What a moment
shows is computed before that process is started.
"""

from __future__ import annotations

import queue
import time
from dataclasses import dataclass, field, replace

from coveriflow.analysis.data_flow.feeds import Feed, Here, StartFeed
from coveriflow.analysis.data_flow.precision import PRECISIONS
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

_MOMENT = 0.15
"""CPU seconds for what is computed here: about as long as a process takes to start."""
_WORTH_A_PROCESS = 0.5
"""CPU seconds of analysis from which on a process is started for it."""


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


@dataclass(slots=True)
class HereFirst:
    """What the first precision finds, computed here if that takes a moment; where more is asked for, ``later`` too."""

    cfa: Cfa
    cpu: float
    later: StartFeed
    _is_asked: bool = field(default=False, init=False)
    _feed: Feed | None = field(default=None, init=False)

    def news(self) -> list[HeadFacts]:
        """See ``Feed``."""
        if self._is_asked:
            return self._started().news()
        self._is_asked = True
        watch = LimitWatch(SoftLimits(cpu=min(self.cpu, _MOMENT)))
        return list(refined(self.cfa, watch, PRECISIONS[:1]))

    def rest(self) -> list[HeadFacts]:
        """See ``Feed``."""
        return self._started().rest()

    def elsewhere(self) -> float:
        """See ``Feed``."""
        return 0.0 if self._feed is None else self._feed.elsewhere()

    def close(self) -> None:
        """See ``Feed``."""
        if self._feed is not None:
            self._feed.close()

    def _started(self) -> Feed:
        if self._feed is None:
            self._feed = self.later(self.cfa, self.cpu)
        return self._feed


def beside(cfa: Cfa, cpu: float) -> Feed:
    """In a process of its own; here where a moment is enough, where there is no time for more, and where no process can
    be started.
    """
    return HereFirst(cfa, cpu, _in_a_process if cpu >= _WORTH_A_PROCESS else Here)


def _in_a_process(cfa: Cfa, cpu: float) -> Feed:
    try:
        return Beside(cfa, cpu)
    except OSError:
        return Here(cfa, cpu)


def _performed(cfa: Cfa, cpu: float) -> None:
    for news in refined(cfa, LimitWatch(SoftLimits(cpu=cpu))):
        report_progress(news)
